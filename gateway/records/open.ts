/** Opens the control store and brings its tables up to date. */
import { Kysely, Migrator } from 'kysely';
import { postgresDialect, sqliteDialect, type Engine } from './dialect';
import { migrations } from './migrations';
import type { Records, Tables } from './schema';

export type RecordsPlace = { folder: string } | { databaseUrl: string };

/** Gives the store, migrated; throws when it cannot be opened or migrated. Close it with `records.destroy()`. */
export async function openRecords(place: RecordsPlace): Promise<Records> {
  let engine: Engine = 'folder' in place ? 'sqlite' : 'postgres';
  let dialect = 'folder' in place ? sqliteDialect(place.folder) : postgresDialect(place.databaseUrl);
  let records = new Kysely<Tables>({ dialect });
  let migrator = new Migrator({ db: records, provider: { getMigrations: async () => migrations(engine) } });
  let { error } = await migrator.migrateToLatest();
  if (error) {
    await records.destroy();
    throw new Error('The control store could not be migrated.', { cause: error });
  }
  return records;
}
