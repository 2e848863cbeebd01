/** Which hosts are the gateway's own, and which custom domains it serves. */
import type { VerifiedBy } from 'contract/domain-status';

/**
 * Whether a host is the gateway's own domain or below it, where custom domains are not given out.
 */
export function isOwnHost(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

/** What this installation answers at itself. */
export interface OwnAddresses {
  /** The gateway's own domain. */
  domain: string;
  /** Address of the dashboard. */
  publicUrl: string;
}

/**
 * Whether a custom domain is served for an owner who has verified it; a domain without a name is
 * the default host, which always is.
 */
export function isServed(name: string | null, verifiedBy: VerifiedBy | null, own: OwnAddresses): boolean {
  return name === null || (verifiedBy !== null && !isReservedHost(name, own));
}

/**
 * Whether nobody can have a host as a custom domain: it belongs to the gateway or to the dashboard.
 */
export function isReservedHost(host: string, { domain, publicUrl }: OwnAddresses): boolean {
  return isOwnHost(host, domain) || host === new URL(publicUrl).hostname;
}
