/**
 * The counts of the event store, compared with a naive count, once and while events are appended.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayMs } from 'contract/floor/time';
import { Breakdown, Rollup } from 'contract/analytics/aggregations';
import { createRandom } from 'gateway/demo/random';
import { eventBreakdowns } from 'gateway/reports/analytics/joined-breakdowns';
import { openEventStore, type TestEventStore } from 'tests/support/event-store';
import type { Event } from 'contract/event-fields';
import type { AggregateQuery } from 'gateway/events/shape/store';
import { askWhileAppending, newQuestions, randomQueries, wrongAnswers } from './query-and-append';
import { naiveCount } from '../reports/naive-count';
import { packages, pixels, randomEvents } from './random-events';

const until = Date.UTC(2026, 2, 12);
const from = until - 40 * dayMs;
const everything: AggregateQuery = {
  artifactType: 'package',
  artifactIds: packages,
  from,
  until,
  rollup: 'total',
  breakdowns: ['by-total'],
  groupByArtifact: false,
  includeLowConfidence: true,
};

function newFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'events-'));
}

describe('counts', () => {
  let folder = newFolder();
  let events = randomEvents(3_000, 7, until, 50);
  let store: TestEventStore;
  beforeAll(async () => {
    store = await openEventStore({ folder });
    let first = events.find((e) => e.artifactId === packages[0])!;
    await store.append([first]);
    await store.load(events.filter((e) => e !== first));
  });
  afterAll(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  let single = eventBreakdowns(Breakdown.options).flatMap((b) =>
    Rollup.options.map((rollup) => ({ rollup, breakdowns: [b] })),
  );
  let isRight = async (part: (typeof single)[number]) => {
    let query = { ...everything, ...part };
    let rows = await store.aggregate(query);
    expect(rows).toEqual(naiveCount(events, query));
    expect(rows.length).toBeGreaterThan(0);
  };
  let isQuick = ({ rollup }: (typeof single)[number]) => rollup === 'total' || rollup === 'weekly';

  it.each(single.filter(isQuick))('$rollup $breakdowns', isRight);
  it.each(single.filter((part) => !isQuick(part)))('$rollup $breakdowns', { tags: 'slow' }, isRight);

  let agree = async (count: number) => {
    for (let query of randomQueries(count, 11, until))
      expect(await store.aggregate(query), JSON.stringify(query)).toEqual(naiveCount(events, query));
  };

  it('agree with the naive count on any query', () => agree(12));

  it('agree with the naive count on many queries', { tags: 'slow' }, () => agree(120));

  it('count an origin once in each period of the range, even if it was seen on many days', async () => {
    let [total] = await store.aggregate(everything);
    let days = await store.aggregate({ ...everything, rollup: 'daily' });
    expect(total!.uniques.length).toBeGreaterThan(1);
    for (let { period, origins } of total!.uniques) {
      let ofDays = days.flatMap(({ uniques }) => uniques.filter((one) => one.period === period));
      expect(origins).toBeLessThan(ofDays.reduce((sum, day) => sum + day.origins, 0));
    }
    expect(total!.total).toBe(days.reduce((sum, day) => sum + day.total, 0));
  });

  it('are empty for artifacts without events and for empty ranges', async () => {
    expect(await store.aggregate({ ...everything, artifactIds: ["'; DROP TABLE events; --"] })).toEqual([]);
    expect(await store.aggregate({ ...everything, artifactIds: pixels })).toEqual([]);
    expect(await store.aggregate({ ...everything, from: 0, until: dayMs })).toEqual([]);
  });
});

describe('repeated queries', () => {
  let folder: string;
  let store: TestEventStore;
  beforeEach(async () => {
    folder = newFolder();
    store = await openEventStore({ folder });
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it('agree with the naive count while events are added', { tags: 'slow' }, async () => {
    let random = createRandom(5);
    let queries = randomQueries(40, 13, until);
    let events: Event[] = [];
    for (let round = 0; round < 8; round++) {
      let fresh = randomEvents(round === 0 ? 600 : 1 + random.below(60), 100 + round, until, 45);
      await store.append(fresh);
      events.push(...fresh);
      let answers = await Promise.all(queries.map((query) => store.aggregate(query)));
      for (let [i, query] of queries.entries())
        expect(answers[i], `${round} ${JSON.stringify(query)}`).toEqual(naiveCount(events, query));
    }
  });

  it('are exact after queries while events were added, and after a restart in between', { tags: 'slow' }, async () => {
    let events: Event[] = [];
    for (let round = 0; round < 4; round++) {
      let queries = newQuestions(30, 300 + round, until);
      events.push(...(await askWhileAppending(store, queries, randomEvents(400, 200 + round, until, 45))));
      expect(await wrongAnswers(store, queries, events), `round ${round}`).toEqual([]);
      if (round !== 1) continue;
      await store.close();
      store = await openEventStore({ folder });
    }
  });

  it('are exact with more groups than the cache holds', { tags: 'slow' }, async () => {
    let many = randomEvents(8_000, 21, from, 1).map((event, i) => ({ ...event, version: `1.0.${i}` }));
    let query: AggregateQuery = { ...everything, from: from - dayMs, until: from, breakdowns: ['by-version'] };
    await store.load(many);
    for (let extra of [[], [{ ...many[0]!, time: from - 1 }]]) {
      await store.append(extra);
      let expected = naiveCount([...many, ...extra], query);
      expect(expected.length).toBeGreaterThan(5_000);
      expect(await store.aggregate(query)).toHaveLength(expected.length);
      expect((await store.aggregate({ ...query, limit: 3 }))[0]).toEqual(expected[0]);
    }
  });
});
