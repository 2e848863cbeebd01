/**
 * The event table of DuckDB: rows in, in commits that are all or nothing, each row in its place;
 * its columns follow the version.
 */
import type { DuckDBAppender, DuckDBConnection } from '@duckdb/node-api';
import type { Event } from 'contract/event-fields';
import { createArtifacts, type Artifact, type Artifacts } from './artifacts';
import { columns, type Column, type Placed } from './columns';
import { decide, type Decided, type FindRequests } from './decisions';
import type { Engine } from './engine';
import { createOneByOne } from './one-by-one';
import type { EventTable, OpenTable } from './event-table';
import type { Mark } from 'journal/reader';
import { migrateTables } from './migrate';
import { findRequests, saveChanges } from './stored-decisions';

export interface Table extends EventTable {
  /**
   * Runs `work` on the write connection in one commit, between two calls of `add`; nothing of it
   * stays where it fails. `end` is that of the table.
   */
  change<T>(work: (connection: DuckDBConnection, end: number) => Promise<T>): Promise<T>;
  /** The same without a transaction, for what the engine does to its file. */
  maintain<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T>;
}

/** The table of an engine, for `createWriter`. */
export function tableOf(engine: Engine): OpenTable<Table> {
  return (epochs, decided) => openTable(engine, epochs, decided);
}

/** A table from before journals were noted has what lies before its end of each epoch. */
async function openTable(engine: Engine, ...[epochs, decided]: Parameters<OpenTable>): Promise<Table> {
  let names = await migrateTables(engine.writer(), epochs);
  let inOrder = names.map((name) => columns.find((column) => column.name === name)!);
  let artifacts = await readArtifacts(engine.writer());
  let end = await endOf(engine);
  let marks = await marksOf(engine);
  let appender: DuckDBAppender | undefined;
  let failure: unknown;
  let { inTurn, close } = createOneByOne();

  async function recover(): Promise<void> {
    appender = undefined;
    await engine.renew(failure);
    artifacts = await readArtifacts(engine.writer());
    end = await endOf(engine);
    marks = await marksOf(engine);
    failure = undefined;
  }

  async function add(events: readonly Event[], fresh: readonly Mark[]): Promise<void> {
    let connection = engine.writer();
    await connection.run('BEGIN');
    let keys = events.map((event) => artifacts.keyOf(event));
    let find: FindRequests = (asked) => findRequests(connection, asked);
    let decisions = await decide(find, { events, artifacts: keys, seq: end });
    await saveChanges(connection, decisions.changes, end);
    appender ??= await connection.createAppender('events');
    fill(appender, inOrder, placedAt(end, events, keys, decisions));
    appender.flushSync();
    decided(events, decisions);
    for (let { key, artifactType, artifactId, ownerId } of artifacts.unsaved())
      await connection.run('INSERT INTO artifacts VALUES ($1, $2, $3, $4)', [key, artifactType, artifactId, ownerId]);
    for (let { node, epoch, next } of fresh) await connection.run(noteMark, [node, epoch, BigInt(next)]);
    await connection.run('COMMIT');
    artifacts.saved();
    end += events.length;
    for (let mark of fresh) marks.set(mark.epoch, mark);
  }

  /** What fails leaves the connection in an unknown state: it is opened again before the next use. */
  async function noticing<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      failure = error ?? new Error('The event table failed');
      throw error;
    }
  }

  async function recovered(): Promise<void> {
    if (failure !== undefined) await recover();
  }

  return {
    add: (events, fresh) => inTurn(() => noticing(() => add(events, fresh))),
    maintain: (work) =>
      inTurn(async () => {
        await recovered();
        return noticing(() => work(engine.writer()));
      }),
    change: (work) =>
      inTurn(async () => {
        await recovered();
        return noticing(async () => {
          let connection = engine.writer();
          await connection.run('BEGIN');
          let result = await work(connection, end);
          await connection.run('COMMIT');
          return result;
        });
      }),
    end: () =>
      inTurn(async () => {
        await recovered();
        return end;
      }),
    artifacts: () => artifacts,
    marks: () => [...marks.values()],
    close,
  };
}

const noteMark = 'INSERT INTO journals VALUES ($1, $2, $3) ON CONFLICT (epoch) DO UPDATE SET next = excluded.next';

async function marksOf(engine: Engine): Promise<Map<string, Mark>> {
  let rows = await (await engine.writer().run('SELECT node, epoch, next FROM journals')).getRows();
  return new Map(
    rows.map(([node, epoch, next]) => [
      String(epoch),
      { node: String(node), epoch: String(epoch), next: Number(next) },
    ]),
  );
}

/** Reads the table of numbers; `connection` sees the whole of it. */
export async function readArtifacts(connection: DuckDBConnection): Promise<Artifacts> {
  let rows = await (await connection.run('SELECT type, id, owner FROM artifacts ORDER BY key')).getRows();
  return createArtifacts(
    rows.map(([artifactType, artifactId, ownerId]) => ({ artifactType, artifactId, ownerId }) as Artifact),
  );
}

async function endOf(engine: Engine): Promise<number> {
  let text = 'SELECT greatest((SELECT max(seq) + 1 FROM events), (SELECT max(next) FROM deletions), 0)';
  let rows = await (await engine.writer().run(text)).getRows();
  return Number(rows[0]![0]);
}

function* placedAt(
  end: number,
  events: readonly Event[],
  keys: readonly number[],
  { isCounted, rules }: Decided,
): Generator<Placed> {
  for (let [i, event] of events.entries())
    yield { seq: end + i, artifact: keys[i]!, event, isCounted: isCounted[i]!, rule: rules[i]! };
}

function fill(appender: DuckDBAppender, inOrder: readonly Column[], rows: Iterable<Placed>): void {
  for (let placed of rows) {
    for (let column of inOrder) column.write(appender, placed);
    appender.endRow();
  }
}
