/** npm's own count on the pages: chosen in the form of a package, shown as a line of its chart. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { timeBuckets } from 'app/charts/date-buckets.server';
import { sumByBucket } from 'app/features/analytics/registry-line.server';
import { loader as analyticsPage } from 'app/routes/_app.analytics.$owner._index';
import { loader as overTimeFile } from 'app/routes/_app.analytics.$owner.over-time[.]csv';
import { loader as dashboardPage } from 'app/routes/_app.home.$owner';
import {
  action as editAction,
  loader as editPage,
} from 'app/routes/_app.packages.$owner.$packageType.$packageName_.edit';
import { loader as packagePage } from 'app/routes/_app.packages.$owner.$packageType.$packageName';
import { loader as createdPage } from 'app/routes/_app.new-package.$owner_.$packageId.created';
import {
  action as watchAction,
  loader as watchPage,
} from 'app/routes/_app.packages.$owner.$packageType.$packageName_.registry-counts';
import { packagesApi } from 'contract/packages/packages';
import { permissionsApi } from 'contract/organizations/permissions';
import { registryCountsApi } from 'contract/analytics/registry-counts';
import { dayMs, dayOf } from 'contract/shared/time';
import type { RegistryCountsOptions } from 'gateway/reports/registry-counts/fetch-counts';
import { type Browser, browserOf, redirectOf } from '../../support/dashboard';
import { drawnChart } from '../../support/drawn-chart';
import { madeEvent } from '../../support/made-event';
import { startFileServer } from '../../support/file-server';
import { type NpmCounter, startNpmCounter } from '../../support/npm-counter';
import { createWorld, type World } from '../../support/world';

const owner = 'ada';
const edited = { owner, packageType: 'npm', packageName: 'engine' };
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
  expect(redirectOf(answer)).toMatchObject({ status: 303, to: '/packages/ada/npm/engine' });
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
    let beside = '1 once per user and day · 1,280 at npm';
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
    expect((await created()).registry).toBe('npm');
    let answer = await ada.post(watchAction, { owner, packageType: 'npm', packageName: 'mill' });
    expect(redirectOf(answer)).toEqual({
      status: 303,
      to: `/analytics/ada?package=${id}`,
      toast: 'registry_counts_on',
    });
    await world.gateway.registryCounts.wake();
    expect((await created()).registry).toBeNull();
    let chart = drawnChart((await ada.open(analyticsPage, { owner }, `/?package=${id}`)).data.report?.charts[0]?.html);
    expect(chart.lines.map(({ name }) => name)).toContain('npm’s own count');
    expect(chart.caption).toContain('Of its 12 in this range, 0 (0.0%) came through this gateway.');
    let { one } = (await ada.open(dashboardPage, { owner }, `/?package=${id}`)).data;
    expect(one?.report.overview.charts[0]?.html).toContain('npm’s own count');
    expect(
      redirectOf((await ada.open(watchPage, { owner, packageType: 'npm', packageName: 'mill' })) as Response).to,
    ).toBe('/packages/ada/npm/mill');
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
    let counts = async () => (await ada.open(packagePage, edited)).counts;
    expect(await counts()).toEqual({ registry: 'npm', isOn: false, fetchedAt: null });
    await switchOn();
    expect(await counts()).toEqual({ registry: 'npm', isOn: true, fetchedAt: expect.stringContaining(ago(0)) });
  });

  test('leads admins of the package alone to its page: the reports are those of the owner', async () => {
    let maker = await world.as('ada');
    let permission = { username: 'linus', permission_level: 'admin' as const };
    let params = { owner, package_id: engine };
    await maker.ask(permissionsApi.setPackagePermission, { params, body: permission });
    let answer = await (await browserOf(world, 'linus')).post(watchAction, edited);
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
    await ada.post(watchAction, { owner, packageType: 'python', packageName: 'mill' });
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

describe('sums of days', () => {
  let range = { from: '2026-03-05', to: '2026-03-17' };
  let days = (...numbers: number[]) =>
    numbers.map((n) => ({ day: `2026-03-${String(n).padStart(2, '0')}`, downloads: n }));

  let today = '2026-03-17';

  test('a week is known when each of its days in the range is', () => {
    let weeks = timeBuckets(range, 'weekly', { today });
    expect(weeks.map(({ isComplete }) => isComplete)).toEqual([false, true, false]);
    expect(sumByBucket(weeks, range, days(9, 10, 11, 12, 13, 14, 15), today)).toEqual([null, 84, null]);
    expect(sumByBucket(weeks, range, days(5, 6, 7, 8, 9, 10, 11, 12, 13, 14), today)).toEqual([26, null, null]);
    expect(sumByBucket(weeks, range, days(6, 7, 8), today)).toEqual([null, null, null]);
  });

  test('a running week is known when each of its days that are over is', () => {
    let running = { from: '2026-03-16', to: '2026-03-19' };
    let weeks = timeBuckets(running, 'weekly', { today: '2026-03-19' });
    expect(sumByBucket(weeks, running, days(16), '2026-03-19')).toEqual([null]);
    expect(sumByBucket(weeks, running, days(16, 17, 18), '2026-03-19')).toEqual([51]);
    expect(
      sumByBucket(timeBuckets(running, 'daily', { today: '2026-03-19' }), running, days(16), '2026-03-19'),
    ).toEqual([16, null, null, null]);
  });
});
