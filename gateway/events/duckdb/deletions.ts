/**
 * Deletes events from the table in steps that block writes briefly, and their bytes from its file.
 * Each step is a commit, so a deletion resumes after a restart.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { inSnapshot, type SnapshotOptions } from '../shape/snapshot';
import type { Checkpoints } from './checkpoints';
import { duckdbColumns } from './columns';
import type { Deletions } from '../base-store';
import type { CachedAggregates } from '../cache/cached-aggregates';
import type { DuckdbEngine } from './engine';
import { erasedFirstDatesSql, keepFirstDatesSql } from '../query/first-dates';
import { seqBounds } from '../query/export';
import { expiredSql } from '../query/expired-sql';
import type { Summarizer } from './summarizer';
import { invalidateDeleted } from './summary-parts';
import type { DuckdbTable } from './table';
import { erasedSql, type SqlCondition } from '../query/erased-sql';
import type { EventWriter } from '../write/writer';

/** Range of `seq` per step, adjusted to take about `stepMs`. */
const placesMin = 2_048;
const placesFirst = 4_096;
const placesMax = 1_000_000;
const stepMs = 100;

/** After this many, a checkpoint rewrites the affected parts of the file. */
const placesPerCheckpoint = 250_000;

/** Rows of two 8-byte numbers per block of 256 KiB. */
const rowsPerBlock = 16_384;
const blocksPerStep = 32;

interface DeletionParts {
  counts: CachedAggregates;
  checkpoints: Pick<Checkpoints, 'run' | 'inTime'>;
  summarizer: Pick<Summarizer, 'without' | 'sweep'>;
}

export async function createDuckdbDeletions(
  engine: DuckdbEngine,
  writer: EventWriter<DuckdbTable>,
  { counts, checkpoints, summarizer }: DeletionParts,
): Promise<Deletions> {
  let { change, maintain } = writer.table;
  let done = await maintain(async (connection) => new Set((await rowsOf(connection, 'SELECT id FROM erased')).flat()));

  /** Deletes the events, and what summaries have of them. */
  async function remove(wanted: SqlCondition, keepsFirsts: boolean, signal: AbortSignal): Promise<number> {
    let removed = await summarizer.without(() => removeEvents(wanted, keepsFirsts, signal));
    if (removed > 0) await summarizer.sweep(signal);
    return removed;
  }

  let keepFirsts = (where: string) =>
    `${keepFirstDatesSql(engine.dialect, where)} ON CONFLICT DO UPDATE SET first = least(first_seen.first, excluded.first)`;

  /** `keepsFirsts`: keeps the first dates of companies. */
  async function removeEvents(wanted: SqlCondition, keepsFirsts: boolean, signal: AbortSignal): Promise<number> {
    let { next, end } = await engine.read((ask) => seqBounds(ask, `events WHERE ${wanted.text}`, wanted.parameters), {
      keys: [],
    });
    let size = placesFirst;
    let removed = 0;
    let unwritten = 0;
    while (next < end) {
      signal.throwIfAborted();
      let until = Math.min(end, next + size);
      let places = `seq >= ${next} AND seq < ${until}`;
      let started = 0;
      let gone = await counts.whileDeleting(() =>
        change(async (connection, tableEnd) => {
          started = performance.now();
          let step = { text: `${places} AND ${wanted.text}`, parameters: wanted.parameters };
          if (keepsFirsts) await connection.run(keepFirsts(step.text), step.parameters);
          await invalidateDeleted(connection, step);
          return removeStep(connection, step, { places, tableEnd });
        }),
      );
      let took = performance.now() - started;
      removed += gone;
      unwritten += gone > 0 ? until - next : 0;
      if (unwritten >= placesPerCheckpoint && (await checkpoints.run())) unwritten = 0;
      size = took > stepMs ? Math.max(placesMin, Math.floor(size / 2)) : Math.min(placesMax, size * 2);
      next = until;
      await pause(took);
    }
    return removed;
  }

  async function count(find: () => SqlCondition | undefined, { lastEvent, signal }: SnapshotOptions = {}) {
    let end = lastEvent ?? (await writer.flush());
    let wanted = find();
    if (!wanted) return 0;
    let text = `SELECT count(*) AS count FROM events WHERE ${inSnapshot(end)} AND ${wanted.text}`;
    let [row] = await engine.read((ask) => ask(text, wanted.parameters), { keys: [], signal });
    return Number(row!.count);
  }

  return {
    async erase(tombstone, signal = new AbortController().signal) {
      writer.addTombstones([tombstone]);
      if (done.has(tombstone.id)) return undefined;
      await writer.flush();
      let wanted = erasedSql(engine.dialect, tombstone, writer.artifacts());
      let removed = wanted ? await remove(wanted, false, signal) : 0;
      await counts.whileDeleting(() =>
        change(async (connection) => {
          let firsts = erasedFirstDatesSql(engine.dialect, tombstone, writer.artifacts());
          if (firsts) await connection.run(`DELETE FROM first_seen WHERE ${firsts.text}`, firsts.parameters);
          await connection.run('INSERT INTO erased VALUES ($1)', [tombstone.id]);
        }),
      );
      done.add(tombstone.id);
      return removed;
    },

    async deleteExpired(age, signal = new AbortController().signal) {
      await writer.flush();
      let wanted = expiredSql(engine.dialect, age, writer.artifacts());
      return wanted ? remove(wanted, true, signal) : 0;
    },

    countExpired: (age, asOf) => count(() => expiredSql(engine.dialect, age, writer.artifacts()), asOf),

    overwriteDeleted: (signal = new AbortController().signal) =>
      overwriteDeleted(writer.table, { checkpoints, summarizer }, signal),

    countErased: (about, asOf) =>
      count(() => erasedSql(engine.dialect, { ...about, until: null }, writer.artifacts()), asOf),
  };
}

/** Everything that describes a visitor. */
const blank = duckdbColumns
  .filter(({ name }) => !['seq', 'artifact', 'time'].includes(name))
  .map(({ name }) => `${name} = NULL`)
  .join(', ');

/**
 * Values are overwritten first, because the engine keeps those of deleted rows while others of the
 * block exist.
 */
async function removeStep(
  connection: DuckDBConnection,
  { text, parameters }: SqlCondition,
  { places, tableEnd }: { places: string; tableEnd: number },
): Promise<number> {
  let { rowsChanged } = await connection.run(`UPDATE events SET artifact = -1, ${blank} WHERE ${text}`, parameters);
  if (rowsChanged === 0) return 0;
  await connection.run(`DELETE FROM events WHERE ${places} AND artifact = -1`);
  let [row = []] = await rowsOf(connection, 'SELECT next, events FROM deletions');
  let [next = 0, events = 0] = row.map(Number);
  await connection.run('DELETE FROM deletions');
  await connection.run(`INSERT INTO deletions VALUES (${Math.max(next, tableEnd)}, ${events + rowsChanged}, true)`);
  return rowsChanged;
}

/** Fills the free blocks of the file, which have the bytes of deleted events, with others. */
async function overwriteDeleted(
  { change, maintain }: Pick<DuckdbTable, 'change' | 'maintain'>,
  { checkpoints, summarizer }: Pick<DeletionParts, 'checkpoints' | 'summarizer'>,
  signal: AbortSignal,
): Promise<void> {
  let isInFile = await maintain(async (connection) => {
    let [row] = await rowsOf(connection, 'SELECT bool_or(in_file) FROM deletions');
    return row?.[0] === true;
  });
  if (!isInFile) return;
  // A kill may have left some.
  await summarizer.sweep(signal);
  await maintain((connection) => connection.run('CREATE OR REPLACE TABLE filler (a UBIGINT, b UBIGINT)'));
  await checkpoints.inTime(signal);
  let first = await blocksOf(maintain);
  for (let step = 0; (await blocksOf(maintain)) <= first; step++) {
    signal.throwIfAborted();
    let from = step * blocksPerStep * rowsPerBlock;
    let numbers = `SELECT hash(i), hash(-i) FROM range(${from}, ${from + blocksPerStep * rowsPerBlock}) numbers(i)`;
    let started = performance.now();
    await maintain((connection) => connection.run(`INSERT INTO filler ${numbers}`));
    await pause(performance.now() - started);
  }
  await checkpoints.inTime(signal);
  await change(async (connection) => {
    await connection.run('DROP TABLE filler');
    await connection.run('UPDATE deletions SET in_file = false');
  });
  await checkpoints.run();
}

/** Size of the file in blocks. */
function blocksOf(maintain: DuckdbTable['maintain']): Promise<number> {
  return maintain(async (connection) => {
    let rows = await rowsOf(connection, 'SELECT total_blocks FROM pragma_database_size()');
    return Number(rows[0]![0]);
  });
}

async function rowsOf(connection: DuckDBConnection, text: string, values: string[] = []): Promise<DuckDBValue[][]> {
  return (await connection.run(text, values)).getRows();
}
