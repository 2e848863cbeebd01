/**
 * The audit log: written in the transaction of a change, read newest first, deleted after a time.
 */
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { AuditAction } from 'contract/admin/audit';
import * as limits from 'contract/limits';
import type { PageQuery } from 'contract/route';
import { likeText } from './db/any-case';
import { newestPage, type Page } from './db/page';
import type { AuditRow, Records } from './db/schema';
import type { OwnerRow } from './db/account-schema';

type Named = Pick<OwnerRow, 'id' | 'name'>;

/** Who acts, when and from where: the same for everything one call does. */
export interface ActorContext {
  /**
   * Null during a sign-in; without an id for something that is no account, see `paymentProvider`.
   */
  actor: { id: string | null; name: string } | null;
  /** Name of the owner a platform admin acts as. */
  actingAs: string | null;
  /** Network address, empty when not known. */
  address: string;
  /** `User-Agent` of the client. */
  agent: string;
  /** Milliseconds. */
  time: number;
  /** Set by `recordAudit`: this call has a line in the log. */
  isNoted?: boolean;
  /** Set by `recordDownloadChange`: changes to notify the owners of. */
  downloads?: ChangedDownloads;
}

/** A change of where a download leads. */
export interface DownloadChange {
  action: AuditAction;
  /** The package, collection or pixel; empty for the owner itself. */
  subject: string;
  /** Empty for something new. */
  from: string;
  /** Empty for something removed. */
  to: string;
}

/** A person to notify of a change. */
export interface Recipient {
  id: string;
  name: string;
  email: string;
}

/** Changes of an owner's downloads by one call, and the people who owned it then. */
export interface ChangedDownloads {
  owner: Pick<OwnerRow, 'name' | 'kind'> & { id: string };
  recipients: Recipient[];
  changes: DownloadChange[];
}

export interface AuditEntry {
  action: AuditAction;
  /** The person or organization it concerns. */
  owner: Named | null;
  /** The object of the action. */
  target?: string;
}

export interface AuditFilter {
  /** Events about this owner only. */
  ownerId?: string;
  actions: readonly AuditAction[];
  /** Part of an actor's or owner's name. */
  about?: string | undefined;
}

/** Actor of changes by the payment provider or by a due date; no username has a space. */
export const paymentProviderActor = { id: null, name: 'payment provider' } as const;

/** Actor of packages that a collection creates. */
export const collectionActor = { id: null, name: 'a collection' } as const;

export const auditTargetMax = 300;

/** Writes one event; with a transaction as `records` it is stored exactly when the change is. */
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

/** A page of events, newest first; `page.after` is the id of the last one on the page before. */
export async function auditEvents(records: Records, filter: AuditFilter, page: PageQuery): Promise<Page<AuditRow>> {
  let { ownerId, actions, about } = filter;
  let all = records
    .selectFrom('audit_events')
    .$if(ownerId !== undefined, (q) => q.where('owner_id', '=', ownerId as string))
    .$if(actions.length > 0, (q) => q.where('action', 'in', actions))
    .$if(about !== undefined, (q) => q.where(namesPart(records, about as string)));
  return newestPage(all, page);
}

function namesPart(records: Records, part: string) {
  return sql<boolean>`(${likeText(records, 'contains', part, 'actor_name')} or ${likeText(records, 'contains', part, 'owner_name')})`;
}

/** Deletes events before a time (milliseconds). */
export async function deleteAuditBefore(records: Records, time: number): Promise<void> {
  await records.deleteFrom('audit_events').where('created_at', '<', time).execute();
}
