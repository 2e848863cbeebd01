/**
 * Checks `records.sqlite`, and salvages a damaged one. Works on a copy, because SQLite writes to
 * the folder of a database even when it only reads.
 */
import { isUtf8 } from 'node:buffer';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Libsql from 'libsql';
import type { Tombstone } from '../tombstone';
import { recordsFile } from './dialect';
import { migrations } from './migrations';

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

/** Errors per table. */
const integrityLinesMax = 3;

/** Undefined without a file. */
export function checkRecords(folder: string): RecordsFacts | undefined {
  if (!existsSync(path.join(folder, recordsFile))) return undefined;
  return withCopy(folder, (file) => {
    let facts: RecordsFacts = { damage: [], dangling: [], unknownSteps: [], artifacts: undefined, tombstones: [] };
    let database: Database | undefined;
    try {
      database = new Libsql(file);
      facts.damage = [...damageByTable(database)].flat();
      if (facts.damage.length > 0) return facts;
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

/** Of each table in turn. Lines begin with the table, where they are about one. */
function* damageByTable(database: Database): Generator<string[]> {
  let ofSchema = damagedTexts(database, 'sqlite_schema');
  // The engine's errors would contain them.
  if (ofSchema.length > 0) return yield ofSchema;
  let isWhole = true;
  for (let table of texts(database, `select name from sqlite_schema where type = 'table' order by name`)) {
    let lines = integrityOf(database, `"${table}"`).map((line) => `${table}: ${line}`);
    if (lines.length === 0) lines = damagedTexts(database, table);
    isWhole &&= lines.length === 0;
    yield lines;
  }
  // What belongs to no table.
  if (isWhole) yield integrityOf(database, String(integrityLinesMax));
}

/** Damage in records that are in use, with pauses for other work. */
export async function damageOfOpenRecords(folder: string, signal: AbortSignal): Promise<string[]> {
  let database = new Libsql(path.join(folder, recordsFile), { readonly: true });
  try {
    let found: string[] = [];
    let started = performance.now();
    for (let lines of damageByTable(database)) {
      for (let line of lines) found.push(line);
      await pause(performance.now() - started, undefined, { signal });
      started = performance.now();
    }
    return found;
  } finally {
    database.close();
  }
}

/** `about`: a table, or how many errors of all tables to find. */
function integrityOf(database: Database, about: string): string[] {
  try {
    let lines = texts(database, `pragma integrity_check(${about})`);
    if (lines.length === 1 && lines[0] === 'ok') return [];
    return lines
      .slice(0, integrityLinesMax)
      .map((line) => line.replace(/^\*\*\* .* \*\*\*\n/, '').replaceAll('\n', ', '));
  } catch (error) {
    return [messageOf(error)];
  }
}

/** Reading a text that is not UTF-8 would end this process, so texts are read as bytes. */
function damagedTexts(database: Database, table: string): string[] {
  try {
    let wrong = 0;
    for (let { values, types } of rowsOf(database, table))
      if (values.some((value, i) => types[i] === 'text' && value instanceof ArrayBuffer && !isUtf8(value))) wrong += 1;
    return wrong === 0 ? [] : [`${table}: texts of ${wrong} ${wrong === 1 ? 'row are' : 'rows are'} not UTF-8`];
  } catch (error) {
    return [`${table}: ${messageOf(error)}`];
  }
}

/** Rows in their order, with texts as bytes. */
function* rowsOf(database: Database, table: string, direction: 'asc' | 'desc' = 'asc') {
  let columns = database
    .prepare(`select * from "${table}" limit 0`)
    .columns()
    .map(({ name }) => `"${name}"`);
  let selected = columns.flatMap((name, i) => [
    `iif(typeof(${name}) = 'text', cast(${name} as blob), ${name}) as v${i}`,
    `typeof(${name}) as t${i}`,
  ]);
  let found = database.prepare(`select ${selected.join(', ')} from "${table}" not indexed order by rowid ${direction}`);
  for (let row of found.iterate()) {
    let all: unknown[] = Object.values(row as object);
    yield { values: all.filter((_, i) => i % 2 === 0), types: all.filter((_, i) => i % 2 === 1) };
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
  return rows.map((row) => ({ ...row, butNot: JSON.parse(row.butNot) as string[] }));
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
