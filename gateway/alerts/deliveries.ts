/**
 * Deliveries of messages to destinations. A row is written before anything is sent, claimed by one
 * process, and kept as the log.
 */
import { uuidv7 } from 'uuidv7';
import type { PageQuery } from 'contract/rules/route';
import type { DeliveryRow, DestinationRow } from '../floor/db/alert-schema';
import { newestPage, type Page } from '../floor/db/page';
import type { Records } from '../floor/db/schema';
import { ApiError } from '../floor/api-error';
import type { AlertMessage } from './alert-message';

type DeliveryTarget = Pick<DestinationRow, 'id' | 'owner_id'>;

export async function queueDelivery(
  records: Records,
  to: DeliveryTarget,
  message: AlertMessage,
  now: number,
): Promise<void> {
  await records
    .insertInto('deliveries')
    .values(rowOf(to, JSON.stringify(message), now))
    .execute();
}

/** Adds a delivery that the caller attempts now; others cannot claim it for `leaseMs`. */
export async function addRunningDelivery(
  records: Records,
  to: DeliveryTarget,
  given: Pick<DeliveryRow, 'cause' | 'message'> & { message_id?: string },
  { now, leaseMs }: { now: number; leaseMs: number },
): Promise<DeliveryRow> {
  let claim = { status: 'running' as const, attempts: 1, due_at: now + leaseMs };
  let row = { ...rowOf(to, given.message, now), ...given, ...claim };
  await records.insertInto('deliveries').values(row).execute();
  return row;
}

function rowOf({ id: destination_id, owner_id }: DeliveryTarget, message: string, now: number): DeliveryRow {
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
 * Claims the delivery that has been due longest for `leaseMs`: a waiting one, or one whose lease
 * has expired. Skips suspended owners and paused destinations.
 */
export async function claimDelivery(records: Records, now: number, leaseMs: number): Promise<DeliveryRow | undefined> {
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
    let claim = { status: 'running' as const, attempts: row.attempts + 1, due_at: now + leaseMs };
    let { numUpdatedRows } = await records
      .updateTable('deliveries')
      .set(claim)
      .where('id', '=', row.id)
      .where('status', '=', row.status)
      .where('attempts', '=', row.attempts)
      .where('due_at', '=', row.due_at)
      .executeTakeFirst();
    if (numUpdatedRows === 1n) return { ...row, ...claim };
  }
}

export async function updateDelivery(records: Records, id: string, change: Partial<DeliveryRow>): Promise<void> {
  await records.updateTable('deliveries').set(change).where('id', '=', id).execute();
}

/** Delays the waiting deliveries of a destination that has just failed until its next attempt. */
export async function postponeDeliveries(records: Records, destinationId: string, until: number): Promise<void> {
  await records
    .updateTable('deliveries')
    .set({ due_at: until })
    .where('destination_id', '=', destinationId)
    .where('status', '=', 'waiting')
    .where('due_at', '<', until)
    .execute();
}

/** Newest first; `page.after` is the id of a delivery. */
export async function deliveryPage(
  records: Records,
  destinationId: string,
  page: PageQuery,
): Promise<Page<DeliveryRow>> {
  return newestPage(records.selectFrom('deliveries').where('destination_id', '=', destinationId), page);
}

/** Throws delivery-not-found. */
export async function deliveryById(records: Records, destinationId: string, id: string): Promise<DeliveryRow> {
  let row = await records
    .selectFrom('deliveries')
    .selectAll()
    .where('destination_id', '=', destinationId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new ApiError('delivery-not-found');
  return row;
}

/** Keeps those that are running. */
export async function deleteDeliveriesBefore(records: Records, time: number): Promise<void> {
  await records.deleteFrom('deliveries').where('created_at', '<', time).where('status', '!=', 'running').execute();
}
