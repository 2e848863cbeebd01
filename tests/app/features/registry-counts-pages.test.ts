/** Registries' own counts on the pages: fetched or uploaded, shown as a line of the chart. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { wholeDays } from 'contract/analytics/asked-time';
import { timeBuckets } from 'app/charts/date-buckets.server';
import { sumByBucket } from 'app/features/analytics/registry-line.server';
import { loader as analyticsPage } from 'app/routes/_app.analytics.$owner._index';
import { loader as overTimeFile } from 'app/routes/_app.analytics.$owner.over-time[.]csv';
import { loader as dashboardPage } from 'app/routes/_app.home.$owner';
import {
  action as editAction,
  loader as editPage,
} from 'app/routes/_app.packages.$owner.$packageType.$packageName_.edit';
import { loader as setupPage } from 'app/routes/_app.packages.$owner.$packageType.$packageName_.set-up';
import { loader as createdPage } from 'app/routes/_app.new-package.$owner_.$packageId.created';
import {
  action as watchAction,
  loader as watchPage,
} from 'app/routes/_app.packages.$owner.$packageType.$packageName_.registry-counts';
import { action as deleteAction } from 'app/routes/_app.packages.$owner.$packageType.$packageName_.registry-counts_.delete';
import { packagesApi } from 'contract/packages/packages';
import { permissionsApi } from 'contract/organizations/permissions';
import { registryCountsApi } from 'contract/analytics/registry-counts';
import { dayMs, dayOf } from 'contract/floor/time';
import type { RegistryCountsOptions } from 'gateway/reports/registry-counts/fetch-counts';
import { type Browser, browserOf, redirectOf, refusalOf, refusedForm } from '../../support/dashboard';
import { drawnChart } from '../../support/drawn-chart';
import { madeEvent } from '../../support/made-event';
import { startFileServer } from '../../support/file-server';
import { type NpmCounter, startNpmCounter } from '../../support/npm-counter';
import { createWorld, type World } from '../../support/world';

const owner = 'ada';
const edited = { owner, packageType: 'npm', packageName: 'engine' };
const fetched = { change: 'fetch' };
const saved = { repository_url: 'https://registry.example/', importance: 'mid' };

let counter: NpmCounter;
let world: World;
let ada: Browser;
let engine: string;

async function open(registryCounts?: RegistryCountsOptions): Promise<void> {
  world = await createWorld({ ...(registryCounts && { registryCounts }) });
  ada = await browserOf(world, 'ada');
  let maker = await world.as('ada');
  let body = { type: 'npm' as const, name: 'engine', repository_url: 'https://registry.example' };
  engine = (await maker.ask(packagesApi.createPackage, { params: { owner }, body })).id;
  await world.events.append([madeEvent({ artifactId: engine, time: world.now() - 3 * dayMs })]);
}

beforeEach(async () => {
  counter = await startNpmCounter();
  await open({ urls: { npm: counter.url }, privateTargets: ['127.0.0.1'] });
});
afterEach(async () => {
  await world.close();
  await counter.close();
});

const ago = (days: number) => dayOf(world.now() - days * dayMs);

async function switchOn(): Promise<void> {
  counter.known.set('engine', { [ago(2)]: 1_200, [ago(3)]: 80 });
  let answer = await ada.post(editAction, edited, { ...saved, registry_counts: 'on' });
  expect(redirectOf(answer)).toMatchObject({ status: 303, to: '/packages/ada/npm/engine/settings' });
  await world.gateway.registryCounts.wake();
}

const report = async (query = '') => (await ada.open(analyticsPage, { owner }, `/?package=${engine}${query}`)).data;
const file = async (query: string) => (await ada.open(overTimeFile, { owner }, `/?${query}`)).text();

describe('npm’s own count', () => {
  test('is off until it is chosen in the form of the package, and gone when it is not any more', async () => {
    expect((await ada.open(editPage, edited)).registryCounts).toMatchObject({ isOn: false });
    expect(drawnChart((await report()).report?.charts[0]?.html).lines).toHaveLength(2);
    expect(counter.asked).toEqual([]);
    await switchOn();
    expect((await ada.open(editPage, edited)).registryCounts).toMatchObject({ isOn: true });
    await ada.post(editAction, edited, saved);
    expect(drawnChart((await report()).report?.charts[0]?.html).lines).toHaveLength(2);
  });

  test('is not offered where no address is set, and a saved form changes nothing then', async () => {
    await switchOn();
    await world.close();
    await open();
    expect((await ada.open(editPage, edited)).registryCounts).toBeNull();
    await world.records.insertInto('registry_counters').values({ package_id: engine, next_fetch_at: 0 }).execute();
    await ada.post(editAction, edited, saved);
    let params = { owner, package_id: engine };
    expect(await (await world.as('ada')).ask(registryCountsApi.getRegistryCounts, { params })).toMatchObject({
      is_on: true,
    });
  });

  test('is a separate line in the chart of the package, with gaps for unknown days', async () => {
    await switchOn();
    let chart = drawnChart((await report('&range=last-7-days')).report!.charts[0]?.html);
    expect(chart.lines.map(({ name }) => name)).toEqual(['Downloads', 'Unique users', 'npm’s own count']);
    let byDay = chart.lines.map(({ values }) => values.slice(-4));
    expect(byDay[0]).toEqual([1, 0, 0, 0]);
    expect(byDay[2]).toEqual([80, 1_200, null, null]);
    expect(chart.caption).toMatch(
      /npm’s count of all downloads, updated daily, last on \w+ \d+, \d{4}; includes mirrors and bots, and no filter changes it\./,
    );
    let { one } = (await ada.open(dashboardPage, { owner }, `/?package=${engine}`)).data;
    let beside = '1,280 at npm';
    expect(one?.report.overview.cards[0]).toMatchObject({ value: 1, beside });
    expect((await report()).report?.cards[0]).toMatchObject({ value: 1, beside });
    expect(drawnChart(one?.report.overview.charts[0]?.html).lines).toHaveLength(3);
  });

  test('is offered to a new package, and shows before anything came through the gateway', async () => {
    let maker = await world.as('ada');
    let body = { type: 'npm' as const, name: 'mill', repository_url: 'https://registry.example' };
    let { id } = await maker.ask(packagesApi.createPackage, { params: { owner }, body });
    counter.known.set('mill', { [ago(2)]: 7, [ago(3)]: 5 });
    let created = () => ada.open(createdPage, { owner, packageId: id });
    expect((await created()).counts).toMatchObject({ registry: 'npm', isAvailable: true, isOn: false });
    let answer = await ada.post(watchAction, { owner, packageType: 'npm', packageName: 'mill' }, fetched);
    expect(redirectOf(answer)).toEqual({
      status: 303,
      to: `/analytics/ada?package=${id}`,
      toast: 'registry_counts_on',
    });
    await world.gateway.registryCounts.wake();
    expect((await created()).counts).toMatchObject({ isOn: true });
    let chart = drawnChart((await ada.open(analyticsPage, { owner }, `/?package=${id}`)).data.report?.charts[0]?.html);
    expect(chart.lines.map(({ name }) => name)).toContain('npm’s own count');
    expect(chart.caption).toContain('Of its 12 in this range, 0 (0.0%) came through this gateway.');
    let { one } = (await ada.open(dashboardPage, { owner }, `/?package=${id}`)).data;
    expect(one?.report.overview.charts[0]?.html).toContain('npm’s own count');
    await world.events.append(
      Array.from({ length: 13 }, () => madeEvent({ artifactId: id, time: world.now() - 3 * dayMs })),
    );
    chart = drawnChart((await ada.open(analyticsPage, { owner }, `/?package=${id}`)).data.report?.charts[0]?.html);
    expect(chart.caption).toContain('It has 12 in this range, fewer than the 13 through this gateway');
  });

  test('says when the first count and the first days come', async () => {
    await (
      await world.as('ada')
    ).ask(registryCountsApi.setRegistryCounts, {
      params: { owner, package_id: engine },
      body: { is_on: true },
    });
    await world.gateway.registryCounts.wake();
    await world.records
      .updateTable('registry_counters')
      .set({ fetched_at: null, failing_since: null, failure: null })
      .execute();
    let caption = async () => drawnChart((await report()).report!.charts[0]?.html).caption;
    expect(await caption()).toContain(
      'npm’s own count of all downloads has not been fetched yet. It comes within ten minutes: reload this page then.',
    );
    await world.records.updateTable('registry_counters').set({ fetched_at: world.now() }).execute();
    expect(await caption()).toContain('No day of this range is known yet: a day comes one or two days later.');
  });

  test('is offered on the page of a package, which says when it was fetched', async () => {
    let counts = async () => (await ada.open(setupPage, edited)).counts;
    expect(await counts()).toMatchObject({ registry: 'npm', isAvailable: true, isOn: false, fetchedAt: null });
    await switchOn();
    let fetchedAt = expect.stringContaining(ago(0)) as string;
    expect(await counts()).toMatchObject({ registry: 'npm', isOn: true, isFetched: true, fetchedAt });
  });

  test('leads admins of the package alone to its page: the reports are those of the owner', async () => {
    let maker = await world.as('ada');
    let permission = { username: 'linus', permission_level: 'admin' as const };
    let params = { owner, package_id: engine };
    await maker.ask(permissionsApi.setPackagePermission, { params, body: permission });
    let answer = await (await browserOf(world, 'linus')).post(watchAction, edited, fetched);
    expect(redirectOf(answer)).toMatchObject({ to: '/packages/ada/npm/engine', toast: 'registry_counts_on' });
  });

  test('says that PyPI’s has no mirrors', async () => {
    let pypi = await startFileServer();
    let data = [{ category: 'without_mirrors', date: ago(2), downloads: 7 }];
    pypi.behaviour = (_, response) => void response.end(JSON.stringify({ package: 'mill', data }));
    await world.close();
    await open({ urls: { python: pypi.url }, privateTargets: ['127.0.0.1'] });
    let maker = await world.as('ada');
    let body = { type: 'python' as const, name: 'mill', repository_url: 'https://registry.example/simple/' };
    let { id } = await maker.ask(packagesApi.createPackage, { params: { owner }, body });
    await ada.post(watchAction, { owner, packageType: 'python', packageName: 'mill' }, fetched);
    await world.gateway.registryCounts.wake();
    let { html } = (await ada.open(analyticsPage, { owner }, `/?package=${id}`)).data.report!.charts[0]!;
    expect(drawnChart(html).caption).toContain('; includes bots, but not mirrors, and no filter changes it.');
    await pypi.close();
  });

  test('is not added to what came through the gateway', async () => {
    await switchOn();
    let page = await report();
    expect(page.report?.totals.downloads).toBe(1);
    expect(drawnChart((await ada.open(analyticsPage, { owner }, '/')).data.report?.charts[0]?.html).lines).toHaveLength(
      2,
    );
  });

  test('says since when it could not be fetched', async () => {
    counter.behaviour = (response) => void response.writeHead(503).end();
    await switchOn();
    expect(drawnChart((await report()).report?.charts[0]?.html).caption).toMatch(
      /npm’s own count .+ has not been fetched yet\. It could not be fetched since .+: npm did not respond\. We try again automatically\./,
    );
  });

  test('is in the file of the numbers of the chart', async () => {
    await switchOn();
    expect((await report()).files?.links.overTime).toBe(`/analytics/ada/over-time.csv?package=${engine}`);
    let [header, ...rows] = (await file(`package=${engine}&range=last-7-days`)).trimEnd().split('\r\n');
    expect(header).toBe('Day,Complete,Downloads,Unique users,npm’s own count');
    expect(rows.slice(-4)).toEqual([
      `${ago(3)},yes,1,1,80`,
      `${ago(2)},yes,0,0,1200`,
      `${ago(1)},yes,0,0,`,
      `${ago(0)},no,0,0,`,
    ]);
  });
});

describe('uploaded counts', () => {
  let shelf = { owner, packageType: 'hackage', packageName: 'shelf' };
  let shelfId: string;

  beforeEach(async () => {
    let maker = await world.as('ada');
    let body = { type: 'hackage' as const, name: 'shelf', repository_url: 'https://hackage.example/' };
    shelfId = (await maker.ask(packagesApi.createPackage, { params: { owner }, body })).id;
  });

  let upload = (counts: string, at = shelf) => ada.post(watchAction, at, { change: 'upload', counts });
  let chart = async () => {
    let page = await ada.open(analyticsPage, { owner }, `/?package=${shelfId}&range=last-7-days`);
    return drawnChart(page.data.report?.charts[0]?.html);
  };

  test('are a line in the chart of a package that nobody counts, until they are deleted', async () => {
    let facts = async () => (await ada.open(setupPage, shelf)).counts;
    expect(await facts()).toMatchObject({ isAvailable: false, isOn: false });
    let answer = await upload(`${ago(3)},80\n${ago(2)},1200\n`);
    let here = '/packages/ada/hackage/shelf/registry-counts';
    expect(redirectOf(answer)).toEqual({ status: 303, to: here, toast: 'registry_counts_uploaded' });
    expect(await facts()).toMatchObject({ isAvailable: false, isOn: true, isFetched: false, lastDay: ago(2) });
    let { lines, caption } = await chart();
    expect(lines.at(-1)).toMatchObject({ name: 'Registry’s own count' });
    expect(lines.at(-1)!.values.slice(-4)).toEqual([80, 1_200, null, null]);
    expect(caption).toContain(
      'Registry’s count of all downloads, uploaded; no filter changes it. Of its 1,280 in this range, 0 (0.0%) came',
    );
    expect(redirectOf(await ada.post(deleteAction, shelf, {}))).toEqual({
      status: 303,
      to: here,
      toast: 'registry_counts_off',
    });
    expect(await facts()).toMatchObject({ isOn: false, firstDay: null });
    expect((await chart()).lines).toHaveLength(2);
  });

  test.each([
    ['no header', ''],
    ['a header', 'day,downloads\n'],
    ['another header', '\nDate;Downloads\n'],
  ])('are read from lines with commas, semicolons and tabs, with %s', async (_, header) => {
    await upload(`${header}${ago(9)},1\r\n${ago(8)};2\r\n\r\n  ${ago(7)}\t3  \r\n${ago(6)}, 4`);
    let query = { start_date: ago(9), end_date: ago(0) };
    let found = await (
      await world.as('ada')
    ).ask(registryCountsApi.getRegistryCounts, { params: { owner, package_id: shelfId }, query });
    expect(found.downloads.map(({ day, downloads }) => [day, downloads])).toEqual(
      [9, 8, 7, 6].map((days, i) => [ago(days), i + 1]),
    );
  });

  test.each([
    ['no number', 'day,downloads\n\n2026-01-01,many', 'Line 3: Enter a day such as 2026-11-23 and a whole number'],
    ['a negative number', '2026-01-01,-1', 'Line 1: Enter a day such as'],
    ['a fraction', '2026-01-01,1.5', 'Line 1: Enter a day such as'],
    ['no such day', '2026-01-01,1\n2026-02-30,1', 'Line 2: Enter a day such as'],
    ['a future day', '2026-01-01,1\n2126-01-01,1', 'Line 2: Enter a day from 2000-01-01 until today.'],
    ['a day twice', '2026-01-01,1\n2026-01-02,1\n2026-01-01,2', 'Line 3: This day occurs twice.'],
    ['nothing', ' \n', 'This is a required field.'],
    ['a header twice', 'day,downloads\nday,downloads', 'Line 2: Enter a day such as'],
  ])('a text with %s is refused on its field, and nothing is stored', async (_, text, message) => {
    let answer = await upload(text);
    let { status, error, kept } = await refusedForm(answer);
    expect(status).toBe(422);
    expect(error?.counts?.[0]).toContain(message);
    expect(kept?.change).toBe('upload');
    expect((await ada.open(setupPage, shelf)).counts!.isOn).toBe(false);
  });

  test('can be as many as the API takes', async () => {
    let text = Array.from({ length: 4_000 }, (_, i) => `${ago(i + 1)},123456789`).join('\r\n');
    expect(redirectOf(await upload(text))).toMatchObject({ toast: 'registry_counts_uploaded' });
    let answer = await upload(`${text}\r\n${ago(0)},1`);
    expect((await refusedForm(answer)).error?.counts).toEqual(['Upload at most 4,000 days.']);
  });

  test('are offered for each package, with what is stored', async () => {
    let counts = async (at = shelf) => (await ada.open(watchPage, at)).counts;
    expect(await counts()).toMatchObject({ isAvailable: false, isOn: false, firstDay: null, lastDay: null });
    await upload('2024-02-28,5\n2024-03-01,5');
    expect(await counts()).toMatchObject({ isFetched: false, firstDay: '2024-02-28', lastDay: '2024-03-01' });
    expect(await counts(edited)).toMatchObject({ registry: 'npm', isAvailable: true, isOn: false });
    await upload('2024-02-28,5', edited);
    expect(await counts(edited)).toMatchObject({ isOn: true, isFetched: true, firstDay: '2024-02-28' });
  });

  test('are not offered to members', async () => {
    await (
      await world.as('ada')
    ).ask(permissionsApi.setPackagePermission, {
      params: { owner, package_id: shelfId },
      body: { username: 'linus', permission_level: 'member' },
    });
    let linus = await browserOf(world, 'linus');
    expect(await refusalOf(linus.open(watchPage, shelf))).toMatchObject({ status: 403 });
  });
});

describe('sums of days', () => {
  let range = { from: '2026-03-05', to: '2026-03-17' };
  let days = (...numbers: number[]) =>
    numbers.map((n) => ({ day: `2026-03-${String(n).padStart(2, '0')}`, downloads: n }));

  let today = '2026-03-17';

  test('a week is known when each of its days in the range is', () => {
    let weeks = timeBuckets(wholeDays(range), 'weekly', { today });
    expect(weeks.map(({ isComplete }) => isComplete)).toEqual([false, true, false]);
    expect(sumByBucket(weeks, range, days(9, 10, 11, 12, 13, 14, 15), today)).toEqual([null, 84, null]);
    expect(sumByBucket(weeks, range, days(5, 6, 7, 8, 9, 10, 11, 12, 13, 14), today)).toEqual([26, null, null]);
    expect(sumByBucket(weeks, range, days(6, 7, 8), today)).toEqual([null, null, null]);
  });

  test('a running week is known when each of its days that are over is', () => {
    let running = { from: '2026-03-16', to: '2026-03-19' };
    let weeks = timeBuckets(wholeDays(running), 'weekly', { today: '2026-03-19' });
    expect(sumByBucket(weeks, running, days(16), '2026-03-19')).toEqual([null]);
    expect(sumByBucket(weeks, running, days(16, 17, 18), '2026-03-19')).toEqual([51]);
    expect(
      sumByBucket(timeBuckets(wholeDays(running), 'daily', { today: '2026-03-19' }), running, days(16), '2026-03-19'),
    ).toEqual([16, null, null, null]);
  });
});
