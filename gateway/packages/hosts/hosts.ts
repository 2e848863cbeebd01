/** The gateway's own hosts, and which custom domains are served. */
import type { VerifiedBy } from 'contract/packages/domain-status';
import type { DefaultRegistries } from 'contract/packages/package-types/list';

/** Whether a host is the gateway's domain or below it, where custom domains are not allowed. */
export function isOwnHost(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

/** Own addresses of this installation. */
export interface OwnAddresses {
  /** The gateway's own domain. */
  domain: string;
  /** Address of the dashboard. */
  publicUrl: string;
  /** Port of the gateway; empty when it is the scheme's own. */
  port?: string;
  /** The registries of new packages that name none, by package type. */
  registries?: DefaultRegistries;
}

/**
 * Whether a custom domain is served for an owner who has verified it; a domain without a name is
 * the default host, which is always served.
 */
export function isServedDomain(name: string | null, verifiedBy: VerifiedBy | null, own: OwnAddresses): boolean {
  return name === null || (verifiedBy !== null && !isReservedHost(name, own));
}

/** Whether a host cannot be a custom domain: it belongs to the gateway or to the dashboard. */
export function isReservedHost(host: string, { domain, publicUrl }: OwnAddresses): boolean {
  return isOwnHost(host, domain) || host === new URL(publicUrl).hostname;
}
