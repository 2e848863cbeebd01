/**
 * Migrates the events of another store to an empty ClickHouse database. Sequence numbers stay the
 * same, so each run copies only what is missing. The last run records the journal positions, from
 * which the journals are shipped.
 */
import { daysSince1970, differences, type EventsFile } from '../moved-events';
import { connect, type Clickhouse, type ServerAddress } from './client';
import { rowOf } from './columns';
import { clickhouseDialect } from './dialect';
import { daysSql } from './events-database';
import { openShards, type Shards } from './shards';
import { rowsOn } from './definitions';
import { createArrivalsTable, createMovesTable, migrateTables } from './schema';
import { waitForInsert } from './stored';
import type { EngineRow } from '../query/dialect';

export interface MigrationTarget {
  /** Makes events, decisions and erasures equal to the file. */
  migrate(file: EventsFile, tell: (done: number, of: number) => void): Promise<MigratedEvents>;
  /** Artifacts and days that differ. */
  compare(file: EventsFile): Promise<{ days: number; different: string[] }>;
  /** Completes the move: the database is the store of an installation from now on. */
  finish(file: EventsFile): Promise<void>;
  /** Adds what edge nodes have sent. */
  addArrivals(rows: readonly EngineRow[]): Promise<void>;
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
/** A deletion is a note in Keeper, which takes up to a megabyte. */
const placesPerDeletion = 50_000;

/** Throws if the database has events that are not from this move. */
export async function openMigrationTarget(address: ServerAddress, moveId: string): Promise<MigrationTarget> {
  let server = await connect(address);
  try {
    await refuseUsed(server, moveId);
    await migrateTables(server);
    await createMovesTable(server);
    await server.insert('moves', [{ id: moveId }]);
    return targetOn({ server, shards: await openShards(server), moveId });
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** Throws as `openMigrationTarget` does, but only creates the database. */
export async function checkMigrationTarget(address: ServerAddress, moveId: string | undefined): Promise<void> {
  let server = await connect(address);
  await refuseUsed(server, moveId).finally(() => server.close());
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

interface Target {
  server: Clickhouse;
  shards: Shards;
  moveId: string;
}

function targetOn(target: Target): MigrationTarget {
  let { server, moveId } = target;
  let { ask, insert, run } = server;

  return {
    async migrate(file, tell) {
      let rows = Array.from(
        file.artifacts.entries(),
        ([key, { artifactType: type, artifactId: id, ownerId: owner }]) => {
          return { key, type, id, owner };
        },
      );
      await insert('artifacts', rows);
      await untilAllEnded(server, moveId);
      let end = await endOf(server);
      if (end > endOfAll(file))
        throw new Error('The new database has later events than the old store: a server has begun on it.');
      let { gone, missing } = await unequal(server, file, end);
      await deletePlaces(server, gone);
      let copied = await copyRows(target, file, { end, missing }, tell);
      await copyChanges(server, file);
      await insert('erased', await file.erased());
      await run('TRUNCATE TABLE first_seen');
      await insert('first_seen', await file.firstSeen());
      return { copied, deleted: gone.length };
    },

    async compare(file) {
      let until = endOfAll(file);
      let counts = await clickhouseDialect.countedAt(ask, until);
      let rows = await ask(daysSql(counts, `FROM events WHERE seq < ${until}`));
      return differences(file, await file.days(until), rows.map(daysSince1970));
    },

    finish: ({ progress }) => insert('progress', progress),

    async addArrivals(rows) {
      await createArrivalsTable(server);
      await insert('arrivals', rows);
    },

    close: server.close,
  };
}

async function endOf({ ask }: Clickhouse): Promise<number> {
  let [row] = await ask('SELECT count() AS size, max(seq) AS last FROM events');
  return Number(row?.size) === 0 ? 0 : Number(row!.last) + 1;
}

/**
 * Events that are no longer in the file, erased or expired, and those that a server misses because a
 * run was interrupted.
 */
async function unequal(
  { ask }: Clickhouse,
  file: EventsFile,
  until: number,
): Promise<{ gone: number[]; missing: number[] }> {
  let found = await ask(
    `SELECT intDiv(seq, ${blockSize}) AS block, count() AS events, sum(seq) AS places FROM events WHERE seq < ${until} ` +
      'GROUP BY block',
  );
  let here = new Map(
    found.map(({ block, events, places }) => [
      Number(block),
      { events: Number(events), places: BigInt(String(places)) },
    ]),
  );
  let there = new Map((await file.blocks(blockSize, until)).map((one) => [one.block, one]));
  let gone: number[] = [];
  let missing: number[] = [];
  for (let block of new Set([...here.keys(), ...there.keys()])) {
    let [own, other] = [here.get(block), there.get(block)];
    if (own && other?.events === own.events && other.places === own.places) continue;
    let first = block * blockSize;
    let last = Math.min(until, first + blockSize);
    let kept = new Set(other ? await file.seqsOf(block, blockSize) : []);
    let rows = await ask(`SELECT seq FROM events WHERE seq >= ${first} AND seq < ${last}`);
    let stored = new Set(rows.map(({ seq }) => Number(seq)));
    for (let one of [...stored].filter((seq) => !kept.has(seq))) gone.push(one);
    for (let one of [...kept].filter((seq) => seq < until && !stored.has(seq))) missing.push(one);
  }
  return { gone, missing };
}

/** `missing` are those to copy of the events before `end`. */
async function copyRows(
  { server, shards, moveId }: Target,
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
    let parts = shards.split(
      taken.map(({ event, ...rest }) => rowOf(event, rest)),
      ({ artifact }) => file.artifacts.artifactOf(Number(artifact)).ownerId,
    );
    for (let { events } of parts) {
      // Rows of a killed run may still be written.
      await waitForInsert(server, token);
      await server.insert('events', events, token);
    }
    copied += taken.length;
    next = rows.at(-1)!.seq + 1;
    tell(copied, total);
  }
}

async function copyChanges({ ask, insert }: Clickhouse, file: EventsFile): Promise<void> {
  let [row] = await ask('SELECT max(last_event) AS last FROM changed_decisions');
  // Of several sequences each has come further; an equal row is there once.
  let from = { lastEvent: file.ends.length > 1 ? 0 : Number(row!.last), seq: 0 };
  for (;;) {
    let changes = await file.changes(from, changesPerInsert);
    if (changes.length === 0) return;
    await insert('changed_decisions', changes);
    let last = changes.at(-1)!;
    from = { lastEvent: last.last_event, seq: last.seq + 1 };
  }
}

function endOfAll({ ends }: EventsFile): number {
  return ends.reduce<number>((last, end = 0) => Math.max(last, end), 0);
}

/** A server may keep writing rows after the sending process was killed. */
async function untilAllEnded(server: Clickhouse, moveId: string): Promise<void> {
  let running = await server.ask(`SELECT query_id FROM system.processes WHERE startsWith(query_id, $1)`, [
    `move-${moveId}-`,
  ]);
  for (let { query_id } of running) await waitForInsert(server, String(query_id));
}

/** Erased events have arbitrary sequence numbers. */
async function deletePlaces(server: Clickhouse, seqs: readonly number[]): Promise<void> {
  for (let at = 0; at < seqs.length; at += placesPerDeletion) {
    let some = seqs.slice(at, at + placesPerDeletion);
    await server.run(`ALTER TABLE ${rowsOn(server, 'events')} DELETE WHERE seq IN (${some.join(', ')})`);
  }
}
