/**
 * Deliveries of messages to destinations. A row is written before anything is sent, claimed by one
 * process, and kept as the log.
 */
import { uuidv7 } from 'uuidv7';
import type { PageQuery } from 'contract/rules/route';
import type { DeliveryRow, DestinationRow } from '../floor/db/alert-schema';
import { newestPage, type Page } from '../floor/db/page';
import type { Records } from '../floor/db/schema';
import { ApiError } from '../floor/calls/api-error';
import type { AlertMessage } from './alert-message';

/** The most deliveries that become one email. */
const alikeMax = 200;

interface Lease {
  now: number;
  /** How long others cannot claim the delivery. */
  leaseMs: number;
}

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

/** Adds a delivery that the caller attempts now. */
export async function addRunningDelivery(
  records: Records,
  to: DeliveryTarget,
  given: Pick<DeliveryRow, 'cause' | 'message'> & { message_id?: string },
  { now, leaseMs }: Lease,
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
 * Claims the delivery to these kinds of destinations that has been due longest: a waiting one, or
 * one whose lease has expired. Skips suspended owners and paused destinations.
 */
export async function claimDelivery(
  records: Records,
  kinds: readonly DestinationRow['kind'][],
  lease: Lease,
): Promise<DeliveryRow | undefined> {
  for (;;) {
    let row = await unfinished(records)
      .where('destinations.kind', 'in', kinds)
      .where('deliveries.due_at', '<=', lease.now)
      .limit(1)
      .executeTakeFirst();
    if (!row) return undefined;
    let claimed = await claim(records, row, lease);
    if (claimed) return claimed;
  }
}

/**
 * Claims what else waits for the destination, with messages of the same type, so that one email has
 * all of it.
 */
export async function claimAlike(records: Records, of: DeliveryRow, lease: Lease): Promise<DeliveryRow[]> {
  let rows = await unfinished(records)
    .where('deliveries.destination_id', '=', of.destination_id)
    .where('deliveries.status', '=', 'waiting')
    .limit(alikeMax)
    .execute();
  let { type } = messageIn(of);
  let claimed: DeliveryRow[] = [];
  for (let row of rows) {
    let one = messageIn(row).type === type ? await claim(records, row, lease) : undefined;
    if (one) claimed.push(one);
  }
  return claimed;
}

function unfinished(records: Records) {
  return records
    .selectFrom('deliveries')
    .innerJoin('destinations', 'destinations.id', 'deliveries.destination_id')
    .innerJoin('owners', 'owners.id', 'deliveries.owner_id')
    .selectAll('deliveries')
    .where('owners.suspended_at', 'is', null)
    .where('destinations.paused_at', 'is', null)
    .where('deliveries.status', 'in', ['waiting', 'running'])
    .orderBy('deliveries.due_at')
    .orderBy('deliveries.id');
}

/** Undefined if another process was faster. */
async function claim(records: Records, row: DeliveryRow, { now, leaseMs }: Lease): Promise<DeliveryRow | undefined> {
  let { id, status, attempts, due_at } = row;
  return records
    .updateTable('deliveries')
    .set({ status: 'running', attempts: attempts + 1, due_at: now + leaseMs })
    .where('id', '=', id)
    .where('status', '=', status)
    .where('attempts', '=', attempts)
    .where('due_at', '=', due_at)
    .returningAll()
    .executeTakeFirst();
}

export function messageIn({ message }: Pick<DeliveryRow, 'message'>): AlertMessage {
  return JSON.parse(message) as AlertMessage;
}

export async function updateDeliveries(
  records: Records,
  rows: readonly DeliveryRow[],
  change: Partial<DeliveryRow>,
): Promise<void> {
  let ids = rows.map(({ id }) => id);
  await records.updateTable('deliveries').set(change).where('id', 'in', ids).execute();
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
