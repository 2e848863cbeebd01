/**
 * Reads `records.sqlite` beside a server, or without one, and makes no file in its folder: a file
 * that another user has made would keep the server out.
 */
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Libsql from 'libsql';
import { withCopy } from './check';
import { recordsFile } from './dialect';
import type { TombstoneRow } from './schema';

/** A writer of the file holds it for a moment only. */
const waitMs = 5_000;

/**
 * Writes a copy of the records as they are at one moment to `target`. Throws where they are
 * damaged.
 */
export function copyRecords(folder: string, target: string): void {
  withRecords(folder, target, (database) => {
    database.exec(`vacuum into '${path.join(target, recordsFile).replaceAll("'", "''")}'`);
  });
}

/** The migrations that the records of a folder have, in order. */
export function stepsIn(folder: string): string[] {
  return withRecords(folder, tmpdir(), (database) => {
    if (!database.prepare("select name from sqlite_schema where name = 'kysely_migration'").get()) return [];
    let rows = database.prepare('select name from kysely_migration order by name').all() as { name: string }[];
    return rows.map(({ name }) => name);
  });
}

/** What was erased, by the records of a folder. */
export function readTombstones(folder: string): TombstoneRow[] {
  return withRecords(folder, tmpdir(), (database) => {
    if (!database.prepare("select name from sqlite_schema where name = 'tombstones'").get()) return [];
    return database.prepare('select * from tombstones order by id').all() as TombstoneRow[];
  });
}

/** SQLite only makes files beside the records where no process has them open. */
function withRecords<T>(folder: string, copyIn: string, work: (database: Libsql.Database) => T): T {
  let file = path.join(folder, recordsFile);
  let onFile = (of: string) => {
    let database = new Libsql(of, { readonly: true });
    try {
      database.exec(`pragma busy_timeout = ${waitMs}`);
      return work(database);
    } finally {
      database.close();
    }
  };
  return existsSync(`${file}-shm`) ? onFile(file) : withCopy(folder, onFile, copyIn);
}
