/** The analytics page and its event file: counts and permissions. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { loader as analyticsPage } from 'app/routes/_app.analytics.$owner._index';
import { loader as eventFile } from 'app/routes/_app.analytics.$owner.events[.]csv';
import { loader as overTimeFile } from 'app/routes/_app.analytics.$owner.over-time[.]csv';
import type { Package } from 'contract/packages/packages';
import type { TrackingPixel } from 'contract/packages/pixels';
import { dayMs } from 'contract/floor/time';
import { type Browser, browserOf, redirectOf, refusalOf } from '../../support/dashboard';
import { drawnChart } from '../../support/drawn-chart';
import { cardsOf, createInsightsWorld, nobody, owner } from '../../support/insights-world';
import { madeEvent } from '../../support/made-event';
import type { World } from '../../support/world';

let world: World;
let grace: Browser;
let linus: Browser;
let tool: Package;
let quiet: Package;
let manual: TrackingPixel;
let filterId: string;

beforeAll(async () => {
  // Noon, so that no day ends while the tests run.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-20T12:00:00Z') });
  ({ world, tool, quiet, manual, filterId } = await createInsightsWorld());
  [grace, linus] = await Promise.all([browserOf(world, 'grace'), browserOf(world, 'linus')]);
});
afterAll(async () => {
  await world.close();
  vi.useRealTimers();
});

async function report(query = '', who = grace) {
  let { data, init } = await who.open(analyticsPage, { owner }, `/analytics/${owner}${query}`);
  return { ...data, status: init?.status };
}

describe('the analytics page', () => {
  test('reports on all packages', async () => {
    let page = await report();
    expect(page.status).toBe(200);
    expect(cardsOf(page.report)?.map(([label, value]) => [label, value])).toEqual([
      ['Downloads', 3],
      ['Unique users', 2],
      ['Unique IPs', 1],
      ['Downloads per day', 0],
    ]);
    expect(page.report?.lists.platform.donut!.slices).toMatchObject([{ name: 'Linux', value: '3', share: '100%' }]);
    expect(page.report?.lists.client.bars).toMatchObject([{ name: 'curl', value: '3', inner: '2' }]);
    expect(page.report?.referer).toBeNull();
  });

  test('draws one line, of the number of the strip that is chosen, and lists all', async () => {
    let legendOf = async (query: string) => {
      let { report: shown, links } = await report(query);
      let [chart] = shown!.charts;
      let [, legend = ''] = /<ul[^>]*>(.*?)<\/ul>/s.exec(chart!.html!) ?? [];
      expect(drawnChart(chart!.html).lines.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['Downloads', 'Unique users']),
      );
      return { title: chart!.title, names: [...legend.matchAll(/<span[^>]*>([^<]+)/g)].map(([, name]) => name), links };
    };
    let usual = await legendOf('?range=last-7-days');
    expect(usual).toMatchObject({ title: 'Downloads over time' });
    expect(usual.names).toContain('Downloads');
    expect(usual.names).not.toContain('Unique users');
    expect(usual.links.drawn.users).toBe(`/analytics/${owner}?range=last-7-days&view=users`);
    let users = await legendOf('?range=last-7-days&view=users');
    expect(users).toMatchObject({ title: 'Unique users over time', names: ['Unique users'] });
    expect(users.links.views.map(({ current }) => current)).toEqual([true, false, false]);
    expect(users.links.drawn.lines).toBe(`/analytics/${owner}?range=last-7-days`);
  });

  test('counts views separately from downloads when pixels are shown', async () => {
    let page = await report('?pixels=hide&pixels=show');
    expect(cardsOf(page.report)?.map(([, value]) => value)).toEqual([3, 2, 2, 2]);
    expect(page.report?.referer?.map((bar) => [bar.name, bar.value])).toEqual([
      ['https://docs.example/start', '1'],
      ['No referer sent', '1'],
    ]);
    expect(page.report?.unit).toBe('downloads');
  });

  test('shows only the pixel of a link', async () => {
    let page = await report(`?pixel=${manual.id}`);
    expect(page.report).toMatchObject({
      unit: 'views',
      versions: null,
      lists: { client: { bars: [{ name: 'Firefox', value: '2' }] } },
    });
    expect(page.form.choice).toMatchObject({ package: 'none', pixelsShown: true });
    expect(page.links.tabs.client[1]?.to).toContain('package=none');
  });

  test('keeps the filter, the range and the selection in every link', async () => {
    let page = await report(`?package=${tool.id}&range=last-7-days&by=domain&by=arch&filter_id=${filterId}`);
    let { levels } = page.links;
    let tabs = Object.values(page.links.tabs).flat();
    let { events } = page.files!.links;
    for (let link of [...tabs.map((tab) => tab.to), ...levels.map((level) => level.to), events])
      for (let part of [`package=${tool.id}`, 'range=last-7-days', `filter_id=${filterId}`])
        expect(link).toContain(part);
    expect(tabs.filter((tab) => tab.current).map((tab) => tab.label)).toEqual([
      'Client',
      'Domain',
      'Architecture',
      'Audience',
    ]);
    expect(levels.every((level) => level.to.includes('by=domain&by=arch'))).toBe(true);
  });

  test('shows an empty report for a package without events', async () => {
    let { report: empty } = await report(`?package=${quiet.id}`);
    expect(empty).toMatchObject({
      totals: { downloads: 0 },
      versions: { chart: null, bars: [] },
      lists: { client: { bars: [] } },
    });
    expect(drawnChart(empty?.charts[0]?.html).lines[0]?.values.every((value) => value === 0)).toBe(true);
  });

  test('is empty when nothing is selected', async () => {
    expect(await report('?package=none&pixels=hide')).toMatchObject({ status: 200, report: null });
  });

  test('shows an error for a refused range and keeps the values', async () => {
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

describe('the list of runtimes', () => {
  const longAgo = Date.parse('2024-10-02T12:00:00Z');
  const download = (day: number, runtime: string, originId: bigint) =>
    madeEvent({ artifactId: tool.id, time: longAgo + day * dayMs, runtime, originId, client: 'npm' });
  const runtimesOn = async (days: string, more = '') =>
    (await report(`?package=${tool.id}&range=custom&${days}&by=runtime${more}`)).report!.lists.client;

  test('leads from a version to everyone who would lose support with it', async () => {
    let runtimes = ['Node.js 22', 'Node.js 22', 'Node.js 18', 'Node.js 16'];
    await world.events.append(runtimes.map((runtime, i) => download(0, runtime, BigInt(50 + i))));
    let days = 'from=2024-10-02&to=2024-10-02';
    let { bars, note } = await runtimesOn(days);
    let older = bars!.find(({ name }) => name === 'Node.js 18');
    expect(older?.detail).toBe('18 and older: 50% of Node.js downloads, 2 users');
    expect(note).toBe('');
    let where = new URL(older!.detailTo, 'http://dashboard').searchParams.getAll('where');
    expect(where.toSorted()).toEqual(['request_runtime:equals:Node.js 16', 'request_runtime:equals:Node.js 18']);
    let narrowed = await runtimesOn(days, where.map((one) => `&where=${encodeURIComponent(one)}`).join(''));
    expect(narrowed.bars!.map(({ name }) => name)).toEqual(['Node.js 16', 'Node.js 18']);
  });

  test('says why no runtime is known', async () => {
    await world.events.append([download(1, '', 60n)]);
    let { bars, note } = await runtimesOn('from=2024-10-03&to=2024-10-03');
    expect(bars).toMatchObject([{ name: 'Unknown runtime', detailTo: '' }]);
    expect(note).toContain('No client in this period names its runtime.');
    expect(note).toContain('curl and browsers do not.');
  });
});

describe('the pictures of a range', () => {
  test('are lines, the days of a year, and packages side by side', async () => {
    let titles = async (query: string) => (await report(query)).report?.picture?.title;
    expect(await titles('')).toBeUndefined();
    expect(await titles('?view=calendar')).toBe('Downloads of the year');
    expect(await titles('?view=packages')).toBe('Packages side by side');
    expect(await titles(`?view=packages&pixel=${manual.id}`)).toBe('Pixels side by side');
  });

  test('have a calendar with the days of the year that have events', async () => {
    let { picture } = (await report('?view=calendar&pixels=hide&pixels=show&by=domain')).report!;
    let { labels, lines, links } = drawnChart(picture?.html);
    expect(labels).toEqual(['Mar 20, 2026', 'Feb 8, 2026']);
    expect(lines).toEqual([
      { name: 'Downloads', values: [3, 2] },
      { name: 'Views', values: [2, 0] },
    ]);
    expect(links[1]).toBe(`/analytics/${owner}?pixels=show&by=domain&from=2026-02-08&to=2026-02-08`);
  });

  test('have one chart for each package with events, which leads to its report', async () => {
    let { picture } = (await report('?view=packages&range=last-7-days')).report!;
    expect(drawnChart(picture?.html).lines.map(({ name }) => name)).toEqual(['tool']);
    expect(picture?.html).toContain(`href="/analytics/${owner}?range=last-7-days&amp;package=${tool.id}"`);
  });

  test('have a map in the list of countries alone', async () => {
    expect((await report('?by=client&by=domain')).report?.lists.country.picture).toBeNull();
    let { picture } = (await report('?by=country')).report!.lists.country;
    expect(picture?.html).toContain('Germany: 2 downloads (67%)');
    expect(picture?.html).toContain('where=request_origin_country%3Aequals%3ADE');
  });
});

test('the report of one package has its name as its title, and a file of its versions', async () => {
  expect((await report()).about).toBe('All packages');
  expect((await report('?pixels=show&where=request_platform:equals:linux')).about).toBe(
    'All packages and pixels, Platform is Linux',
  );
  expect((await report(`?pixel=${manual.id}`)).about).toBe('All pixels');
  expect((await report(`?package=${tool.id}`)).about).toBe('tool');
  let file = await grace.open(overTimeFile, { owner }, '/?range=today&chart=versions');
  let lines = (await file.text()).trim().split('\r\n');
  expect(lines[0]).toBe('Hour,Complete,1.1.0,1.0.0');
  expect(lines[13]).toBe('2026-03-20T12:00:00Z,no,1,2');
  expect(lines).toHaveLength(25);
});

describe('the event file', () => {
  async function file(query: string, who = grace): Promise<Response> {
    return who.open(eventFile, { owner }, `/analytics/${owner}/events.csv${query}`);
  }

  test('contains the packages and pixels of the report below one header', async () => {
    let answer = await file('?pixels=show');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="packages-hopper-labs-.+\.csv"$/);
    let lines = (await answer.text()).trim().split('\n');
    expect(lines.filter((line) => line.startsWith('id,type,package'))).toHaveLength(1);
    expect(lines).toHaveLength(1 + 4 + 2);
    expect(lines.filter((line) => line.includes('pixel-fetch'))).toHaveLength(2);
  });

  test('contains one package, or one pixel', async () => {
    expect((await (await file(`?package=${quiet.id}`)).text()).trim().split('\n')).toHaveLength(1);
    let views = (await (await file(`?pixel=${manual.id}`)).text()).trim().split('\n');
    expect(views.slice(1).every((line) => line.includes(',manual,'))).toBe(true);
  });

  test('of the previous period ends the day before', async () => {
    let day = '2026-02-08';
    let lines = (await (await file(`?from=${day}&to=${day}`)).text()).trim().split('\n');
    expect(lines).toHaveLength(1 + 2);
  });

  test('is forbidden for members, and the page shows why', async () => {
    let answer = redirectOf(await file('?range=last-7-days', linus));
    expect(answer).toEqual({
      status: 303,
      to: `/analytics/${owner}?range=last-7-days`,
      toast: 'permission_not_granted',
    });
    expect(await report('', linus)).toMatchObject({ mayExport: false, report: { totals: { downloads: 3 } } });
  });

  test('with an invalid range leads to the page with the error', async () => {
    let answer = await file('?range=fortnight');
    expect(redirectOf(answer)).toMatchObject({ status: 303, to: `/analytics/${owner}?range=fortnight` });
  });
});

describe('the tables of a report', () => {
  test('are sorted by the order of the address, each for itself', async () => {
    let countries = async (order: string) =>
      (await report(`?by=country&order=${order}`)).report!.lists.country.bars!.map(({ name }) => name);
    expect(await countries('downloads-by-country.1.down')).toEqual(['Germany', 'Japan']);
    expect(await countries('downloads-by-country.1.up')).toEqual(['Japan', 'Germany']);
    expect(await countries('downloads-by-country.0.down')).toEqual(['Japan', 'Germany']);
    expect(await countries('companies.0.down')).toEqual(['Germany', 'Japan']);
    let { companies, lists } = (await report('?order=companies.4.up')).report!;
    expect(companies!.table?.heads[4]?.sorted).toBe('ascending');
    expect(lists.platform.table.heads.map(({ sorted }) => sorted)).toEqual(['', '']);
  });

  const files: [chart: string, query: string, lines: string[]][] = [
    ['platform', '', ['Platform,Downloads,Unique users', 'Linux,3,2']],
    ['by', '&by=country', ['Country,Downloads,Unique users', 'Germany,2,1', 'Japan,1,1']],
    ['version-list', '', ['Package,Version,Downloads,Unique users', 'tool,1.0.0,2,2', 'tool,1.1.0,1,1']],
    ['page', '&pixels=show', ['Page,Views,Unique visitors', 'No referer sent,1,1', 'https://docs.example/start,1,1']],
    ['calendar', '&pixels=show', ['Day,Downloads,Views', '2026-02-08,2,0', '2026-03-20,3,2']],
    ['packages', '&range=today', ['Hour,Complete,tool', '2026-03-20T00:00:00Z,yes,0']],
    ['variable', '', ['Value,Downloads,Unique users']],
    ['view-variable', '&pixels=show', ['Value,Views,Unique visitors']],
  ];

  test.each(files)('have a file: %s', async (chart, query, lines) => {
    let file = await grace.open(overTimeFile, { owner }, `/?chart=${chart}${query}`);
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="[a-z-]+-2\d{3}-/);
    expect((await file.text()).split('\r\n').slice(0, lines.length)).toEqual(lines);
  });

  test('have a file of companies, with their first day ever', async () => {
    let file = await grace.open(overTimeFile, { owner }, '/?chart=companies');
    let [head, acme] = (await file.text()).split('\r\n');
    expect(head).toBe('Company,Domain,Downloads,Unique users,Views,First download,Last download');
    expect(acme).toMatch(/^Acme,acme\.example,1,1,,2026-03-20T\S+,2026-03-20T\S+$/);
  });

  test('have CSV files without formulas from client input', async () => {
    let formula = madeEvent({ artifactId: tool.id, time: Date.now(), version: '=1+1,"x"', originId: 9n });
    await world.events.append([formula]);
    let file = await grace.open(overTimeFile, { owner }, '/?chart=version-list');
    expect(await file.text()).toContain(`\r\ntool,"'=1+1,""x""",1,1\r\n`);
  });
});
