/**
 * Reads `records.sqlite` with or without a running server, creating no files in its folder: those
 * of another user would lock the server out.
 */
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Libsql from 'libsql';
import { withCopy } from './check';
import { recordsFile } from './dialect';
import type { TombstoneRow } from './schema';

/** Writers lock the file only briefly. */
const waitMs = 5_000;

/** Writes a consistent copy to `target`. Throws if the records are damaged. */
export function copyRecords(folder: string, target: string): void {
  withRecords(folder, target, (database) => {
    database.exec(`vacuum into '${path.join(target, recordsFile).replaceAll("'", "''")}'`);
  });
}

/** Applied migrations in order. */
export function stepsIn(folder: string): string[] {
  return withRecords(folder, tmpdir(), (database) => {
    if (!database.prepare("select name from sqlite_schema where name = 'kysely_migration'").get()) return [];
    let rows = database.prepare('select name from kysely_migration order by name').all() as { name: string }[];
    return rows.map(({ name }) => name);
  });
}

export function readTombstones(folder: string): TombstoneRow[] {
  return withRecords(folder, tmpdir(), (database) => {
    if (!database.prepare("select name from sqlite_schema where name = 'tombstones'").get()) return [];
    return database.prepare('select * from tombstones order by id').all() as TombstoneRow[];
  });
}

/** SQLite creates files next to the records only if no process has them open. */
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
