/**
 * Everything in which SQLite and PostgreSQL differ: connecting, sorting by byte, lower case, and
 * unique violations.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import {
  PostgresAdapter,
  PostgresDialect,
  sql,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Dialect,
  type RawBuilder,
} from 'kysely';
import pg from 'pg';
import type { Records, Tables } from './schema';
import { createSqliteDriver } from './sqlite-driver';

export type DatabaseEngine = 'sqlite' | 'postgres';

export const recordsFile = 'records.sqlite';
const poolMax = 10;
const int8Oid = 20;

/** Creates the folder, readable by this user only. */
export function sqliteDialect(folder: string): Dialect {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let file = path.join(folder, recordsFile);
  return {
    createAdapter: () => new TransactionalAdapter(),
    createDriver: () => createSqliteDriver(file),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/**
 * All pending migrations are one transaction, so that an interrupted start leaves nothing of them.
 * Kysely assumes that SQLite cannot change tables in one.
 */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Generous limits for a healthy server. */
const connectLimitMs = 5_000;
export const answerLimitMs = 15_000;
const keepAliveFirstMs = 10_000;

/**
 * 64-bit integers are returned as numbers, because they are times and counts. `limitMs` is the time
 * limit of an answer; 0 is none.
 */
export function postgresDialect(databaseUrl: string, limitMs = answerLimitMs): Dialect {
  let types: pg.CustomTypesConfig = {
    getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
      oid === int8Oid && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format)) as never,
  };
  let pool = new pg.Pool({
    connectionString: databaseUrl,
    max: poolMax,
    types,
    connectionTimeoutMillis: connectLimitMs,
    query_timeout: limitMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveFirstMs,
    Client: LimitedClient,
  });
  // A connection lost while idle is replaced by the pool; an unhandled error would end the process.
  pool.on('error', () => undefined);
  return new PostgresDialect({ pool });
}

/** Closes a connection after a timeout: later queries would not be answered either. */
class LimitedClient extends pg.Client {
  override query(...given: unknown[]): never {
    let asked = (super.query as (...given: unknown[]) => unknown)(...given);
    if (asked instanceof Promise)
      asked.catch((error: Error) => {
        if (error.message === 'Query read timeout') this.end().catch(() => undefined);
      });
    return asked as never;
  }
}

/** Sorts and compares by byte in both engines, independent of locales. */
export function byteText(engine: DatabaseEngine): 'text' | RawBuilder<unknown> {
  return engine === 'postgres' ? sql`text collate "C"` : 'text';
}

/** Lower-cases only A to Z: SQLite knows no other letters, and a server those of its locale. */
export function lowerCaseSql(records: Records, text: RawBuilder<unknown>): RawBuilder<string> {
  let isServer = records.getExecutor().adapter instanceof PostgresAdapter;
  return isServer ? sql<string>`lower(${text} collate "C")` : sql<string>`lower(${text})`;
}

/** Name of a unique constraint, as the migrations create it. */
export function uniqueName<T extends keyof Tables>(table: T, columns: readonly (keyof Tables[T] & string)[]): string {
  return `${table}_${columns.join('_')}_unique`;
}

/** Whether a write violated the unique constraint over these columns. */
export function isDuplicate<T extends keyof Tables>(
  error: unknown,
  table: T,
  columns: readonly (keyof Tables[T] & string)[],
): boolean {
  if (!(error instanceof Error)) return false;
  let { code, constraint } = error as Error & { code?: string; constraint?: string };
  if (code === '23505') return constraint === uniqueName(table, columns);
  if (!code?.startsWith('SQLITE_CONSTRAINT')) return false;
  return error.message.endsWith(columns.map((c) => `${table}.${c}`).join(', '));
}
