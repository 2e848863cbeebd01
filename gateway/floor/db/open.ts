/** Opens the control store and migrates its tables. */
import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from 'contract/floor/error-code';
import { Kysely, Migrator, sql } from 'kysely';
import { errorMessage } from 'net/error-message';
import { stepsIn } from './copy';
import { postgresDialect, sqliteDialect, type DatabaseEngine } from './dialect';
import { migrations } from './migrations';
import type { Records, Tables } from './schema';

export type RecordsPlace = { folder: string } | { databaseUrl: string };

/**
 * Throws an Error with advice and without passwords. `isExpected`: there must be records, so an
 * empty store is an error. Close it with `records.destroy()`.
 */
export async function openRecords(place: RecordsPlace, isExpected = false): Promise<Records> {
  let records: Records | undefined;
  try {
    let dialect = 'folder' in place ? sqliteDialect(place.folder) : postgresDialect(place.databaseUrl);
    records = new Kysely<Tables>({ dialect });
    let steps = await migratorOf(records, place).getMigrations();
    if (isExpected && steps.every(({ executedAt }) => !executedAt)) throw new EmptyStore('it is empty');
    let isCurrent = steps.every(({ executedAt }) => executedAt);
    if (isCurrent || 'folder' in place) await migrate(records, place);
    else await migrateInItsTime(place.databaseUrl);
    return records;
  } catch (error) {
    await records?.destroy().catch(() => undefined);
    throw new Error(`The control store could not be opened: ${explain(error, place)}`, { cause: error });
  }
}

/**
 * Without migrating, for a process that reads a part of it; a newer version's additions are
 * accepted. Throws as `openRecords` does, and if migrations are missing.
 */
export async function openMigratedRecords(place: { databaseUrl: string }): Promise<Records> {
  let records = new Kysely<Tables>({ dialect: postgresDialect(place.databaseUrl) });
  try {
    let missing = await pendingSteps(place, false);
    if (missing.length === 0) return records;
    throw new Error(`step ${missing[0]} is missing. Start a process with ROLE=web or ROLE=jobs of this version first`);
  } catch (error) {
    await records.destroy().catch(() => undefined);
    throw new Error(`The control store could not be opened: ${explain(error, place)}`, { cause: error });
  }
}

class EmptyStore extends Error {}

/** Whether opening failed because the store is empty. */
export function isEmptyStore(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof EmptyStore;
}

function migratorOf(db: Records, place: RecordsPlace): Migrator {
  let engine: DatabaseEngine = 'folder' in place ? 'sqlite' : 'postgres';
  return new Migrator({
    db,
    provider: { getMigrations: async () => migrations(engine) },
    allowUnorderedMigrations: true,
  });
}

async function migrate(records: Records, place: RecordsPlace): Promise<void> {
  let { error, results } = await migratorOf(records, place).migrateToLatest();
  if (!error) return;
  let failed = results?.find(({ status }) => status === 'Error')?.migrationName;
  throw failed ? new Error(`step ${failed} failed: ${errorMessage(error)}`, { cause: error }) : error;
}

/** Without a time limit, because a step over a large table can take long. */
async function migrateInItsTime(databaseUrl: string): Promise<void> {
  let records = new Kysely<Tables>({ dialect: postgresDialect(databaseUrl, 0) });
  await migrate(records, { databaseUrl }).finally(() => records.destroy());
}

/**
 * Migrations that opening the store would run. Throws as `openRecords` does; for steps of a newer
 * version only with `refusesUnknown`.
 */
export async function pendingSteps(place: RecordsPlace, refusesUnknown = true): Promise<string[]> {
  try {
    let done = 'folder' in place ? stepsIn(place.folder) : await stepsOnServer(place.databaseUrl);
    let known = Object.keys(migrations('folder' in place ? 'sqlite' : 'postgres'));
    let unknown = done.find((name) => !known.includes(name));
    if (unknown && refusesUnknown) throw new Error(`previously executed migration ${unknown} is missing`);
    return known.filter((name) => !done.includes(name));
  } catch (error) {
    throw new Error(`The control store could not be read: ${explain(error, place)}`, { cause: error });
  }
}

async function stepsOnServer(databaseUrl: string): Promise<string[]> {
  let records = new Kysely<Tables>({ dialect: postgresDialect(databaseUrl) });
  try {
    let tables = await sql<{ name: string | null }>`select to_regclass('kysely_migration')::text as name`.execute(
      records,
    );
    if (!tables.rows[0]?.name) return [];
    let { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(records);
    return rows.map(({ name }) => name);
  } finally {
    await records.destroy();
  }
}

const presenceLimitMs = 5_000;

/** Why the store does not answer, in the words of `openRecords`. */
export async function recordsProblem(records: Records, place: RecordsPlace): Promise<string | undefined> {
  let timeUp = new AbortController();
  let limit = pause(presenceLimitMs, undefined, { signal: timeUp.signal, ref: false }).then(
    () => {
      throw new Error('Query read timeout');
    },
    () => undefined,
  );
  try {
    await Promise.race([sql`select 1`.execute(records), limit]);
    return undefined;
  } catch (error) {
    return `The control store does not answer: ${explain(error, place)}`;
  } finally {
    timeUp.abort();
  }
}

/** By PostgreSQL error code (appendix A of its documentation). */
const postgresAdvice: Record<string, string> = {
  '28P01': 'Check the role and the password in DATABASE_URL.',
  '28000': 'Check the role in DATABASE_URL and what pg_hba.conf allows it.',
  '3D000': 'Check the name in DATABASE_URL, or create the database.',
  '42501': 'Grant the role the right to create tables in the schema "public".',
  '53300': 'Raise max_connections of the server, or stop what holds the connections.',
  '57P03': 'The server is starting or stopping; try again in a moment.',
};

function explain(error: unknown, place: RecordsPlace): string {
  let code = errorCode(error) ?? '';
  let said = errorMessage(error).replace(/\.$/, '');
  let unknownStep = /previously executed migration (\S+) is missing/.exec(said)?.[1];
  if (unknownStep)
    return `it was written by another version of Landfall, whose step ${unknownStep} this version does not know. Start that version again, or restore a backup made before it.`;
  if (code === 'records-are-busy' || ('folder' in place && /timeout/.test(said))) said = 'it is locked';
  if ('folder' in place) return `${said}. ${sqliteAdvice(error, said)}Folder: ${place.folder}`;
  let { hostname, port, pathname } = new URL(place.databaseUrl);
  let server = `${hostname || 'localhost'}:${port || '5432'}`;
  if (error instanceof EmptyStore)
    return (
      `the database ${pathname.slice(1) || 'of the role'} at ${server} is empty, while the data folder holds files of an ` +
      `installation. Nothing was changed. Restore a dump of its records, correct DATABASE_URL, or run ` +
      `"landfall begin-anew records" to start over without people and packages.`
    );
  if (/timeout|timed out/i.test(said) && !code)
    return (
      `PostgreSQL at ${server} takes connections and does not answer. Look at its log, and at its load and its disk; ` +
      `restart it where it hangs.`
    );
  if (/^E(CONNREFUSED|CONNRESET|HOSTUNREACH|NOTFOUND|TIMEDOUT|AI_AGAIN)/.test(code))
    return `no PostgreSQL server answers at ${server} (${code}). Start it, or correct DATABASE_URL.`;
  let advice = postgresAdvice[code];
  return `${said} (PostgreSQL at ${server}, database ${pathname.slice(1) || 'not named'}).${advice ? ` ${advice}` : ''}`;
}

function sqliteAdvice(error: unknown, said: string): string {
  if (error instanceof EmptyStore)
    return (
      'The file records.sqlite holds no records, while other files of the installation are there. Restore it from a ' +
      'backup, or move it away and run "landfall begin-anew records" to start over without people and packages. '
    );
  if (/malformed|not a database/i.test(said)) return 'The file records.sqlite is damaged; restore it from a backup. ';
  if (/locked|busy/i.test(said)) return 'Another program holds records.sqlite; stop it. ';
  if (/readonly|read-only|unable to open/i.test(said)) return 'Check the permissions of the folder. ';
  return '';
}
