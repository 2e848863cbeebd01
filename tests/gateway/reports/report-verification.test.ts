/** Recounts of reports from their events by the gateway, with real stores. */
import { setTimeout as pause } from 'node:timers/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { aggregationsApi } from 'contract/analytics/aggregations';
import { botAudiences } from 'contract/analytics/audience';
import { filtersApi } from 'contract/analytics/filters';
import { packagesApi } from 'contract/packages/packages';
import { pixelsApi } from 'contract/packages/pixels';
import { reportVerificationApi } from 'contract/analytics/report-recounts';
import { dayMs, dayOf } from 'contract/floor/time';
import { verifiedEventsMax } from 'gateway/floor/calls/work-limits';
import { whoMay } from 'tests/support/authorization';
import { madeEvent } from 'tests/support/made-event';
import { createWorld, type Caller, type World } from 'tests/support/world';
import { verify } from '../../../verification/verify';
import { packages, pixels, randomEvents } from '../events/random-events';

const { recountReport } = reportVerificationApi;
const days = 40;
const mine = { params: { owner: 'ada' } };

let world: World;
let ada: Caller;
let ids = new Map<string, string>();
let range: { start_date: string; end_date: string };

/** The open file of the store, to change events without the product. */
let file: DuckDBInstance;

beforeAll(async () => {
  let opening = vi.spyOn(DuckDBInstance, 'create');
  world = await createWorld();
  file = (await opening.mock.results.at(-1)!.value) as DuckDBInstance;
  opening.mockRestore();
  ada = await world.as('ada');
  for (let [i, id] of packages.entries()) {
    let body = { type: 'docker' as const, name: `engine-${i}`, backend_registry: 'docker.io' };
    ids.set(id, (await ada.ask(packagesApi.createPackage, { ...mine, body })).id);
  }
  for (let [i, id] of pixels.entries())
    ids.set(id, (await ada.ask(pixelsApi.createTrackingPixel, { ...mine, body: { name: `docs-${i}` } })).id);
  let today = Math.floor(world.now() / dayMs) * dayMs;
  range = { start_date: dayOf(today - days * dayMs), end_date: dayOf(today) };
  let events = randomEvents(3_000, 7, today, days);
  let audiences = ['person-like', 'ci', 'bot'];
  await world.events.append(
    events.map((event, i) => ({ ...event, artifactId: ids.get(event.artifactId)!, audience: audiences[i % 3]! })),
  );
  // A busy machine may take longer than the product allows for a recount.
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterAll(() => world.close());

async function asAda(path: string): Promise<string> {
  let headers = { authorization: `Bearer ${ada.token}` };
  let answer = await world.gateway.api(new Request(`http://api.test${path}`, { headers }));
  expect(answer.status, path).toBe(200);
  return answer.text();
}

const all = { package_id: ['all'], tracking_pixel_id: ['all'] };

describe('a recount of a report', () => {
  it(
    'is equal for each figure of packages and pixels, and returns how many events it read',
    { timeout: 240_000 },
    async () => {
      let answer = await ada.ask(recountReport, { ...mine, query: { ...range, ...all, rollup: 'weekly' } });
      expect(answer).toMatchObject({ events: 3_000 });
      expect(answer.figures.filter(({ differing }) => differing > 0)).toEqual([]);
      for (let { shown, counted } of answer.figures) expect(counted).toEqual(shown);
      let [first] = answer.figures;
      expect(first).toMatchObject({ artifact_type: 'package', breakdown: 'by-total', rollup: 'total' });
      expect(first!.counted.total).toBeGreaterThan(1_000);
      let { unique_by_period = [] } = first!.counted;
      expect(unique_by_period.length).toBeGreaterThan(1);
      for (let { unique_origins } of unique_by_period) expect(unique_origins).toBeGreaterThan(1);
      expect(answer.figures.map(({ rollup }) => rollup)).toContain('weekly');
      expect(answer.figures.map(({ artifact_type }) => artifact_type)).toContain('tracking-pixel');
    },
  );

  it('applies the packages, the filters and the audiences of the report', { tags: 'slow' }, async () => {
    let body = { name: 'Germany', request_origin_country: { op: 'equals' as const, values: ['DE'] } };
    let { id: filter_id } = await ada.ask(filtersApi.createFilter, { ...mine, query: { scope: 'adhoc' }, body });
    let engine = ids.get(packages[0]!)!;
    let query = { ...range, package_id: [engine], filter_id, exclude_audience: botAudiences.join(',') };
    let shown = { ...query, include_low_confidence: 'true' as const };
    let [row] = await ada.ask(aggregationsApi.exportEntityAggregations, { ...mine, query: shown });
    let { figures, events } = await ada.ask(recountReport, { ...mine, query });
    expect(row!.total).toBeGreaterThan(0);
    expect(events).toBeLessThan(3_000);
    expect(figures.map(({ differing }) => differing)).toEqual(figures.map(() => 0));
    expect(figures[0]!.counted.total).toBe(row!.total);
    expect(new Set(figures.map(({ artifact_type }) => artifact_type))).toEqual(new Set(['package']));

    let asked = { owner: 'ada', from: range.start_date, until: range.end_date, questions: 10, seed: 1 };
    let selection = {
      packages: [engine],
      pixels: ['none'],
      filter: filter_id,
      excludeAudience: botAudiences.join(','),
    };
    expect(await verify(asAda, { ...asked, ...selection })).toMatchObject({ events, wrong: [] });
  });

  it('refuses packages and filters of other owners, and ranges that are too long', async () => {
    let refused = async (query: object) => (await ada.refusal(recountReport, { ...mine, query })).code;
    expect(await refused({ package_id: ['00000000-0000-7000-8000-000000000000'] })).toBe('package-not-found');
    expect(await refused({ filter_id: 'nothing' })).toBe('filter-not-found');
    expect(await refused({ start_date: '2000-01-01', end_date: '2026-01-01' })).toBe('range-too-long');
  });

  // @spec 7: Verification: a report compared with a count of its events
  it(
    'reports where figures differ, after one event was changed and another one deleted in the file',
    { tags: 'slow' },
    async () => {
      let given = { ...mine, query: { ...range, ...all } };
      let before = await ada.ask(recountReport, given);
      let connection = await file.connect();
      let oneOf = (country: string) =>
        `seq = (SELECT min(seq) FROM events WHERE country = '${country}' AND type <> 'pixel-fetch' AND NOT do_not_track)`;
      await connection.run(`UPDATE events SET country = 'ZZ' WHERE ${oneOf('DE')}`);
      await connection.run(`DELETE FROM events WHERE ${oneOf('US')}`);
      let { figures, events } = await ada.ask(recountReport, given);
      expect(events).toBe(2_999);
      let figureOf = (breakdown: string, rollup = 'total') =>
        figures.find((figure) => figure.breakdown === breakdown && figure.rollup === rollup)!;
      let [total] = before.figures;
      expect(figureOf('by-total').shown).toEqual(total!.shown);
      expect(figureOf('by-total').counted.total).toBe(total!.shown.total - 1);
      expect(figureOf('by-total', 'daily').differences).toContainEqual(
        expect.objectContaining({ row: { date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }, field: 'total' }),
      );
      let byCountry = figureOf('by-country').differences;
      expect(byCountry).toContainEqual({ row: { country: 'ZZ' }, field: 'row', shown: null, counted: '1' });
      for (let country of ['DE', 'US']) {
        let { shown, counted } = byCountry.find(({ row, field }) => row.country === country && field === 'total')!;
        expect(Number(counted)).toBe(Number(shown) - 1);
      }
      expect(figureOf('by-country').differing).toBeGreaterThanOrEqual(3);
      let pixelFigures = figures.filter(({ artifact_type }) => artifact_type === 'tracking-pixel');
      expect(pixelFigures.map(({ differing }) => differing)).toEqual(pixelFigures.map(() => 0));
    },
  );

  async function findsRepeated(table: string): Promise<void> {
    await world.events.load([]);
    let connection = await file.connect();
    let until = dayOf(Date.parse(range.start_date) + 4 * dayMs);
    let isAsked = `counted AND NOT do_not_track AND artifact = 0 AND day < DATE '${until}'`;
    await connection.run(`INSERT INTO ${table} SELECT * FROM ${table} WHERE ${isAsked} LIMIT 1`);
    let query = { ...range, ...all, tracking_pixel_id: ['none'], end_date: until };
    let { figures } = await ada.ask(recountReport, { ...mine, query });
    expect(figures.filter(({ differing }) => differing > 0)).not.toEqual([]);
    let asked = { owner: 'ada', from: range.start_date, until, pixels: ['none'], questions: 0, seed: 1 };
    let { wrong } = await verify(asAda, asked);
    expect(wrong.map(({ path }) => path).join()).toContain('unique_counts=none');
    await connection.run('DELETE FROM summary_state');
    connection.closeSync();
    await world.events.load([]);
  }

  it('finds a row that is twice in daily_requests, as the command does', { timeout: 240_000 }, () =>
    findsRepeated('daily_requests'),
  );

  it.each(['daily_places', 'daily_programs'])(
    'finds a row that is twice in %s, as the command does',
    { tags: 'slow', timeout: 240_000 },
    findsRepeated,
  );

  it('finds a request that is stored as counted and is a repeat, and the other way round', async () => {
    let fresh = await ada.ask(packagesApi.createPackage, {
      ...mine,
      body: { type: 'docker' as const, name: 'repeated', backend_registry: 'docker.io' },
    });
    let at = Date.parse(range.start_date) + 3 * dayMs;
    let asked = { artifactId: fresh.id, originId: 5n, requestPath: '/repeated.tgz' };
    await world.events.append([0, 5, 60].map((s) => madeEvent({ ...asked, time: at + s * 1_000 })));
    let given = { ...mine, query: { ...range, package_id: [fresh.id], tracking_pixel_id: ['none'] } };
    expect((await ada.ask(recountReport, given)).decisions).toEqual({ requests: 3, differing: 0, differences: [] });
    let connection = await file.connect();
    await connection.run(
      `UPDATE events SET counted = NOT counted WHERE request_path = '/repeated.tgz' AND time > make_timestamp(${at}000)`,
    );
    let { decisions } = await ada.ask(recountReport, given);
    expect(decisions).toMatchObject({ requests: 3, differing: 2 });
    expect(decisions.differences.map(({ counted }) => counted).sort()).toEqual([false, true]);
  });

  it('finds a view that is stored as a repeat', async () => {
    let { id } = await ada.ask(pixelsApi.createTrackingPixel, { ...mine, body: { name: 'looked-at' } });
    let time = Date.parse(range.start_date) + 3 * dayMs;
    await world.events.append([
      madeEvent({ type: 'pixel-fetch', artifactType: 'tracking-pixel', artifactId: id, time }),
    ]);
    let given = { ...mine, query: { ...range, package_id: ['none'], tracking_pixel_id: [id] } };
    expect((await ada.ask(recountReport, given)).decisions).toEqual({ requests: 1, differing: 0, differences: [] });
    let connection = await file.connect();
    await connection.run('UPDATE events SET counted = false WHERE seq = (SELECT max(seq) FROM events)');
    expect((await ada.ask(recountReport, given)).decisions).toMatchObject({ requests: 1, differing: 1 });
  });

  it('is equal while events arrive, because both counts use the same last event', { tags: 'slow' }, async () => {
    let made = () => madeEvent({ artifactId: ids.get(packages[1]!)!, time: Date.parse(range.end_date) - dayMs });
    let isDone = false;
    let coming = (async () => {
      while (!isDone) {
        await world.events.append(Array.from({ length: 20 }, made));
        // Slow enough that even a minute of events stays below the limit of a recount.
        await pause(50);
      }
    })();
    let query = { ...range, package_id: [ids.get(packages[1]!)!] };
    let before = await ada.ask(recountReport, { ...mine, query });
    let after = await ada.ask(recountReport, { ...mine, query });
    isDone = true;
    await coming;
    for (let { figures } of [before, after])
      expect(figures.map(({ differing }) => differing)).toEqual(figures.map(() => 0));
    expect(after.events).toBeGreaterThan(before.events);
  });

  it('is refused with more events than the limit', { tags: 'slow', timeout: 180_000 }, async () => {
    let grace = await world.as('grace');
    let hers = { params: { owner: 'grace' } };
    let body = { type: 'docker' as const, name: 'compiler', backend_registry: 'docker.io' };
    let { id } = await grace.ask(packagesApi.createPackage, { ...hers, body });
    let made = (count: number) =>
      Array.from({ length: count }, (_, i) =>
        madeEvent({
          artifactId: id,
          time: world.now() - 2 * dayMs,
          userAgent: `curl/${i % 500}`,
          originId: BigInt(i),
        }),
      );
    await world.events.load(made(verifiedEventsMax));
    let { events, figures } = await grace.ask(recountReport, hers);
    expect(events).toBe(verifiedEventsMax);
    expect(figures.map(({ differing }) => differing)).toEqual(figures.map(() => 0));
    await world.events.append(made(1));
    expect((await grace.refusal(recountReport, hers)).code).toBe('too-much-to-recount');
  });

  it('runs once at a time for one owner', { tags: 'slow' }, async () => {
    let given = { ...mine, query: { ...range, ...all } };
    let answers = await Promise.all([1, 2, 3].map(() => ada.call(recountReport, given)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
    expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('5');
  });
});

whoMay([recountReport]);
