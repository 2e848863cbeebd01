/**
 * The DNS records that verify a custom domain for one owner: a TXT record, or a CNAME record to a
 * host that carries the owner's name.
 */
import { createHmac } from 'node:crypto';
import { ownerHosts, packageHost, sharedHostOf } from 'contract/packages/package-types/hosts';
import type { PackageType } from 'contract/packages/package-types/list';
import type { OwnerRow } from '../../floor/db/account-schema';
import { sealerKeys, type Secrets } from '../../floor/sealer';
import type { DnsAnswer } from './dns';

type Answers = Pick<DnsAnswer, 'cname' | 'txt'>;

export interface VerificationRecords {
  textFor(ownerId: string, domain: string): string;
  hostFor(owner: OwnerRow, serves: PackageType | 'pixel'): string;
  hasText(ownerId: string, domain: string, found: Answers): boolean;
  /** Whether a CNAME record points to a host with one of these names, in lower case. */
  hasHost(names: readonly string[], found: Answers): boolean;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * The secrets are the installation's own, so that no one can compute the text of another owner; a
 * text of an earlier secret stays valid. `ownDomain` is the gateway's.
 */
export function createVerificationRecords(secrets: Secrets, ownDomain: string): VerificationRecords {
  let keys = sealerKeys(secrets, 'domain verification');
  let textBy = (key: Buffer, ownerId: string, domain: string) => {
    let bytes = createHmac('sha256', key).update(`${ownerId} ${domain}`).digest().subarray(0, 20);
    return [...bytes].map((byte) => alphabet[byte % alphabet.length]).join('');
  };
  // Pixels have no host with the owner's name, so theirs is the shared one, which leads to the same
  // gateway.
  let hostFor = ({ name_key }: OwnerRow, serves: PackageType | 'pixel') =>
    serves === 'pixel' ? sharedHostOf(name_key, ownDomain) : packageHost(serves, name_key, ownDomain);
  return {
    textFor: (ownerId, domain) => textBy(keys[0], ownerId, domain),
    hostFor,
    hasText: (ownerId, domain, { txt }) => keys.some((key) => txt.includes(textBy(key, ownerId, domain))),
    hasHost: (names, { cname }) =>
      names.some((name) => ownerHosts(name, ownDomain).some((host) => cname.includes(host))),
  };
}

/** The TXT record has its own name, because a name with a CNAME record cannot have others. */
export function challengeName(domain: string): string {
  return `_landfall-challenge.${domain}`;
}
