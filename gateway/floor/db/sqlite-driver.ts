/**
 * SQLite under Kysely without a wait that holds the process up: one connection reads, one writes in
 * turn, and a lock that another process holds is tried for again after a pause.
 */
import { chmodSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { SelectQueryNode, type CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely';
import Libsql from 'libsql';
import { ApiError } from '../api-error';
import { recordsWaitMs } from '../work-limits';

const againAfterMs = 20;
const statementsMax = 500;
const retrySeconds = 2;

interface Prepared {
  database: Libsql.Database;
  /** The statements of the latest queries. */
  statements: Map<string, Libsql.Statement>;
}

/** A connection as Kysely takes one for a query or a transaction; both are opened at the first. */
interface Connection extends DatabaseConnection {
  isInTransaction: boolean;
}

/**
 * Over a file, which is made if need be. Commits are synced to disk (`synchronous = FULL`): records
 * change rarely, so the few milliseconds buy that a created package survives a power cut. Writes
 * refuse with records-are-busy when the lock does not come free in time.
 */
export function createSqliteDriver(file: string): Driver {
  let reader: Prepared | undefined;
  let writer: Prepared | undefined;
  let turns = createTurns();

  function open(): Prepared {
    let database = new Libsql(file);
    chmodSync(file, 0o600);
    database.exec('pragma busy_timeout = 0');
    return { database, statements: new Map() };
  }

  /** The engine itself moves the log into the file only when no statement is left. */
  function close(): void {
    reader?.database.close();
    try {
      writer?.database.exec('pragma wal_checkpoint(truncate)');
    } catch {
      // The file is locked or broken; the log is read at the next start.
    }
    writer?.database.close();
  }

  async function begin(): Promise<void> {
    let until = performance.now() + recordsWaitMs;
    await turns.take(recordsWaitMs);
    // Only here: a statement that found the file locked would stay open, and see it as it was.
    await whenFree(() => writer!.database.exec('begin immediate'), until).catch((error: unknown) => {
      turns.leave();
      throw error;
    });
  }

  function commit(): void {
    writer!.database.exec('commit');
    turns.leave();
  }

  /** The engine ends a transaction by itself where the disk is full or broken. */
  function rollBack(): void {
    try {
      if (writer!.database.inTransaction) writer!.database.exec('rollback');
    } finally {
      turns.leave();
    }
  }

  async function writeAlone(query: CompiledQuery): Promise<QueryResult<never>> {
    await begin();
    try {
      let result = run(writer!, query);
      commit();
      return result;
    } catch (error) {
      rollBack();
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
      let connection: Connection = {
        isInTransaction: false,
        async executeQuery(query) {
          if (connection.isInTransaction) return run(writer!, query);
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
      await begin();
      (connection as Connection).isInTransaction = true;
    },
    async commitTransaction(connection) {
      commit();
      (connection as Connection).isInTransaction = false;
    },
    async rollbackTransaction(connection) {
      (connection as Connection).isInTransaction = false;
      rollBack();
    },
    async releaseConnection() {},
    async destroy() {
      close();
    },
  };
}

/** What changes something waits for its turn and is committed by itself. */
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
    // It may not have been reset, and would see the records as they were.
    prepared.statements.delete(sql);
    throw error;
  }
}

/** The statement of a query: to prepare one takes longer than to run most. */
function statementOf({ database, statements }: Prepared, sql: string): Libsql.Statement {
  let statement = statements.get(sql);
  if (statement) return statement;
  statement = database.prepare(sql);
  let [oldest] = statements.keys();
  if (statements.size >= statementsMax) statements.delete(oldest!);
  statements.set(sql, statement);
  return statement;
}

/** Runs `work`, again and again while the file is locked. Refuses with records-are-busy. */
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
  return error instanceof Error && /^SQLITE_(BUSY|LOCKED)/.test((error as Error & { code?: string }).code ?? '');
}

function busy(): ApiError {
  return new ApiError('records-are-busy', undefined, { retrySeconds });
}

/** One at a time, in the order they came. */
function createTurns() {
  let isTaken = false;
  let waiting = new Set<() => void>();

  return {
    /** Refuses with records-are-busy after the limit. */
    take(limitMs: number): Promise<void> {
      if (!isTaken) {
        isTaken = true;
        return Promise.resolve();
      }
      return new Promise((resolve, reject) => {
        let limit = setTimeout(() => {
          waiting.delete(next);
          reject(busy());
        }, limitMs);
        let next = () => {
          clearTimeout(limit);
          waiting.delete(next);
          resolve();
        };
        waiting.add(next);
      });
    },
    leave(): void {
      let [next] = waiting;
      if (next) next();
      else isTaken = false;
    },
  };
}
