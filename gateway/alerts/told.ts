/** What alerts have told already, and what they tell now: both are written at once. */
import type { AlertTable } from '../db/alert-schema';
import type { Records } from '../db/schema';
import { addDelivery } from './deliveries';
import type { Told } from './message';

/** Both engines limit the values of one statement. */
const rowsAtOnce = 300;

/** The key of a company that an alert has told. */
export function companyKey(company: string): string {
  return `company ${company}`;
}

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
 * Tells something about some keys to the destinations of an alert that are not paused. That they are
 * told is written in the same transaction, so that no other process tells one of them again.
 */
export async function tell(
  records: Records,
  alert: Pick<AlertTable, 'id' | 'owner_id'>,
  { keys, told }: { keys: readonly string[]; told: Told },
  now: number,
): Promise<void> {
  let telling = records.transaction().execute(async (change) => {
    let claimed = 0;
    for (let some of inParts(keys)) claimed += await insert(change, alert.id, some, now);
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
    await change.updateTable('alerts').set({ last_told_at: now }).where('id', '=', alert.id).execute();
  });
  await telling.catch((error: unknown) => {
    if (!(error instanceof AlreadyTold)) throw error;
  });
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
