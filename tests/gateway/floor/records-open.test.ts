/**
 * Opens the control store. Older ones are migrated, and a store that cannot be opened is refused
 * with a reason.
 */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Kysely, Migrator } from 'kysely';
import Libsql from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sqliteDialect } from 'gateway/floor/db/dialect';
import { migrations } from 'gateway/floor/db/migrations';
import { openRecords } from 'gateway/floor/db/open';
import { serverUrl } from '../../support/records-place';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'records-open-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => path.join(folder, 'records.sqlite');

/** Runs only some of the migrations, as a development version did. */
async function runSteps(names: readonly string[]): Promise<void> {
  let all = migrations('sqlite');
  let db = new Kysely<Record<string, never>>({ dialect: sqliteDialect(folder) });
  let chosen = Object.fromEntries(names.map((name) => [name, all[name]!]));
  let { error } = await new Migrator({ db, provider: { getMigrations: async () => chosen } }).migrateToLatest();
  await db.destroy();
  if (error) throw error;
}

function tablesOf(): string[] {
  let database = new Libsql(file(), { readonly: true });
  let rows = database.prepare(`select name from sqlite_master where type = 'table' order by name`).all();
  database.close();
  return (rows as { name: string }[]).map(({ name }) => name);
}

it('a store that was closed has all data in its file, and nothing in its write-ahead log', async () => {
  let records = await openRecords({ folder });
  let count = () => records.selectFrom('owners').select('id').execute();
  for (let i = 0; i < 3; i++) expect(await count()).toEqual([]);
  await records.destroy();
  expect(statSync(`${file()}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
  copyFileSync(file(), `${file()}-copy`);
  let copy = new Libsql(`${file()}-copy`, { readonly: true });
  expect(copy.prepare('select count(*) as n from owners').all()).toMatchObject([{ n: 0 }]);
  copy.close();
});

describe('the migrations of the control store', () => {
  it('are in the order of their names', () => {
    let names = Object.keys(migrations('sqlite'));
    expect(names).toEqual(names.toSorted());
    expect(new Set(names.map((name) => name.slice(0, 4))).size).toBe(names.length);
  });

  it('open a store of version f9e2e2d with all its data', async () => {
    writeFileSync(file(), gunzipSync(readFileSync('tests/fixtures/records-f9e2e2d.sqlite.gz')));
    let records = await openRecords({ folder });
    let owners = await records.selectFrom('owners').select('name').orderBy('name_key').execute();
    expect(owners.map(({ name }) => name)).toEqual(['ada', 'grace', 'hopper-labs', 'linus', 'mary', 'root']);
    let counts = await Promise.all(
      (['packages', 'pixels', 'domains', 'routes', 'memberships'] as const).map(async (table) => {
        let row = await records
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .executeTakeFirst();
        return [table, row?.n];
      }),
    );
    expect(Object.fromEntries(counts)).toEqual({ packages: 7, pixels: 3, domains: 10, routes: 3, memberships: 3 });
    await records.destroy();
  });

  // These are the sets of migrations of development versions after the first one.
  let first = (count: number) => Object.keys(migrations('sqlite')).slice(0, count);
  it.each([
    { version: 'with filters and a catch-all target', steps: [...first(7), '0012-domain-checks'] },
    { version: 'with mails before leads and exports', steps: [...first(7), '0011-mails'] },
    { version: 'with exports before leads and mails', steps: [...first(7), '0009-scheduled-exports'] },
    { version: 'with mails and domain checks alone', steps: [...first(7), '0011-mails', '0012-domain-checks'] },
    { version: 'of the first day', steps: first(1) },
  ])('bring a development store $version up to date', async ({ steps }) => {
    await runSteps(steps);
    await (await openRecords({ folder })).destroy();
    let upgraded = tablesOf();
    rmSync(folder, { recursive: true, force: true });
    await (await openRecords({ folder })).destroy();
    expect(upgraded).toEqual(tablesOf());
  });
});

it('API tokens from before that may write may send events, and no others', async () => {
  await runSteps(Object.keys(migrations('sqlite')).filter((name) => name < '0028'));
  let database = new Libsql(file());
  database.exec(`insert into owners (id, name, name_key, kind, created_at, updated_at) values ('a', 'a', 'a', 'user', 1, 1);
    insert into users (id, email, email_key, password_hash) values ('a', 'a', 'a', '')`);
  for (let scopes of ['read write', 'read export', ''])
    database
      .prepare(`insert into tokens (id, user_id, kind, hash, scopes, created_at) values (?, 'a', ?, ?, ?, 1)`)
      .run(scopes, scopes ? 'api' : 'session', scopes, scopes);
  database.close();
  let records = await openRecords({ folder });
  let rows = await records.selectFrom('tokens').select(['id', 'scopes', 'only_owner_id']).orderBy('id').execute();
  await records.destroy();
  expect(rows.map(({ scopes }) => scopes)).toEqual(['', 'read export', 'read write events']);
  expect(new Set(rows.map((row) => row.only_owner_id))).toEqual(new Set([null]));
});

describe('a control store that cannot be opened', () => {
  it('of a later version is refused with advice, and not changed', async () => {
    await (await openRecords({ folder })).destroy();
    let database = new Libsql(file());
    database.exec(`insert into kysely_migration values ('9999-later', '2030-01-01T00:00:00.000Z')`);
    database.close();
    await expect(openRecords({ folder })).rejects.toThrow(
      /written by another version of Landfall, whose step 9999-later this version does not know\. Start that version again/,
    );
  });

  it('that is damaged is reported as such', async () => {
    writeFileSync(file(), 'damaged '.repeat(1_000));
    await expect(openRecords({ folder })).rejects.toThrow(/records\.sqlite is damaged; restore it from a backup/);
  });

  it('whose first start is interrupted has none of its tables, and opens at the next start', async () => {
    let other = new Libsql(file());
    other.exec('create table archives (id text)');
    await expect(openRecords({ folder })).rejects.toThrow('failed: table "archives" already exists');
    expect(tablesOf()).toEqual(['archives', 'kysely_migration', 'kysely_migration_lock']);
    other.exec('drop table archives');
    other.close();
    let records = await openRecords({ folder });
    expect(await records.selectFrom('owners').select('id').execute()).toEqual([]);
    await records.destroy();
  });

  it('whose migration fails is reported with the migration and the cause', async () => {
    await (await openRecords({ folder })).destroy();
    let database = new Libsql(file());
    database.exec(`delete from kysely_migration where name = '0009-scheduled-exports'`);
    database.close();
    await expect(openRecords({ folder })).rejects.toThrow(/step 0009-scheduled-exports failed: .*already exists/);
  });

  it('on a server that does not answer is reported with host and port, never the password', async () => {
    let opening = openRecords({ databaseUrl: 'postgres://somebody:a-password@127.0.0.1:1/landfall' });
    await expect(opening).rejects.toThrow(
      /no PostgreSQL server answers at 127\.0\.0\.1:1 \(ECONNREFUSED\)\. Start it, or correct DATABASE_URL\./,
    );
    await expect(opening).rejects.not.toThrow(/a-password/);
  });

  describe.runIf(serverUrl)('on a PostgreSQL server', () => {
    let changed = (change: (url: URL) => void) => {
      let url = new URL(serverUrl ?? '');
      change(url);
      return url.href;
    };

    it('without the role is reported as a wrong role', async () => {
      let databaseUrl = changed((url) => (url.username = 'nobody-here'));
      await expect(openRecords({ databaseUrl })).rejects.toThrow(/role "nobody-here" .*Check the role in DATABASE_URL/);
    });

    it('without the database is reported as a wrong name', async () => {
      let databaseUrl = changed((url) => (url.pathname = '/no-such-database'));
      await expect(openRecords({ databaseUrl })).rejects.toThrow(/"no-such-database" .*Check the name in DATABASE_URL/);
    });
  });
});
