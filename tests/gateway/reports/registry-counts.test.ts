/** Counts of a registry: fetched each day where an owner wants them, and kept when it fails. */
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packagesApi } from 'contract/packages/packages';
import { registryCountsApi, RegistryCountsFailure } from 'contract/analytics/registry-counts';
import { dayMs, dayOf, hourMs } from 'contract/shared/time';
import { whoMay } from 'tests/support/authorization';
import { type NpmCounter, startNpmCounter } from 'tests/support/npm-counter';
import { createWorld, type Caller, type World } from 'tests/support/world';

const { getRegistryCounts, setRegistryCounts } = registryCountsApi;

let counter: NpmCounter;
let world: World;
let ada: Caller;

async function open(privateTargets: string[] = ['127.0.0.1']): Promise<void> {
  world = await createWorld({
    registryCounts: { urls: { npm: `${counter.url}/` }, privateTargets, answerLimitMs: 1_000 },
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
      fetched_at: null,
      failing_since: null,
      failure: null,
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

  it('a registry that is asked too often is left alone for all packages, as long as it says', async () => {
    await open();
    let all = [await npmPackage('engine'), await npmPackage('mill')];
    counter.behaviour = (response) => void response.writeHead(429, { 'retry-after': String(3 * 3_600) }).end();
    await ada.ask(setRegistryCounts, { params: all[0]!, body: { is_on: true } });
    await ada.ask(setRegistryCounts, { params: all[1]!, body: { is_on: true } });
    await world.gateway.registryCounts.wake();
    let asked = counter.asked.length;
    world.later(2 * hourMs);
    await world.gateway.registryCounts.wake();
    expect(counter.asked).toHaveLength(asked);
    world.later(hourMs);
    await world.gateway.registryCounts.wake();
    expect(counter.asked.length).toBeGreaterThan(asked);
    for (let params of all)
      expect(await ada.ask(getRegistryCounts, { params })).toMatchObject({ failure: 'too-many-requests' });
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
