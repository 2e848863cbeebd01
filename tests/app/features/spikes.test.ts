/** Spikes on the analytics page, and the report without the network that explains one. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loader as analyticsPage } from 'app/routes/_app.analytics.$owner._index';
import { loader as overTimeFile } from 'app/routes/_app.analytics.$owner.over-time[.]csv';
import { loader as homePage } from 'app/routes/_app.home.$owner';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import { dayMs, dayOf } from 'contract/floor/time';
import { type Browser, browserOf } from '../../support/dashboard';
import { madeEvent } from '../../support/made-event';
import { createWorld, type World } from '../../support/world';

const at = { owner: 'ada' };

let world: World;
let ada: Browser;
let pixel: string;
let tool: string;

beforeAll(async () => {
  world = await createWorld();
  ada = await browserOf(world, 'ada');
  let maker = await world.as('ada');
  let body = { type: 'docker' as const, name: 'engine', backend_registry: 'ghcr.io' };
  let { id: artifactId } = await maker.ask(packagesApi.createPackage, { params: at, body });
  tool = artifactId;
  pixel = (await maker.ask(pixelsApi.createTrackingPixel, { params: at, body: { name: 'Docs' } })).id;
  let now = world.now();
  let usual = Array.from({ length: 20 }, (_, i) =>
    madeEvent({ artifactId, time: now - (1 + (i % 10)) * dayMs, originId: BigInt(i + 1), network: 'AS1 Home' }),
  );
  let burst = Array.from({ length: 150 }, (_, i) =>
    madeEvent({ artifactId, time: now - 4 * dayMs + i, originId: 99n, network: 'AS64500 Cloud, Inc.' }),
  );
  await world.events.append([...usual, ...burst]);
});
afterAll(() => world.close());

const reportAt = async (path: string) => (await ada.open(analyticsPage, at, path)).data;

test('a spike is listed with its reason, flagged, and can be left out', async () => {
  let { report } = await reportAt('/analytics/ada?range=last-30-days');
  let [line, ...others] = report!.spikes!.lines;
  expect(others).toEqual([]);
  expect(line!.sentence).toBe('152 downloads. 150 came from one network, AS64500 Cloud, Inc. (1 user).');
  expect(report!.cards[0]).toMatchObject({ value: 170, perUserDay: '21' });
  expect(report!.charts[0]!.html).toContain('Spike');
  let without = await reportAt(line!.without);
  expect(without.report!.spikes!.lines).toEqual([]);
  expect(without.report!.totals.downloads).toBe(20);
  expect(without.filters.conditions.chips.map(({ label }) => label).join()).toContain('AS64500 Cloud, Inc.');
});

test('a spike of one user without a known network can be left out too', async () => {
  let long = world.now() - 200 * dayMs;
  let usual = Array.from({ length: 10 }, (_, i) =>
    madeEvent({ artifactId: tool, time: long - i * dayMs, originId: BigInt(i + 1), network: '' }),
  );
  let burst = Array.from({ length: 150 }, (_, i) =>
    madeEvent({ artifactId: tool, time: long - 4 * dayMs + i, originId: 99n, network: '' }),
  );
  await world.events.append([...usual, ...burst]);
  let range = `range=custom&from=${dayOf(long - 10 * dayMs)}&to=${dayOf(long)}`;
  let [line] = (await reportAt(`/analytics/ada?${range}`)).report!.spikes!.lines;
  expect(line).toMatchObject({ sentence: '151 downloads. 150 came from one user.', cause: 'user' });
  let without = await reportAt(line!.without);
  expect(without.report!.spikes!.lines).toEqual([]);
  expect(without.report!.totals.downloads).toBe(10);
});

test('spikes are a CSV file, with their reason', async () => {
  let { report } = await reportAt('/analytics/ada?range=last-30-days');
  let file = report!.spikes!.file;
  expect(file).toContain('/analytics/ada/over-time.csv?');
  let answer = await ada.open(overTimeFile, at, file);
  let [head, row, ...others] = (await answer.text()).trimEnd().split('\r\n');
  expect(head).toContain('Day,Downloads,Usual downloads,Network,');
  expect(row).toMatch(/^\d{4}-\d\d-\d\d,152,2,"AS64500 Cloud, Inc\.",150,1,,$/);
  expect(others).toEqual([]);
});

test('the overview says the same, of all packages and of one', async () => {
  let { home } = (await ada.open(homePage, at, '/home/ada?range=last-30-days')).data;
  if (home?.state !== 'active') throw new Error('the overview has no numbers');
  expect(home.overview.cards[0]).toMatchObject({ value: 170, perUserDay: '21' });
  expect(home.overview.charts[0]!.html).toContain('Spike');
  let [line] = home.overview.spikes!.lines;
  expect(line!.without).toMatch(/^\/home\/ada\?/);
  let without = (await ada.open(homePage, at, line!.without)).data.home;
  expect(without).toMatchObject({ overview: { totals: { downloads: 20 }, spikes: { lines: [] } } });
  let { one } = (await ada.open(homePage, at, `/dashboard/ada?range=last-30-days&package=${tool}`)).data;
  expect(one!.report.overview.spikes!.lines[0]!.sentence).toContain('AS64500 Cloud, Inc.');
  let { one: ofPixel } = (await ada.open(homePage, at, `/dashboard/ada?range=last-30-days&pixel=${pixel}`)).data;
  expect(ofPixel!.report.overview.spikes).toBeNull();
});

test('every tile of the overview follows when a network is left out, and is compared', async () => {
  let before = (network: string, originId: bigint, count: number) =>
    Array.from({ length: count }, () =>
      madeEvent({ artifactId: tool, time: world.now() - 45 * dayMs, originId, network }),
    );
  let first = madeEvent({ artifactId: tool, time: world.now() - 100 * dayMs, network: 'AS1 Home' });
  await world.events.append([first, ...before('AS1 Home', 1n, 10), ...before('AS64500 Cloud, Inc.', 99n, 30)]);
  let tiles = async (query: string) => {
    let { home } = (await ada.open(homePage, at, `/home/ada?range=last-30-days${query}`)).data;
    if (home?.state !== 'active') throw new Error('the overview has no numbers');
    let [total, users] = home.overview.cards;
    return [total, users].map((card) => [card?.value, card?.before, card?.change?.text, card?.perUserDay]);
  };
  expect(await tiles('')).toEqual([
    [170, '40', '+325%', '21'],
    [21, '2', '+950%', undefined],
  ]);
  expect(await tiles('&where=request_origin_network:not-equals:AS64500 Cloud, Inc.')).toEqual([
    [20, '10', '+100%', '20'],
    [20, '1', '+1,900%', undefined],
  ]);
});

test('spikes are not looked for by hour, over few days, and without packages', async () => {
  for (let query of ['range=today', 'range=last-3-days', `package=none&pixel=${pixel}&range=last-30-days`])
    expect((await reportAt(`/analytics/ada?${query}`)).report?.spikes ?? null).toBeNull();
});
