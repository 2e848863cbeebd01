/**
 * Checks custom domains: on request, when one is added, and automatically for a time until it is
 * verified.
 */
import type { Logger } from 'pino';
import { dayMs, minuteMs } from 'contract/floor/time';
import type { VerifiedBy } from 'contract/packages/domain-status';
import type { DownloadChangeEmails } from '../download-change-emails';
import { domainLostEmail } from '../emails';
import { createJobs, type Jobs } from '../../floor/jobs';
import type { Mail } from '../../floor/mail/mail';
import type { ActorContext } from '../../floor/audit';
import { onOwnersChanged } from '../../floor/db/owner-transaction';
import { customDomain, dueDomains, holderOf, type HeldDomain } from '../hosts/custom-domains';
import { saveDomainCheck, verifyDomain } from '../domain-verification';
import { isReservedHost, type OwnAddresses } from '../hosts/hosts';
import { accountableOwners } from '../../floor/download-changes';
import { leadRecipients, ownerById } from '../../floor/lead-readers';
import { formerNames } from '../../floor/names';
import type { OwnerRow } from '../../floor/db/account-schema';
import type { Records } from '../../floor/db/schema';
import { ApiError } from '../../floor/calls/api-error';
import { createDns, type DnsAnswer } from './dns';
import { challengeName, type VerificationRecords } from './verification-records';

/**
 * A custom domain that is not verified is checked automatically for 30 days, every five minutes at
 * most.
 */
const domainChecksMs = 30 * dayMs;
export const domainCheckEveryMs = 5 * minuteMs;

export interface DomainChecks {
  /**
   * Checks the DNS records of a domain now, stores the result, and verifies the domain when a
   * record matches.
   */
  check(owner: OwnerRow, name: string, act: ActorContext): Promise<void>;
  /** Verifies a domain by hand. Refuses with domain-is-invalid-scarf-domain. */
  confirm(owner: OwnerRow, name: string, act: ActorContext): Promise<void>;
  runDue(): Promise<void>;
  close(): Promise<void>;
}

export interface DomainCheckParts extends OwnAddresses {
  records: Records;
  /** The system's when left out. */
  dnsServers: readonly string[] | undefined;
  evidence: VerificationRecords;
  downloadNotices: Pick<DownloadChangeEmails, 'tell'>;
  mail: Mail;
  clock: () => number;
  log: Logger;
}

const atOnce = 10;

/** Starts the checks: after each change, and every minute. */
export function startDomainChecks(parts: DomainCheckParts, jobs: Jobs = createJobs(parts.clock)): DomainChecks {
  let { records, dnsServers, evidence, downloadNotices, clock, log } = parts;
  let dns = createDns(dnsServers);
  let closed = false;

  async function check(owner: OwnerRow, name: string, act: ActorContext): Promise<void> {
    let before = await customDomain(records, owner.id, name);
    let found = await dns.ask(name, challengeName(name));
    await saveDomainCheck(records, owner.id, name, {
      cname: JSON.stringify(found.cname),
      txt: JSON.stringify(found.txt),
      answered: Number(found.answered),
      checked_at: act.time,
      next_check_at: nextCheck(before, act.time),
    });
    let by = await evidenceIn(owner, name, found);
    if (by && !isVerifiedByDns(before) && (await mayTakeOver(owner, name, found))) await verify(owner, name, by, act);
  }

  async function evidenceIn(owner: OwnerRow, name: string, found: DnsAnswer): Promise<VerifiedBy | null> {
    if (isReservedHost(name, parts)) return null;
    if (evidence.hasText(owner.id, name, found)) return 'txt';
    let names = [owner.name_key, ...(await formerNames(records, owner.id))];
    return evidence.hasHost(names, found) ? 'cname' : null;
  }

  /**
   * A holder whose TXT record is still there keeps the domain; otherwise two owners with records
   * could take it from each other again and again.
   */
  async function mayTakeOver(owner: OwnerRow, name: string, found: DnsAnswer): Promise<boolean> {
    let holder = await holderOf(records, name);
    if (!holder || holder.id === owner.id) return true;
    return found.answered && !evidence.hasText(holder.id, name, found);
  }

  async function verify(owner: OwnerRow, name: string, by: VerifiedBy, act: ActorContext): Promise<void> {
    let former = await verifyDomain(records, owner, { name, by }, act);
    if (former) await tell(parts, former, name);
  }

  async function checkDue(): Promise<void> {
    let due = closed ? [] : await dueDomains(records, clock(), atOnce);
    let checks = due.map(async ({ owner_id, name }) => {
      let owner = await ownerById(records, owner_id);
      if (!owner) return;
      let act = nobody(clock());
      await check(owner, name, act);
      downloadNotices.tell(act);
    });
    let results = await Promise.allSettled(checks);
    let failed = results.filter((result) => result.status === 'rejected');
    for (let { reason } of failed) log.warn({ err: reason }, 'a custom domain could not be checked');
    if (due.length > 0 && failed.length === 0) await checkDue();
  }

  let job = jobs.start('domain-checks', checkDue, (error) => log.error({ err: error }, 'custom domains not checked'));
  let stopListening = onOwnersChanged(records, () => void job.wake());
  void job.wake();

  return {
    check,
    runDue: job.run,
    async confirm(owner, name, act) {
      if (isReservedHost(name, parts)) throw new ApiError('domain-is-invalid-scarf-domain');
      await verify(owner, name, 'administrator', act);
    },
    async close() {
      closed = true;
      stopListening();
      dns.close();
      await job.stop();
    },
  };
}

/** A verification by a record stays; any other can be replaced by one. */
function isVerifiedByDns({ verified_by }: HeldDomain): boolean {
  return verified_by === 'txt' || verified_by === 'cname';
}

/**
 * Intervals grow, for 30 days: the next check is when the domain is a quarter older. None for a
 * verified domain.
 */
function nextCheck({ added_at, verified_by, next_check_at }: HeldDomain, now: number): number | null {
  let age = now - added_at;
  if (verified_by !== null || next_check_at === null || age > domainChecksMs) return null;
  return now + Math.max(domainCheckEveryMs, Math.round(age / 4));
}

function nobody(time: number): ActorContext {
  return { actor: null, actingAs: null, address: '', agent: '', time };
}

/** To the person, or to the owners of the organization and its admins with a confirmed address. */
async function tell({ records, mail, publicUrl }: DomainCheckParts, former: OwnerRow, domain: string): Promise<void> {
  let people = [...(await accountableOwners(records, former.id)), ...(await leadRecipients(records, former, 'admins'))];
  let names = new Map(people.map(({ name, email }) => [email, name]));
  for (let [email, name] of names) {
    let message = domainLostEmail(email, { name, owner: former.name, domain, publicUrl });
    mail.send({ ownerId: former.id, message });
  }
}
