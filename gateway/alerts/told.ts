/** What alerts have told already, and what they tell now: both are written at once. */
import type { AlertTable } from '../floor/db/alert-schema';
import type { Records } from '../floor/db/schema';
import { addDelivery } from './deliveries';
import type { Told } from './message';

/** Both engines limit the values of one statement. */
const rowsAtOnce = 300;

/** Those of some keys that an alert has not told. */
export async function untold(records: Records, alertId: string, keys: readonly string[]): Promise<Set<string>> {
  let fresh = new Set(keys);
  for (let some of inParts(keys)) {
    let told = await records
      .selectFrom('alert_told')
      .select('key')
      .where('alert_id', '=', alertId)
      .where('key', 'in', some)
      .execute();
    for (let { key } of told) fresh.delete(key);
  }
  return fresh;
}

/** Counts keys as told without telling anybody. */
export async function markTold(records: Records, alertId: string, keys: readonly string[], now: number): Promise<void> {
  for (let some of inParts(keys)) await insert(records, alertId, some, now);
}

/** Another process has told some of it meanwhile. */
class AlreadyTold extends Error {}

/**
 * Tells something about some keys to the destinations of an alert that are not paused. That they
 * are told is written in the same transaction, so that no other process tells one of them again.
 * Nothing is told or written of an alert that was changed, paused or ended since it was read;
 * without a message the keys count as told.
 */
export async function tell(
  records: Records,
  alert: AlertTable,
  { keys, told }: { keys: readonly string[]; told: Told | undefined },
  now: number,
): Promise<void> {
  let telling = records.transaction().execute(async (change) => {
    if (!(await holdUnchanged(change, alert, told && now))) return;
    let claimed = 0;
    for (let some of inParts(keys)) claimed += await insert(change, alert.id, some, now);
    if (!told) return;
    if (claimed < keys.length) throw new AlreadyTold();
    let to = await change
      .selectFrom('alert_destinations')
      .innerJoin('destinations', 'destinations.id', 'alert_destinations.destination_id')
      .where('alert_destinations.alert_id', '=', alert.id)
      .where('destinations.owner_id', '=', alert.owner_id)
      .where('destinations.paused_at', 'is', null)
      .select(['destinations.id', 'destinations.owner_id'])
      .execute();
    for (let one of to) await addDelivery(change, one, told, now);
  });
  await telling.catch((error: unknown) => {
    if (!(error instanceof AlreadyTold)) throw error;
  });
}

/** Keeps others from changing an alert until the transaction ends; false where somebody has. */
async function holdUnchanged(change: Records, alert: AlertTable, toldAt: number | undefined): Promise<boolean> {
  let { numUpdatedRows } = await change
    .updateTable('alerts')
    .set((e) => ({ last_told_at: toldAt ?? e.ref('last_told_at') }))
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

function inParts(keys: readonly string[]): string[][] {
  let parts: string[][] = [];
  for (let i = 0; i < keys.length; i += rowsAtOnce) parts.push(keys.slice(i, i + rowsAtOnce));
  return parts;
}
