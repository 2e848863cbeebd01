/**
 * The migration to verified domains. Domains of an earlier version are served until another owner
 * verifies them.
 */
import { Kysely, Migrator, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postgresDialect, sqliteDialect } from 'gateway/floor/db/dialect';
import { verifyDomain } from 'gateway/packages/domain-verification';
import { migrations } from 'gateway/floor/db/migrations';
import { openRecords } from 'gateway/floor/db/open';
import { findOwner } from 'gateway/floor/owners';
import { loadRules } from 'gateway/packages/edge-rules';
import type { Records, Tables } from 'gateway/floor/db/schema';
import { freshRecordsPlace, type FreshPlace } from 'tests/support/records-place';

const own = { domain: 'gate.example', publicUrl: 'https://dashboard.example' };

let fresh: FreshPlace;
let records: Records;

beforeAll(async () => {
  fresh = await freshRecordsPlace();
  let { place } = fresh;
  let isFolder = 'folder' in place;
  let dialect = 'folder' in place ? sqliteDialect(place.folder) : postgresDialect(place.databaseUrl);
  let before = new Kysely<Tables>({ dialect });
  let provider = { getMigrations: async () => migrations(isFolder ? 'sqlite' : 'postgres') };
  await new Migrator({ db: before, provider }).migrateTo('0012-domain-checks');
  let at = { created_at: 1, updated_at: 1 };
  for (let name of ['ada', 'grace'])
    await before
      .insertInto('owners')
      .values({ id: name, name, name_key: name, kind: 'user', ...at })
      .execute();
  let described = { short_description: '', long_description: '', website: '', importance: 'mid' as const };
  await before
    .insertInto('packages')
    .values({
      id: 'p',
      owner_id: 'ada',
      type: 'file',
      name: 'p',
      name_key: 'p',
      track_companies: 1,
      ...described,
      ...at,
    })
    .execute();
  await before.insertInto('routes').values({ id: 'r', package_id: 'p', incoming_path: '/p', created_at: 1 }).execute();
  await before
    .insertInto('domains')
    .values({ id: 'd', owner_id: 'ada', package_id: 'p', name: 'old.example', created_at: 1 })
    .execute();
  await sql`insert into claims (name, owner_id) values ('old.example', 'ada')`.execute(before);
  await sql`insert into domain_checks (name, cname, txt, answered, checked_at)
    values ('old.example', '["elsewhere.example"]', '[]', 1, 5)`.execute(before);
  await before.destroy();
  records = await openRecords(place);
});
afterAll(async () => {
  await records.destroy();
  await fresh.remove();
});

async function hosts(): Promise<string[]> {
  let rules = await loadRules(records, own);
  return [...rules.values()].flatMap(({ packages }) => packages.file ?? []).map(({ host }) => host);
}

it('still serves a domain of an earlier version, and keeps the results of its checks', async () => {
  expect(await hosts()).toEqual(['old.example']);
  expect(await records.selectFrom('custom_domains').selectAll().execute()).toMatchObject([
    { owner_id: 'ada', verified_by: 'upgrade', cname: '["elsewhere.example"]', checked_at: 5, next_check_at: null },
  ]);
});

it('transfers it to another owner who verifies it', async () => {
  let grace = (await findOwner(records, 'grace'))!;
  let row = { owner_id: 'grace', name: 'old.example', added_at: 2, cname: '[]', txt: '[]', answered: 0 };
  await records.insertInto('custom_domains').values(row).execute();
  expect(await hosts()).toEqual(['old.example']);
  let act = { actor: null, actingAs: null, address: '', agent: '', time: 3 };
  expect(await verifyDomain(records, grace, { name: 'old.example', by: 'txt' }, act)).toMatchObject({ name: 'ada' });
  expect(await hosts()).toEqual(['ada.gateway.gate.example']);
});
