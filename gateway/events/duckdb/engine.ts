/** A DuckDB file and its connections: one to write, a few to read, reopened after fatal errors. */
import { mkdirSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { ApiError } from '../../floor/calls/api-error';
import { createPending } from '../../floor/calls/pending';
import { createConnectionPool, type ConnectionWork } from './connection-pool';
import type { ReadOptions, QueryEngine, RunQuery, ReadTransaction } from '../query/dialect';
import { isDamage } from './damage';
import { duckdbDialect } from './dialect';
import { findCoverage } from './summary-parts';
import { createDeadline, interruptOn } from '../query/time-limit';
import { createSharedReads } from './shared-reads';

export const eventsFile = 'events.duckdb';

/** A running query uses one of the four threads of Node's pool, and writing needs one. */
const readers = 2;

/** Limit of temporary files, which share the disk with the journal. */
const spillMax = '4GB';

/**
 * Time limit of a client's query, including waiting and repeats: proxies time out after a minute.
 */
const questionMax = 50_000;

/** Other queries have ended by then. */
const retrySeconds = 30;

export interface EngineLimits {
  memoryMb: number;
  checkpointKb?: number | undefined;
  questionMs?: number;
  /** The owner of an artifact key. */
  ownerOf?: (key: number) => string;
  /** A damaged block was met. */
  damaged?: () => void;
}

export interface DuckdbEngine extends QueryEngine {
  writer(): DuckDBConnection;
  /**
   * Runs `work` in a separate transaction, beside the writer and the queries. It must not change
   * rows that the writer changes, and should take less than a second: closing waits for it.
   */
  aside<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T>;
  /** Reopens the write connection, or the whole engine after a fatal error. */
  renew(error: unknown): Promise<void>;
  close(): Promise<void>;
}

/** The engine's file lock only excludes other processes. */
const openFolders = new Set<string>();

/**
 * Creates `events.duckdb` in `folder` if needed. Throws if another process or another store of this
 * one has it open.
 */
export async function openEngine(folder: string, limits: EngineLimits): Promise<DuckdbEngine> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let place = realpathSync(folder);
  if (openFolders.has(place)) throw inUse(folder);
  openFolders.add(place);
  try {
    return await startEngine(place, limits);
  } catch (error) {
    openFolders.delete(place);
    throw /could not set lock/i.test(messageOf(error)) ? inUse(folder) : notOpened(place, error);
  }
}

async function startEngine(place: string, limits: EngineLimits): Promise<DuckdbEngine> {
  let opened: Opened | undefined = await openFile(place, limits);
  let turns = createConnectionPool(opened.readers);
  let besides = createPending();

  function current(): Opened {
    if (!opened) throw new Error('The event store is not open');
    return opened;
  }

  function noticeDamage(error: unknown): boolean {
    let isIt = isDamage(error);
    if (isIt) limits.damaged?.();
    return isIt;
  }

  /**
   * A query that runs out of memory is repeated alone, in its cheaper variant. So is one that met a
   * damaged block: that variant reads no summaries. Background jobs have no time limit.
   */
  async function readAs<T>(who: string, questions: ReadTransaction<T>, gone?: AbortSignal): Promise<T> {
    current();
    let limitMs = who === '' && !gone ? undefined : (limits.questionMs ?? questionMax);
    let { signal: ended, release } = createDeadline(gone, limitMs, tooLarge);
    let asked =
      (isShort: boolean): ConnectionWork<T> =>
      (connection, stop) =>
        inTransaction(connection, (ask) => questions(ask, isShort), stop);
    try {
      return await turns.take({ who, ended }, asked(false)).catch((error: unknown) => {
        if (noticeDamage(error)) return turns.take({ who, ended }, asked(true));
        if (!isOutOfMemory(error)) throw error;
        return turns.takeAlone({ who, ended }, asked(true));
      });
    } catch (error) {
      if (ended.aborted) throw ended.reason;
      throw isOutOfMemory(error) ? tooLarge() : error;
    } finally {
      release();
    }
  }

  let readTogether = createSharedReads(readAs, readers);

  async function read<T>(questions: ReadTransaction<T>, { keys: [first], signal }: ReadOptions): Promise<T> {
    let who = first === undefined ? '' : (limits.ownerOf?.(first) ?? String(first));
    return who === '' ? readAs(who, questions, signal) : readTogether(who, questions, signal);
  }

  async function aside<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    let connection = await current().instance.connect();
    try {
      await connection.run('BEGIN');
      let result = await work(connection);
      await connection.run('COMMIT');
      return result;
    } catch (error) {
      noticeDamage(error);
      throw error;
    } finally {
      // Also ends a transaction that failed.
      connection.closeSync();
    }
  }

  async function shut(): Promise<void> {
    let last = opened;
    opened = undefined;
    await turns.end();
    await besides.ended();
    last?.writer.closeSync();
    last?.instance.closeSync();
  }

  return {
    writer: () => current().writer,
    aside: (work) => besides.add(aside(work)),
    dialect: duckdbDialect,
    read,
    isIdle: () => turns.isIdle(),
    summaries: findCoverage,
    async renew(error) {
      noticeDamage(error);
      if (opened && !isFatal(error)) {
        opened.writer.closeSync();
        opened.writer = await opened.instance.connect();
        return;
      }
      if (!openFolders.has(place)) throw new Error('The event store is closed');
      await shut();
      opened = await openFile(place, limits);
      turns = createConnectionPool(opened.readers);
    },
    async close() {
      await shut();
      openFolders.delete(place);
    },
  };
}

/**
 * A statement with parameters is prepared first and run afterwards. Without a transaction around
 * both, the engine plans it with the statistics of one moment (`seq < 100` always holds while the
 * highest is 99) and reads the rows of a later one.
 */
async function inTransaction<T>(
  connection: DuckDBConnection,
  questions: (ask: RunQuery) => Promise<T>,
  stop: AbortSignal,
): Promise<T> {
  stop.throwIfAborted();
  let release = interruptOn(stop, connection);
  try {
    await begin(connection);
    return await questions(async (text, parameters) => {
      stop.throwIfAborted();
      return (await connection.run(text, parameters?.length ? [...parameters] : undefined)).getRowObjects();
    });
  } finally {
    // Before the connection is reused: a later interrupt would hit another query.
    release();
    // Nothing was written. Without an open transaction this fails too; the query's error has the
    // reason.
    await connection.run('ROLLBACK').catch(() => {});
  }
}

async function begin(connection: DuckDBConnection): Promise<void> {
  let start = 'BEGIN TRANSACTION READ ONLY';
  await connection.run(start).catch(async (error: unknown) => {
    if (!/^TransactionContext Error/i.test(messageOf(error))) throw error;
    // The rollback of an earlier query found no memory either.
    await connection.run('ROLLBACK');
    await connection.run(start);
  });
}

function tooLarge(): ApiError {
  return new ApiError('question-is-too-large', undefined, { retrySeconds });
}

interface Opened {
  instance: DuckDBInstance;
  writer: DuckDBConnection;
  readers: DuckDBConnection[];
}

/**
 * Creates the file under another name first: the engine refuses a part of one, which an interrupted
 * first start or a full disk would leave for ever.
 */
async function createFile(file: string): Promise<void> {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0) return;
  let fresh = `${file}.new`;
  for (let rest of [fresh, `${fresh}.wal`]) rmSync(rest, { force: true });
  (await DuckDBInstance.create(fresh, { threads: '1' })).closeSync();
  renameSync(fresh, file);
}

async function openFile(place: string, { memoryMb, checkpointKb }: EngineLimits): Promise<Opened> {
  await createFile(path.join(place, eventsFile));
  let instance = await DuckDBInstance.create(path.join(place, eventsFile), {
    threads: '2',
    memory_limit: `${memoryMb}MB`,
    ...(checkpointKb !== undefined && { checkpoint_threshold: `${checkpointKb}KiB` }),
    // Returns memory to the system after a large query.
    allocator_background_threads: 'true',
    allocator_flush_threshold: '16MB',
    temp_directory: path.join(place, 'events.tmp'),
    max_temp_directory_size: spillMax,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  let [writer, ...rest] = await Promise.all(Array.from({ length: readers + 1 }, () => instance.connect()));
  return { instance, writer: writer!, readers: rest };
}

/** Out of memory or temporary disk space; the query has changed nothing. */
export function isOutOfMemory(error: unknown): boolean {
  return (
    /^out of memory error|^[^:]*: failed to commit: failed to (?:pin|allocate)\b/i.test(messageOf(error)) &&
    !isFatal(error)
  );
}

function isFatal(error: unknown): boolean {
  return /fatal|invalidated/i.test(messageOf(error));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** For files of newer engine versions, and damaged files. */
export function notOpened(place: string, error: unknown): Error {
  return new Error(
    `The event store ${path.join(place, eventsFile)} cannot be opened: ${messageOf(error).trim()} Nothing was changed. Restore ` +
      `the file from a backup, or move it away and run "landfall begin-anew events"; what is in ` +
      `${path.join(place, 'events.journal')} is taken over into either. "landfall check ${place}" says what is damaged.`,
    { cause: error },
  );
}

function inUse(folder: string): Error {
  return new Error(
    `The event store in ${folder} is already in use; one process at a time can open it. Stop the other one.`,
  );
}
