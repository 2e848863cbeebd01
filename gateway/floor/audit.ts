/** The audit log: written in the transaction of a change, with a limited retention. */
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { uuidv7 } from 'uuidv7';
import { dayMs } from 'contract/floor/time';
import type { AuditAction } from 'contract/admin/audit';
import * as limits from 'contract/floor/limits';
import type { PageQuery } from 'contract/rules/route';
import { likeText } from './db/any-case';
import { newestPage, type Page } from './db/page';
import type { AuditRow, Records } from './db/schema';
import type { OwnerRow } from './db/account-schema';
import { byAge } from './installation-clock';
import { createJobs, type Jobs } from './jobs';

type Named = Pick<OwnerRow, 'id' | 'name'>;

/** Who makes a call, when and from where. */
export interface ActorContext {
  /**
   * Null during sign-in; without an id for actors without an account, see `paymentProviderActor`.
   */
  actor: { id: string | null; name: string } | null;
  /** Name of the owner a platform admin acts as. */
  actingAs: string | null;
  /** Empty if unknown. */
  address: string;
  agent: string;
  /** Milliseconds. */
  time: number;
  /** Set by `recordAudit`: the call has an entry. */
  isNoted?: boolean;
  /** Set by `recordDownloadChange`: changes to notify the owners of. */
  downloads?: ChangedDownloads;
}

/** A change of a download's target. */
export interface TargetChange {
  action: AuditAction;
  /** The package, collection or pixel; empty for the owner. */
  subject: string;
  /** Empty for something new. */
  from: string;
  /** Empty for something removed. */
  to: string;
}

export interface Recipient {
  id: string;
  name: string;
  email: string;
}

/** Changes to an owner's downloads by one call, and the people who owned it at the time. */
export interface ChangedDownloads {
  owner: Pick<OwnerRow, 'name' | 'kind'> & { id: string };
  recipients: Recipient[];
  changes: TargetChange[];
}

export interface AuditEntry {
  action: AuditAction;
  /** The person or organization it concerns. */
  owner: Named | null;
  target?: string;
}

export interface AuditFilter {
  /** Only entries about this owner. */
  ownerId?: string;
  actions: readonly AuditAction[];
  /** Part of an actor's or owner's name. */
  about?: string | undefined;
}

/**
 * Actor of changes by the payment provider or a due date. Usernames have no spaces, so it cannot be
 * confused.
 */
export const paymentProviderActor = { id: null, name: 'payment provider' } as const;

export const collectionActor = { id: null, name: 'a collection' } as const;

export const auditTargetMax = 300;

/** Call it in the transaction of the change. */
export async function recordAudit(
  records: Records,
  act: ActorContext,
  { action, owner, target = '' }: AuditEntry,
): Promise<void> {
  let row: AuditRow = {
    id: uuidv7(),
    created_at: act.time,
    action,
    actor_id: act.actor?.id ?? null,
    actor_name: act.actor?.name ?? null,
    acting_as: act.actingAs,
    owner_id: owner?.id ?? null,
    owner_name: owner?.name ?? null,
    target: target.slice(0, auditTargetMax),
    address: act.address,
    agent: act.agent.slice(0, limits.userAgentMax),
  };
  await records.insertInto('audit_events').values(row).execute();
  act.isNoted = true;
}

/** Latest first; `page.after` is the id of the last entry on the page before. */
export async function auditEvents(records: Records, filter: AuditFilter, page: PageQuery): Promise<Page<AuditRow>> {
  let { ownerId, actions, about } = filter;
  let all = records
    .selectFrom('audit_events')
    .$if(ownerId !== undefined, (q) => q.where('owner_id', '=', ownerId!))
    .$if(actions.length > 0, (q) => q.where('action', 'in', actions))
    .$if(about !== undefined, (q) => q.where(namesPart(records, about!)));
  return newestPage(all, page);
}

function namesPart(records: Records, part: string) {
  return sql<boolean>`(${likeText(records, 'contains', part, 'actor_name')} or ${likeText(records, 'contains', part, 'owner_name')})`;
}

/** Milliseconds. */
async function deleteAuditBefore(records: Records, time: number): Promise<void> {
  await records.deleteFrom('audit_events').where('created_at', '<', time).execute();
}

/**
 * Deletes audit events older than `days`. The returned function stops the job and resolves when it
 * no longer uses the store.
 */
export function startAuditRetention(
  records: Records,
  days: number,
  { clock, log, jobs = createJobs(clock) }: { clock: () => number; log: Logger; jobs?: Jobs },
): () => Promise<void> {
  let forget = () => byAge(records, clock(), (now) => deleteAuditBefore(records, now - days * dayMs));
  let report = (error: unknown) => log.error({ err: error }, 'old audit events not deleted');
  let job = jobs.start('audit-retention', forget, report);
  void job.wake();
  return job.stop;
}
