/**
 * Reads every page of `records.sqlite`, and saves what can be read of a damaged one. Works on a
 * copy of the file: SQLite writes to the folder of a database that it only reads.
 */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Libsql from 'libsql';
import type { Tombstone } from '../tombstone';
import { recordsFile } from './dialect';
import { migrations } from './migrations';

export interface RecordsFacts {
  /** What is wrong with the file, in SQLite's words; empty where nothing is. */
  damage: string[];
  /** Rows that refer to rows which are not there, by table. */
  dangling: { table: string; rows: number }[];
  /** Migrations that only another version of the product knows. */
  unknownSteps: string[];
  /** Ids of packages and pixels; undefined where they cannot be read. */
  artifacts: Set<string> | undefined;
  tombstones: Tombstone[];
}

type Database = InstanceType<typeof Libsql>;

const integrityLinesMax = 20;

/** Checks the records of a data folder; undefined where there is no file. */
export function checkRecords(folder: string): RecordsFacts | undefined {
  if (!existsSync(path.join(folder, recordsFile))) return undefined;
  return withCopy(folder, (file) => {
    let facts: RecordsFacts = { damage: [], dangling: [], unknownSteps: [], artifacts: undefined, tombstones: [] };
    let database: Database | undefined;
    try {
      database = new Libsql(file);
      facts.damage = integrityOf(database);
      let known = Object.keys(migrations('sqlite'));
      facts.unknownSteps = texts(database, 'select name from kysely_migration').filter((name) => !known.includes(name));
      facts.artifacts = new Set(texts(database, 'select id from packages union all select id from pixels'));
      facts.tombstones = tombstonesIn(database);
      facts.dangling = danglingRows(database);
    } catch (error) {
      facts.damage.push(messageOf(error));
    } finally {
      database?.close();
    }
    return facts;
  });
}

export interface SalvagedTable {
  table: string;
  rows: number;
  /** Whether some of its rows may be lost: reading it broke off from both ends. */
  isPartial: boolean;
}

/**
 * Writes a new `records.sqlite` to `target` with every row of `folder` that can be read. Throws
 * where not even the list of tables can be.
 */
export function salvageRecords(folder: string, target: string): SalvagedTable[] {
  return withCopy(folder, (file) => {
    let from = new Libsql(file);
    let to = new Libsql(path.join(target, recordsFile));
    try {
      let schema = from
        .prepare(
          `select type, name, sql from sqlite_schema where sql is not null and name not like 'sqlite\\_%' escape '\\'`,
        )
        .all() as { type: string; name: string; sql: string }[];
      let tables = schema.filter(({ type }) => type === 'table');
      for (let { sql } of tables) to.exec(sql);
      let saved = tables.map(({ name }) => saveTable(from, to, name));
      for (let { type, sql } of schema) if (type !== 'table') to.exec(sql);
      to.exec('pragma journal_mode = wal');
      return saved;
    } finally {
      from.close();
      to.close();
    }
  });
}

/** From the first row on, and where that breaks off from the last row backwards. */
function saveTable(from: Database, to: Database, table: string): SalvagedTable {
  let rows = 0;
  let take = (direction: 'asc' | 'desc') => {
    for (let row of from.prepare(`select * from "${table}" not indexed order by rowid ${direction}`).iterate()) {
      let values = Object.values(row as object);
      let places = values.map(() => '?').join(', ');
      rows += to.prepare(`insert or ignore into "${table}" values (${places})`).run(...values).changes;
    }
  };
  to.exec('begin');
  try {
    take('asc');
    return { table, rows, isPartial: false };
  } catch {
    try {
      take('desc');
    } catch {
      // Both ends are saved; what lies between them cannot be read.
    }
    return { table, rows, isPartial: true };
  } finally {
    to.exec('commit');
  }
}

function integrityOf(database: Database): string[] {
  let lines = texts(database, `pragma integrity_check(${integrityLinesMax})`);
  return lines.length === 1 && lines[0] === 'ok' ? [] : lines;
}

function danglingRows(database: Database): RecordsFacts['dangling'] {
  let counts = new Map<string, number>();
  for (let table of texts(database, 'pragma foreign_key_check')) counts.set(table, (counts.get(table) ?? 0) + 1);
  return [...counts].map(([table, rows]) => ({ table, rows }));
}

/** None in records of an earlier version. */
function tombstonesIn(database: Database): Tombstone[] {
  if (texts(database, "select name from sqlite_schema where name = 'tombstones'").length === 0) return [];
  let rows = database
    .prepare('select id, kind, owner_id as ownerId, target, but_not as butNot, "until" from tombstones')
    .all() as unknown as (Omit<Tombstone, 'butNot'> & { butNot: string })[];
  return rows.map((row) => ({ ...row, butNot: JSON.parse(row.butNot) as string[] }));
}

/** The first column of each row. */
function texts(database: Database, sql: string): string[] {
  return database
    .prepare(sql)
    .all()
    .map((row) => String(Object.values(row as object)[0]));
}

/** Runs `work` on a copy of the records, which lies in another folder meanwhile. */
export function withCopy<T>(folder: string, work: (file: string) => T, copyIn = tmpdir()): T {
  let place = mkdtempSync(path.join(copyIn, 'landfall-check-'));
  try {
    for (let ending of ['', '-wal']) {
      let file = path.join(folder, `${recordsFile}${ending}`);
      if (existsSync(file)) copyFileSync(file, path.join(place, `${recordsFile}${ending}`));
    }
    return work(path.join(place, recordsFile));
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
