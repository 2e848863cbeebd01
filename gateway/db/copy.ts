/** Copies `records.sqlite` as it is at one moment, also while a server writes to it. */
import path from 'node:path';
import Libsql from 'libsql';
import { recordsFile } from './dialect';

/** A writer of the file holds it for a moment only. */
const waitMs = 5_000;

/** Writes a copy to `target`. Throws where the records are damaged. */
export function copyRecords(folder: string, target: string): void {
  withFile(path.join(folder, recordsFile), (database) => {
    database.exec(`pragma busy_timeout = ${waitMs}`);
    database.exec(`vacuum into '${path.join(target, recordsFile).replaceAll("'", "''")}'`);
  });
}

/** The last migration of a file; null where it has none. */
export function lastStepIn(file: string): string | null {
  return withFile(file, (database) => stepsOf(database).at(-1) ?? null);
}

function stepsOf(database: Libsql.Database): string[] {
  let rows = database.prepare('select name from kysely_migration order by name').all() as { name: string }[];
  return rows.map(({ name }) => name);
}

function withFile<T>(file: string, work: (database: Libsql.Database) => T): T {
  let database = new Libsql(file, { readonly: true });
  try {
    return work(database);
  } finally {
    database.close();
  }
}
