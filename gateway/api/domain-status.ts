/** Whether custom domains lead here: by a CNAME record to one of the owner's hosts, or by a TXT record that only who holds the domain can write. */
import { createHash } from 'node:crypto';
import type { DomainStatus } from 'contract/domain-status';
import { checkOf, customDomain, keepCheck, type CustomDomain } from '../records/domain-checks';
import { packageHost, pixelHost } from '../records/hosts';
import type { DomainCheckTable, OwnerTable } from '../records/schema';
import type { Handlers } from './handler';
import { time } from './present';

export const domainStatusHandlers = {
  async getDomainStatus({ parts, owner, params }) {
    let domain = await customDomain(parts.records, owner.id, params.domain_ref);
    return present(domain, owner, parts.domain, await checkOf(parts.records, domain.name));
  },

  async requestDomainVerification({ parts, owner, params }) {
    let domain = await customDomain(parts.records, owner.id, params.domain_ref);
    await parts.attempts.domainCheck(owner.id);
    let { cname, txt, answered } = await parts.dns.ask(domain.name, challengeName(domain.name));
    let found = { cname: JSON.stringify(cname), txt: JSON.stringify(txt), answered: Number(answered) };
    let check = { name: domain.name, ...found, checked_at: parts.clock() };
    await keepCheck(parts.records, owner.id, check);
    return present(domain, owner, parts.domain, check);
  },
} satisfies Partial<Handlers>;

function present(
  { name, serves }: CustomDomain,
  owner: OwnerTable,
  ownDomain: string,
  check: DomainCheckTable | undefined,
): DomainStatus {
  let host = (of: CustomDomain['serves']) =>
    of === 'pixel' ? pixelHost(ownDomain) : packageHost(of, owner.name_key, ownDomain);
  let here = [host('file'), host('docker'), host('pixel')];
  let cname = check ? (JSON.parse(check.cname) as string[]) : [];
  let txt = check ? (JSON.parse(check.txt) as string[]) : [];
  let challenge = challengeOf(owner.id, name);
  let records = [
    { type: 'CNAME' as const, name, value: host(serves), found: cname, matches: cname.some((to) => here.includes(to)) },
    { type: 'TXT' as const, name: challengeName(name), value: challenge, found: txt, matches: txt.includes(challenge) },
  ];
  let isVerified = records.some(({ matches }) => matches);
  return {
    domain: name,
    state: !check ? 'unchecked' : isVerified ? 'verified' : check.answered ? 'missing' : 'unanswered',
    records,
    checked_at: check ? time(check.checked_at) : null,
  };
}

/** A name of its own, because no other record may stand beside a CNAME record. */
function challengeName(domain: string): string {
  return `_landfall-challenge.${domain}`;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Twenty letters and digits for this owner and domain. They are no secret: what they show is who can write them into the DNS. */
function challengeOf(ownerId: string, domain: string): string {
  let bytes = createHash('sha256').update(`${ownerId} ${domain}`).digest().subarray(0, 20);
  return [...bytes].map((byte) => alphabet[byte % alphabet.length]).join('');
}
