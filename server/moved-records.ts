/**
 * DATABASE_URL beside a folder that still holds records: the installation would silently look
 * empty.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import Libsql from 'libsql';
import type { Settings } from './settings';

/**
 * Throws when DATABASE_URL is set and DATA_DIR holds accounts in SQLite. Renaming the file to
 * `records.sqlite.moved` confirms that they are in PostgreSQL now.
 */
export function refuseUnmovedRecords({ DATABASE_URL, DATA_DIR }: Settings): void {
  let file = path.join(path.resolve(DATA_DIR), 'records.sqlite');
  if (!DATABASE_URL || !existsSync(file) || !holdsPeople(file)) return;
  throw new Error(
    `${file} holds the records of this installation, and DATABASE_URL names another store. ` +
      `Unset DATABASE_URL to go on with the file. If its records are in PostgreSQL already, rename it to records.sqlite.moved.`,
  );
}

/** A file that cannot be read counts as one with accounts. */
function holdsPeople(file: string): boolean {
  let database: Libsql.Database | undefined;
  try {
    database = new Libsql(file, { readonly: true });
    return database.prepare('select 1 from owners limit 1').get() !== undefined;
  } catch (error) {
    return !/no such table/.test(String(error));
  } finally {
    database?.close();
  }
}
