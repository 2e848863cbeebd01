/**
 * Takes the events of a DuckDB store over into an empty database of ClickHouse: each keeps its place
 * in the order of arrival, so what is there already is known by its place. It can be repeated until
 * the last time, which notes how far the journals are stored; from there on they are shipped.
 */
import type { Mark } from 'journal/reader';
import { dayOf, type DayCounts, type EventsFile } from '../events-file';
import { connect, type Clickhouse } from './client';
import { rowOf } from './columns';
import { clickhouseDialect } from './dialect';
import { migrate } from './schema';
import { untilEnded } from './stored';

export interface Target {
  /** Brings events, decisions and what was erased to what the file has. */
  takeOver(file: EventsFile, tell: (done: number, of: number) => void): Promise<TakenOver>;
  /** Days of packages and pixels that are not equal, of events before `until`. */
  compare(file: EventsFile, until: number): Promise<{ days: number; different: string[] }>;
  /** Notes that all of it is here. From then on it is the store of an installation. */
  finish(marks: readonly Mark[], end: number): Promise<void>;
  close(): Promise<void>;
}

export interface TakenOver {
  copied: number;
  deleted: number;
}

const rowsPerInsert = 20_000;
const changesPerInsert = 100_000;
/** Places that are compared at once. */
const blockSize = 100_000;
const placesPerInsert = 100_000;

/** Throws where the database has events that this move has not brought. */
export async function openTarget(url: string, moveId: string): Promise<Target> {
  let server = await connect(url);
  try {
    await refuseUsed(server, moveId);
    await migrate(server);
    await server.run('CREATE TABLE IF NOT EXISTS moves (id String) ENGINE = ReplacingMergeTree ORDER BY id');
    await server.insert('moves', [{ id: moveId }]);
    return targetOn(server, moveId);
  } catch (error) {
    await server.close();
    throw error;
  }
}

/** Throws as `openTarget` does, and changes nothing but makes the database. */
export async function checkTarget(url: string, moveId: string | undefined): Promise<void> {
  let server = await connect(url);
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
      ? 'Another move, or an earlier one from this folder, has brought events to this database. Name an empty one.'
      : 'This database has events already. Name an empty one.',
  );
}

function targetOn(server: Clickhouse, moveId: string): Target {
  let { ask, run, insert } = server;

  async function endOf(): Promise<number> {
    let [row] = await ask('SELECT count() AS size, max(seq) AS last FROM events');
    return Number(row!.size) === 0 ? 0 : Number(row!.last) + 1;
  }

  /** Deletes what the file does not have any more, because it was erased or has become too old. */
  async function deleteGone(file: EventsFile, until: number): Promise<number> {
    let here = await ask(
      `SELECT intDiv(seq, ${blockSize}) AS block, count() AS events, sum(seq) AS places FROM events WHERE seq < ${until} ` +
        'GROUP BY block ORDER BY block',
    );
    let there = new Map((await file.blocks(blockSize, until)).map((one) => [one.block, one]));
    let gone: number[] = [];
    for (let { block, events, places } of here) {
      let other = there.get(Number(block));
      if (other?.events === Number(events) && other.places === BigInt(String(places))) continue;
      let kept = new Set(other ? await file.seqsOf(Number(block), blockSize) : []);
      let first = Number(block) * blockSize;
      let rows = await ask(
        `SELECT seq FROM events WHERE seq >= ${first} AND seq < ${Math.min(until, first + blockSize)} ORDER BY seq`,
      );
      gone.push(...rows.map(({ seq }) => Number(seq)).filter((seq) => !kept.has(seq)));
    }
    await deletePlaces(server, gone);
    return gone.length;
  }

  async function copyRows(file: EventsFile, from: number, tell: (done: number, of: number) => void): Promise<number> {
    let total = await file.countFrom(from);
    let copied = 0;
    for (let next = from; ;) {
      let rows = await file.rowsFrom(next, rowsPerInsert);
      if (rows.length === 0) return copied;
      let token = `move-${moveId}-${next}`;
      // An attempt that was killed may still be taken.
      await untilEnded(server, token);
      await insert(
        'events',
        rows.map(({ event, ...place }) => rowOf(event, { ...place, marks: '' })),
        token,
      );
      copied += rows.length;
      next = rows.at(-1)!.seq + 1;
      tell(copied, total);
    }
  }

  async function copyChanges(file: EventsFile): Promise<void> {
    let [row] = await ask('SELECT max(last_event) AS last FROM changed_decisions');
    let from = { lastEvent: Number(row!.last), seq: 0 };
    for (;;) {
      let changes = await file.changes(from, changesPerInsert);
      if (changes.length === 0) return;
      await insert('changed_decisions', changes);
      let last = changes.at(-1)!;
      from = { lastEvent: last.last_event, seq: last.seq + 1 };
    }
  }

  return {
    async takeOver(file, tell) {
      await insert(
        'artifacts',
        file.artifacts.map(({ artifactType: type, artifactId: id, ownerId: owner }, key) => ({ key, type, id, owner })),
      );
      await untilAllEnded(server, moveId);
      let end = await endOf();
      if (end > file.end)
        throw new Error('The new database has later events than the old store: a server has begun on it.');
      let deleted = await deleteGone(file, end);
      let copied = await copyRows(file, end, tell);
      await copyChanges(file);
      await insert('erased', await file.erased());
      await run('TRUNCATE TABLE first_seen');
      await insert('first_seen', await file.firstSeen());
      return { copied, deleted };
    },

    async compare(file, until) {
      let counts = await clickhouseDialect.countedAt(ask, file.end);
      let rows = await ask(
        `SELECT artifact, intDiv(time, 86400000) AS day, count() AS events, countIf(is_counted) AS counted, ` +
          'uniqExactIf(origin_id, is_counted) AS origins, uniqExactIf(endpoint_id, is_counted) AS endpoints, ' +
          `sum(seq) AS places FROM (SELECT *, ${counts} AS is_counted FROM events WHERE seq < ${until}) AS found ` +
          'GROUP BY artifact, day',
      );
      return differences(file, await file.days(until), rows.map(dayOf));
    },

    async finish(marks, end) {
      await insert('progress', [...marks, { node: '', epoch: '', next: end }]);
    },

    close: () => server.close(),
  };
}

/** A server may go on with rows after the process that sent them was killed. */
async function untilAllEnded(server: Clickhouse, moveId: string): Promise<void> {
  let running = await server.ask(`SELECT query_id FROM system.processes WHERE startsWith(query_id, $1)`, [
    `move-${moveId}-`,
  ]);
  for (let { query_id } of running) await untilEnded(server, String(query_id));
}

/** Places of erased events lie anywhere, so they are named by a table. */
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
  before: readonly DayCounts[],
  after: readonly DayCounts[],
): { days: number; different: string[] } {
  let nameOf = ({ artifact, day }: DayCounts) => `${artifact} ${day}`;
  let there = new Map(after.map((one) => [nameOf(one), one]));
  let different: string[] = [];
  let say = (one: DayCounts, words: string) => {
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
