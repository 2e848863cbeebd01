/**
 * Unique counts over several periods of ids. Each period has its own number, and they are never
 * added up.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aggregationsApi } from 'contract/analytics/aggregations';
import { companiesApi } from 'contract/companies/companies';
import { companyRollupsApi } from 'contract/companies/company-rollups';
import type { Event } from 'contract/event-fields';
import { periodName } from 'contract/analytics/id-periods';
import { packagesApi } from 'contract/packages/packages';
import { madeEvent } from 'tests/support/made-event';
import { createWorld, type Caller, type World } from 'tests/support/world';

const mine = { params: { owner: 'ada' } };
const range = { start_date: '2026-10-01', end_date: '2026-12-01' };
const october = periodName('monthly', Date.parse('2026-10-01T00:00:00Z'));
const november = periodName('monthly', Date.parse('2026-11-01T00:00:00Z'));
const acme = { companyName: 'Acme', companyDomain: 'acme.example', connectionType: 'business', confidence: 1 } as const;

let world: World;
let ada: Caller;
let engine: string;

/** An event. A visitor has a different id in each month. */
function visit(day: string, visitor: number, fields: Partial<Event> = {}): Event {
  let idPeriod = day < '2026-11' ? october : november;
  let id = BigInt(visitor) * (day < '2026-11' ? 100n : 1_000n);
  let time = Date.parse(`${day}T10:00:00Z`);
  return madeEvent({ artifactId: engine, time, originId: id, endpointId: id, idPeriod, country: 'DE', ...fields });
}

beforeAll(async () => {
  world = await createWorld();
  ada = await world.as('ada');
  let body = { type: 'docker' as const, name: 'engine', backend_registry: 'docker.io' };
  engine = (await ada.ask(packagesApi.createPackage, { ...mine, body })).id;
  await world.events.append([
    visit('2026-10-20', 1, acme),
    visit('2026-10-21', 1, acme),
    visit('2026-10-22', 2, acme),
    visit('2026-11-02', 1, acme),
    visit('2026-11-03', 3),
    visit('2026-11-03', 4, { country: 'FR' }),
  ]);
});
afterAll(() => world.close());

async function count(query: Record<string, string>) {
  return ada.ask(aggregationsApi.exportEntityAggregations, { ...mine, query: { ...range, ...query } });
}

function periods(before: number, after: number) {
  return [
    { period: october, unique_origins: before, unique_endpoints: before },
    { period: november, unique_origins: after, unique_endpoints: after },
  ];
}

describe('counts of a report', () => {
  it('add the periods of the range, and list them', async () => {
    let total = { artifact_type: 'package', total: 6, unique_origins: 5, unique_endpoints: 5 };
    expect(await count({})).toEqual([{ ...total, unique_by_period: periods(2, 3) }]);
  });

  it('list no periods for a range, a bucket or a value within one', async () => {
    expect(await count({ start_date: '2026-11-01' })).toEqual([
      { artifact_type: 'package', total: 3, unique_origins: 3, unique_endpoints: 3 },
    ]);
    let months = await count({ rollup: 'monthly' });
    expect(months.map(({ date, unique_origins }) => [date, unique_origins])).toEqual([
      ['2026-10-01', 2],
      ['2026-11-01', 3],
    ]);
    let countries = await count({ breakdown_set: 'by-country' });
    expect(
      countries.map(({ country, unique_origins, unique_by_period }) => [country, unique_origins, unique_by_period]),
    ).toEqual([
      ['DE', 4, periods(2, 2)],
      ['FR', 1, undefined],
    ]);
  });

  it('have one number when ids never change, also over months', async () => {
    let other = (
      await ada.ask(packagesApi.createPackage, {
        ...mine,
        body: { type: 'docker', name: 'old', backend_registry: 'docker.io' },
      })
    ).id;
    await world.events.append(
      ['2026-10-20', '2026-11-03'].map((day) => visit(day, 1, { artifactId: other, originId: 7n, idPeriod: '' })),
    );
    expect(await count({ package_id: other })).toMatchObject([{ total: 2, unique_origins: 1 }]);
  });

  it('are updated with new events as if all were counted again', async () => {
    let query = { package_id: engine, breakdown_set: 'by-country', rollup: 'weekly' };
    let before = await count(query);
    await world.events.append([visit('2026-10-23', 2), visit('2026-11-03', 3), visit('2026-11-04', 9)]);
    let grown = await count(query);
    expect(grown.reduce((sum, { total }) => sum + total, 0)).toBe(
      before.reduce((sum, { total }) => sum + total, 0) + 3,
    );
    expect(await count({ package_id: engine })).toMatchObject([{ unique_by_period: periods(2, 4) }]);
    expect((await world.events.verifyCache())?.isEqual).toBe(true);
  });
});

describe('counts of companies', () => {
  const byPeriod = [
    { period: october, unique_downloads: 2, unique_views: 0, unique_sources: 2 },
    { period: november, unique_downloads: 1, unique_views: 0, unique_sources: 1 },
  ];
  const added = { total_unique_downloads: 3, total_unique_views: 0, unique_sources: 3 };

  it('add and list periods, in the list and for one company', async () => {
    let { results } = await ada.ask(companiesApi.getCompanies, { ...mine, query: { ...range, sort: 'sources' } });
    expect(results).toMatchObject([{ company: 'acme.example', total_events: 4, ...added, unique_by_period: byPeriod }]);
    let one = await ada.ask(companiesApi.getCompany, { params: { owner: 'ada', domain: 'acme.example' } });
    expect(one).toMatchObject({ ...added, unique_by_period: byPeriod });
    let within = { start_date: '2026-11-01', end_date: '2026-11-30' };
    let [november] = (await ada.ask(companiesApi.getCompanies, { ...mine, query: within })).results;
    expect(november).toMatchObject({ unique_sources: 1, total_unique_downloads: 1 });
    expect(november).not.toHaveProperty('unique_by_period');
  });

  it('are given with each event of a company', async () => {
    let events = await ada.ask(companiesApi.getCompanyEvents, { params: { owner: 'ada', domain: 'acme.example' } });
    expect(events.results.map(({ id_period }) => id_period)).toEqual([november, october, october, october]);
  });

  it('are added in files, with a separate column of the periods', async () => {
    for (let route of [companyRollupsApi.exportCompanyRollup, companyRollupsApi.exportCompanyPackageRollup]) {
      let { text } = await ada.call(route, { ...mine, query: range });
      let [columns, cells] = text.split('\n').map((line) => line.split(','));
      let row = Object.fromEntries(columns!.map((name, i) => [name, cells![i]]));
      expect([row.total_downloads, row.total_unique_downloads]).toEqual(['4', '3']);
      expect(text.split('\n')[1]!.endsWith(`,${october}=2&${november}=1`)).toBe(true);
    }
  });
});
