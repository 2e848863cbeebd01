/**
 * The control store of this installation. Refuses to start where it would look empty: when it is
 * lost, or when PostgreSQL is set and the folder still has records on SQLite.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import Libsql from 'libsql';
import { recordsFile } from 'gateway/floor/db/dialect';
import { readMoveId } from 'gateway/floor/db/move';
import { openRecords, type RecordsPlace } from 'gateway/floor/db/open';
import type { Records } from 'gateway/floor/db/schema';
import { isThere, refuseLostRecords, wasUsed } from './data-folder';
import type { Settings } from './settings';

type Place = Pick<Settings, 'DATABASE_URL' | 'DATA_DIR'>;

export function recordsPlace({ DATABASE_URL, DATA_DIR }: Place): RecordsPlace {
  return DATABASE_URL ? { databaseUrl: DATABASE_URL } : { folder: path.resolve(DATA_DIR) };
}

/**
 * Creates the store at the first start. Throws if it is lost: no file, or an empty database, while
 * the folder has other files of an installation.
 */
export async function openInstallationRecords(settings: Place): Promise<Records> {
  let folder = path.resolve(settings.DATA_DIR);
  refuseUnmovedRecords(settings);
  if (!settings.DATABASE_URL) refuseLostRecords(folder);
  // SQLite records without an owner need not be moved.
  let isFirst = Boolean(settings.DATABASE_URL) && isThere(path.join(folder, recordsFile));
  let records = await openRecords(recordsPlace(settings), !isFirst && wasUsed(folder));
  if (settings.DATABASE_URL && (await readMoveId(records)) !== undefined) {
    await records.destroy();
    throw new Error(
      'Records are still being moved to the database of DATABASE_URL. Run "landfall move" until it completes.',
    );
  }
  return records;
}

/**
 * Throws if DATABASE_URL is set and DATA_DIR has records of people on SQLite. Renaming the file to
 * `records.sqlite.moved` confirms that they are in PostgreSQL now.
 */
export function refuseUnmovedRecords({ DATABASE_URL, DATA_DIR }: Place): void {
  let file = path.join(path.resolve(DATA_DIR), recordsFile);
  if (!DATABASE_URL || !existsSync(file) || !holdsPeople(file)) return;
  throw new Error(
    `${file} contains the records of this installation, but DATABASE_URL names another store. ` +
      `Unset DATABASE_URL to use the file. If its records are already in PostgreSQL, rename it to records.sqlite.moved.`,
  );
}

/** An unreadable file counts as one with people. */
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
