/**
 * SQLite under Kysely without blocking the process: one connection reads, one writes, and a file
 * locked by another process is retried after a pause.
 */
import { chmodSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from 'contract/floor/error-code';
import { SelectQueryNode, type CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely';
import Libsql from 'libsql';
import { ApiError } from '../calls/api-error';
import { createFairQueue } from '../calls/fair-queue';
import { recordsWaitMs } from '../calls/work-limits';

const againAfterMs = 20;
const statementsMax = 500;
const retrySeconds = 2;

interface Prepared {
  database: Libsql.Database;
  /** Prepared statements of recent queries. */
  statements: Map<string, Libsql.Statement>;
}

/**
 * Commits are synced to disk (`synchronous = FULL`): records change rarely, and a created package
 * should survive a power cut. Writes refuse with records-are-busy if the lock is not free in time.
 */
export function createSqliteDriver(file: string): Driver {
  let reader: Prepared | undefined;
  let writer: Prepared | undefined;
  let transactions = createTransactions(() => writer!.database);
  let inTransaction = new Set<DatabaseConnection>();

  function open(): Prepared {
    let database = new Libsql(file);
    chmodSync(file, 0o600);
    database.exec('pragma busy_timeout = 0');
    return { database, statements: new Map() };
  }

  /** The engine checkpoints only when no statement is open. */
  function close(): void {
    reader?.database.close();
    try {
      writer?.database.exec('pragma wal_checkpoint(truncate)');
    } catch {
      // The file is locked or damaged; the log is read at the next start.
    }
    writer?.database.close();
  }

  async function writeAlone(query: CompiledQuery): Promise<QueryResult<never>> {
    await transactions.begin();
    try {
      let result = run(writer!, query);
      transactions.commit();
      return result;
    } catch (error) {
      transactions.rollBack();
      throw error;
    }
  }

  return {
    async init() {
      let until = performance.now() + recordsWaitMs;
      try {
        writer = open();
        await whenFree(() => writer!.database.exec('pragma journal_mode = wal'), until);
        writer.database.exec('pragma synchronous = full');
        writer.database.exec('pragma foreign_keys = on');
        reader = open();
        reader.database.exec('pragma query_only = on');
      } catch (error) {
        close();
        throw error;
      }
    },
    async acquireConnection() {
      let connection: DatabaseConnection = {
        async executeQuery(query) {
          if (inTransaction.has(connection)) return run(writer!, query);
          if (!reads(query)) return writeAlone(query);
          return whenFree(() => run(reader!, query), performance.now() + recordsWaitMs);
        },
        streamQuery() {
          throw new Error('The records are not read as a stream.');
        },
      };
      return connection;
    },
    async beginTransaction(connection) {
      await transactions.begin();
      inTransaction.add(connection);
    },
    async commitTransaction(connection) {
      transactions.commit();
      inTransaction.delete(connection);
    },
    async rollbackTransaction(connection) {
      inTransaction.delete(connection);
      transactions.rollBack();
    },
    async releaseConnection() {},
    async destroy() {
      close();
    },
  };
}

/** Transactions of the connection that writes, one after the other. */
function createTransactions(database: () => Libsql.Database) {
  let anyNumber = { waiting: Infinity, waitingOfOne: Infinity };
  let writers = createFairQueue({ atOnce: 1, atOnceOfOne: 1, ...anyNumber, waitMs: recordsWaitMs });
  let release = () => {};

  return {
    async begin(): Promise<void> {
      let until = performance.now() + recordsWaitMs;
      release = await writers.hold('').catch(() => {
        throw busy();
      });
      // Only here: a statement that found the file locked would stay open with an old snapshot.
      await whenFree(() => database().exec('begin immediate'), until).catch((error: unknown) => {
        release();
        throw error;
      });
    },
    commit(): void {
      database().exec('commit');
      release();
    },
    /** The engine ends a transaction itself if the disk is full or fails. */
    rollBack(): void {
      try {
        if (database().inTransaction) database().exec('rollback');
      } finally {
        release();
      }
    },
  };
}

/** Writes wait for their turn and commit themselves. */
function reads({ query, sql }: CompiledQuery): boolean {
  return SelectQueryNode.is(query) || /^\s*select\b/i.test(sql);
}

function run(prepared: Prepared, { sql, parameters }: CompiledQuery): QueryResult<never> {
  let statement = statementOf(prepared, sql);
  try {
    if (statement.reader) return { rows: statement.all(parameters) as never[] };
    let { changes, lastInsertRowid } = statement.run(parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  } catch (error) {
    // A statement that was not reset would see an old snapshot.
    prepared.statements.delete(sql);
    throw error;
  }
}

/** Cached: preparing takes longer than running most statements. */
function statementOf({ database, statements }: Prepared, sql: string): Libsql.Statement {
  let statement = statements.get(sql);
  if (statement) return statement;
  statement = database.prepare(sql);
  let [oldest] = statements.keys();
  if (statements.size >= statementsMax) statements.delete(oldest!);
  statements.set(sql, statement);
  return statement;
}

/** Retries while the file is locked. Refuses with records-are-busy. */
async function whenFree<T>(work: () => T, until: number): Promise<T> {
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isLocked(error)) throw error;
      if (performance.now() >= until) throw busy();
    }
    await pause(againAfterMs);
  }
}

function isLocked(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(errorCode(error) ?? '');
}

function busy(): ApiError {
  return new ApiError('records-are-busy', undefined, { retrySeconds });
}
