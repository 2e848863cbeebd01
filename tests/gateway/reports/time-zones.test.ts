/**
 * Counts by the days of a reader: around changed clocks, in half hours, and where days are missing.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aggregatesApi } from 'contract/analytics/aggregates';
import { aggregationsApi, type AggregationRow } from 'contract/analytics/aggregations';
import { companiesApi } from 'contract/companies/companies';
import { eventsApi } from 'contract/analytics/events';
import { packagesApi } from 'contract/packages/packages';
import { reportVerificationApi } from 'contract/analytics/report-recounts';
import { dayMs, hourMs } from 'contract/floor/time';
import { takesTimeZone } from 'contract/floor/time-zone';
import { routes } from 'contract/api/routes';
import { madeEvent } from 'tests/support/made-event';
import { createWorld, type Caller, type World } from 'tests/support/world';

const mine = { params: { owner: 'ada' } };

let world: World;
let ada: Caller;
let engine: string;
beforeAll(async () => {
  world = await createWorld();
  ada = await world.as('ada');
  let body = { type: 'docker' as const, name: 'engine', backend_registry: 'docker.io' };
  engine = (await ada.ask(packagesApi.createPackage, { ...mine, body })).id;
});
afterAll(() => world.close());

type Query = NonNullable<Parameters<typeof ada.ask<typeof aggregationsApi.exportEntityAggregations>>[1]>['query'];

async function count(query: Query): Promise<AggregationRow[]> {
  return ada.ask(aggregationsApi.exportEntityAggregations, {
    ...mine,
    query: { include_low_confidence: 'true', ...query },
  });
}

async function counted(query: Query): Promise<[string | undefined, number][]> {
  return (await count(query)).map(({ date, total }) => [date, total]);
}

/** One download at each of these times, and each by somebody else. */
async function downloadAt(...times: string[]): Promise<void> {
  let company = { companyName: 'Acme', companyDomain: 'acme.example', connectionType: 'business' as const };
  await world.events.append(
    times.map((time, i) =>
      madeEvent({ artifactId: engine, time: Date.parse(time), originId: BigInt(i + 1), ...company, confidence: 1 }),
    ),
  );
}

describe('days of a time zone', () => {
  it('begin at its midnight, in rows and in the borders of the range', async () => {
    await downloadAt('2026-03-07T18:29:59Z', '2026-03-07T18:30:00Z', '2026-03-08T18:29:59Z', '2026-03-08T18:30:00Z');
    let days = { start_date: '2026-03-08', end_date: '2026-03-09', rollup: 'daily' } as const;
    expect(await counted({ ...days, time_zone: 'Asia/Kolkata' })).toEqual([['2026-03-08', 2]]);
    expect(await counted(days)).toEqual([['2026-03-08', 2]]);
    expect(await counted({ ...days, end_date: '2026-03-10', time_zone: 'Asia/Kolkata' })).toEqual([
      ['2026-03-08', 2],
      ['2026-03-09', 1],
    ]);
    expect(await counted({ ...days, rollup: 'total', time_zone: 'Asia/Kathmandu' })).toEqual([[undefined, 2]]);
  });

  it('have 23 and 25 hours where clocks change', async () => {
    await downloadAt('2025-03-09T06:59:00Z', '2025-03-09T07:00:00Z', '2025-03-10T03:59:00Z');
    let zone = { time_zone: 'America/New_York', rollup: 'hourly' } as const;
    expect(await counted({ ...zone, start_date: '2025-03-09', end_date: '2025-03-10' })).toEqual([
      ['2025-03-09T06:00:00Z', 1],
      ['2025-03-09T07:00:00Z', 1],
      ['2025-03-10T03:00:00Z', 1],
    ]);
    await downloadAt('2025-11-02T05:30:00Z', '2025-11-02T06:30:00Z', '2025-11-03T04:59:59Z', '2025-11-03T05:00:00Z');
    let day = { ...zone, start_date: '2025-11-02', end_date: '2025-11-03' };
    expect(await counted(day)).toEqual([
      ['2025-11-02T05:00:00Z', 1],
      ['2025-11-02T06:00:00Z', 1],
      ['2025-11-03T04:00:00Z', 1],
    ]);
    expect(await counted({ ...day, rollup: 'daily' })).toEqual([['2025-11-02', 3]]);
  });

  it('have hours that begin at half past in zones of half hours', async () => {
    await downloadAt('2025-06-01T05:29:59.999Z', '2025-06-01T05:30:00Z', '2025-06-01T06:29:59Z');
    let query = {
      start_date: '2025-06-01',
      end_date: '2025-06-02',
      rollup: 'hourly',
      time_zone: 'Asia/Kolkata',
    } as const;
    expect(await counted(query)).toEqual([
      ['2025-06-01T04:30:00Z', 1],
      ['2025-06-01T05:30:00Z', 2],
    ]);
  });

  it('begin at one o’clock where midnight is skipped', async () => {
    await downloadAt('2018-11-04T02:59:59Z', '2018-11-04T03:00:00Z', '2018-11-05T01:59:59Z', '2018-11-05T02:00:00Z');
    let query = { start_date: '2018-11-03', end_date: '2018-11-06', rollup: 'daily' } as const;
    expect(await counted({ ...query, time_zone: 'America/Sao_Paulo' })).toEqual([
      ['2018-11-03', 1],
      ['2018-11-04', 2],
      ['2018-11-05', 1],
    ]);
  });

  it('are left out where a zone left one out', async () => {
    await downloadAt('2011-12-30T09:59:59Z', '2011-12-30T10:00:00Z');
    let query = {
      start_date: '2011-12-29',
      end_date: '2012-01-01',
      rollup: 'daily',
      time_zone: 'Pacific/Apia',
    } as const;
    expect(await counted(query)).toEqual([
      ['2011-12-29', 1],
      ['2011-12-31', 1],
    ]);
    expect(await counted({ ...query, start_date: '2011-12-30', end_date: '2011-12-31' })).toEqual([]);
  });

  it('make weeks that begin when the reader says, and months', async () => {
    await downloadAt('2024-06-01T01:00:00Z', '2024-06-08T12:00:00Z', '2024-06-09T12:00:00Z', '2024-06-10T12:00:00Z');
    let query = { start_date: '2024-06-01', end_date: '2024-07-01', rollup: 'weekly' } as const;
    expect(await counted(query)).toEqual([
      ['2024-05-27', 1],
      ['2024-06-03', 2],
      ['2024-06-10', 1],
    ]);
    expect(await counted({ ...query, week_start: 'sunday' })).toEqual([
      ['2024-05-26', 1],
      ['2024-06-02', 1],
      ['2024-06-09', 2],
    ]);
    expect(await counted({ ...query, week_start: 'saturday' })).toEqual([
      ['2024-06-01', 1],
      ['2024-06-08', 3],
    ]);
    let months = { start_date: '2024-05-01', end_date: '2024-07-01', rollup: 'monthly' } as const;
    expect(await counted({ ...months, time_zone: 'America/New_York' })).toEqual([
      ['2024-05-01', 1],
      ['2024-06-01', 3],
    ]);
  });
});

describe('visitors', () => {
  it('are counted once in a day of the zone, however the days of UTC cut it', async () => {
    let times = ['2023-05-09T20:00:00Z', '2023-05-10T02:00:00Z', '2023-05-10T20:00:00Z'];
    for (let time of times) await downloadAt(time);
    let query = { start_date: '2023-05-09', end_date: '2023-05-12', rollup: 'daily' } as const;
    let uniques = async (time_zone: string) =>
      (await count({ ...query, time_zone })).map(({ date, total, unique_origins }) => [date, total, unique_origins]);
    expect(await uniques('Asia/Tokyo')).toEqual([
      ['2023-05-10', 2, 1],
      ['2023-05-11', 1, 1],
    ]);
    expect(await uniques('UTC')).toEqual([
      ['2023-05-09', 1, 1],
      ['2023-05-10', 2, 1],
    ]);
  });

  it.each(['hourly', 'daily', 'weekly', 'monthly'] as const)(
    'are counted exactly while events come in, %s',
    async (rollup) => {
      let today = Math.floor(world.now() / dayMs) * dayMs;
      let start_date = new Date(today - 2 * dayMs).toISOString().slice(0, 10);
      let query = { start_date, rollup, time_zone: 'Asia/Kolkata' } as const;
      let visits = [today - 5.6 * hourMs, today - 5.4 * hourMs, today - 5.3 * hourMs, today - 30 * hourMs];
      for (let time of visits) {
        await count(query);
        await world.events.append([madeEvent({ artifactId: engine, time, originId: 77n })]);
      }
      let kept = await count(query);
      let recounted = await ada.ask(reportVerificationApi.recountReport, {
        ...mine,
        query: { ...query, package_id: 'all' },
      });
      expect(recounted.figures.flatMap(({ differences }) => differences)).toEqual([]);
      expect(kept.length).toBeGreaterThan(0);
    },
  );
});

describe('other questions', () => {
  it('take the days of a zone: aggregates, companies and files', async () => {
    await downloadAt('2022-01-01T20:00:00Z');
    let range = { start_date: '2022-01-02', end_date: '2022-01-02' };
    let kolkata = { ...range, time_zone: 'Asia/Kolkata' };
    let aggregates = (query: typeof range) => ada.ask(aggregatesApi.exportEntityAggregates, { ...mine, query });
    expect(await aggregates(range)).toEqual([]);
    expect(await aggregates(kolkata)).toMatchObject([{ date: '2022-01-02', total: 1 }]);
    let companies = async (query: typeof range) => (await ada.ask(companiesApi.getCompanies, { ...mine, query })).total;
    expect([await companies(range), await companies(kolkata)]).toEqual([0, 1]);
    let file = await ada.call(eventsApi.exportEntityPackageEvents, { ...mine, query: kolkata });
    expect(file.text.trim().split('\n')).toHaveLength(2);
    expect(file.text).toContain('2022-01-01T20:00:00.000Z');
    expect(file.headers.get('content-disposition')).toContain('packages-ada-2022-01-02-2022-01-02-Asia-Kolkata.csv');
  });

  it('refuse zones that do not exist', async () => {
    let asking = routes.filter(takesTimeZone).map(({ id }) => id);
    expect(asking).toContain('exportEntityAggregations');
    for (let time_zone of ['Asia/Nowhere', '+05:30', "'; DROP TABLE events; --"])
      expect(
        await ada.refusal(aggregationsApi.exportEntityAggregations, { ...mine, query: { time_zone } }),
      ).toMatchObject({
        status: 400,
        code: 'time-zone-not-known',
        field: 'time_zone',
      });
  });
});
