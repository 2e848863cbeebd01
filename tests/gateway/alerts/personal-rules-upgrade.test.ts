/**
 * A control store with email settings of an earlier version: after the upgrade the same people get
 * the same emails, and none of them twice.
 */
import { Kysely, Migrator, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayMs, hourMs, minuteMs } from 'contract/floor/time';
import { changePreferences, preferencesOf } from 'gateway/alerts/email-preferences';
import { lastWeek } from 'gateway/alerts/notifications/summary-period';
import { readUnsubscribeToken } from 'gateway/alerts/unsubscribe-link';
import { notificationsOf } from 'gateway/alerts/personal-rules';
import { postgresDialect, sqliteDialect } from 'gateway/floor/db/dialect';
import { migrations } from 'gateway/floor/db/migrations';
import { openRecords } from 'gateway/floor/db/open';
import { findUser } from 'gateway/floor/owners';
import type { Records } from 'gateway/floor/db/schema';
import { sendWelcome } from 'gateway/people/accounts/email-verification';
import { madeEvent } from 'tests/support/made-event';
import { noticePartsOf, startTelling, tellAll } from 'tests/support/notifications';
import { freshRecordsPlace, type FreshPlace } from 'tests/support/records-place';
import { createWorld, type World } from 'tests/support/world';

/** From an email of that version, to ada. */
const earlierToken = '_WpKu6tCSJ7b5Rw2PkXj_5TE2KXFtp02zNFId3_wmSUfD4tSdU0MtK7ucTeiC93u7g';

let world: World;
let fresh: FreshPlace;
let records: Records;
let monday: number;
let telling: Awaited<ReturnType<typeof startTelling>>;

beforeEach(async () => {
  world = await createWorld();
  monday = lastWeek(world.now() + 7 * dayMs).sendAt;
  fresh = await freshRecordsPlace();
  await writeEarlier(world.now());
  records = await openRecords(fresh.place);
  telling = await startTelling(world, { records });
});
afterEach(async () => {
  await telling.close();
  await records.destroy();
  await fresh.remove();
  await world.close();
});

/**
 * Ada and grace get the weekly summary, ada has that of this week already, and the mail server
 * refused grace's. Grace gets notices of a package: of Acme she was told, Bolt the server refused.
 */
async function writeEarlier(now: number): Promise<void> {
  let { place } = fresh;
  let isFolder = 'folder' in place;
  let dialect = 'folder' in place ? sqliteDialect(place.folder) : postgresDialect(place.databaseUrl);
  let db = new Kysely<Record<string, never>>({ dialect });
  let provider = { getMigrations: async () => migrations(isFolder ? 'sqlite' : 'postgres') };
  let { error } = await new Migrator({ db, provider }).migrateTo('0043-email-queue');
  if (error) throw error;
  let week = lastWeek(monday).first;
  for (let name of ['ada', 'grace', 'linus']) {
    await sql`insert into owners (id, name, name_key, kind, created_at, updated_at)
      values (${`${name}-id`}, ${name}, ${name}, 'user', 1, 1)`.execute(db);
    await sql`insert into users (id, email, email_key, password_hash, email_verified_at)
      values (${`${name}-id`}, ${`${name}@old.test`}, ${`${name}@old.test`}, '', 1)`.execute(db);
    await sql`insert into packages (id, owner_id, type, name, name_key, importance, track_companies, created_at, updated_at)
      values (${`tool-of-${name}`}, ${`${name}-id`}, 'file', 'tool', 'tool', 'mid', 1, 1, 1)`.execute(db);
  }
  await sql`insert into email_preferences (user_id, weekly_summary_since, product_news_since, no_welcome_since)
    values ('ada-id', 5, 6, null), ('grace-id', 5, null, null), ('linus-id', null, null, 7)`.execute(db);
  await sql`insert into sent_mails (user_id, kind, about, claimed_at, sent_at) values
    ('ada-id', 'welcome', '', 3, 4), ('ada-id', 'weekly-summary', ${week}, ${now}, ${now}),
    ('grace-id', 'weekly-summary', ${week}, ${now}, null)`.execute(db);
  await sql`insert into package_notices (package_id, user_id, downloads, created_at, checked_until)
    values ('tool-of-grace', 'grace-id', 2, ${now - 3 * dayMs}, ${now})`.execute(db);
  await sql`insert into company_notices (package_id, user_id, company, company_name, downloads, claimed_at, sent_at) values
    ('tool-of-grace', 'grace-id', 'acme.example', 'Acme', 2, ${now - hourMs}, ${now - hourMs}),
    ('tool-of-grace', 'grace-id', 'bolt.example', 'Bolt', 2, ${now - hourMs}, null)`.execute(db);
  await db.destroy();
}

async function add(person: string, company: string, time: number, count = 2): Promise<void> {
  let named = { companyName: company, companyDomain: `${company.toLowerCase()}.example`, confidence: 0.9 };
  let events = Array.from({ length: count }, (_, i) =>
    madeEvent({ artifactId: `tool-of-${person}`, ownerId: `${person}-id`, time: time + i, ...named }),
  );
  await world.events.append(events);
}

async function subjects(person: string): Promise<string[]> {
  return (await world.lettersTo(`${person}@old.test`)).map(({ subject }) => subject);
}

describe('after the upgrade', () => {
  it('people have their settings', async () => {
    let ofAda = { weekly_summary: true, new_company: true, alerts: true, welcome: true, product_news: true };
    expect(await preferencesOf(records, 'ada-id')).toEqual(ofAda);
    let ofLinus = { ...ofAda, weekly_summary: false, product_news: false, welcome: false };
    expect(await preferencesOf(records, 'linus-id')).toEqual(ofLinus);
    expect(await notificationsOf(records, 'grace-id', 'tool-of-grace')).toMatchObject([
      { username: 'grace', downloads: 2, is_paused: false },
    ]);
  });

  it('notices tell what the mail server refused and what is new, and nothing again', async () => {
    let earlier = world.now() - dayMs;
    for (let company of ['Acme', 'Bolt']) await add('grace', company, earlier);
    world.later(15 * minuteMs);
    expect(await tellAll(world, telling)).toBe(1);
    for (let company of ['Acme', 'Bolt', 'Newt']) await add('grace', company, world.now() - minuteMs);
    world.later(15 * minuteMs);
    expect(await tellAll(world, telling)).toBe(1);
    world.later(15 * minuteMs);
    expect(await tellAll(world, telling)).toBe(0);
    expect(await subjects('grace')).toEqual(['Bolt uses tool', 'Newt uses tool']);
  });

  it('summaries come to those who have not got that of the week, and to all in the next', async () => {
    let { from } = lastWeek(monday);
    for (let person of ['ada', 'grace', 'linus'])
      for (let week of [0, 1]) await add(person, 'Acme', from + (week * 7 + 1) * dayMs);
    world.later(monday - world.now());
    expect(await tellAll(world, telling)).toBe(1);
    world.later(hourMs);
    expect(await tellAll(world, telling)).toBe(0);
    expect(await subjects('grace')).toEqual(['Your week: 2 downloads']);
    let link = readUnsubscribeToken(noticePartsOf(world).sealer, earlierToken)!;
    expect(link).toEqual({ userId: 'ada-id', mail: 'weekly_summary' });
    world.later(monday + 7 * dayMs - world.now());
    let ada = (await findUser(records, link.userId))!;
    let act = { actor: null, actingAs: null, address: '', agent: '', time: world.now() };
    await changePreferences(records, ada, { [link.mail]: false }, act);
    expect(await tellAll(world, telling)).toBe(1);
    expect(await subjects('ada')).toEqual([]);
    expect(await subjects('linus')).toEqual([]);
  });

  it('a person who was welcomed is not welcomed again', async () => {
    let { mail, now: clock } = world;
    for (let id of ['ada-id', 'grace-id', 'linus-id'])
      sendWelcome({ records, mail, publicUrl: 'http://dashboard.test', clock }, id);
    await mail.idle();
    let welcomed = await records.selectFrom('users').select(['id', 'welcomed_at']).orderBy('id').execute();
    expect(welcomed.map(({ welcomed_at }) => welcomed_at)).toEqual([3, expect.any(Number), null]);
  });
});
