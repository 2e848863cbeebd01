/**
 * Host names below the gateway's domain, here called `domain`. A default host of an owner is the
 * owner's name in lower case, the label of the type, and that domain.
 */
import { packageTypes, type PackageType, typeNamed } from './list';
import type { PackageTypeWords } from './type';

/** The label of types without one of their own. */
const sharedLabel = 'gateway';

/** The default host of an owner's packages of one type. */
export function packageHost(type: PackageType, owner: string, domain: string): string {
  return hostOf(typeNamed(type).hostLabel ?? sharedLabel, owner, domain);
}

/** The default host that several types share. Custom domains of pixels point there too. */
export function sharedHostOf(owner: string, domain: string): string {
  return hostOf(sharedLabel, owner, domain);
}

/** Every default host of an owner, the shared one first. */
export function ownerHosts(owner: string, domain: string): string[] {
  let types: readonly PackageTypeWords[] = packageTypes;
  let labels = types.flatMap(({ hostLabel }) => hostLabel ?? []);
  return [sharedLabel, ...new Set(labels)].map((label) => hostOf(label, owner, domain));
}

/** The host of every pixel without a custom domain. */
export function pixelHostOf(domain: string): string {
  return `static.${domain}`;
}

/** The host of the management API that people are shown. */
export function apiHost(domain: string): string {
  return `api.${domain}`;
}

/** Whether a gateway with this domain is reached without TLS, at its own port. */
export function isLocalDomain(domain: string): boolean {
  return domain === 'localhost' || domain.endsWith('.localhost') || /^[\d.]+$/.test(domain);
}

function hostOf(label: string, owner: string, domain: string): string {
  return `${owner.toLowerCase()}.${label}.${domain}`;
}
