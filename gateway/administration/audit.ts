/**
 * The audit log: written beside the change it tells of, read newest first, forgotten after a while.
 */
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { AuditAction } from 'contract/audit';
import * as limits from 'contract/limits';
import type { PageQuery } from 'contract/route';
import { cutPage, windowOf, type Page } from '../db/page';
import type { AuditTable, Records } from '../db/schema';
import type { OwnerTable } from '../db/account-schema';

type Named = Pick<OwnerTable, 'id' | 'name'>;

/** Who acts, when and from where: the same for everything one call does. */
export interface Act {
  /**
   * Nobody, while somebody is still getting in; without an id, what is no account: see
   * `paymentProvider`.
   */
  actor: { id: string | null; name: string } | null;
  /** Name of the owner whose things a platform admin is shown. */
  actingAs: string | null;
  /** Network address, empty when not known. */
  address: string;
  /** `User-Agent` of the client. */
  agent: string;
  /** Milliseconds. */
  time: number;
  /** Set by `recordAudit`: something of this call stands in the log. */
  isNoted?: boolean;
  /** Set by `recordDownloadChange`: what the owners are told of. */
  downloads?: ChangedDownloads;
}

/** A change of where a download leads. */
export interface DownloadChange {
  action: AuditAction;
  /** What it was done to: a package, a collection, a pixel; empty where it is the owner itself. */
  subject: string;
  /** Empty for what was not there before. */
  from: string;
  /** Empty for what is no longer there. */
  to: string;
}

/** Who is told of a change. */
export interface Recipient {
  id: string;
  name: string;
  email: string;
}

/** What one call has changed about the downloads of an owner, and who owned it then. */
export interface ChangedDownloads {
  owner: Pick<OwnerTable, 'name' | 'kind'> & { id: string };
  recipients: Recipient[];
  changes: DownloadChange[];
}

export interface Deed {
  action: AuditAction;
  /** The person or organization it concerns. */
  owner: Named | null;
  /** What it was done to, in words. */
  target?: string;
}

export interface AuditFilter {
  /** Events about this owner only. */
  ownerId?: string;
  actions: readonly AuditAction[];
  /** Part of an actor's or owner's name. */
  about?: string | undefined;
}

/**
 * Stands as actor of what the payment provider or a date it keeps has done; no username has a
 * space.
 */
export const paymentProvider = { id: null, name: 'payment provider' } as const;

/** Stands as actor of what a collection makes by itself. */
export const aCollection = { id: null, name: 'a collection' } as const;

export const auditTargetMax = 300;

/**
 * Writes one event; with a transaction in place of `records` it is there exactly when the change
 * is.
 */
export async function recordAudit(records: Records, act: Act, { action, owner, target = '' }: Deed): Promise<void> {
  let row: AuditTable = {
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

/** A page of events, newest first; `page.after` is the id of the last one seen. */
export async function auditEvents(records: Records, filter: AuditFilter, page: PageQuery): Promise<Page<AuditTable>> {
  let { ownerId, actions, about } = filter;
  let all = records
    .selectFrom('audit_events')
    .$if(ownerId !== undefined, (q) => q.where('owner_id', '=', ownerId as string))
    .$if(actions.length > 0, (q) => q.where('action', 'in', actions))
    .$if(about !== undefined, (q) => q.where(namesPart(about as string)));
  let { limit, offset } = windowOf(page);
  let rows = await all
    .$if(page.after !== undefined, (q) => q.where('id', '<', page.after as string))
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  let { total } = await all.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return cutPage(rows, total, page);
}

/**
 * `instr` and `strpos` differ between the engines; `like` with its own wildcards taken literally
 * does not.
 */
function namesPart(part: string) {
  let pattern = `%${part.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return sql<boolean>`(lower(actor_name) like ${pattern} escape '\\' or lower(owner_name) like ${pattern} escape '\\')`;
}

/** Forgets events from before a time (milliseconds). */
export async function forgetAuditBefore(records: Records, time: number): Promise<void> {
  await records.deleteFrom('audit_events').where('created_at', '<', time).execute();
}
