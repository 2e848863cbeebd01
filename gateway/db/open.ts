/** Opens the control store and brings its tables up to date. */
import { Kysely, Migrator } from 'kysely';
import { postgresDialect, sqliteDialect, type Engine } from './dialect';
import { migrations } from './migrations';
import type { Records, Tables } from './schema';

export type RecordsPlace = { folder: string } | { databaseUrl: string };

/**
 * Gives the store, migrated. Throws an Error that says what is wrong and what to do when it cannot
 * be opened or migrated; passwords never appear in it. Close the store with `records.destroy()`.
 */
export async function openRecords(place: RecordsPlace): Promise<Records> {
  let engine: Engine = 'folder' in place ? 'sqlite' : 'postgres';
  let records: Records | undefined;
  try {
    let dialect = 'folder' in place ? sqliteDialect(place.folder) : postgresDialect(place.databaseUrl);
    records = new Kysely<Tables>({ dialect });
    let migrator = new Migrator({
      db: records,
      provider: { getMigrations: async () => migrations(engine) },
      allowUnorderedMigrations: true,
    });
    let { error, results } = await migrator.migrateToLatest();
    if (!error) return records;
    let failed = results?.find(({ status }) => status === 'Error')?.migrationName;
    throw failed ? new Error(`step ${failed} failed: ${messageOf(error)}`, { cause: error }) : error;
  } catch (error) {
    await records?.destroy().catch(() => undefined);
    throw new Error(`The control store could not be opened: ${explain(error, place)}`, { cause: error });
  }
}

/** What PostgreSQL says by code (its documentation, appendix A), and what to do about it. */
const postgresAdvice: Record<string, string> = {
  '28P01': 'Check the role and the password in DATABASE_URL.',
  '28000': 'Check the role in DATABASE_URL and what pg_hba.conf allows it.',
  '3D000': 'Check the name in DATABASE_URL, or create the database.',
  '42501': 'Grant the role the right to create tables in the schema "public".',
  '53300': 'Raise max_connections of the server, or stop what holds the connections.',
  '57P03': 'The server is starting or stopping; try again in a moment.',
};

function explain(error: unknown, place: RecordsPlace): string {
  let { code = '' } = error as { code?: string };
  let said = messageOf(error).replace(/\.$/, '');
  let unknownStep = /previously executed migration (\S+) is missing/.exec(said)?.[1];
  if (unknownStep)
    return `it was written by another version of Landfall, whose step ${unknownStep} this version does not know. Start that version again, or restore a backup made before it.`;
  if ('folder' in place) return `${said}. ${sqliteAdvice(said)}Folder: ${place.folder}`;
  let { hostname, port, pathname } = new URL(place.databaseUrl);
  let server = `${hostname || 'localhost'}:${port || '5432'}`;
  if (/^E(CONNREFUSED|CONNRESET|HOSTUNREACH|NOTFOUND|TIMEDOUT|AI_AGAIN)/.test(code))
    return `no PostgreSQL server answers at ${server} (${code}). Start it, or correct DATABASE_URL.`;
  let advice = postgresAdvice[code];
  return `${said} (PostgreSQL at ${server}, database ${pathname.slice(1) || 'not named'}).${advice ? ` ${advice}` : ''}`;
}

function sqliteAdvice(said: string): string {
  if (/malformed|not a database/i.test(said)) return 'The file records.sqlite is damaged; restore it from a backup. ';
  if (/locked|busy/i.test(said)) return 'Another program holds records.sqlite; stop it. ';
  if (/readonly|read-only|unable to open/i.test(said)) return 'Check the permissions of the folder. ';
  return '';
}

/** Some errors of the network have parts instead of a message of their own. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && !error.message) return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
