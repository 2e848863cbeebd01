/**
 * Host names the gateway gives every owner: the owner's name in lower case, what is served there,
 * the gateway's own domain.
 */
import type { VerifiedBy } from 'contract/domain-status';
import type { PackageType } from 'contract/packages';

/**
 * The default host of an owner's packages of one type. `ownerKey` is the lower-cased name, `domain`
 * the gateway's own domain.
 */
export function packageHost(type: PackageType, ownerKey: string, domain: string): string {
  return `${ownerKey}.${type === 'docker' ? 'docker' : 'gateway'}.${domain}`;
}

/** The default host of everybody's pixels. */
export function pixelHost(domain: string): string {
  return `static.${domain}`;
}

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
