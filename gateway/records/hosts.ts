/** Host names the gateway gives every owner: the owner's name in lower case, what is served there, the gateway's own domain. */
import type { PackageType } from 'contract/packages';

/** The default host of an owner's packages of one type. `ownerKey` is the lower-cased name, `domain` the gateway's own domain. */
export function packageHost(type: PackageType, ownerKey: string, domain: string): string {
  return `${ownerKey}.${type === 'docker' ? 'docker' : 'gateway'}.${domain}`;
}

/** The default host of everybody's pixels. */
export function pixelHost(domain: string): string {
  return `static.${domain}`;
}

/** Whether a host is the gateway's own domain or below it, where custom domains are not given out. */
export function isOwnHost(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}
