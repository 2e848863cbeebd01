/**
 * Home, dashboard, analytics and the event file against a real gateway: what they count, whom they
 * refuse.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { dayMs } from 'contract/time';
import { createFilter } from 'contract/filters';
import { createPackage, type Package } from 'contract/packages';
import { createTrackingPixel, type TrackingPixel } from 'contract/pixels';
import { loader as analyticsPage } from 'app/routes/_app.analytics.$owner._index';
import { loader as eventFile } from 'app/routes/_app.analytics.$owner.events[.]csv';
import { loader as dashboardPage } from 'app/routes/_app.dashboard.$owner';
import { loader as homePage } from 'app/routes/_app.home.$owner';
import type { Event } from 'contract/event-fields';
import { type Browser, browserOf, redirectOf, refusalOf } from '../support/dashboard';
import { madeEvent } from '../support/made-event';
import { createWorld, type World } from '../support/world';

const owner = 'hopper-labs';
const nobody = '99999999-9999-4999-8999-999999999999';

let world: World;
let grace: Browser;
let linus: Browser;
let tool: Package;
let quiet: Package;
let manual: TrackingPixel;
/** Lets everything through that these tests count. */
let filterId: string;

beforeAll(async () => {
  // Noon, so that no day ends while the tests run.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-20T12:00:00Z') });
  world = await createWorld();
  [grace, linus] = await Promise.all([browserOf(world, 'grace'), browserOf(world, 'linus')]);
  let maker = await world.as('grace');
  let file = (name: string) => ({
    type: 'file',
    name,
    incoming_path: `/${name}/{version}`,
    outgoing_url: 'https://x.example/f',
  });
  tool = await maker.ask(createPackage, { params: { owner }, body: file('tool') as never });
  quiet = await maker.ask(createPackage, { params: { owner }, body: file('quiet') as never });
  manual = await maker.ask(createTrackingPixel, { params: { owner }, body: { name: 'manual' } });
  let everybody = { request_is_bot: { value: false } };
  filterId = (await maker.ask(createFilter, { params: { owner }, body: everybody })).id;
  await world.events.append(sampleEvents());
});
afterAll(async () => {
  await world.close();
  vi.useRealTimers();
});

/** Today: 3 downloads by 2 sources and 2 views; 40 days ago, in the period before: 2 downloads. */
function sampleEvents(): Event[] {
  let now = Date.now();
  let download = (fields: Partial<Event>) =>
    madeEvent({ artifactId: tool.id, time: now, version: '1.0.0', country: 'DE', ...fields });
  let view = (fields: Partial<Event>) =>
    madeEvent({
      artifactId: manual.id,
      artifactType: 'tracking-pixel',
      type: 'pixel-fetch',
      time: now,
      referer: 'https://docs.example/start',
      ...fields,
    });
  return [
    download({ originId: 1n }),
    download({ originId: 1n, version: '1.1.0' }),
    download({
      originId: 2n,
      country: 'JP',
      companyName: 'Acme',
      companyDomain: 'acme.example',
      connectionType: 'business',
      confidence: 0.9,
    }),
    view({ originId: 3n, client: 'Firefox' }),
    view({ originId: 4n, client: 'Firefox', referer: '' }),
    download({ time: now - 40 * dayMs }),
    download({ time: now - 40 * dayMs, originId: 9n }),
    download({ doNotTrack: true, originId: 0n, endpointId: 0n }),
  ];
}

async function report(query = '', who = grace) {
  let { data, init } = await who.open(analyticsPage, { owner }, `/analytics/${owner}${query}`);
  return { ...data, status: init?.status };
}

function cardsOf(
  figures: { cards: { label: string; value: number; change: { text: string } | null }[] } | null | undefined,
) {
  return figures?.cards.map(({ label, value, change }) => [label, value, change?.text ?? '-']);
}

describe('home', () => {
  test('compares the last 30 days with the 30 before', async () => {
    let { home } = (await grace.open(homePage, { owner })).data;
    if (home?.state !== 'active') throw new Error(home?.state);
    expect(cardsOf(home.overview)).toEqual([
      ['Total Downloads', 3, '+50%'],
      ['Total Unique Downloads', 2, '0%'],
      ['Total Views', 2, '-'],
      ['Total Unique Views', 2, '-'],
    ]);
    expect(home.overview.charts.map((chart) => chart.title)).toEqual(['Downloads Over Time', 'Views Over Time']);
    expect(home.overview.charts[0]?.chart.lines[0]?.values.at(-1)).toBe(3);
    expect(home.overview.companies.rows).toMatchObject([{ name: 'Acme', downloads: '1' }]);
    expect(home.overview.companies.rest).toMatch(/2 downloads and 2 views/);
  });

  test('welcomes an owner without anything', async () => {
    expect((await grace.open(homePage, { owner: 'grace' })).data).toMatchObject({ home: { state: 'new' } });
  });

  test('shows a sample command until the first event', async () => {
    let ada = await browserOf(world, 'ada');
    let maker = await world.as('ada');
    let body = { type: 'docker', name: 'engine', backend_registry: 'ghcr.io' };
    await maker.ask(createPackage, { params: { owner: 'ada' }, body: body as never });
    let { home } = (await ada.open(homePage, { owner: 'ada' })).data;
    if (home?.state !== 'waiting') throw new Error(home?.state);
    expect(home.first?.command).toMatch(/^docker pull ada\.docker\.localhost(:\d+)?\/engine$/);
    expect(home.first?.tryLine).toContain('/v2/engine/manifests/latest');
  });

  test('shows a new download at the next load', async () => {
    let mary = await browserOf(world, 'mary');
    let maker = await world.as('mary');
    let pixel = await maker.ask(createTrackingPixel, { params: { owner: 'mary' }, body: { name: 'readme' } });
    expect((await mary.open(homePage, { owner: 'mary' })).data).toMatchObject({
      home: { state: 'waiting', first: { isPixel: true } },
    });
    await world.events.append([
      madeEvent({ artifactId: pixel.id, artifactType: 'tracking-pixel', type: 'pixel-fetch', time: Date.now() }),
    ]);
    let { home } = (await mary.open(homePage, { owner: 'mary' })).data;
    if (home?.state !== 'active') throw new Error(home?.state);
    expect(cardsOf(home.overview)?.[2]).toEqual(['Total Views', 1, '-']);
  });
});

test('the home page prints no command for a package that the gateway does not serve', async () => {
  let created = { created_at: Date.now(), updated_at: Date.now() };
  let texts = { short_description: '', long_description: '', website: '', importance: 'mid' as const };
  let none = { track_companies: 1, repository_name: null, backend_registry: null, repository_url: null };
  let owner_id = world.ids.get('linus') ?? '';
  let row = {
    id: nobody,
    owner_id,
    type: 'npm' as const,
    name: 'moth',
    name_key: 'moth',
    ...texts,
    ...none,
    ...created,
  };
  await world.records.insertInto('packages').values(row).execute();
  let { home } = (await linus.open(homePage, { owner: 'linus' })).data;
  expect(home).toMatchObject({ state: 'waiting', first: null, hint: expect.stringContaining('do not pass through') });
  await world.records.deleteFrom('packages').where('id', '=', nobody).execute();
});

describe('the dashboard', () => {
  test('lists every package and pixel, the busiest first', async () => {
    let { data } = await grace.open(dashboardPage, { owner });
    expect(data.list?.packages.map(({ name, total, sources, change }) => [name, total, sources, change?.text])).toEqual(
      [
        ['tool', '3', '2', '+50%'],
        ['quiet', '0', '0', undefined],
      ],
    );
    expect(data.list?.packages[1]).toMatchObject({ lastEvent: '', spark: expect.any(Object) });
    expect(data.list?.pixels).toMatchObject([{ name: 'manual', type: 'pixel', total: '2' }]);
    expect(data.chips.find((chip) => chip.on)?.label).toBe('Last 30 days');
  });

  test('shows the day of the last event, also in weekly charts', async () => {
    let range = '/?range=custom&from=2025-10-01&to=2026-03-20';
    for (let query of ['/', range]) {
      let { data } = await grace.open(dashboardPage, { owner }, query);
      expect(data.list?.packages[0]).toMatchObject({ name: 'tool', lastEvent: 'Mar 20, 2026' });
    }
  });

  test('reports on one package', async () => {
    let { data } = await grace.open(dashboardPage, { owner }, `/?package=${tool.id}&filter_id=${filterId}`);
    expect(cardsOf(data.one?.report.overview)?.map(([label, value]) => [label, value])).toEqual([
      ['Total Downloads', 3],
      ['Total Unique Downloads', 2],
      ['Unique Addresses', 1],
      ['Downloads per Day', 0],
    ]);
    expect(data.one?.report.countries.map((bar) => [bar.name, bar.value])).toEqual([
      ['Germany', '2'],
      ['Japan', '1'],
    ]);
    expect(data.one?.report.versions?.map((bar) => [bar.name, bar.value])).toEqual([
      ['1.0.0', '2'],
      ['1.1.0', '1'],
    ]);
    expect(data.chips[0]?.to).toContain(`filter_id=${filterId}`);
  });

  test('reports on one pixel, without versions', async () => {
    let { data } = await grace.open(dashboardPage, { owner }, `/?pixel=${manual.id}`);
    expect(data.one?.report).toMatchObject({ versions: null, overview: { totals: { downloads: 0, views: 2 } } });
  });

  test('refuses a wrong range, and a package that is not there', async () => {
    expect((await grace.open(dashboardPage, { owner }, '/?range=fortnight')).init?.status).toBe(400);
    let wrong = grace.open(dashboardPage, { owner }, `/?package=${nobody}`);
    expect(await refusalOf(wrong)).toEqual({ status: 404, code: 'package-not-found' });
  });
});

describe('analytics', () => {
  test('reports on all packages', async () => {
    let page = await report();
    expect(page.status).toBe(200);
    expect(cardsOf(page.report)?.map(([label, value]) => [label, value])).toEqual([
      ['Total Downloads', 3],
      ['Total Unique Downloads', 2],
      ['Unique Addresses', 1],
      ['Downloads per Day', 0],
    ]);
    expect(page.report?.platform.slices).toMatchObject([{ name: 'Linux', value: '3', share: '100%' }]);
    expect(page.report?.by.bars).toMatchObject([{ name: 'curl', value: '3', inner: '2' }]);
    expect(page.report?.referer).toBeNull();
  });

  test('counts views beside downloads when pixels are shown, never into them', async () => {
    let page = await report('?pixels=hide&pixels=show');
    expect(cardsOf(page.report)?.map(([, value]) => value)).toEqual([3, 2, 2, 2]);
    expect(page.report?.referer?.map((bar) => [bar.name, bar.value])).toEqual([
      ['https://docs.example/start', '1'],
      ['No referer sent', '1'],
    ]);
    expect(page.report?.unit).toBe('downloads');
  });

  test('shows a pixel alone when a link names it', async () => {
    let page = await report(`?pixel=${manual.id}`);
    expect(page.report).toMatchObject({
      unit: 'views',
      versions: null,
      by: { bars: [{ name: 'Firefox', value: '2' }] },
    });
    expect(page.form.choice).toMatchObject({ package: 'none', pixelsShown: true });
    expect(page.links.tabs[1]?.to).toContain('package=none');
  });

  test('keeps the filter, the range and the choice in every link', async () => {
    let page = await report(`?package=${tool.id}&range=last-7-days&by=country&filter_id=${filterId}`);
    let { tabs, levels, events } = page.links;
    for (let link of [...tabs.map((tab) => tab.to), ...levels.map((level) => level.to), events])
      for (let part of [`package=${tool.id}`, 'range=last-7-days', `filter_id=${filterId}`])
        expect(link).toContain(part);
    expect(tabs.filter((tab) => tab.current).map((tab) => tab.label)).toEqual(['Country']);
    expect(levels.every((level) => level.to.includes('by=country'))).toBe(true);
  });

  test('has an empty report for a package without events', async () => {
    let { report: empty } = await report(`?package=${quiet.id}`);
    expect(empty).toMatchObject({ totals: { downloads: 0 }, versions: { chart: null, bars: [] }, by: { bars: [] } });
    expect(empty?.charts[0]?.chart.lines[0]?.values.every((value) => value === 0)).toBe(true);
  });

  test('is empty when nothing is selected', async () => {
    expect(await report('?package=none&pixels=hide')).toMatchObject({ status: 200, report: null });
  });

  test('shows a refused range on the page and keeps what was typed', async () => {
    let page = await report('?from=2026-02-30&to=soon');
    expect(page).toMatchObject({ status: 400, report: null, mayExport: false });
    expect(page.fields).toMatchObject({
      range: 'custom',
      from: '2026-02-30',
      to: 'soon',
      error: 'Selected date range was invalid or too long.',
    });
  });

  test('refuses artifacts of other owners', async () => {
    expect(await refusalOf(report(`?package=${nobody}`))).toEqual({ status: 404, code: 'package-not-found' });
    expect(await refusalOf(report(`?pixel=${nobody}`))).toEqual({ status: 404, code: 'pixel-not-found' });
    expect(await refusalOf(report('?package=x'))).toEqual({ status: 404, code: 'package-not-found' });
  });
});

describe('the event file', () => {
  async function file(query: string, who = grace): Promise<Response> {
    return who.open(eventFile, { owner }, `/analytics/${owner}/events.csv${query}`);
  }

  test('holds the packages and pixels of the report under one line of names', async () => {
    let answer = await file('?pixels=show');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="packages-hopper-labs-.+\.csv"$/);
    let lines = (await answer.text()).trim().split('\n');
    expect(lines.filter((line) => line.startsWith('id,type,package'))).toHaveLength(1);
    expect(lines).toHaveLength(1 + 4 + 2);
    expect(lines.filter((line) => line.includes('pixel-fetch'))).toHaveLength(2);
  });

  test('holds one package, or one pixel', async () => {
    expect((await (await file(`?package=${quiet.id}`)).text()).trim().split('\n')).toHaveLength(1);
    let views = (await (await file(`?pixel=${manual.id}`)).text()).trim().split('\n');
    expect(views.slice(1).every((line) => line.includes(',manual,'))).toBe(true);
  });

  test('of the period before ends the day before', async () => {
    let day = '2026-02-08';
    let lines = (await (await file(`?from=${day}&to=${day}`)).text()).trim().split('\n');
    expect(lines).toHaveLength(1 + 2);
  });

  test('is not for members, and the page says so', async () => {
    let answer = redirectOf(await file('?range=last-7-days', linus));
    expect(answer).toEqual({
      status: 303,
      to: `/analytics/${owner}?range=last-7-days`,
      toast: 'permission_not_granted',
    });
    expect(await report('', linus)).toMatchObject({ mayExport: false, report: { totals: { downloads: 3 } } });
  });

  test('of a wrong range leads to the page that says so', async () => {
    let answer = await file('?range=fortnight');
    expect(redirectOf(answer)).toMatchObject({ status: 303, to: `/analytics/${owner}?range=fortnight` });
  });
});

describe('somebody else’s owner', () => {
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
