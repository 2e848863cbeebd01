/**
 * Checks `records.sqlite`, and salvages a damaged one. Works on a copy, because SQLite writes to
 * the folder of a database even when it only reads.
 */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Libsql from 'libsql';
import { errorMessage } from 'net/error-message';
import { z } from 'zod';
import { parseJson } from 'contract/floor/json';
import type { Tombstone } from './tombstone';
import { recordsFile } from './dialect';
import { migrations } from './migrations';
import { damageIn, rowsOf } from './records-damage';

export interface RecordsFacts {
  /** By table, in SQLite's words. */
  damage: string[];
  /** Rows with a broken foreign key, by table. */
  dangling: { table: string; rows: number }[];
  /** Migrations of other versions. */
  unknownSteps: string[];
  /** Ids of packages and pixels; undefined if unreadable. */
  artifacts: Set<string> | undefined;
  tombstones: Tombstone[];
}

type Database = InstanceType<typeof Libsql>;

/** Undefined without a file. */
export async function checkRecords(folder: string): Promise<RecordsFacts | undefined> {
  if (!existsSync(path.join(folder, recordsFile))) return undefined;
  let { file, remove } = copyAside(folder);
  return factsOf(file).finally(remove);
}

async function factsOf(file: string): Promise<RecordsFacts> {
  let facts: RecordsFacts = { damage: [], dangling: [], unknownSteps: [], artifacts: undefined, tombstones: [] };
  let database: Database | undefined;
  try {
    facts.damage = await damageIn(file);
    if (facts.damage.length > 0) return facts;
    database = new Libsql(file);
    let known = Object.keys(migrations('sqlite'));
    facts.unknownSteps = texts(database, 'select name from kysely_migration').filter((name) => !known.includes(name));
    facts.artifacts = new Set(texts(database, 'select id from packages union all select id from pixels'));
    facts.tombstones = tombstonesIn(database);
    facts.dangling = danglingRows(database);
  } catch (error) {
    facts.damage.push(errorMessage(error));
  } finally {
    database?.close();
  }
  return facts;
}

export interface SalvagedTable {
  table: string;
  rows: number;
  /** Some rows may be lost: reading failed from both ends. */
  isPartial: boolean;
}

/**
 * Writes every readable row of `folder` to a new `records.sqlite` in `target`. Throws if the list
 * of tables is unreadable.
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

/** Reads forward, and after an error backward from the last row. */
function saveTable(from: Database, to: Database, table: string): SalvagedTable {
  let rows = 0;
  let take = (direction: 'asc' | 'desc') => {
    for (let { values: read, types } of rowsOf(from, table, direction)) {
      let values = read.map((value, i) =>
        types[i] === 'text' && value instanceof ArrayBuffer ? Buffer.from(value).toString() : value,
      );
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
      // What is between both ends cannot be read.
    }
    return { table, rows, isPartial: true };
  } finally {
    to.exec('commit');
  }
}

function danglingRows(database: Database): RecordsFacts['dangling'] {
  let counts = new Map<string, number>();
  for (let table of texts(database, 'pragma foreign_key_check')) counts.set(table, (counts.get(table) ?? 0) + 1);
  return [...counts].map(([table, rows]) => ({ table, rows }));
}

/** Empty for records of earlier versions. */
function tombstonesIn(database: Database): Tombstone[] {
  if (texts(database, "select name from sqlite_schema where name = 'tombstones'").length === 0) return [];
  let rows = database
    .prepare('select id, kind, owner_id as ownerId, target, but_not as butNot, "until" from tombstones')
    .all() as unknown as (Omit<Tombstone, 'butNot'> & { butNot: string })[];
  return rows.map((row) => ({ ...row, butNot: parseJson(z.array(z.string()), row.butNot) }));
}

/** The first column of each row. */
function texts(database: Database, sql: string): string[] {
  return database
    .prepare(sql)
    .all()
    .map((row) => String(Object.values(row as object)[0]));
}

/** Runs `work` on a temporary copy of the records. */
export function withCopy<T>(folder: string, work: (file: string) => T, copyIn = tmpdir()): T {
  let { file, remove } = copyAside(folder, copyIn);
  try {
    return work(file);
  } finally {
    remove();
  }
}

function copyAside(folder: string, copyIn = tmpdir()): { file: string; remove(): void } {
  let place = mkdtempSync(path.join(copyIn, 'landfall-check-'));
  let remove = () => rmSync(place, { recursive: true, force: true });
  try {
    for (let ending of ['', '-wal']) {
      let file = path.join(folder, `${recordsFile}${ending}`);
      if (existsSync(file)) copyFileSync(file, path.join(place, `${recordsFile}${ending}`));
    }
    return { file: path.join(place, recordsFile), remove };
  } catch (error) {
    remove();
    throw error;
  }
}
