/**
 * Rules on their way from the control store to the edge. After every change the edge decides like
 * an edge that received all rules at once.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createNames } from 'gateway/floor/names';
import { createSampleUser } from 'gateway/floor/owners';
import { changeOwner } from 'gateway/floor/db/owner-transaction';
import { openRecords } from 'gateway/floor/db/open';
import type { OwnerRow } from 'gateway/floor/db/account-schema';
import type { PixelRow } from 'gateway/floor/db/hosting-schema';
import type { Records } from 'gateway/floor/db/schema';
import { createRandom } from 'gateway/demo/random';
import { createCollection, deleteCollection } from 'gateway/packages/collections';
import { createDomain } from 'gateway/packages/domains';
import { verifyDomain } from 'gateway/packages/domain-verification';
import { loadRules } from 'gateway/packages/edge-rules';
import { createPackage, deletePackage } from 'gateway/packages/package-changes';
import { createPixel, deletePixel } from 'gateway/packages/pixels';
import { createRoute } from 'gateway/packages/routes';
import { feedRules, type RulesFeed } from 'gateway/packages/rules-feed';
import { ApiError } from 'gateway/floor/calls/api-error';
import { createRoutingTable, decideRequest, type RuleTable } from 'edge/routing-table';
import { actAt } from 'tests/support/act';
import { migratedRecordsPlace, type FreshPlace } from 'tests/support/records-place';
import { startRulesEdge, startRulesStore, type RulesEdge, type RulesStore } from 'tests/support/rules-link';

const own = { domain: 'gate.example', publicUrl: 'https://dashboard.example' };
const act = actAt(Date.UTC(2026, 0, 1));
const names = createNames(['a secret of the tests']);
const log = pino({ level: 'silent' });

let fresh: FreshPlace;
let records: Records;
let folder: string;
let store: RulesStore;
let edge: RulesEdge;
let feed: RulesFeed;
/** All hosts and paths that any rule ever had. Removed ones are checked too. */
let hosts: Set<string>;
let paths: Set<string>;

beforeEach(async () => {
  fresh = await migratedRecordsPlace();
  records = await openRecords(fresh.place);
  folder = mkdtempSync(path.join(tmpdir(), 'rules-'));
  store = await startRulesStore();
  edge = startRulesEdge(folder, own.domain, store.port);
  feed = feedRules(records, own, store.takeRules, log);
  await feed.ready;
  await edge.table.ready;
  hosts = new Set(['static.gate.example', 'nobody.example']);
  paths = new Set(['/v2/', '/elsewhere']);
});
afterEach(async () => {
  feed.close();
  await edge.close();
  await store.close();
  await records.destroy();
  await fresh.remove();
  rmSync(folder, { recursive: true, force: true });
});

let people = 0;

async function person(): Promise<OwnerRow> {
  let username = `person-${++people}`;
  let email = `${username}@example.com`;
  return createSampleUser(records, { username, email, passwordHash: '', emailVerifiedAt: null }, act.time);
}

function tool(owner: OwnerRow, name: string, domain?: string): Promise<{ id: string }> {
  let routes = [{ incoming_path: `/${name}`, outgoing_url: `https://dl.example/${name}` }];
  return createPackage({ records, ...own }, owner, { fields: { type: 'file', name }, domain, routes }, act);
}

/** The decisions of a table for all hosts and paths. */
function decisions(table: RuleTable): Record<string, unknown> {
  let about = { address: '', userAgent: '', referer: '', language: '', doNotTrack: false, headers: {} };
  let asked = [...hosts].flatMap((host) => [...paths].map((target) => [host, ...target.split('?')] as const));
  return Object.fromEntries(
    asked.map(([host, path = '', query = '']) => [
      `${host}${path}?${query}`,
      decideRequest(table, { method: 'GET', host, path, query, ...about }, () => false),
    ]),
  );
}

/** Compares the edge's table with one that received all rules at once. */
async function expectAllThere(table: RuleTable | null, what: string): Promise<void> {
  let rules = await loadRules(records, own);
  for (let { packages, pixels, pixelHosts } of rules.values()) {
    for (let rule of [...(packages.docker ?? []), ...(packages.file ?? [])]) hosts.add(rule.host);
    for (let host of pixelHosts) hosts.add(host);
    for (let rule of packages.docker ?? [])
      paths.add(`/v2/${'pattern' in rule ? rule.pattern.replace('*', 'x') : rule.repositoryName}/manifests/1`);
    for (let rule of packages.file ?? []) if ('incomingPath' in rule) paths.add(rule.incomingPath);
    for (let { pixelId } of pixels) paths.add(`/a.png?x-pxid=${pixelId}`);
  }
  let whole = createRoutingTable(own.domain);
  whole.take(rules);
  expect(new Set(table!.hosts.keys()), what).toEqual(new Set(whole.current()!.hosts.keys()));
  expect(decisions(table!), what).toEqual(decisions(whole.current()!));
}

/** Makes one random change. A refused change has no effect. */
async function changeAnything(random: ReturnType<typeof createRandom>, i: number): Promise<string> {
  let pick = <T>(values: readonly T[]): T => values[random.below(values.length)]!;
  let one = async (table: 'packages' | 'pixels' | 'collections') =>
    records
      .selectFrom<'packages'>(table as 'packages')
      .select(['id', 'owner_id'])
      .executeTakeFirst();
  let owners = await records.selectFrom('owners').selectAll().execute();
  let owner = owners.length < 3 ? await person() : pick(owners);
  let ownerOf = ({ owner_id }: { owner_id: string }) => owners.find(({ id }) => id === owner_id)!;
  let domain = pick([undefined, 'one.example', 'two.example']);
  let name = `thing-${i}`;
  let described = { importance: 'mid' as const, track_companies: 1, short_description: '', long_description: '' };
  let changes: Record<string, () => Promise<unknown>> = {
    'a person': person,
    'a file package': () => tool(owner, name, domain),
    'an image'() {
      let image = { repository_name: pick(['a/b', 'a/c', name]), backend_registry: pick(['ghcr.io', 'quay.io']) };
      return createPackage({ records, ...own }, owner, { fields: { type: 'docker', name, ...image }, domain }, act);
    },
    'a collection'() {
      let to = { backend_domain: pick(['ghcr.io', 'quay.io']), public_domain: domain, private: false };
      return createCollection({ records, ...own }, owner, { pattern: `${name}/*`, ...to }, act);
    },
    async 'a route'() {
      let found = await records.selectFrom('packages').select('id').where('owner_id', '=', owner.id).executeTakeFirst();
      let route = { incoming_path: `/${name}`, outgoing_url: null };
      if (found) await createRoute(records, { owner, packageId: found.id }, route, act);
    },
    async 'a pixel'() {
      let fields = { name, package_id: null, keep_referrer_query: random.below(2), ...described };
      let pixel = await createPixel({ records, ...own }, owner, fields, act.time);
      let find = async () => ({ pixel: pixel as PixelRow });
      if (domain) await createDomain({ records, ...own }, owner, { find, name: domain }, act);
    },
    'a verified domain': () => verifyDomain(records, owner, { name: domain ?? 'one.example', by: 'txt' }, act),
    'another name': () =>
      changeOwner(records, owner.id, (change) =>
        names.rename(change, owner, { name: `named-${i}`, personId: owner.id }, act.time),
      ),
    async 'a freed name'() {
      let former = await records.selectFrom('given_up_names').select('name_key').execute();
      let found = former.find(({ name_key }) => name_key !== null);
      if (found) await names.free(records, found.name_key!, async () => undefined);
    },
    async 'no package'() {
      let found = await one('packages');
      if (found) await deletePackage(records, ownerOf(found), found.id, act);
    },
    async 'no pixel'() {
      let found = await one('pixels');
      if (found) await deletePixel(records, ownerOf(found), found.id, act);
    },
    async 'no collection'() {
      let found = await one('collections');
      if (found) await deleteCollection(records, ownerOf(found), found.id, act);
    },
    'no owner': async () =>
      owners.length > 3 && changeOwner(records, owner.id, (change) => names.deleteOwner(change, owner, act.time)),
  };
  let what = pick(Object.keys(changes));
  let refused = await changes[what]!().then(
    () => '',
    (error: unknown) => {
      if (error instanceof ApiError) return `, refused: ${error.code}`;
      throw error;
    },
  );
  return `change ${i} of ${owner.name}: ${what}${refused}`;
}

async function changeAndLook(seed: number): Promise<void> {
  let random = createRandom(seed);
  for (let i = 0; i < 150; i++) {
    if (random.below(25) === 0) store.breakOff();
    let what = await changeAnything(random, i);
    await expectAllThere(edge.table.current(), what);
  }
  await edge.close();
  let alone = startRulesEdge(folder, own.domain, 1);
  await expectAllThere(alone.table.current(), 'restarted without the store side');
  await alone.close();
}

const always = 'the edge has the rules of every kind of change when it is acknowledged (%i)';
it.each([1])(always, { timeout: 60_000 }, changeAndLook);
it.each([2, 3, 4])(always, { timeout: 60_000, tags: 'slow' }, changeAndLook);

it('rules that another process has changed are found at the next full read', { tags: 'slow' }, async () => {
  let [ada, grace] = [await person(), await person()];
  await tool(ada, 'old');
  await tool(grace, 'new');
  await expectAllThere(edge.table.current(), 'before');
  let elsewhere = await openRecords(fresh.place);
  await elsewhere.deleteFrom('owners').where('id', '=', ada.id).execute();
  await elsewhere.updateTable('routes').set({ incoming_path: '/newer' }).where('incoming_path', '=', '/new').execute();
  await elsewhere.destroy();
  edge.taken.splice(0);
  await feed.readAgain();
  await expectAllThere(edge.table.current(), 'after');
  expect(edge.taken.flat().sort()).toEqual([ada.id, grace.id].sort());
});

it('rules are sent when they can be read again, and no call waits for that', async () => {
  let ada = await person();
  await records.schema.alterTable('pixels').renameTo('pixels_away').execute();
  await tool(ada, 'tool');
  expect(edge.table.current()!.hosts.size).toBe(1);
  await records.schema.alterTable('pixels_away').renameTo('pixels').execute();
  await vi.waitFor(() => expectAllThere(edge.table.current(), 'later'), { timeout: 30_000, interval: 100 });
  expect(edge.table.current()!.hosts.size).toBe(2);
});

it('a change sends only the rules of its owner', async () => {
  let [ada, grace] = [await person(), await person()];
  await tool(ada, 'one');
  await tool(grace, 'two');
  edge.taken.splice(0);
  await tool(ada, 'three');
  expect(edge.taken).toEqual([[ada.id]]);
});
