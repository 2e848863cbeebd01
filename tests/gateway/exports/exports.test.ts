import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs } from 'contract/floor/time';
import { eventsApi, rawEventColumns } from 'contract/analytics/events';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import { madeEvent } from 'tests/support/made-event';
import { whoMay } from 'tests/support/authorization';
import { createWorld, type Answer, type Caller, type World } from 'tests/support/world';

const { exportEntityPackageEvents, exportEntityTrackingPixelEvents, exportPackageEvents, exportTrackingPixelEvents } =
  eventsApi;
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
  let file = { type: 'file' as const, name: 'engine', incoming_path: '/engine/{v}' };
  engine = (await ada.ask(packagesApi.createPackage, { ...mine, body: file })).id;
  let docker = { type: 'docker' as const, name: 'ada/notes', backend_registry: 'docker.io' };
  notes = (await ada.ask(packagesApi.createPackage, { ...mine, body: docker })).id;
  pixel = (await ada.ask(pixelsApi.createTrackingPixel, { ...mine, body: { name: 'Docs, "part 1"' } })).id;
  today = Math.floor(world.now() / dayMs) * dayMs;
  await world.events.append([
    madeEvent({ artifactId: engine, time: today - 40 * dayMs, version: 'old' }),
    madeEvent({ artifactId: engine, time: today - 3 * dayMs, version: 'first' }),
    madeEvent({
      artifactId: engine,
      time: today - dayMs - 1,
      clientVersion: '8.5.0',
      version: 'last',
      userAgent: '=cmd|calc',
      platform: '-1',
      postal: '1070 BG',
      city: 'Amsterdam',
      state: 'North Holland',
      country: 'NL',
      longitude: -5.5,
      latitude: 60.25,
      confidence: 0.85 + Number.EPSILON,
    }),
    madeEvent({
      artifactId: notes,
      time: today - dayMs,
      type: 'manifest-fetch',
      originId: 2n ** 64n - 1n,
      variables: { a: '"b"' },
    }),
    madeEvent({
      artifactId: pixel,
      time: today - dayMs,
      artifactType: 'tracking-pixel',
      type: 'pixel-fetch',
      referer: 'https://a.example/?q=1,2',
    }),
    madeEvent({ artifactId: engine, time: today - dayMs, version: 'dnt', doNotTrack: true }),
  ]);
});
afterAll(() => world.close());

function day(daysAgo: number): string {
  return new Date(today - daysAgo * dayMs).toISOString().slice(0, 10);
}

function versionsIn({ text }: Answer): string[] {
  return text
    .split('\n')
    .slice(1, -1)
    .map((line) => line.split(',')[4] ?? '');
}

describe('answers', () => {
  it('returns the last 30 days of one package, with a header and a file name', async () => {
    let answer = await ada.call(exportPackageEvents, { params: { owner: 'ada', package_id: engine } });
    expect(versionsIn(answer)).toEqual(['first', 'last', 'dnt']);
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="package-ada-engine-${day(29)}-${day(0)}.csv"`,
    );
  });

  // @spec 3: Location fields origin_city, origin_state, origin_postal_code, origin_country
  it('returns the location of a download, with the postal code in both columns', async () => {
    let query = { start_date: day(2), end_date: day(2) };
    let { text } = await ada.call(exportPackageEvents, { params: { owner: 'ada', package_id: engine }, query });
    let [columns = [], values = []] = text.split('\n').map((line) => line.split(','));
    let of = (column: string) => values[columns.indexOf(column)];
    expect(['city', 'state', 'postal', 'postal_code', 'country'].map((name) => of(`origin_${name}`))).toEqual([
      'Amsterdam',
      'North Holland',
      '1070 BG',
      '1070 BG',
      'NL',
    ]);
  });

  it('counts both the first and the last day of a range', async () => {
    let query = { start_date: day(3), end_date: day(2) };
    let params = { owner: 'ada', package_id: engine };
    expect(versionsIn(await ada.call(exportPackageEvents, { params, query }))).toEqual(['first', 'last']);
    expect(versionsIn(await ada.call(exportPackageEvents, { params, query: { ...query, end_date: day(3) } }))).toEqual([
      'first',
    ]);
    let long = { start_date: day(40), end_date: day(39) };
    expect(versionsIn(await ada.call(exportPackageEvents, { params, query: long }))).toEqual(['old']);
  });

  it('returns all packages of an owner, with names and with ids that are not numeric', async () => {
    let { text, headers } = await ada.call(exportEntityPackageEvents, {
      ...mine,
      query: { start_date: day(1), end_date: day(1) },
    });
    let lines = text.split('\n').slice(1, -1);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain(`,manifest-fetch,ada/notes,,,${new Date(today - dayMs).toISOString()},`);
    expect(lines[0]).toContain('"{""a"":""\\""b\\""""}",hffffffffffffffff,');
    expect(lines[1]).toMatch(
      /,binary-download,engine,,dnt,.*,true,,h0000000000000001,,false,,unknown,unknown,curl,ada.gateway.localhost,false,[0-9a-f-]{36},,,,,,,,,,,,$/,
    );
    expect(headers.get('content-disposition')).toBe(`attachment; filename="packages-ada-${day(1)}-${day(1)}.csv"`);
  });

  it('keeps numbers as they are, and disarms formulas', async () => {
    let params = { owner: 'ada', package_id: engine };
    let { text } = await ada.call(exportPackageEvents, { params, query: { start_date: day(2), end_date: day(2) } });
    expect(text).toContain(",'=cmd|calc,");
    expect(text).toContain(',60.25,-5.5,');
    expect(text).toContain(',last,');
    expect(text).toContain(',-1,');
    expect(text).toContain(',0.85,');
    expect(text).toMatch(
      /,1070 BG,.*,false,1070 BG,unknown,unknown,curl,ada.gateway.localhost,false,[0-9a-f-]{36},,,No company: unidentified network\.,,,8.5.0,,,,,,\n/,
    );
  });

  it('returns pixels, one or all, with a safe file name', async () => {
    let one = await ada.call(exportTrackingPixelEvents, { params: { owner: 'ada', id: pixel } });
    expect(one.text.split('\n')[1]).toContain(',pixel-fetch,,"Docs, ""part 1""",');
    expect(one.text).toContain('"https://a.example/?q=1,2"');
    expect(one.headers.get('content-disposition')).toContain('filename="pixel-ada-Docs-part-1--');
    expect((await ada.call(exportEntityTrackingPixelEvents, mine)).text).toBe(one.text);
  });

  it('returns NDJSON with typed values and unchanged texts', async () => {
    let { text, headers } = await ada.call(eventsApi.exportPackageEvents, {
      params: { owner: 'ada', package_id: engine },
      query: { format: 'ndjson' },
    });
    expect(headers.get('content-type')).toBe('application/x-ndjson');
    expect(headers.get('content-disposition')).toMatch(/\.ndjson"$/);
    let lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    let last = lines.find(({ version }) => version === 'last');
    expect(Object.keys(last!)).toEqual(rawEventColumns);
    expect(last).toMatchObject({
      artifact_id: engine,
      user_agent: '=cmd|calc',
      origin_latitude: 60.25,
      variables: {},
      dnt: false,
      bot: false,
      client: 'curl',
      request_domain: 'ada.gateway.localhost',
    });
  });

  it('returns only the header when there are no events', async () => {
    let grace = await world.as('grace');
    for (let route of [exportEntityPackageEvents, exportEntityTrackingPixelEvents])
      expect((await grace.call(route, { params: { owner: 'grace' } })).text).toBe(`${rawEventColumns.join(',')}\n`);
  });
});

describe('refuses', () => {
  it.each([
    [{ start_date: '2024-02-30' }, 'range-invalid'],
    [{ start_date: 'yesterday' }, 'range-invalid'],
    [{ start_date: '2024-03-02', end_date: '2024-03-01' }, 'range-invalid'],
    [{ start_date: '2020-01-01', end_date: '2021-01-01' }, 'range-too-long'],
    [{ start_date: ['2024-03-01', '2024-03-02'] as never }, 'request-not-valid'],
  ])('%o', async (query, code) => {
    expect((await ada.refusal(exportEntityPackageEvents, { ...mine, query })).code).toBe(code);
  });

  it('unknown packages and those of other owners', async () => {
    let grace = await world.as('grace');
    let [owner, nobodysId] = ['grace', '00000000-0000-7000-8000-000000000000'];
    for (let package_id of [engine, nobodysId])
      expect((await grace.refusal(exportPackageEvents, { params: { owner, package_id } })).code).toBe(
        'package-not-found',
      );
    for (let id of [pixel, nobodysId])
      expect((await grace.refusal(exportTrackingPixelEvents, { params: { owner, id } })).code).toBe('pixel-not-found');
  });
});

whoMay(Object.values(eventsApi));
