/** Keys that alerts have sent. Claiming keys and queueing their deliveries is one transaction. */
import type { AlertRow } from '../floor/db/alert-schema';
import type { Records } from '../floor/db/schema';
import { queueDelivery } from './deliveries';
import { accountOf } from './destinations';
import type { AlertMessage } from './alert-message';

/** Both databases limit the values of one statement. */
const rowsAtOnce = 300;

/** The keys that were not sent yet. */
export async function pendingKeys(records: Records, alertId: string, keys: readonly string[]): Promise<Set<string>> {
  let pending = new Set(keys);
  for (let some of inChunks(keys)) {
    let sent = await records
      .selectFrom('alert_told')
      .select('key')
      .where('alert_id', '=', alertId)
      .where('key', 'in', some)
      .execute();
    for (let { key } of sent) pending.delete(key);
  }
  return pending;
}

/** Marks keys as sent without a message. */
export async function markKeysSent(
  records: Records,
  alertId: string,
  keys: readonly string[],
  now: number,
): Promise<void> {
  for (let some of inChunks(keys)) await insert(records, alertId, some, now);
}

/** Another process has claimed one of the keys. */
class AlreadyClaimed extends Error {}

/**
 * Claims keys, and queues a message about them for each destination that is not paused, or for the
 * person whose rule it is. Does
 * nothing if the alert was changed, paused or deleted since it was read, or if another process has
 * claimed one of the keys. Without a message the keys are only marked as sent.
 */
export async function claimAndQueue(
  records: Records,
  alert: AlertRow,
  { keys, message }: { keys: readonly string[]; message: AlertMessage | undefined },
  now: number,
): Promise<void> {
  let claiming = records.transaction().execute(async (change) => {
    if (!(await lockUnchanged(change, alert, message && now))) return;
    let claimed = 0;
    for (let some of inChunks(keys)) claimed += await insert(change, alert.id, some, now);
    if (!message) return;
    if (claimed < keys.length) throw new AlreadyClaimed();
    let to = alert.user_id === null ? await linkedTo(change, alert) : [await accountOf(change, alert.user_id, now)];
    for (let { id } of to) await queueDelivery(change, { id, owner_id: alert.owner_id }, message, now);
  });
  await claiming.catch((error: unknown) => {
    if (!(error instanceof AlreadyClaimed)) throw error;
  });
}

async function linkedTo(change: Records, alert: AlertRow): Promise<{ id: string }[]> {
  return change
    .selectFrom('alert_destinations')
    .innerJoin('destinations', 'destinations.id', 'alert_destinations.destination_id')
    .where('alert_destinations.alert_id', '=', alert.id)
    .where('destinations.owner_id', '=', alert.owner_id)
    .where('destinations.paused_at', 'is', null)
    .select('destinations.id')
    .execute();
}

/** Locks the alert until the transaction ends; false if it was changed. */
async function lockUnchanged(change: Records, alert: AlertRow, sentAt: number | undefined): Promise<boolean> {
  let { numUpdatedRows } = await change
    .updateTable('alerts')
    .set((e) => ({ last_told_at: sentAt ?? e.ref('last_told_at') }))
    .where('id', '=', alert.id)
    .where('kind', '=', alert.kind)
    .where('settings', '=', alert.settings)
    .where('package_id', alert.package_id === null ? 'is' : '=', alert.package_id)
    .where('paused_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function insert(records: Records, alert_id: string, keys: readonly string[], told_at: number): Promise<number> {
  let made = await records
    .insertInto('alert_told')
    .values(keys.map((key) => ({ alert_id, key, told_at })))
    .onConflict((c) => c.doNothing())
    .returning('key')
    .execute();
  return made.length;
}

function inChunks(keys: readonly string[]): string[][] {
  let parts: string[][] = [];
  for (let i = 0; i < keys.length; i += rowsAtOnce) parts.push(keys.slice(i, i + rowsAtOnce));
  return parts;
}
