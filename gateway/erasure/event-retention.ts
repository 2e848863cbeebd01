/** Retention of events. Owners can shorten that of the installation. */
import { dayMs } from 'contract/floor/time';
import { recordAudit, type ActorContext } from '../floor/audit';
import type { OwnerRow } from '../floor/db/account-schema';
import { withOwnerLock } from '../floor/db/owner-transaction';
import type { Records } from '../floor/db/schema';
import type { ExpiredEvents } from '../events/shape/store';
import { ApiError } from '../floor/calls/api-error';
import { least } from 'contract/floor/extremes';

export interface OwnerRetention {
  /** Days; null is unlimited. */
  installation: number | null;
  owner: number | null;
  /** The shorter of the two. */
  days: number | null;
}

export async function eventRetention(records: Records, ownerId: string, eventDays?: number): Promise<OwnerRetention> {
  let row = await records
    .selectFrom('event_retentions')
    .select('days')
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  let both = [eventDays, row?.days].filter((days) => days !== undefined);
  let days = both.length > 0 ? least(both) : null;
  return { installation: eventDays ?? null, owner: row?.days ?? null, days };
}

/** The first millisecond that is kept: `days` full days, and today. */
export function retentionStart(days: number, now: number): number {
  return (Math.floor(now / dayMs) - days) * dayMs;
}

/** The ages to delete: of the installation, and of owners with a shorter retention. */
export async function eventAges(
  records: Records,
  eventDays: number | undefined,
  now: number,
): Promise<ExpiredEvents[]> {
  let rows = await records.selectFrom('event_retentions').selectAll().orderBy('owner_id').execute();
  let shorter = rows.filter(({ days }) => eventDays === undefined || days < eventDays);
  let ages = shorter.map(({ owner_id: ownerId, days }): ExpiredEvents => ({
    ownerId,
    before: retentionStart(days, now),
  }));
  return eventDays === undefined ? ages : [{ before: retentionStart(eventDays, now) }, ...ages];
}

/** Null resets to the retention of the installation. Throws event-days-are-too-many. */
export async function setEventDays(
  records: Records,
  owner: OwnerRow,
  { days, eventDays }: { days: number | null; eventDays: number | undefined },
  act: ActorContext,
): Promise<void> {
  if (days !== null && eventDays !== undefined && days > eventDays)
    throw new ApiError('event-days-are-too-many', 'days');
  await withOwnerLock(records, owner.id, async (change) => {
    await change.deleteFrom('event_retentions').where('owner_id', '=', owner.id).execute();
    if (days !== null) await change.insertInto('event_retentions').values({ owner_id: owner.id, days }).execute();
    let target = days === null ? 'server default' : String(days);
    await recordAudit(change, act, { action: 'event-retention-changed', owner, target });
  });
}
