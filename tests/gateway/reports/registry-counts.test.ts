/** Counts of a registry: fetched each day where an owner wants them, and kept when it fails. */
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditApi } from 'contract/admin/audit';
import { packagesApi } from 'contract/packages/packages';
import { registryCountsApi, RegistryCountsFailure } from 'contract/analytics/registry-counts';
import { dayMs, dayOf, hourMs } from 'contract/floor/time';
import { whoMay } from 'tests/support/authorization';
import { type NpmCounter, startNpmCounter } from 'tests/support/npm-counter';
import { createWorld, type Caller, type World } from 'tests/support/world';

const { getRegistryCounts, setRegistryCounts, uploadRegistryCounts } = registryCountsApi;

let counter: NpmCounter;
let world: World;
let ada: Caller;

async function open(privateTargets: string[] = ['127.0.0.1']): Promise<void> {
  world = await createWorld({
    registryCounts: { urls: { npm: `${counter.url}/` }, privateTargets, answerLimitMs: 4_000 },
  });
  ada = await world.as('ada');
}

function withCounter(): void {
  beforeEach(async () => {
    counter = await startNpmCounter();
  });
  afterEach(async () => {
    await world.close();
    await counter.close();
  });
}

/** The day that many days ago. */
const ago = (days: number) => dayOf(world.now() - days * dayMs);

async function npmPackage(name: string): Promise<{ owner: string; package_id: string }> {
  let body = { type: 'npm' as const, name, repository_url: 'https://registry.example' };
  let { id } = await ada.ask(packagesApi.createPackage, { params: { owner: 'ada' }, body });
  return { owner: 'ada', package_id: id };
}

async function switchOn(params: { owner: string; package_id: string }) {
  await ada.ask(setRegistryCounts, { params, body: { is_on: true } });
  await world.gateway.registryCounts.wake();
}

describe('counts of a registry', () => {
  withCounter();

  it('are off at first, then fetched for the last 18 months, with a scope in its own request', async () => {
    await open();
    let [plain, scoped] = [await npmPackage('engine'), await npmPackage('@ada/mill')];
    counter.known.set('engine', { [ago(1)]: 4, [ago(20)]: 7 }).set('@ada/mill', { [ago(2)]: 1 });
    expect(await ada.ask(getRegistryCounts, { params: plain })).toEqual({
      is_available: true,
      registry: 'npm',
      is_on: false,
      is_fetched: false,
      fetched_at: null,
      failing_since: null,
      failure: null,
      first_day: null,
      last_day: null,
      total: null,
      gateway_downloads: 0,
      downloads: [],
    });
    await switchOn(plain);
    await switchOn(scoped);
    expect(counter.asked).toEqual([
      `/downloads/range/${ago(540)}:${ago(1)}/engine`,
      `/downloads/range/${ago(540)}:${ago(1)}/@ada/mill`,
    ]);
    let { downloads, ...state } = await ada.ask(getRegistryCounts, { params: plain });
    expect(state).toMatchObject({ is_on: true, failure: null, failing_since: null });
    expect(Date.parse(state.fetched_at!)).toBeGreaterThan(world.now() - hourMs);
    expect(downloads.filter((one) => one.downloads > 0)).toEqual([
      { day: ago(20), downloads: 7 },
      { day: ago(1), downloads: 4 },
    ]);
    expect(downloads.map(({ day }) => day)).toEqual(Array.from({ length: 29 }, (_, i) => ago(29 - i)));
    let range = { start_date: ago(540), end_date: ago(300) };
    expect((await ada.ask(getRegistryCounts, { params: plain, query: range })).downloads).toHaveLength(241);
  });

  it('are not known for the last days of which the registry says zero', async () => {
    await open();
    let params = await npmPackage('engine');
    counter.known.set('engine', { [ago(3)]: 5 });
    await switchOn(params);
    let { downloads } = await ada.ask(getRegistryCounts, { params });
    expect(downloads.at(-1)).toEqual({ day: ago(3), downloads: 5 });
  });

  it('are fetched once a day, with what the registry has corrected', async () => {
    await open();
    let params = await npmPackage('engine');
    counter.known.set('engine', { [ago(1)]: 4, [ago(2)]: 9 });
    await switchOn(params);
    await world.gateway.registryCounts.wake();
    expect(counter.asked).toHaveLength(1);
    world.later(dayMs);
    counter.known.set('engine', { [ago(1)]: 6, [ago(2)]: 5, [ago(3)]: 9 });
    await world.gateway.registryCounts.wake();
    expect(counter.asked[1]).toBe(`/downloads/range/${ago(15)}:${ago(1)}/engine`);
    let { downloads } = await ada.ask(getRegistryCounts, { params });
    expect(downloads.slice(-3).map((one) => one.downloads)).toEqual([9, 5, 6]);
  });

  it('are gone when they are switched off, and with their package', async () => {
    await open();
    let [first, second] = [await npmPackage('engine'), await npmPackage('mill')];
    counter.known.set('engine', { [ago(1)]: 4 }).set('mill', { [ago(1)]: 4 });
    await switchOn(first);
    await switchOn(second);
    let kept = () => world.records.selectFrom('registry_counts').select('package_id').distinct().execute();
    expect(await kept()).toHaveLength(2);
    await ada.ask(setRegistryCounts, { params: first, body: { is_on: false } });
    expect(await ada.ask(getRegistryCounts, { params: first })).toMatchObject({ is_on: false, downloads: [] });
    expect(await kept()).toEqual([{ package_id: second.package_id }]);
    let { results } = await ada.ask(auditApi.getAuditEvents, { params: { owner: 'ada' } });
    expect(results.map(({ action, target }) => `${action} ${target}`)).toEqual(
      expect.arrayContaining([
        'registry-counts-on engine',
        'registry-counts-on mill',
        'registry-counts-deleted engine',
      ]),
    );
    await ada.ask(packagesApi.deletePackage, { params: second });
    expect(await kept()).toEqual([]);
  });

  it('are refused for packages of another type, and where no address is set', async () => {
    await open();
    let body = { type: 'docker' as const, name: 'engine', backend_registry: 'docker.io' };
    let { id } = await ada.ask(packagesApi.createPackage, { params: { owner: 'ada' }, body });
    let docker = { params: { owner: 'ada', package_id: id } };
    let refused = { status: 422, code: 'registry-counts-not-available' };
    expect(await ada.refusal(setRegistryCounts, { ...docker, body: { is_on: true } })).toMatchObject(refused);
    expect(await ada.ask(getRegistryCounts, docker)).toMatchObject({ is_available: false, is_on: false });
    await world.close();
    world = await createWorld();
    ada = await world.as('ada');
    let params = await npmPackage('engine');
    expect(await ada.refusal(setRegistryCounts, { params, body: { is_on: true } })).toMatchObject(refused);
    expect(await ada.ask(getRegistryCounts, { params })).toMatchObject({ is_available: false });
  });
});

describe('uploaded counts', () => {
  withCounter();

  type Params = Awaited<ReturnType<typeof npmPackage>>;
  let upload = (params: Params, byDay: Record<string, number>) => {
    let downloads = Object.entries(byDay).map(([day, count]) => ({ day, downloads: count }));
    return ada.ask(uploadRegistryCounts, { params, body: { downloads } });
  };
  let daysOf = async (params: Params) => {
    let query = { start_date: ago(20), end_date: ago(0) };
    let { downloads } = await ada.ask(getRegistryCounts, { params, query });
    return Object.fromEntries(downloads.map(({ day, downloads: count }) => [day, count]));
  };
  let packageOf = async (body: object) => {
    let { id } = await ada.ask(packagesApi.createPackage, { params: { owner: 'ada' }, body: body as never });
    return { owner: 'ada', package_id: id };
  };
  let mavenPackage = () => packageOf({ type: 'maven', name: 'ada:mill', repository_url: 'https://maven.example/' });

  it('turn the counter on, of a type that nobody counts too, and replace the same days', async () => {
    await open();
    let params = await mavenPackage();
    expect(await upload(params, { [ago(3)]: 3, [ago(2)]: 2 })).toEqual({
      is_available: false,
      registry: 'Registry',
      is_on: true,
      is_fetched: false,
      fetched_at: null,
      failing_since: null,
      failure: null,
      first_day: ago(3),
      last_day: ago(2),
    });
    await upload(params, { [ago(2)]: 20, [ago(0)]: 1 });
    expect(await daysOf(params)).toEqual({ [ago(3)]: 3, [ago(2)]: 20, [ago(0)]: 1 });
    await ada.ask(setRegistryCounts, { params, body: { is_on: false } });
    let state = await ada.ask(getRegistryCounts, { params });
    expect(state).toMatchObject({ is_on: false, first_day: null, downloads: [] });
    let { results } = await ada.ask(auditApi.getAuditEvents, { params: { owner: 'ada' } });
    expect(results.slice(0, 3).map(({ action, target }) => [action, target])).toEqual([
      ['registry-counts-deleted', 'ada:mill'],
      ['registry-counts-uploaded', 'ada:mill, 2 days'],
      ['registry-counts-uploaded', 'ada:mill, 2 days'],
    ]);
  });

  it('stay when days are fetched, and the fetched ones of the same day win', async () => {
    await open();
    let params = await npmPackage('engine');
    counter.known.set('engine', { [ago(1)]: 4 });
    expect(await upload(params, { '2009-05-01': 7, [ago(1)]: 99 })).toMatchObject({ is_on: true, is_fetched: true });
    await world.gateway.registryCounts.wake();
    expect(counter.asked).toHaveLength(1);
    expect((await daysOf(params))[ago(1)]).toBe(4);
    let query = { start_date: '2009-05-01', end_date: '2009-05-01' };
    let old = await ada.ask(getRegistryCounts, { params, query });
    expect(old).toMatchObject({ first_day: '2009-05-01', downloads: [{ day: '2009-05-01', downloads: 7 }] });
    await upload(params, { [ago(1)]: 99 });
    expect((await ada.ask(getRegistryCounts, { params })).fetched_at).toBe(old.fetched_at);
  });

  it('are not asked for where the registry does not count the package', async () => {
    world = await createWorld({
      registryCounts: { urls: { docker: `${counter.url}/`, file: `${counter.url}/` }, privateTargets: ['127.0.0.1'] },
    });
    ada = await world.as('ada');
    let image = await packageOf({ type: 'docker', name: 'ada/mill', backend_registry: 'ghcr.io' });
    let file = await packageOf({ type: 'file', name: 'mill', incoming_path: '/mill' });
    for (let params of [image, file]) {
      expect(await upload(params, { [ago(1)]: 5 })).toMatchObject({ registry: 'Registry', is_fetched: false });
      await world.gateway.registryCounts.wake();
      world.later(2 * dayMs);
      await world.gateway.registryCounts.wake();
      expect(await ada.ask(getRegistryCounts, { params })).toMatchObject({ failure: null, is_on: true });
    }
    expect(counter.asked).toEqual([]);
  });

  it('are not fetched in an installation that fetches them later, until the owner turns it on', async () => {
    await open();
    let params = await npmPackage('engine');
    await upload(params, { [ago(30)]: 5 });
    // As in an installation that did not fetch counts of npm.
    let never = { next_fetch_at: Number.MAX_SAFE_INTEGER, fetched_at: null };
    await world.gateway.registryCounts.wake();
    await world.records.updateTable('registry_counters').set(never).execute();
    counter.asked.length = 0;
    world.later(dayMs);
    await world.gateway.registryCounts.wake();
    expect(counter.asked).toEqual([]);
    expect(await ada.ask(getRegistryCounts, { params })).toMatchObject({ is_available: true, is_fetched: false });
    counter.known.set('engine', { [ago(1)]: 4 });
    await switchOn(params);
    expect(counter.asked).toHaveLength(1);
    expect(await ada.ask(getRegistryCounts, { params })).toMatchObject({ is_fetched: true, first_day: ago(540) });
  });

  it('are at most 4,000 at once', async () => {
    await open();
    let params = await mavenPackage();
    let days = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ day: ago(i), downloads: Number.MAX_SAFE_INTEGER }));
    let { first_day } = await ada.ask(uploadRegistryCounts, { params, body: { downloads: days(4_000) } });
    expect(first_day).toBe(ago(3_999));
    let refusal = await ada.refusal(uploadRegistryCounts, { params, body: { downloads: days(4_001) } });
    expect(refusal).toMatchObject({ status: 422, code: 'too-many-registry-counts', field: 'downloads' });
  });

  it.each<[string, (day: (days: number) => string) => unknown, string]>([
    ['no list', () => 'many', 'request-not-valid'],
    ['an empty list', () => [], 'field-is-required'],
    ['an entry of no type', () => [null], 'registry-count-is-invalid'],
    ['no number', (day) => [{ day: day(1) }], 'registry-count-is-invalid'],
    ['a negative number', (day) => [{ day: day(1), downloads: -1 }], 'registry-count-is-invalid'],
    ['a fraction', (day) => [{ day: day(1), downloads: 1.5 }], 'registry-count-is-invalid'],
    ['no such day', () => [{ day: '2026-02-30', downloads: 1 }], 'registry-count-is-invalid'],
    ['a time', (day) => [{ day: `${day(1)}T00:00:00Z`, downloads: 1 }], 'registry-count-is-invalid'],
    ['a day in the future', (day) => [{ day: day(-1), downloads: 1 }], 'registry-count-day-is-out-of-range'],
    ['a day before registries', () => [{ day: '1999-12-31', downloads: 1 }], 'registry-count-day-is-out-of-range'],
    [
      'a day twice',
      (day) => [3, 1, 3].map((days) => ({ day: day(days), downloads: 1 })),
      'registry-count-day-is-repeated',
    ],
  ])('with %s are refused, and nothing is stored', async (_, listOf, code) => {
    await open();
    let params = await mavenPackage();
    let body = { downloads: listOf(ago) as never };
    expect(await ada.refusal(uploadRegistryCounts, { params, body })).toMatchObject({ status: 422, code });
    expect(await ada.ask(getRegistryCounts, { params })).toMatchObject({ is_on: false, first_day: null });
  });
});

const json = (response: ServerResponse, body: unknown) => void response.end(JSON.stringify(body));

describe('when the registry fails', () => {
  withCounter();

  type Case = [string, RegistryCountsFailure, (response: ServerResponse) => void];

  let countsStay = async (...[, failure, behaviour]: Case) => {
    await open();
    let params = await npmPackage('engine');
    counter.known.set('engine', { [ago(1)]: 4 });
    await switchOn(params);
    let asked = { params, query: { start_date: ago(10), end_date: ago(1) } };
    let before = await ada.ask(getRegistryCounts, asked);
    counter.behaviour = behaviour;
    world.later(dayMs);
    let failed = world.now();
    for (let i = 0; i < 2; i++) {
      await world.gateway.registryCounts.wake();
      let after = await ada.ask(getRegistryCounts, asked);
      expect(after).toMatchObject({ is_on: true, fetched_at: before.fetched_at, failure });
      expect(after.downloads).toEqual(before.downloads);
      expect(Math.abs(Date.parse(after.failing_since!) - failed)).toBeLessThan(hourMs);
      if (i === 0) world.later(2 * hourMs);
    }
    expect(counter.asked).toHaveLength(failure === 'unknown-package' ? 2 : 3);
    counter.behaviour = undefined;
    world.later(dayMs);
    await world.gateway.registryCounts.wake();
    let healed = { failure: null, failing_since: null };
    expect(await ada.ask(getRegistryCounts, { params })).toMatchObject(healed);
  };

  let title = 'because it %s, counts stay and say since when (%s)';
  it.each<Case>([
    ['has an error', 'no-answer', (response) => void response.writeHead(503).end()],
    ['breaks off', 'no-answer', (response) => void response.writeHead(200, { 'content-length': 9 }).destroy()],
    ['sends too much', 'not-understood', (response) => void response.end('['.padEnd(300_000))],
    ['redirects', 'not-understood', (response) => void response.writeHead(302, { location: counter.url }).end()],
    ['sends no JSON', 'not-understood', (response) => void response.end('<html>')],
    ['sends other JSON', 'not-understood', (response) => json(response, { package: 'engine', downloads: 12 })],
    ['names another package', 'not-understood', (response) => json(response, { package: 'mill', downloads: [] })],
    [
      'counts less than nothing',
      'not-understood',
      (response) => json(response, { package: 'engine', downloads: [{ day: ago(1), downloads: -1 }] }),
    ],
    ['does not know the package', 'unknown-package', (response) => void response.writeHead(404).end()],
    ['is asked too often', 'too-many-requests', (response) => void response.writeHead(429).end()],
  ])(title, countsStay);
  it.each<Case>([
    ['is silent', 'no-answer', () => undefined],
    ['sends its answer too slowly', 'no-answer', (response) => void response.writeHead(200).write('{')],
  ])(title, { tags: 'slow' }, countsStay);

  it('of a limited package, others are asked all the same, and the package again when it may be', async () => {
    await open();
    let [limited, other] = [await npmPackage('engine'), await npmPackage('mill')];
    counter.known.set('engine', { [ago(1)]: 4 }).set('mill', { [ago(1)]: 4 });
    let isFirst = true;
    let behaviour: NpmCounter['behaviour'] = (response) => {
      counter.behaviour = undefined;
      response.writeHead(429, { 'retry-after': String(3 * 3_600) }).end();
    };
    for (let params of [limited, other]) {
      if (isFirst) counter.behaviour = behaviour;
      isFirst = false;
      await switchOn(params);
    }
    expect(await ada.ask(getRegistryCounts, { params: limited })).toMatchObject({ failure: 'too-many-requests' });
    expect(await ada.ask(getRegistryCounts, { params: other })).toMatchObject({ failure: null, first_day: ago(540) });
    let asked = counter.asked.length;
    world.later(2 * hourMs);
    await world.gateway.registryCounts.wake();
    expect(counter.asked).toHaveLength(asked);
    world.later(hourMs);
    await world.gateway.registryCounts.wake();
    expect(await ada.ask(getRegistryCounts, { params: limited })).toMatchObject({ failure: null });
  });

  /** Counters of an owner that were due before all others. */
  async function addDue(owner: string, count: number): Promise<string[]> {
    let row = await world.records
      .selectFrom('packages')
      .selectAll()
      .where('type', '=', 'npm')
      .limit(1)
      .executeTakeFirstOrThrow();
    let ids = Array.from({ length: count }, (_, i) => `${owner}-${i}`);
    for (let from = 0; from < count; from += 200) {
      let some = ids.slice(from, from + 200);
      let packages = some.map((id) => ({ ...row, id, name: id, owner_id: world.ids.get(owner)! }));
      await world.records.insertInto('packages').values(packages).execute();
      let counters = some.map((id) => ({
        package_id: id,
        fetched_at: null,
        failing_since: null,
        failure: null,
        next_fetch_at: 1,
        total: null,
      }));
      await world.records.insertInto('registry_counters').values(counters).execute();
    }
    return ids;
  }

  it('of hundreds of packages of one account that are due, those of others come first all the same', async () => {
    await open();
    let params = await npmPackage('engine');
    counter.known.set('engine', { [ago(1)]: 4 });
    await addDue('grace', 300);
    await switchOn(params);
    expect(counter.asked.findIndex((path) => path.endsWith('/engine'))).toBeLessThan(2);
    expect(await ada.ask(getRegistryCounts, { params })).toMatchObject({ failure: null });
  });

  it('one that limits an account’s packages is left alone by that account, for an hour at most', async () => {
    await open();
    let params = await npmPackage('engine');
    counter.known.set('engine', { [ago(1)]: 4 });
    await addDue('grace', 20);
    counter.behaviour = (response) => void response.writeHead(429, { 'retry-after': '86400' }).end();
    await world.gateway.registryCounts.wake();
    // Three in a row say that it is not one package.
    expect(counter.asked).toHaveLength(3);
    counter.behaviour = undefined;
    await switchOn(params);
    expect(counter.asked.slice(3)).toEqual([expect.stringMatching(/\/engine$/)]);
    world.later(hourMs);
    await world.gateway.registryCounts.wake();
    expect(counter.asked).toHaveLength(4 + 17);
  });

  it('one that limits packages that are turned on one after the other is left alone by their account', async () => {
    await open();
    counter.behaviour = (response) => void response.writeHead(429, { 'retry-after': '3600' }).end();
    for (let i = 0; i < 6; i++) await switchOn(await npmPackage(`engine-${i}`));
    expect(counter.asked).toHaveLength(3);
  });

  it('one that limits the packages of several accounts is left alone for as long as it says', async () => {
    await open();
    let params = await npmPackage('engine');
    await addDue('grace', 2);
    counter.behaviour = (response) => void response.writeHead(429, { 'retry-after': '1800' }).end();
    await switchOn(params);
    expect(counter.asked).toHaveLength(3);
    await addDue('linus', 1);
    counter.behaviour = undefined;
    await world.gateway.registryCounts.wake();
    expect(counter.asked).toHaveLength(3);
    world.later(hourMs / 2);
    await world.gateway.registryCounts.wake();
    expect(counter.asked).toHaveLength(4);
  });

  it('a private address is not asked unless the operator allows it', async () => {
    await open([]);
    let params = await npmPackage('engine');
    await switchOn(params);
    expect(await ada.ask(getRegistryCounts, { params })).toMatchObject({
      failure: 'private-address',
      fetched_at: null,
    });
    expect(counter.asked).toEqual([]);
  });
});

whoMay(Object.values(registryCountsApi));
