/** Counts of packages as rows of the published API's second version. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aggregatesApi } from 'contract/analytics/aggregates';
import { aggregationsApi } from 'contract/analytics/aggregations';
import { eventsApi } from 'contract/analytics/events';
import { packagesApi } from 'contract/packages/packages';
import { dayMs, dayOf } from 'contract/floor/time';
import { whoMay } from 'tests/support/authorization';
import { madeEvent } from 'tests/support/made-event';
import { createWorld, type Caller, type World } from 'tests/support/world';

const { exportEntityAggregates } = aggregatesApi;
const mine = { params: { owner: 'ada' } };

let world: World;
let ada: Caller;
let engine: string;
let today: number;

beforeAll(async () => {
  world = await createWorld();
  ada = await world.as('ada');
  let body = { type: 'docker' as const, backend_registry: 'docker.io' };
  engine = (await ada.ask(packagesApi.createPackage, { ...mine, body: { ...body, name: 'engine' } })).id;
  let notes = (await ada.ask(packagesApi.createPackage, { ...mine, body: { ...body, name: 'notes' } })).id;
  today = Math.floor(world.now() / dayMs) * dayMs;
  let acme = { companyName: 'Acme', companyDomain: 'acme.example', connectionType: 'business' as const };
  await world.events.append([
    madeEvent({ artifactId: engine, time: today - dayMs, country: 'DE', requestDomain: 'get.example' }),
    madeEvent({ artifactId: engine, time: today, country: 'DE', originId: 2n, requestDomain: 'get.example' }),
    madeEvent({ artifactId: notes, time: today, country: 'US', ...acme, confidence: 0.9 }),
    madeEvent({ artifactId: notes, time: today, country: 'US', ...acme, confidence: 0.2 }),
  ]);
});
afterAll(() => world.close());

describe('rows', () => {
  it('are the totals of each package for the last 30 days by default', async () => {
    let date = dayOf(today - 29 * dayMs);
    expect(await ada.ask(exportEntityAggregates, mine)).toEqual([
      { date, artifact: 'engine', breakdown: 'by-total', rollup: 'total', total: 2, total_unique: 2 },
      { date, artifact: 'notes', breakdown: 'by-total', rollup: 'total', total: 2, total_unique: 1 },
    ]);
  });

  it('are returned for each requested rollup and breakdown, with the first and the last day', async () => {
    let day = dayOf(today);
    let breakdown = ['by-country' as const, 'by-domain' as const, 'by-importance' as const];
    let query = { start_date: day, end_date: day, rollup: ['daily' as const, 'total' as const], breakdown };
    let rows = await ada.ask(exportEntityAggregates, { ...mine, query });
    expect(rows).toHaveLength(12);
    expect(rows.every(({ date, artifact, total }) => date === day && total === (artifact === 'notes' ? 2 : 1))).toBe(
      true,
    );
    expect(rows).toContainEqual(
      expect.objectContaining({ artifact: 'engine', breakdown: 'by-country', rollup: 'daily', country: 'DE' }),
    );
    expect(rows.filter(({ domain }) => domain === 'get.example')).toHaveLength(2);
    expect(rows.filter(({ importance }) => importance === 'mid')).toHaveLength(4);
  });

  it.each([
    ['engine', ['engine']],
    ['ENGINE , notes', ['engine', 'notes']],
    ['*n*e*', ['engine', 'notes']],
    ['e*e', ['engine']],
    ['*e', ['engine']],
    ['engine*engine', []],
    ['!engine', ['notes']],
    ['*, ! n*', ['engine']],
    ['name:engine', []],
  ])('of packages that the query %j names are of %j', async (query, names) => {
    let artifacts = async (rows: Promise<{ artifact?: string; artifact_name?: string }[]>) =>
      (await rows).map(({ artifact, artifact_name }) => artifact_name ?? artifact);
    expect(await artifacts(ada.ask(exportEntityAggregates, { ...mine, query: { query } }))).toEqual(names);
    let asked = { ...mine, query: { query, group_by_artifact: 'true' as const } };
    expect((await artifacts(ada.ask(aggregationsApi.exportEntityAggregations, asked))).sort()).toEqual(names);
    let { text } = await ada.call(eventsApi.exportEntityPackageEvents, { ...mine, query: { query } });
    let [, ...lines] = text.trimEnd().split('\n');
    expect([...new Set(lines.map((line) => line.split(',')[2]))].sort()).toEqual(names);
  });

  it('of a query are not combined with ids', async () => {
    let query = { query: 'engine', package_id: 'all' as const };
    let refused = { status: 400, code: 'invalid-package-query', field: 'query' };
    expect(await ada.refusal(aggregationsApi.exportEntityAggregations, { ...mine, query })).toMatchObject(refused);
  });

  it('are those at the requested last event', async () => {
    let { headers } = await ada.call(exportEntityAggregates, mine);
    let before = await ada.ask(exportEntityAggregates, mine);
    await world.events.append([madeEvent({ artifactId: engine, time: world.now() })]);
    let query = { last_event: Number(headers.get('x-last-event')) };
    expect(await ada.ask(exportEntityAggregates, { ...mine, query })).toEqual(before);
    expect(await ada.ask(exportEntityAggregates, mine)).not.toEqual(before);
  });
});

it.each([
  [{ query: ' ' }, 'invalid-package-query'],
  [{ query: 'engine,,mill' }, 'invalid-package-query'],
  [{ query: '!' }, 'invalid-package-query'],
  [{ query: 'x'.repeat(1_001) }, 'invalid-package-query'],
  [{ breakdown: ['by-origin'] }, 'request-not-valid'],
  [{ rollup: ['hourly'] }, 'request-not-valid'],
  [{ start_date: '2000-01-01', end_date: '2026-01-01' }, 'range-too-long'],
])('%o is refused as %s', async (query, code) => {
  expect(await ada.refusal(exportEntityAggregates, { ...mine, query: query as never })).toMatchObject({ code });
});

whoMay(Object.values(aggregatesApi));
