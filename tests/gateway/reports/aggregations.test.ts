import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs } from 'contract/floor/time';
import { aggregationsApi, Breakdown, type AggregationRow } from 'contract/analytics/aggregations';
import { aggregatesApi } from 'contract/analytics/aggregates';
import { parseLines } from 'contract/floor/call-address';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import { madeEvent } from 'tests/support/made-event';
import { whoMay } from 'tests/support/authorization';
import { createWorld, type Caller, type World } from 'tests/support/world';

const mine = { params: { owner: 'ada' } };

let world: World;
let ada: Caller;
let engine: string;
let notes: string;
let pixel: string;
let today: number;

beforeAll(async () => {
  world = await createWorld();
  ada = await world.as('ada');
  let body = { type: 'docker' as const, name: 'engine', backend_registry: 'docker.io' };
  engine = (await ada.ask(packagesApi.createPackage, { ...mine, body })).id;
  notes = (await ada.ask(packagesApi.createPackage, { ...mine, body: { ...body, name: 'notes' } })).id;
  pixel = (await ada.ask(pixelsApi.createTrackingPixel, { ...mine, body: { name: 'docs' } })).id;
  today = Math.floor(world.now() / dayMs) * dayMs;
  let at = (daysAgo: number) => today - daysAgo * dayMs;
  let company = { companyName: 'Acme', companyDomain: 'acme.example', connectionType: 'business' as const };
  await world.events.append([
    madeEvent({ artifactId: engine, time: at(2), country: 'DE', originId: 1n, ...company, confidence: 0.9 }),
    madeEvent({ artifactId: engine, time: at(1), country: 'DE', originId: 1n }),
    madeEvent({ artifactId: engine, time: at(1), country: 'US', originId: 2n, ...company, confidence: 0.2 }),
    madeEvent({ artifactId: notes, time: at(0), country: 'US', originId: 3n }),
    madeEvent({ artifactId: notes, time: at(60), country: 'US', originId: 4n }),
    madeEvent({ artifactId: pixel, time: at(1), artifactType: 'tracking-pixel', type: 'pixel-fetch', originId: 1n }),
  ]);
});
afterAll(() => world.close());

type Query = NonNullable<Parameters<typeof ada.ask<typeof aggregationsApi.exportEntityAggregations>>[1]>['query'];

async function count(query: Query): Promise<AggregationRow[]> {
  return ada.ask(aggregationsApi.exportEntityAggregations, {
    ...mine,
    query: { include_low_confidence: 'true', ...query },
  });
}

function day(daysAgo: number): string {
  return new Date(today - daysAgo * dayMs).toISOString().slice(0, 10);
}

describe('answers', () => {
  it('counts the last 30 days of all packages without parameters, and reports the range', async () => {
    let answer = await ada.call(aggregationsApi.exportEntityAggregations, mine);
    expect(answer.text).toBe('{"artifact_type":"package","total":4,"unique_origins":3,"unique_endpoints":1}\n');
    expect(answer.headers.get('x-scarf-effective-start-date')).toBe(day(29));
    expect(answer.headers.get('x-scarf-effective-end-date')).toBe(day(-1));
  });

  it.each(Breakdown.options)('hands a caller in this process the values that its lines say: %s', async (breakdown) => {
    let query = `breakdown_set=${breakdown}&rollup=daily&package_id=all&tracking_pixel_id=all&first_dates=true`;
    let route = aggregationsApi.exportEntityAggregations;
    let address = `http://gateway.invalid${route.path.replace('{owner}', 'ada')}?${query}`;
    let headers = new Headers({ authorization: `Bearer ${ada.token}` });
    let said = parseLines(await (await world.gateway.api(new Request(address, { headers }), {})).text());
    let question = { route, params: { owner: 'ada' }, query: Object.fromEntries(new URLSearchParams(query)) };
    let asker = { headers, address: '', signal: new AbortController().signal, page: {} };
    let [answer] = await Promise.all(world.gateway.ask([question], asker));
    expect(answer).toStrictEqual({ status: 200, body: said });
    expect(aggregationsApi.exportEntityAggregations.answer.array().parse(said)).toStrictEqual(said);
  });

  it('counts a download with a doubtful company in every answer but those by company', async () => {
    let totals = async (query: Query) => {
      let rows = await ada.ask(aggregationsApi.exportEntityAggregations, {
        ...mine,
        query: { package_id: engine, ...query },
      });
      return rows.reduce((sum, { total }) => sum + total, 0);
    };
    for (let breakdown_set of Breakdown.options.filter((one) => !one.startsWith('by-company')))
      if (!['by-total-do-not-track', 'by-variable', 'by-variable-name'].includes(breakdown_set))
        expect([breakdown_set, await totals({ breakdown_set })]).toEqual([breakdown_set, 3]);
    expect(await totals({ breakdown_set: 'by-company' })).toBe(2);
    let lines = await ada.ask(aggregatesApi.exportEntityAggregates, { ...mine, query: { query: 'engine' } });
    expect(lines).toMatchObject([{ artifact: 'engine', total: 3 }]);
  });

  it('leaves out the audiences in exclude_audience, and refuses unknown ones', async () => {
    expect(await count({ exclude_audience: 'bot,mirror' })).toMatchObject([{ total: 4 }]);
    expect(await count({ exclude_audience: 'unknown' })).toEqual([]);
    let query = { exclude_audience: 'bot,nobody' };
    expect(await ada.refusal(aggregationsApi.exportEntityAggregations, { ...mine, query })).toMatchObject({
      status: 422,
    });
  });

  it('counts the named packages and pixels, separately', async () => {
    expect(await count({ package_id: engine })).toMatchObject([
      { artifact_type: 'package', total: 3, unique_origins: 2 },
    ]);
    expect(await count({ tracking_pixel_id: 'all' })).toMatchObject([{ artifact_type: 'tracking-pixel', total: 1 }]);
    expect(await count({ package_id: [engine, notes], tracking_pixel_id: [pixel] })).toMatchObject([
      { total: 4 },
      { total: 1 },
    ]);
    expect(await count({ package_id: 'none' })).toEqual([]);
  });

  it('leaves out the end day of a range', async () => {
    expect(await count({ start_date: day(2), end_date: day(1) })).toMatchObject([{ total: 1 }]);
    expect(await count({ start_date: day(60), end_date: day(59) })).toMatchObject([{ total: 1, unique_origins: 1 }]);
  });

  it('counts by day, by artifact and by dimension', async () => {
    let query = { rollup: 'daily' as const, breakdown_set: 'by-country', group_by_artifact: 'true' as const };
    expect(await count({ ...query, start_date: day(1) })).toMatchObject([
      { date: day(1), artifact: engine, artifact_name: 'engine', country: 'DE', total: 1 },
      { date: day(1), artifact: engine, artifact_name: 'engine', country: 'US', total: 1 },
      { date: day(0), artifact: notes, artifact_name: 'notes', country: 'US', total: 1 },
    ]);
  });

  it('counts by hour', async () => {
    let query = { rollup: 'hourly' as const, start_date: day(2), end_date: day(0) };
    let hour = (daysAgo: number) => `${new Date(today - daysAgo * dayMs).toISOString().slice(0, 13)}:00:00Z`;
    expect((await count(query)).map(({ date, total }) => [date, total])).toEqual([
      [hour(2), 1],
      [hour(1), 2],
    ]);
  });

  it.each([
    ['hourly', 31],
    ['daily', 1_098],
    ['weekly', 7_320],
  ] as const)('counts with a row for each step, %s, over %i days at most', async (rollup, most) => {
    let asked = (daysAgo: number) => ({
      params: { owner: 'ada' },
      query: { rollup, breakdown_set: 'by-total', start_date: day(daysAgo), end_date: day(0) },
    });
    expect(await (await world.as('ada')).ask(aggregationsApi.exportEntityAggregations, asked(most))).toBeDefined();
    expect(
      await (await world.as('ada')).refusal(aggregationsApi.exportEntityAggregations, asked(most + 1)),
    ).toMatchObject({
      status: 400,
      code: 'range-too-long',
    });
  });

  it('has the first and last event of companies, with low confidence on request', async () => {
    let query = { breakdown_set: 'by-company', package_id: engine, include_low_confidence: 'true' as const };
    let acme = (rows: AggregationRow[]) => rows.find((row) => row.company_name === 'Acme');
    expect(acme(await count(query))).toMatchObject({
      company_domain: 'acme.example',
      total: 2,
      first_seen: new Date(today - 2 * dayMs).toISOString(),
      last_seen: new Date(today - dayMs).toISOString(),
    });
    expect(acme(await count({ ...query, include_low_confidence: 'false' }))?.total).toBe(1);
  });

  it('has the first and the last event of each artifact when artifacts are listed separately', async () => {
    let rows = await count({ group_by_artifact: 'true', start_date: day(70) });
    expect(rows.map(({ artifact_name, first_seen, last_seen }) => [artifact_name, first_seen, last_seen])).toEqual([
      ['engine', new Date(today - 2 * dayMs).toISOString(), new Date(today - dayMs).toISOString()],
      ['notes', new Date(today - 60 * dayMs).toISOString(), new Date(today).toISOString()],
    ]);
  });

  it('has the same totals without the distinct visitors that are not asked for', async () => {
    for (let breakdown_set of ['by-total', 'by-country', 'by-company']) {
      let whole = await count({ breakdown_set, start_date: day(70) });
      let origins = await count({ breakdown_set, start_date: day(70), unique_counts: 'origins' });
      let none = await count({ breakdown_set, start_date: day(70), unique_counts: 'none' });
      let noEndpoints = ({ unique_by_period: periods, ...row }: AggregationRow) => ({
        ...row,
        unique_endpoints: null,
        ...(periods && { unique_by_period: periods.map((one) => ({ ...one, unique_endpoints: null })) }),
      });
      let noVisitors = ({ unique_by_period: _periods, ...row }: AggregationRow) => ({
        ...row,
        unique_origins: null,
        unique_endpoints: null,
      });
      expect(origins).toEqual(whole.map(noEndpoints));
      expect(none).toEqual(whole.map(noVisitors));
      expect(whole.some((row) => row.unique_origins !== null || row.unique_by_period)).toBe(true);
    }
  });

  it('has the first event ever of companies and of values where it is asked for, under the same conditions', async () => {
    let query = { breakdown_set: 'by-company', start_date: day(1), first_dates: 'true' as const };
    let seen = (rows: AggregationRow[]) =>
      rows.filter(({ company_name: name }) => name !== '').map((row) => [row.first_seen, row.first_ever]);
    let at = (daysAgo: number) => new Date(today - daysAgo * dayMs).toISOString();
    expect(seen(await count(query))).toEqual([[at(1), at(2)]]);
    expect(seen(await count({ ...query, where: 'request_origin_country:equals:us' }))).toEqual([[at(1), at(1)]]);
    expect(seen(await count({ ...query, first_dates: 'false' }))).toEqual([[at(1), undefined]]);
    let byCountry = { breakdown_set: 'by-country', package_id: notes, group_by_artifact: 'true' as const };
    expect(await count({ ...byCountry, first_dates: 'true' })).toMatchObject([
      { first_seen: at(0), first_ever: at(60) },
    ]);
  });

  it('has the first event ever of a company among downloads and views together', async () => {
    let mary = await world.as('mary');
    let params = { owner: 'mary' };
    let body = {
      type: 'docker' as const,
      name: 'both',
      backend_registry: 'docker.io',
    };
    let { id: artifactId } = await mary.ask(packagesApi.createPackage, { params, body });
    let { id: pixelId } = await mary.ask(pixelsApi.createTrackingPixel, {
      params,
      body: { name: 'both' },
    });
    let ownerId = world.ids.get('mary') ?? '';
    let company = {
      ownerId,
      companyName: 'Ministry',
      companyDomain: 'ministry.example',
      confidence: 0.9,
    };
    let view = {
      artifactId: pixelId,
      artifactType: 'tracking-pixel',
      type: 'pixel-fetch',
    } as const;
    await world.events.append([
      madeEvent({ ...company, ...view, time: today - 3 * dayMs }),
      madeEvent({ ...company, artifactId, time: today - dayMs }),
    ]);
    let both = { package_id: artifactId, tracking_pixel_id: pixelId };
    let query = {
      ...both,
      breakdown_set: 'by-company',
      start_date: day(1),
      first_dates: 'true' as const,
    };
    let of = {
      company_name: 'Ministry',
      first_seen: new Date(today - dayMs).toISOString(),
    };
    let rows = await mary.ask(aggregationsApi.exportEntityAggregations, { params, query });
    expect(rows).toMatchObject([{ ...of, first_ever: new Date(today - 3 * dayMs).toISOString() }]);
    let alone = { ...query, tracking_pixel_id: 'none' };
    expect(await mary.ask(aggregationsApi.exportEntityAggregations, { params, query: alone })).toMatchObject([
      { ...of, first_ever: of.first_seen },
    ]);
  });

  it('has the first event ever of each version', async () => {
    let mary = await world.as('mary');
    let body = { type: 'docker' as const, name: 'released', backend_registry: 'docker.io' };
    let params = { owner: 'mary' };
    let { id: artifactId } = await mary.ask(packagesApi.createPackage, { params, body });
    let ownerId = world.ids.get('mary') ?? '';
    let downloaded = (version: string, daysAgo: number) =>
      madeEvent({ artifactId, ownerId, version, time: today - daysAgo * dayMs });
    await world.events.append([downloaded('1.0', 40), downloaded('1.0', 1), downloaded('2.0', 1)]);
    let asked = { breakdown_set: 'by-version', group_by_artifact: 'true', first_dates: 'true' } as const;
    let query = { ...asked, start_date: day(1), package_id: artifactId };
    let rows = await mary.ask(aggregationsApi.exportEntityAggregations, { params, query });
    let of = (wanted: string) => rows.find(({ version }) => version === wanted);
    expect(of('1.0')?.first_ever).toBe(new Date(today - 40 * dayMs).toISOString());
    expect(of('2.0')?.first_ever).toBe(new Date(today - dayMs).toISOString());
  });

  it('counts all versions of a minor or major number as one, however many there are', async () => {
    let ownerId = world.ids.get('grace') ?? '';
    let grace = await world.as('grace');
    let body = { type: 'docker' as const, name: 'many', backend_registry: 'docker.io' };
    let owner = { params: { owner: 'grace' } };
    let { id: artifactId } = await grace.ask(packagesApi.createPackage, { ...owner, body });
    let versions = [...Array.from({ length: 150 }, (_, i) => `1.0.${i}`), '1.1.0', '2.0.0'];
    await world.events.append(versions.map((version) => madeEvent({ artifactId, ownerId, time: today, version })));
    let found = async (breakdown_set: string) => {
      let rows = await grace.ask(aggregationsApi.exportEntityAggregations, {
        ...owner,
        query: { breakdown_set, limit: 2 },
      });
      return rows.map(({ version, total }) => [version, total]);
    };
    expect(await found('by-version-minor')).toEqual([
      ['1.0', 150],
      ['1.1', 1],
    ]);
    expect(await found('by-version-major')).toEqual([
      ['1', 151],
      ['2', 1],
    ]);
  });

  it('answers by variable, also after an earlier query without events', async () => {
    let linus = await world.as('linus');
    let body = { type: 'docker' as const, name: 'bombe', backend_registry: 'docker.io' };
    let owner = { params: { owner: 'linus' } };
    let { id: artifactId } = await linus.ask(packagesApi.createPackage, { ...owner, body });
    let query = { breakdown_set: 'by-variable-name' };
    expect(await linus.ask(aggregationsApi.exportEntityAggregations, { ...owner, query })).toEqual([]);
    await world.events.append([madeEvent({ artifactId, time: today, variables: { arch: 'arm64' } })]);
    expect(await linus.ask(aggregationsApi.exportEntityAggregations, { ...owner, query })).toMatchObject([
      { variable: 'arch', total: 1 },
    ]);
  });

  it('ends before a day, before a moment, or with a single day', async () => {
    let totalOf = async (query: Query) => (await count(query)).reduce((sum, { total }) => sum + total, 0);
    expect(await totalOf({ start_date: day(2), until: day(0) })).toBe(3);
    expect(await totalOf({ start_date: day(2), end_date: day(0) })).toBe(3);
    expect(await totalOf({ start_date: day(2), end_date: day(-1), until: day(1) })).toBe(1);
    expect(await totalOf({ start_date: day(2), until: `${day(1)}T00:00:00Z` })).toBe(1);
    expect(await totalOf({ start_date: day(2), until: `${day(1)}T00:00:01Z` })).toBe(3);
    expect(await totalOf({ start_date: day(1), end_date: day(1) })).toBe(2);
  });

  it('wraps the rows in one JSON object on request, and applies the limit', async () => {
    let query = { breakdown_set: 'by-country', limit: 1, format: 'json' as const };
    let { body } = await ada.call(aggregationsApi.exportEntityAggregations, { ...mine, query });
    expect(body).toMatchObject({ data: [{ total: 2 }] });
  });
});

describe('refuses', () => {
  it.each([
    [{ start_date: '2024-13-01' }, 'range-invalid', 400],
    [{ start_date: '2024-01-02', end_date: '2024-01-01' }, 'range-invalid', 400],
    [{ start_date: '2024-01-01', until: '2024-01-01' }, 'range-invalid', 400],
    [{ start_date: '2024-01-01', until: '2024-01-01T00:00:00Z' }, 'range-invalid', 400],
    [{ start_date: '2024-01-01', until: 'noon' }, 'range-invalid', 400],
    [{ start_date: '2000-01-01', end_date: '2024-01-03' }, 'range-too-long', 400],
    [{ rollup: 'yearly' }, 'request-not-valid', 422],
    [{ breakdown_set: 'by-shoe-size' }, 'request-not-valid', 422],
    [{ breakdown_set: 'by-country,by-country' }, 'request-not-valid', 422],
    [{ breakdown_set: 'by-version-minor,by-version-major' }, 'request-not-valid', 422],
    [{ breakdown_set: 'by-variable,by-variable-name' }, 'request-not-valid', 422],
    [{ breakdown_set: 'by-country,by-client,by-platform' }, 'request-not-valid', 422],
    [{ package_id: "' or 1=1" }, 'request-not-valid', 422],
    [{ package_id: '00000000-0000-7000-8000-000000000000' }, 'package-not-found', 404],
    [{ tracking_pixel_id: '00000000-0000-7000-8000-000000000000' }, 'pixel-not-found', 404],
  ])('%o', async (query, code, status) => {
    expect(
      await ada.refusal(aggregationsApi.exportEntityAggregations, { ...mine, query: query as never }),
    ).toMatchObject({
      code,
      status,
    });
  });

  it('another owner’s package under the caller’s name', async () => {
    let grace = await world.as('grace');
    let theirs = { params: { owner: 'grace' }, query: { package_id: engine } };
    expect((await grace.refusal(aggregationsApi.exportEntityAggregations, theirs)).code).toBe('package-not-found');
  });
});

whoMay([aggregationsApi.exportEntityAggregations]);
