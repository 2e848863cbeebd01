/**
 * Migrates the events of a DuckDB store to empty ClickHouse databases. Sequence numbers stay the
 * same, so each run copies only what is missing. The last run records the journal positions, from
 * which the journals are shipped.
 */
import type { Mark } from 'journal/reader';
import { daysSince1970, type DayFingerprint, type EventsFile } from '../duckdb/events-file';
import { connect, type Clickhouse } from './client';
import { rowOf } from './columns';
import { clickhouseDialect } from './dialect';
import { openShards, type ServerAddresses, type Shards } from './shards';
import { waitForInsert } from './stored';
import { greatest } from 'contract/shared/extremes';

export interface MigrationTarget {
  /** Makes events, decisions and erasures equal to the file. */
  migrate(file: EventsFile, tell: (done: number, of: number) => void): Promise<MigratedEvents>;
  /** Artifacts and days that differ, of events before `until`. */
  compare(file: EventsFile, until: number): Promise<{ days: number; different: string[] }>;
  /** Completes the move: the database is the store of an installation from now on. */
  finish(marks: readonly Mark[], end: number): Promise<void>;
  close(): Promise<void>;
}

interface MigratedEvents {
  copied: number;
  deleted: number;
}

const rowsPerInsert = 20_000;
const changesPerInsert = 100_000;
/** Sequence numbers compared at once. */
const blockSize = 100_000;
const placesPerInsert = 100_000;

/** Throws if a database has events that are not from this move. */
export async function openMigrationTarget(addresses: ServerAddresses, moveId: string): Promise<MigrationTarget> {
  await checkMigrationTarget(addresses, moveId);
  let shards = await openShards(addresses, true);
  try {
    for (let { run, insert } of shards.all) {
      await run('CREATE TABLE IF NOT EXISTS moves (id String) ENGINE = ReplacingMergeTree ORDER BY id');
      await insert('moves', [{ id: moveId }]);
    }
    return targetOn(shards, moveId);
  } catch (error) {
    await shards.close();
    throw error;
  }
}

/** Throws as `openTarget` does, but only creates the databases. */
export async function checkMigrationTarget(
  { url, cluster = [] }: ServerAddresses,
  moveId: string | undefined,
): Promise<void> {
  for (let address of [url, ...cluster]) {
    let server = await connect(address);
    await refuseUsed(server, moveId).finally(() => server.close());
  }
}

async function refuseUsed({ ask }: Clickhouse, moveId: string | undefined): Promise<void> {
  let found = await ask(
    `SELECT name FROM system.tables WHERE database = currentDatabase() AND name IN ('events', 'moves')`,
  );
  let names = found.map(({ name }) => String(name));
  if (!names.includes('events')) return;
  let [row] = await ask('SELECT count() AS size FROM events');
  let moves = names.includes('moves') ? await ask('SELECT DISTINCT id FROM moves') : [];
  if (Number(row!.size) === 0 && moves.length === 0) return;
  if (moves.length === 1 && moves[0]!.id === moveId) return;
  throw new Error(
    moves.length > 0
      ? 'Another or an earlier move wrote events to this database. Use an empty one.'
      : 'This database already has events. Use an empty one.',
  );
}

function targetOn(shards: Shards, moveId: string): MigrationTarget {
  let { head, all, askAll } = shards;

  async function insertAll(table: string, rows: readonly object[]): Promise<void> {
    for (let server of all) await server.insert(table, rows);
  }

  async function endOf(): Promise<number> {
    let ends = await askAll('SELECT count() AS size, max(seq) AS last FROM events');
    return Math.max(0, greatest(ends.filter(({ size }) => Number(size) > 0).map(({ last }) => Number(last) + 1)));
  }

  /**
   * Events no longer in the file, erased or expired, and the first event of those that a server
   * misses because a run was interrupted.
   */
  async function unequal(file: EventsFile, until: number): Promise<{ gone: number[]; missing: number[] }> {
    let here = new Map<number, { events: number; places: bigint }>();
    let found = await askAll(
      `SELECT intDiv(seq, ${blockSize}) AS block, count() AS events, sum(seq) AS places FROM events WHERE seq < ${until} ` +
        'GROUP BY block',
    );
    for (let row of found) {
      let { events, places } = here.get(Number(row.block)) ?? { events: 0, places: 0n };
      let added = { events: events + Number(row.events), places: places + BigInt(String(row.places)) };
      here.set(Number(row.block), added);
    }
    let there = new Map((await file.blocks(blockSize, until)).map((one) => [one.block, one]));
    let gone: number[] = [];
    let missing: number[] = [];
    for (let block of new Set([...here.keys(), ...there.keys()])) {
      let [own, other] = [here.get(block), there.get(block)];
      if (own && other?.events === own.events && other.places === own.places) continue;
      let first = block * blockSize;
      let last = Math.min(until, first + blockSize);
      let kept = new Set(other ? await file.seqsOf(block, blockSize) : []);
      let rows = await askAll(`SELECT seq FROM events WHERE seq >= ${first} AND seq < ${last}`);
      let stored = new Set(rows.map(({ seq }) => Number(seq)));
      for (let one of [...stored].filter((seq) => !kept.has(seq))) gone.push(one);
      for (let one of [...kept].filter((seq) => seq < until && !stored.has(seq))) missing.push(one);
    }
    return { gone, missing };
  }

  /** `missing` are those to copy of the events before `end`. */
  async function copyRows(
    file: EventsFile,
    { end, missing }: { end: number; missing: readonly number[] },
    tell: (done: number, of: number) => void,
  ): Promise<number> {
    let wanted = new Set(missing);
    let from = missing.reduce((least, seq) => Math.min(least, seq), end);
    let total = await file.countFrom(from);
    let copied = 0;
    for (let next = from; ;) {
      let rows = await file.rowsFrom(next, rowsPerInsert);
      if (rows.length === 0) return copied;
      let token = `move-${moveId}-${next}`;
      let taken = rows.filter(({ seq }) => seq >= end || wanted.has(seq));
      let ownerOf = (artifact: number) => file.artifacts[artifact]?.ownerId ?? '';
      for (let [place, server] of all.entries()) {
        let own = taken.filter(({ artifact }) => shards.placeOf(ownerOf(artifact)) === place);
        if (own.length === 0) continue;
        // Rows of a killed run may still be written.
        await waitForInsert(server, token);
        await server.insert(
          'events',
          own.map(({ event, ...rest }) => rowOf(event, { ...rest, marks: '' })),
          token,
        );
      }
      copied += taken.length;
      next = rows.at(-1)!.seq + 1;
      tell(copied, total);
    }
  }

  async function copyChanges(file: EventsFile): Promise<void> {
    for (let { ask, insert } of all) {
      let [row] = await ask('SELECT max(last_event) AS last FROM changed_decisions');
      let from = { lastEvent: Number(row!.last), seq: 0 };
      for (;;) {
        let changes = await file.changes(from, changesPerInsert);
        if (changes.length === 0) break;
        await insert('changed_decisions', changes);
        let last = changes.at(-1)!;
        from = { lastEvent: last.last_event, seq: last.seq + 1 };
      }
    }
  }

  return {
    async migrate(file, tell) {
      await insertAll(
        'artifacts',
        file.artifacts.map(({ artifactType: type, artifactId: id, ownerId: owner }, key) => ({ key, type, id, owner })),
      );
      for (let server of all) await untilAllEnded(server, moveId);
      let end = await endOf();
      if (end > file.end)
        throw new Error('The new database has later events than the old store: a server has begun on it.');
      let { gone, missing } = await unequal(file, end);
      for (let server of all) await deletePlaces(server, gone);
      let copied = await copyRows(file, { end, missing }, tell);
      await copyChanges(file);
      await head.insert('erased', await file.erased());
      for (let server of all) await server.run('TRUNCATE TABLE first_seen');
      await insertAll('first_seen', await file.firstSeen());
      return { copied, deleted: gone.length };
    },

    async compare(file, until) {
      let counts = await clickhouseDialect.countedAt(head.ask, file.end);
      let rows = await askAll(
        `SELECT artifact, intDiv(time, 86400000) AS day, count() AS events, countIf(is_counted) AS counted, ` +
          'uniqExactIf(origin_id, is_counted) AS origins, uniqExactIf(endpoint_id, is_counted) AS endpoints, ' +
          `sum(seq) AS places FROM (SELECT *, ${counts} AS is_counted FROM events WHERE seq < ${until}) AS found ` +
          'GROUP BY artifact, day',
      );
      return differences(file, await file.days(until), rows.map(daysSince1970));
    },

    async finish(marks, end) {
      await head.insert('progress', [...marks, { node: '', epoch: '', next: end }]);
    },

    close: () => shards.close(),
  };
}

/** A server may keep writing rows after the sending process was killed. */
async function untilAllEnded(server: Clickhouse, moveId: string): Promise<void> {
  let running = await server.ask(`SELECT query_id FROM system.processes WHERE startsWith(query_id, $1)`, [
    `move-${moveId}-`,
  ]);
  for (let { query_id } of running) await waitForInsert(server, String(query_id));
}

/** Erased events have arbitrary sequence numbers, so they are listed in a table. */
async function deletePlaces({ run, insert }: Clickhouse, seqs: readonly number[]): Promise<void> {
  if (seqs.length === 0) return;
  await run('DROP TABLE IF EXISTS moved_gone');
  await run('CREATE TABLE moved_gone (seq UInt64) ENGINE = MergeTree ORDER BY seq');
  for (let at = 0; at < seqs.length; at += placesPerInsert)
    await insert(
      'moved_gone',
      seqs.slice(at, at + placesPerInsert).map((seq) => ({ seq })),
    );
  await run('ALTER TABLE events DELETE WHERE seq IN (SELECT seq FROM moved_gone)');
  await run('DROP TABLE moved_gone');
}

const compared = ['events', 'counted', 'origins', 'endpoints', 'places'] as const;

function differences(
  { artifacts }: EventsFile,
  before: readonly DayFingerprint[],
  after: readonly DayFingerprint[],
): { days: number; different: string[] } {
  let nameOf = ({ artifact, day }: DayFingerprint) => `${artifact} ${day}`;
  let there = new Map(after.map((one) => [nameOf(one), one]));
  let different: string[] = [];
  let say = (one: DayFingerprint, words: string) => {
    let { artifactType = 'package', artifactId = '' } = artifacts[one.artifact] ?? {};
    let date = new Date(one.day * 86_400_000).toISOString().slice(0, 10);
    different.push(`${artifactType} ${artifactId || 'without an id'}, ${date}: ${words}`);
  };
  for (let one of before) {
    let other = there.get(nameOf(one));
    there.delete(nameOf(one));
    let wrong = compared.filter((what) => one[what] !== (other?.[what] ?? 0));
    if (wrong.length > 0) say(one, wrong.map((what) => `${what} ${one[what]} and ${other?.[what] ?? 0}`).join(', '));
  }
  for (let one of there.values()) say(one, `${one.events} events that the old store does not have`);
  return { days: before.length, different };
}
