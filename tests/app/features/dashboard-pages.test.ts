/** The home page and the dashboard against a real gateway: counts and permissions. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { loader as analyticsPage } from 'app/routes/_app.analytics.$owner._index';
import { loader as eventFile } from 'app/routes/_app.analytics.$owner.events[.]csv';
import { loader as dashboardPage } from 'app/routes/_app.home.$owner';
import { loader as homePage } from 'app/routes/_app.home.$owner';
import { packagesApi, type Package } from 'contract/packages/packages';
import { pixelsApi, type TrackingPixel } from 'contract/packages/pixels';
import { type Browser, browserOf, refusalOf } from '../../support/dashboard';
import { drawnChart } from '../../support/drawn-chart';
import { cardsOf, createInsightsWorld, nobody, owner } from '../../support/insights-world';
import { madeEvent } from '../../support/made-event';
import type { World } from '../../support/world';

let world: World;
let grace: Browser;
let tool: Package;
let manual: TrackingPixel;
let filterId: string;

beforeAll(async () => {
  // Noon, so that no day ends while the tests run.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-20T12:00:00Z') });
  ({ world, tool, manual, filterId } = await createInsightsWorld());
  // Changes compare whole hours.
  vi.setSystemTime('2026-03-20T13:00:00Z');
  grace = await browserOf(world, 'grace');
});
afterAll(async () => {
  await world.close();
  vi.useRealTimers();
});

test('reports link to their verification, for people who may export', async () => {
  let linus = await browserOf(world, 'linus');
  let notesOf = async (person: Browser) => [
    (await person.open(dashboardPage, { owner })).data.counted?.verification,
    (await person.open(analyticsPage, { owner })).data.counted?.verification,
  ];
  let link: unknown = expect.stringContaining(`/analytics/${owner}/recount`);
  expect(await notesOf(grace)).toEqual([link, link]);
  expect(await notesOf(linus)).toEqual([null, null]);
});

describe('the home page', () => {
  test('compares the last 28 days with the 28 before', async () => {
    let { home } = (await grace.open(homePage, { owner })).data;
    if (home?.state !== 'active') throw new Error(home?.state);
    expect(cardsOf(home.overview)).toEqual([
      ['Downloads', 3, '+50%'],
      ['Unique users', 2, '0%'],
      ['Views', 2, '-'],
      ['Unique visitors', 2, '-'],
    ]);
    expect(home.overview.charts.map((chart) => chart.title)).toEqual(['Downloads over time']);
    expect(drawnChart(home.overview.charts[0]?.html).lines[0]?.values.at(-1)).toBe(3);
    expect(home.overview.companies!.rows).toMatchObject([{ name: 'Acme', downloads: '1' }]);
    expect(home.overview.companies!.rest).toMatch(/2 downloads and 2 views/);
  });

  test.each([
    ['users', 'Unique users over time'],
    ['views', 'Views over time'],
    ['visitors', 'Unique visitors over time'],
  ])('draws the number of the strip that was chosen: %s', async (view, title) => {
    let { drawn, home, tools } = (
      await grace.open(homePage, { owner }, `/home/${owner}?range=last-7-days&view=${view}`)
    ).data;
    if (home?.state !== 'active') throw new Error(home?.state);
    expect([home.overview.charts.map((chart) => chart.title), home.overview.drawn]).toEqual([[title], view]);
    expect(drawn.lines).toBe(`/home/${owner}?range=last-7-days`);
    // Another range keeps it.
    expect(tools.kept).toMatchObject({ view });
  });

  test('welcomes an owner without packages and pixels', async () => {
    expect((await grace.open(homePage, { owner: 'grace' })).data).toMatchObject({ home: { state: 'new' } });
  });

  test('shows a sample command until the first event', async () => {
    let ada = await browserOf(world, 'ada');
    let maker = await world.as('ada');
    let body = { type: 'docker', name: 'engine', backend_registry: 'ghcr.io' };
    await maker.ask(packagesApi.createPackage, { params: { owner: 'ada' }, body: body as never });
    let { home } = (await ada.open(homePage, { owner: 'ada' })).data;
    if (home?.state !== 'waiting') throw new Error(home?.state);
    expect(home.first?.command).toMatch(/^docker pull ada\.docker\.localhost(:\d+)?\/engine$/);
    expect(home.first?.tryLine).toContain('/v2/engine/manifests/latest');
  });

  test('shows a new download at the next load', async () => {
    let mary = await browserOf(world, 'mary');
    let maker = await world.as('mary');
    let pixel = await maker.ask(pixelsApi.createTrackingPixel, { params: { owner: 'mary' }, body: { name: 'readme' } });
    expect((await mary.open(homePage, { owner: 'mary' })).data).toMatchObject({
      home: { state: 'waiting', first: { isPixel: true } },
    });
    await world.events.append([
      madeEvent({ artifactId: pixel.id, artifactType: 'tracking-pixel', type: 'pixel-fetch', time: Date.now() }),
    ]);
    let { home } = (await mary.open(homePage, { owner: 'mary' })).data;
    if (home?.state !== 'active') throw new Error(home?.state);
    expect(cardsOf(home.overview)?.[2]).toEqual(['Views', 1, '-']);
  });
});

describe('the dashboard', () => {
  test('lists every package and pixel, busiest first, or as the address says', async () => {
    let { data } = await grace.open(dashboardPage, { owner });
    expect(data.list?.lines.map(({ name, total, users, change }) => [name, total, users, change?.text])).toEqual([
      ['tool', '3', '2', '+50%'],
      ['manual', '2 views', '2', undefined],
      ['quiet', '0', '0', undefined],
    ]);
    expect(data.list?.lines[2]).toMatchObject({ lastEvent: '', spark: expect.any(Object) });
    expect(data.list?.heads[1]?.sorted).toBe('descending');
    let byName = await grace.open(dashboardPage, { owner }, `/dashboard/${owner}?order=artifacts.0.up&page=9`);
    expect(byName.data.list?.lines.map(({ name }) => name)).toEqual(['manual', 'quiet', 'tool']);
    expect(byName.data.list).toMatchObject({ page: 1, pages: 1, path: `/dashboard/${owner}?order=artifacts.0.up&` });
    let other = await grace.open(dashboardPage, { owner }, `/dashboard/${owner}?order=companies.0.up`);
    expect(other.data.list?.lines[0]?.name).toBe('tool');
    expect(other.data.list?.heads[1]?.sorted).toBe('descending');
    expect(data.tools.fields.range).toBe('last-28-days');
    expect(data.tools.steps.earlier).toMatch(/^\/(home|dashboard)\/[\w-]+\?from=.*&to=2026-02-20$/);
  });

  test('shows the day of the last event, also in weekly charts', async () => {
    let range = '/?range=custom&from=2025-10-01&to=2026-03-20';
    for (let query of ['/', range]) {
      let { data } = await grace.open(dashboardPage, { owner }, query);
      expect(data.list?.lines[0]).toMatchObject({ name: 'tool', lastEvent: 'Mar 20, 2026' });
    }
  });

  test('reports on one package', async () => {
    let { data } = await grace.open(dashboardPage, { owner }, `/?package=${tool.id}&filter_id=${filterId}`);
    expect(cardsOf(data.one?.report.overview)?.map(([label, value]) => [label, value])).toEqual([
      ['Downloads', 3],
      ['Unique users', 2],
      ['Unique IPs', 1],
      ['Downloads per day', 0],
    ]);
    expect(data.one?.report.countries!.map((bar) => [bar.name, bar.value])).toEqual([
      ['Germany', '2'],
      ['Japan', '1'],
    ]);
    expect(data.one?.report.versions?.map((bar) => [bar.name, bar.value])).toEqual([
      ['1.0.0', '2'],
      ['1.1.0', '1'],
    ]);
    expect(data.tools).toMatchObject({
      action: `/dashboard/${owner}`,
      package: tool.id,
      kept: { filter_id: filterId },
    });
    expect(data.tools.steps.earlier).toContain(`filter_id=${filterId}`);
    let named = await grace.open(dashboardPage, { owner }, '/?package=Tool');
    expect(named.data.heading).toBe('tool');
    expect((await grace.open(dashboardPage, { owner }, '/?package=all')).data.heading).toBe('Overview');
  });

  test('compares nothing over all time', async () => {
    let { data } = await grace.open(dashboardPage, { owner }, '/?range=all-time');
    expect(data.tools.steps).toMatchObject({ earlier: null, later: null });
    expect(data.list).toMatchObject({ isCompared: false });
    expect(data.list?.lines.map(({ change, fresh }) => [change, fresh])).toEqual(
      data.list?.lines.map(() => [null, '']),
    );
    let year = await grace.open(dashboardPage, { owner }, '/?range=last-12-months&compare=last-year');
    expect(year.data.tools.fields.compare).toBe('last-year');
    expect(year.data.tools.files).toMatchObject({ isLong: false });
  });

  test('reports on one pixel, without versions', async () => {
    let { data } = await grace.open(dashboardPage, { owner }, `/?pixel=${manual.id}`);
    expect(data.tools).toMatchObject({
      packages: [],
      kept: { pixel: manual.id },
      presets: ['new-company', 'weekly-report'],
    });
    expect(data.one?.report).toMatchObject({ versions: null, overview: { totals: { downloads: 0, views: 2 } } });
  });

  test('refuses an invalid range, and a package that does not exist', async () => {
    expect((await grace.open(dashboardPage, { owner }, '/?range=fortnight')).init?.status).toBe(400);
    let wrong = grace.open(dashboardPage, { owner }, `/?package=${nobody}`);
    expect(await refusalOf(wrong)).toEqual({ status: 404, code: 'package-not-found' });
  });
});

describe('another owner', () => {
  test.each([
    ['home', homePage],
    ['dashboard', dashboardPage],
    ['analytics', analyticsPage],
    ['events', eventFile],
  ] as const)('is refused by %s', async (_, loader) => {
    let ada = await browserOf(world, 'ada');
    let opening = ada.open<unknown>(loader, { owner });
    expect(await refusalOf(opening)).toMatchObject({ status: 403, code: 'permission-not-granted' });
    let unknown = ada.open<unknown>(loader, { owner: 'nobody-here' });
    expect(await refusalOf(unknown)).toMatchObject({ status: 404, code: 'owner-not-found' });
  });
});
