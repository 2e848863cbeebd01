/**
 * Earlier versions deleted owners without a tombstone, so their events are still stored. The first
 * start of this version adds the tombstones, but only if the owner was certainly deleted: the
 * records have to be undamaged, older than the owner, and written to after the owner was created.
 */
import { PostgresAdapter, sql } from 'kysely';
import { readNote, writeNote } from '../floor/db/notes';
import type { Records } from '../floor/db/schema';
import { newestRecord } from '../floor/installation-clock';
import type { StoredArtifact } from '../events/shape/store';
import { addOwnerTombstone } from '../floor/tombstones';

const note = 'owners from before tombstones';

/** The message is that of the database. */
export class DamagedRecords extends Error {}

/**
 * Returns the number of tombstones, undefined if this was done before. Throws DamagedRecords; the
 * next start tries again.
 */
export async function addMissingTombstones(
  records: Records,
  stored: () => Promise<readonly StoredArtifact[]>,
  now: number,
): Promise<number | undefined> {
  if ((await readNote(records, note)) !== undefined) return undefined;
  let damage = await findDamage(records);
  if (damage.length > 0) throw new DamagedRecords(damage.join('; '));
  let artifacts = await stored();
  return records.transaction().execute(async (change) => {
    let deleted = await deletedOwners(change, artifacts);
    for (let ownerId of deleted) await addOwnerTombstone(change, ownerId, now);
    await writeNote(change, note, String(deleted.length));
    return deleted.length;
  });
}

async function deletedOwners(records: Records, artifacts: readonly StoredArtifact[]): Promise<string[]> {
  let known = await idsIn(records, 'owners');
  let things = new Set([...(await idsIn(records, 'packages')), ...(await idsIn(records, 'pixels'))]);
  let buried = await records.selectFrom('tombstones').select('owner_id').where('kind', '=', 'owner').execute();
  let done = new Set(buried.map(({ owner_id }) => owner_id));
  let alive = new Set(artifacts.filter(({ artifactId }) => things.has(artifactId)).map(({ ownerId }) => ownerId));
  let { first, last } = await recordsLifetime(records);
  let isDeleted = (id: string) => {
    let made = timeOf(id);
    return made !== undefined && made > first && made < last && !known.has(id) && !alive.has(id) && !done.has(id);
  };
  return [...new Set(artifacts.map(({ ownerId }) => ownerId))].filter(isDeleted);
}

async function idsIn(records: Records, table: 'owners' | 'packages' | 'pixels'): Promise<Set<string>> {
  return new Set((await records.selectFrom(table).select('id').execute()).map(({ id }) => id));
}

/** When the database was created, and the time of the latest row. */
async function recordsLifetime(records: Records): Promise<{ first: number; last: number }> {
  let { rows } = await sql<{ timestamp: string }>`select min(timestamp) as timestamp from kysely_migration`.execute(
    records,
  );
  return { first: Date.parse(rows[0]?.timestamp ?? ''), last: await newestRecord(records) };
}

/** The millisecond in a UUIDv7; undefined for any other id. */
function timeOf(id: string): number | undefined {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(id) ? Number.parseInt(id.replace('-', '').slice(0, 12), 16) : undefined;
}

/** PostgreSQL itself refuses to read damaged data. */
async function findDamage(records: Records): Promise<string[]> {
  if (records.getExecutor().adapter instanceof PostgresAdapter) return [];
  let { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(5)`.execute(records);
  let dangling = await sql<{ table: string }>`pragma foreign_key_check`.execute(records);
  return [
    ...rows.map((row) => row.integrity_check).filter((line) => line !== 'ok'),
    ...dangling.rows.slice(0, 1).map(({ table }) => `rows of ${table} refer to rows that are not there`),
  ];
}
