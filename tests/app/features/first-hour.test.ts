/** What pages show an owner before and on the first day, and an administrator of a new installation. */
import { env } from 'app/config/env.server';
import { hostProblem } from 'app/gateway/host-check.server';
import { loader as analyticsPage } from 'app/routes/_app.analytics.$owner._index';
import { loader as homePage } from 'app/routes/_app.home.$owner';
import { action as createPackage, loader as newPackagePage } from 'app/routes/_app.new-package.$owner';
import { loader as createdPage } from 'app/routes/_app.new-package.$owner_.$packageId.created';
import { loader as packagePage } from 'app/routes/_app.packages.$owner.$packageType.$packageName';
import { packagesApi } from 'contract/packages/packages';
import { registryCountsApi } from 'contract/analytics/registry-counts';
import { dayMs, hourMs } from 'contract/floor/time';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { browserOf, redirectOf } from '../../support/dashboard';
import { madeEvent } from '../../support/made-event';
import { createWorld, type World } from '../../support/world';

const owner = 'ada';
const at = { owner };
const asItIs = { ...env };
let world: World;

beforeEach(async () => {
  // Nobody is asked in tests.
  world = await createWorld({
    registryCounts: { urls: { cargo: 'http://127.0.0.1:1/', python: 'http://127.0.0.1:1/' } },
  });
});
afterEach(async () => {
  Object.assign(env, asItIs);
  vi.restoreAllMocks();
  await world.close();
});

async function makePackage(name = 'engine') {
  let body = { type: 'cargo' as const, name, repository_url: 'https://index.crates.io/' };
  return (await world.as(owner)).ask(packagesApi.createPackage, { params: at, body });
}

const download = (artifactId: string, ago: number) =>
  world.events.append([madeEvent({ artifactId, time: world.now() - ago })]);

describe('the welcome page', () => {
  test('shows administrators alone how much is set up', async () => {
    let [root, ada] = await Promise.all([browserOf(world, 'root'), browserOf(world, owner)]);
    let { data: ofRoot } = await root.open(homePage, { owner: 'root' }, '/home/root');
    expect(ofRoot.welcome?.setup).toMatch(/^\d of 6 done$/);
    let { data: ofAda } = await ada.open(homePage, at, '/home/ada');
    expect(ofAda.welcome).toEqual({
      setup: '',
      registries: 'PyPI, crates.io, RubyGems, Packagist, NuGet, Docker Hub, and GitHub releases',
      imports: '/account/imports',
    });
  });
});

describe('before the first download', () => {
  test('a new package has its registry’s count if that is ticked, and pages show it', async () => {
    let ada = await browserOf(world, owner);
    expect((await ada.open(newPackagePage, at, '/new-package/ada?type=cargo')).counts).toBe('crates.io');
    expect((await ada.open(newPackagePage, at, '/new-package/ada?type=go')).counts).toBeUndefined();
    let form = { type: 'cargo', name: 'engine', repository_url: 'https://index.crates.io/' };
    let states = [];
    let ticked = { ...form, registry_counts: 'on' };
    let elsewhere = { ...ticked, type: 'python', name: 'loom', repository_url: 'https://registry.example/simple/' };
    for (let given of [ticked, { ...form, name: 'mill' }, elsewhere]) {
      let { to } = redirectOf(await ada.post(createPackage, at, given));
      let packageId = to!.split('/').at(-2)!;
      states.push((await ada.open(createdPage, { ...at, packageId })).counts?.isOn);
    }
    expect(states).toEqual([true, false, false]);
    expect((await ada.open(homePage, at, '/home/ada')).data.earlier).toMatchObject({
      counts: { registry: 'crates.io', isAvailable: true },
    });
  });

  test('a page that waits says why nothing can arrive', async () => {
    let { id } = await makePackage();
    let ada = await browserOf(world, owner);
    let open = async () => (await ada.open(createdPage, { ...at, packageId: id })).arrival;
    expect(await open()).toMatchObject({ problem: '' });
    env.GATEWAY_DOMAIN = 'downloads.example';
    let real = globalThis.fetch;
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) =>
      JSON.stringify(input).includes('/healthz')
        ? Promise.reject(Object.assign(new Error('fetch failed'), { cause: { code: 'ENOTFOUND' } }))
        : real(input, init),
    );
    expect(await open()).toMatchObject({ problem: 'ada.cargo.localhost: no DNS record.', isWaiting: true });
    let { data } = await ada.open(homePage, at, '/home/ada');
    expect(data.arrival).toMatchObject({ problem: 'ada.cargo.localhost: no DNS record.' });
  });

  test.each([
    ['http://stats.example', 'http://a.example/healthz'],
    ['https://stats.example', 'https://a.example/healthz'],
  ])('a host is asked as the dashboard of %s is', async (PUBLIC_URL, url) => {
    let asked: unknown[] = [];
    let fetch = (input: unknown) => {
      asked.push(input);
      return Promise.resolve(new Response('ok'));
    };
    expect(await hostProblem('a.example', { PUBLIC_URL, GATEWAY_DOMAIN: 'a.example' }, fetch)).toBe('');
    expect(await hostProblem('a.localhost', { PUBLIC_URL, GATEWAY_DOMAIN: 'localhost' }, fetch)).toBe('');
    expect(asked).toEqual([url]);
  });
});

describe('a first day', () => {
  test('is shown by hour until something else is chosen, and links carry that', async () => {
    let { id } = await makePackage();
    let ada = await browserOf(world, owner);
    await download(id, hourMs);
    let name = { owner, packageType: 'cargo', packageName: 'engine' };
    for (let { data } of [
      await ada.open(homePage, at, '/home/ada'),
      await ada.open(packagePage, name, '/packages/ada/cargo/engine'),
    ]) {
      expect(data.tools.fields.range).toBe('last-24-hours');
      expect(data.links.range).toBe('last-24-hours');
    }
    let { fields, report } = (await ada.open(analyticsPage, at, '/analytics/ada')).data;
    expect(fields.range).toBe('last-24-hours');
    expect(report?.charts[0]?.html).toContain('Hour');
    let chosen = (await ada.open(homePage, at, '/home/ada?range=last-28-days')).data;
    expect([chosen.tools.fields.range, chosen.links.range]).toEqual(['last-28-days', 'last-28-days']);
  });

  test.each<[string, (id: string) => Promise<unknown>]>([
    ['an older event', (id) => download(id, 2 * dayMs)],
    [
      'a count of days by the registry',
      async (id) => {
        let params = { owner, package_id: id };
        await (await world.as(owner)).ask(registryCountsApi.setRegistryCounts, { params, body: { is_on: true } });
      },
    ],
  ])('has days with %s', async (_, change) => {
    let { id } = await makePackage();
    let ada = await browserOf(world, owner);
    await download(id, hourMs);
    await change(id);
    let { data } = await ada.open(analyticsPage, at, `/analytics/ada?package=${id}`);
    expect(data.fields.range).toBe('last-28-days');
    expect(data.query.range).toBe('');
  });
});
