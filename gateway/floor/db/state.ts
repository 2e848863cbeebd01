/** Status of the control store: engine, size, migrations, and counts. */
import { PostgresAdapter, sql } from 'kysely';
import { migrations } from './migrations';
import type { Records } from './schema';

export interface RecordsState {
  engine: 'sqlite' | 'postgres';
  version: string;
  bytes: number;
  steps_done: number;
  last_step: string;
  steps_missing: string[];
  people: number;
  organizations: number;
  packages: number;
  pixels: number;
  suspended: number;
}

/** Rejects if the store does not answer. */
export async function recordsState(records: Records): Promise<RecordsState> {
  let isPostgres = records.getExecutor().adapter instanceof PostgresAdapter;
  let { rows: done } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(records);
  let names = done.map(({ name }) => name);
  let counts = await records
    .selectNoFrom((e) => [
      e.selectFrom('users').select(e.fn.countAll<number>().as('n')).as('people'),
      e.selectFrom('organizations').select(e.fn.countAll<number>().as('n')).as('organizations'),
      e.selectFrom('packages').select(e.fn.countAll<number>().as('n')).as('packages'),
      e.selectFrom('pixels').select(e.fn.countAll<number>().as('n')).as('pixels'),
      e
        .selectFrom('owners')
        .select(e.fn.countAll<number>().as('n'))
        .where('suspended_at', 'is not', null)
        .as('suspended'),
    ])
    .executeTakeFirstOrThrow();
  return {
    engine: isPostgres ? 'postgres' : 'sqlite',
    ...(await (isPostgres ? postgresFacts : sqliteFacts)(records)),
    steps_done: names.length,
    last_step: names.at(-1) ?? '',
    steps_missing: Object.keys(migrations(isPostgres ? 'postgres' : 'sqlite')).filter((name) => !names.includes(name)),
    people: Number(counts.people),
    organizations: Number(counts.organizations),
    packages: Number(counts.packages),
    pixels: Number(counts.pixels),
    suspended: Number(counts.suspended),
  };
}

async function sqliteFacts(records: Records) {
  let { rows } = await sql<{ version: string; bytes: number }>`
    select sqlite_version() as version, page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`.execute(
    records,
  );
  return { version: rows[0]?.version ?? '', bytes: Number(rows[0]?.bytes ?? 0) };
}

async function postgresFacts(records: Records) {
  let { rows } = await sql<{ version: string; bytes: number }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`.execute(
    records,
  );
  return { version: rows[0]?.version ?? '', bytes: Number(rows[0]?.bytes ?? 0) };
}

/** Unfinished runs of scheduled exports, and listed ones that failed. */
export async function exportRunCounts(records: Records): Promise<{ open: number; failed: number }> {
  let rows = await records
    .selectFrom('export_runs')
    .select((e) => ['status', e.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute();
  let countOf = (...statuses: string[]) =>
    rows.filter(({ status }) => statuses.includes(status)).reduce((sum, { count }) => sum + Number(count), 0);
  return { open: countOf('waiting', 'running'), failed: countOf('failed') };
}

/** Cached company profiles, and when the oldest was requested (milliseconds). */
export async function profileAge(records: Records): Promise<{ count: number; oldest: number | null }> {
  let { count, oldest } = await records
    .selectFrom('company_profiles')
    .select((e) => [e.fn.countAll<number>().as('count'), e.fn.min('asked_at').as('oldest')])
    .executeTakeFirstOrThrow();
  return { count: Number(count), oldest: oldest === null ? null : Number(oldest) };
}
