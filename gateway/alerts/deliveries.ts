/**
 * Messages on their way to destinations: a row is there before anything is sent, one process takes
 * it, and it stays as the log.
 */
import { uuidv7 } from 'uuidv7';
import type { PageQuery } from 'contract/route';
import type { DeliveryTable, DestinationTable } from '../floor/db/alert-schema';
import { newestPage, type Page } from '../floor/db/page';
import type { Records } from '../floor/db/schema';
import { ApiError } from '../floor/api-error';
import type { Told } from './message';

type Whose = Pick<DestinationTable, 'id' | 'owner_id'>;

/** Adds a message of an alert for a destination. */
export async function addDelivery(records: Records, to: Whose, told: Told, now: number): Promise<void> {
  await records
    .insertInto('deliveries')
    .values(rowOf(to, JSON.stringify(told), now))
    .execute();
}

/**
 * Adds a message that the caller sends itself, once, and now: it counts as running, so that nobody
 * else takes it before `leaseMs` are over.
 */
export async function addOwnDelivery(
  records: Records,
  to: Whose,
  given: Pick<DeliveryTable, 'cause' | 'message'> & { message_id?: string },
  { now, leaseMs }: { now: number; leaseMs: number },
): Promise<DeliveryTable> {
  let taken = { status: 'running' as const, attempts: 1, due_at: now + leaseMs };
  let row = { ...rowOf(to, given.message, now), ...given, ...taken };
  await records.insertInto('deliveries').values(row).execute();
  return row;
}

function rowOf({ id: destination_id, owner_id }: Whose, message: string, now: number): DeliveryTable {
  let id = uuidv7();
  return {
    id,
    owner_id,
    destination_id,
    message_id: `msg_${id.replaceAll('-', '')}`,
    cause: 'alert',
    message,
    status: 'waiting',
    attempts: 0,
    due_at: now,
    created_at: now,
    finished_at: null,
    answer_status: null,
    answer_ms: null,
    answer: '',
    reason: '',
  };
}

/**
 * Takes the message that is due longest, for `leaseMs`: a waiting one, or one of a process that has
 * ended. No other process gets it meanwhile. Those of suspended
 * owners and to paused destinations wait.
 */
export async function takeDelivery(records: Records, now: number, leaseMs: number): Promise<DeliveryTable | undefined> {
  for (;;) {
    let row = await records
      .selectFrom('deliveries')
      .innerJoin('destinations', 'destinations.id', 'deliveries.destination_id')
      .innerJoin('owners', 'owners.id', 'deliveries.owner_id')
      .selectAll('deliveries')
      .where('owners.suspended_at', 'is', null)
      .where('destinations.paused_at', 'is', null)
      .where('deliveries.status', 'in', ['waiting', 'running'])
      .where('deliveries.due_at', '<=', now)
      .orderBy('deliveries.due_at')
      .orderBy('deliveries.id')
      .limit(1)
      .executeTakeFirst();
    if (!row) return undefined;
    let taken = { status: 'running' as const, attempts: row.attempts + 1, due_at: now + leaseMs };
    let { numUpdatedRows } = await records
      .updateTable('deliveries')
      .set(taken)
      .where('id', '=', row.id)
      .where('status', '=', row.status)
      .where('attempts', '=', row.attempts)
      .where('due_at', '=', row.due_at)
      .executeTakeFirst();
    if (numUpdatedRows === 1n) return { ...row, ...taken };
  }
}

/** Writes the state of a message. */
export async function changeDelivery(records: Records, id: string, change: Partial<DeliveryTable>): Promise<void> {
  await records.updateTable('deliveries').set(change).where('id', '=', id).execute();
}

/** What else waits for a destination that has just failed waits as long as its next attempt. */
export async function holdBack(records: Records, destinationId: string, until: number): Promise<void> {
  await records
    .updateTable('deliveries')
    .set({ due_at: until })
    .where('destination_id', '=', destinationId)
    .where('status', '=', 'waiting')
    .where('due_at', '<', until)
    .execute();
}

/** A page of what was sent to a destination, newest first; `page.after` is the id of one. */
export async function deliveryPage(
  records: Records,
  destinationId: string,
  page: PageQuery,
): Promise<Page<DeliveryTable>> {
  return newestPage(records.selectFrom('deliveries').where('destination_id', '=', destinationId), page);
}

/** One of them. Refuses with delivery-not-found. */
export async function deliveryById(records: Records, destinationId: string, id: string): Promise<DeliveryTable> {
  let row = await records
    .selectFrom('deliveries')
    .selectAll()
    .where('destination_id', '=', destinationId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new ApiError('delivery-not-found');
  return row;
}

/** Deletes messages that were added before a time (milliseconds) and are not under way. */
export async function forgetDeliveriesBefore(records: Records, time: number): Promise<void> {
  await records.deleteFrom('deliveries').where('created_at', '<', time).where('status', '!=', 'running').execute();
}
