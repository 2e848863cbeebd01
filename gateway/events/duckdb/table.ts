/** DuckDB's event table: appends rows in atomic commits. */
import { DuckDBDataChunk, type DuckDBConnection } from '@duckdb/node-api';
import duckdb from '@duckdb/node-bindings';
import type { Event } from 'contract/event-fields';
import { ApiError } from '../../floor/calls/api-error';
import { artifactFrom, createArtifactKeys, type ArtifactKeys } from '../shape/artifact-keys';
import { bufferRows } from './column-buffers';
import { duckdbColumns, type DuckdbColumn, type NumberedEvent } from './columns';
import { decideCounts, type CountDecisions, type FindRequests } from '../write/count-decisions';
import { isOutOfMemory, type DuckdbEngine } from './engine';
import { SerialQueue } from '../../floor/calls/serial-queue';
import type { EventTable, OpenTable } from '../write/event-table';
import type { Mark } from 'journal/reader';
import { migrateTables } from './migrate';
import { findStoredRequests, saveChanges } from './stored-decisions';

export interface DuckdbTable extends EventTable {
  /** Runs `work` in a transaction on the write connection. `end` is that of the table. */
  change<T>(work: (connection: DuckDBConnection, end: number) => Promise<T>): Promise<T>;
  /** Without a transaction, for maintenance of the file. */
  maintain<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T>;
}

export function openDuckdbTable(engine: DuckdbEngine): OpenTable<DuckdbTable> {
  return (epochs, decided) => openTable(engine, epochs, decided);
}

/** A table of a version without journal positions has everything before its end of each epoch. */
async function openTable(engine: DuckdbEngine, ...[epochs, decided]: Parameters<OpenTable>): Promise<DuckdbTable> {
  let names = await migrateTables(engine.writer(), epochs);
  let inOrder = names.map((name) => duckdbColumns.find((column) => column.name === name)!);
  let artifacts = await readArtifacts(engine.writer());
  let end = await endOf(engine);
  let marks = await marksOf(engine);
  let rows: Rows | undefined;
  let failure: unknown;
  let queue = new SerialQueue();

  async function recover(): Promise<void> {
    rows = undefined;
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
    let find: FindRequests = (asked) => findStoredRequests(connection, asked);
    let decisions = await decideCounts(find, { events, artifacts: keys, seq: end });
    await saveChanges(connection, decisions.changes);
    rows ??= await openRows(connection, inOrder);
    rows.add(placedAt(end, events, keys, decisions));
    decided(events, decisions);
    for (let { key, artifactType, artifactId, ownerId } of artifacts.unsaved())
      await connection.run('INSERT INTO artifacts VALUES ($1, $2, $3, $4)', [key, artifactType, artifactId, ownerId]);
    for (let { node, epoch, next } of fresh) await connection.run(noteMark, [node, epoch, BigInt(next)]);
    await connection.run('COMMIT');
    artifacts.saved();
    end += events.length;
    for (let mark of fresh) marks.set(mark.epoch, mark);
  }

  /** A failure leaves the connection in an unknown state: it is reopened before the next use. */
  async function noticing<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      failure = error ?? new Error('The event table failed');
      throw withoutRoom(error);
    }
  }

  async function recovered(): Promise<void> {
    if (failure === undefined) return;
    await recover().catch((error: unknown) => {
      throw withoutRoom(error);
    });
  }

  return {
    add: (events, fresh) => queue.run(() => noticing(() => add(events, fresh))),
    maintain: (work) =>
      queue.run(async () => {
        await recovered();
        return noticing(() => work(engine.writer()));
      }),
    change: (work) =>
      queue.run(async () => {
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
      queue.run(async () => {
        await recovered();
        return end;
      }),
    artifacts: () => artifacts,
    marks: () => [...marks.values()],
    close: () => queue.close(new Error('The event store is closed')),
  };
}

const retrySeconds = 5;

/** Running queries used up the memory; the rows are not at fault. */
function withoutRoom(error: unknown): unknown {
  if (!isOutOfMemory(error)) return error;
  return Object.assign(new ApiError('server-is-busy', undefined, { retrySeconds }), { cause: error });
}

const noteMark = 'INSERT INTO journals VALUES ($1, $2, $3) ON CONFLICT (epoch) DO UPDATE SET next = excluded.next';

async function marksOf(engine: DuckdbEngine): Promise<Map<string, Mark>> {
  let rows = await (await engine.writer().run('SELECT node, epoch, next FROM journals')).getRows();
  return new Map(
    rows.map(([node, epoch, next]) => [
      String(epoch),
      { node: String(node), epoch: String(epoch), next: Number(next) },
    ]),
  );
}

export async function readArtifacts(connection: DuckDBConnection): Promise<ArtifactKeys> {
  let rows = await (await connection.run('SELECT type, id, owner FROM artifacts ORDER BY key')).getRows();
  return createArtifactKeys(rows.map(([type, id, owner]) => artifactFrom(type, id, owner)).entries());
}

async function endOf(engine: DuckdbEngine): Promise<number> {
  let text = 'SELECT greatest((SELECT max(seq) + 1 FROM events), (SELECT max(next) FROM deletions), 0)';
  let rows = await (await engine.writer().run(text)).getRows();
  return Number(rows[0]![0]);
}

function placedAt(
  end: number,
  events: readonly Event[],
  keys: readonly number[],
  { isCounted, rules }: CountDecisions,
): NumberedEvent[] {
  return events.map((event, i) => ({
    seq: end + i,
    artifact: keys[i]!,
    event,
    isCounted: isCounted[i]!,
    rule: rules[i]!,
  }));
}

interface Rows {
  /** In the current transaction. */
  add(rows: readonly NumberedEvent[]): void;
}

async function openRows(connection: DuckDBConnection, inOrder: readonly DuckdbColumn[]): Promise<Rows> {
  let appender = await connection.createAppender('events');
  let chunk = DuckDBDataChunk.create(inOrder.map((_, i) => appender.columnType(i)));
  let cells = inOrder.map((column) => column.buffer());

  function append(rows: readonly NumberedEvent[]): void {
    chunk.reset();
    chunk.rowCount = rows.length;
    for (let [column, { set, flush }] of cells.entries()) {
      for (let i = 0; i < rows.length; i++) set(i, rows[i]!);
      flush(duckdb.data_chunk_get_vector(chunk.chunk, column), rows.length);
    }
    appender.appendDataChunk(chunk);
  }

  return {
    add(rows) {
      for (let at = 0; at < rows.length; at += bufferRows) append(rows.slice(at, at + bufferRows));
      appender.flushSync();
    },
  };
}
