/** Which events a report counts and which it leaves out, by audience. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audiences, botAudiences } from 'contract/analytics/audience';
import { companiesApi } from 'contract/companies/companies';
import { companyRollupsApi } from 'contract/companies/company-rollups';
import { countingApi } from 'contract/analytics/counting';
import { filtersApi } from 'contract/analytics/filters';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import { madeEvent } from 'tests/support/made-event';
import { whoMay } from 'tests/support/authorization';
import { createWorld, type Caller, type World } from 'tests/support/world';

const mine = { params: { owner: 'ada' } };
const exclude_audience = botAudiences.join(',');

let world: World;
let ada: Caller;
let engine: string;
let pixel: string;

/**
 * One download of each audience, but two of people. Two are of Acme, one of them by a mirror. Two
 * are untracked.
 */
beforeAll(async () => {
  world = await createWorld();
  ada = await world.as('ada');
  let body = { type: 'docker' as const, name: 'engine', backend_registry: 'docker.io' };
  engine = (await ada.ask(packagesApi.createPackage, { ...mine, body })).id;
  pixel = (await ada.ask(pixelsApi.createTrackingPixel, { ...mine, body: { name: 'docs' } })).id;
  let time = world.now();
  let acme = {
    companyName: 'Acme',
    companyDomain: 'acme.example',
    connectionType: 'business' as const,
    confidence: 0.9,
  };
  let untracked = { doNotTrack: true, originId: 0n, endpointId: 0n };
  await world.events.append([
    ...audiences.map((audience) => madeEvent({ artifactId: engine, time, audience, country: 'DE' })),
    madeEvent({ artifactId: engine, time, audience: 'person-like', country: 'US', ...acme }),
    madeEvent({ artifactId: engine, time, audience: 'mirror', country: 'US', ...acme }),
    madeEvent({ artifactId: engine, time, ...untracked }),
    madeEvent({ artifactId: engine, time, ...untracked }),
    madeEvent({ artifactId: pixel, time, artifactType: 'tracking-pixel', type: 'pixel-fetch', audience: 'bot' }),
  ]);
});
afterAll(() => world.close());

type Query = NonNullable<Parameters<typeof ada.ask<typeof countingApi.getCounting>>[1]>['query'];

async function counting(query: Query = {}) {
  let { audiences: rows, untracked, filtered } = await ada.ask(countingApi.getCounting, { ...mine, query });
  return { untracked, filtered, audiences: Object.fromEntries(rows.map(({ audience, total }) => [audience, total])) };
}

describe('answers', () => {
  it('counts each audience, and untracked downloads separately', async () => {
    expect(await counting()).toEqual({
      audiences: {
        'person-like': 2,
        ci: 1,
        automation: 1,
        mirror: 2,
        bot: 1,
        'ai-user': 1,
        'ai-crawler': 1,
        unknown: 1,
      },
      untracked: 2,
      filtered: 0,
    });
  });

  it('counts the selected packages and pixels, and none when nothing is selected', async () => {
    expect(await counting({ tracking_pixel_id: pixel })).toEqual({ audiences: { bot: 1 }, untracked: 0, filtered: 0 });
    expect(await counting({ package_id: engine, tracking_pixel_id: 'all' })).toMatchObject({ audiences: { bot: 2 } });
    expect(await counting({ package_id: 'none' })).toEqual({ audiences: {}, untracked: 0, filtered: 0 });
  });

  it('reports how many events the global filters and the selected one leave out', async () => {
    let country = { request_origin_country: { op: 'equals' as const, values: ['DE'] } };
    let filter = await ada.ask(filtersApi.createFilter, { ...mine, body: { name: 'Germany', ...country } });
    expect(await counting({ filter_id: filter.id })).toMatchObject({
      audiences: { mirror: 1, 'person-like': 1 },
      untracked: 2,
      filtered: 2,
    });
    let bots = await ada.ask(filtersApi.createFilter, {
      ...mine,
      query: { scope: 'global' },
      body: { request_audience: { op: 'not-equals', values: ['bot'] } },
    });
    expect(await counting()).toMatchObject({ filtered: 1 });
    await ada.ask(filtersApi.deleteFilter, { params: { owner: 'ada', filter_id: bots.id } });
  });

  it('with a filter for untracked downloads, counts those and leaves out the others', async () => {
    let body = { name: 'Untracked', request_do_not_track: { value: true } };
    let { id } = await ada.ask(filtersApi.createFilter, { ...mine, body });
    expect(await counting({ filter_id: id })).toEqual({ audiences: { unknown: 2 }, untracked: 0, filtered: 10 });
  });

  it('counts the events of known companies, and of one since its first event', async () => {
    expect(await counting({ only_companies: 'true' })).toEqual({
      audiences: { 'person-like': 1, mirror: 1 },
      untracked: 0,
      filtered: 0,
    });
    expect(await counting({ company: 'acme.example' })).toMatchObject({ audiences: { 'person-like': 1, mirror: 1 } });
    expect(await counting({ company: 'nobody.example' })).toEqual({ audiences: {}, untracked: 0, filtered: 0 });
  });
});

describe('exclude_audience leaves out bots and mirrors', () => {
  const acme = { params: { owner: 'ada', domain: 'acme.example' } };

  it('in the list of companies', async () => {
    let totals = async (query = {}) =>
      (await ada.ask(companiesApi.getCompanies, { ...mine, query })).results.map(({ total_events }) => total_events);
    expect(await totals()).toEqual([2]);
    expect(await totals({ exclude_audience })).toEqual([1]);
    expect(await totals({ exclude_audience: 'mirror,person-like' })).toEqual([]);
  });

  it('on the page of a company and in its events', async () => {
    expect(await ada.ask(companiesApi.getCompany, acme)).toMatchObject({ total_downloads: 2 });
    expect(await ada.ask(companiesApi.getCompany, { ...acme, query: { exclude_audience } })).toMatchObject({
      total_downloads: 1,
    });
    expect(
      (await ada.ask(companiesApi.getCompanyEvents, { ...acme, query: { exclude_audience } })).results,
    ).toHaveLength(1);
  });

  it('in the file of companies', async () => {
    let lines = async (query = {}) => (await ada.call(companyRollupsApi.exportCompanyRollup, { ...mine, query })).text;
    expect(await lines()).toMatch(/^Acme,acme.example,[\w-]+,2,2,/m);
    expect(await lines({ exclude_audience })).toMatch(/^Acme,acme.example,[\w-]+,1,1,/m);
  });
});

describe('refuses', () => {
  it('unknown packages, filters and audiences, and a range that ends before it begins', async () => {
    let unknown = '99999999-9999-4999-8999-999999999999';
    expect(await ada.refusal(countingApi.getCounting, { ...mine, query: { package_id: unknown } })).toMatchObject({
      code: 'package-not-found',
    });
    expect(await ada.refusal(countingApi.getCounting, { ...mine, query: { filter_id: unknown } })).toMatchObject({
      code: 'filter-not-found',
    });
    let query = { start_date: '2026-02-02', end_date: '2026-02-01' };
    expect(await ada.refusal(countingApi.getCounting, { ...mine, query })).toMatchObject({ code: 'range-invalid' });
  });
});

whoMay([countingApi.getCounting]);
