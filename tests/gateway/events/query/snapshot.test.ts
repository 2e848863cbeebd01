/**
 * Queries that name their last event are answered as if no event had arrived since. This holds for
 * cached and fresh answers, while events arrive.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { numbersPerPartition } from 'contract/analytics/last-event';
import type { Event } from 'contract/event-fields';
import { createRandom } from 'gateway/demo/random';
import type { AggregateQuery, AggregateRow } from 'gateway/events/shape/store';
import { snapshotAt } from 'gateway/events/scoped-store';
import { openEventStore, type TestEventStore } from 'tests/support/event-store';
import { randomQueries } from '../query-and-append';
import { naiveCount } from '../../reports/naive-count';
import { allDownloads, owner, packages, pixels, randomEvents } from '../random-events';

const until = Date.UTC(2026, 2, 12);
const everything = allDownloads(until);

let folder: string;
let store: TestEventStore;
/** In the order in which they are stored. */
let events: Event[];

async function append(fresh: readonly Event[]): Promise<void> {
  events.push(...fresh);
  await store.append(fresh);
}

/** Appends a few events at a time until `work` is done. */
async function whileAppending<T>(seed: number, work: () => Promise<T>): Promise<T> {
  let isDone = false;
  let random = createRandom(seed);
  let all = randomEvents(20_000, seed, until, 45).sort(() => random.next() - 0.5);
  let appending = (async () => {
    for (let at = 0; !isDone && at < all.length; at += 3) {
      await append(all.slice(at, at + 3));
      // About as long as a disk takes; where the folder lies in memory, all would be there at once.
      await pause(2);
    }
  })();
  // Events are moved into the table at the same time, as other queries cause it.
  let storing = (async () => {
    // A store that a test out of time has closed answers at once: without a turn nothing else would
    // run.
    while (!isDone) {
      await store.lastEvent();
      await nextTurn();
    }
  })();
  try {
    return await work();
  } finally {
    isDone = true;
    await Promise.all([appending, storing]);
  }
}

function sum(rows: readonly AggregateRow[]): number {
  return rows.reduce((all, { total }) => all + total, 0);
}

/** How many of the events are stored in a state: an owner's numbers begin with those of the partition. */
function storedAt(lastEvent: number): number {
  return lastEvent % numbersPerPartition;
}

const eventsAt = (lastEvent: number) => events.slice(0, storedAt(lastEvent));

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'as-of-'));
  store = await openEventStore({ folder });
  events = [];
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

describe('the last event', () => {
  it('is the number of events ever stored, including deleted ones, and is kept after a restart', async () => {
    expect(await store.lastEvent()).toBe(0);
    await append(randomEvents(30, 1, until, 40));
    expect(await store.lastEvent()).toBe(30);
    expect(storedAt(store.lastStoredEvent(owner))).toBe(30);
    expect(await store.deleteExpired({ before: until })).toBe(30);
    await store.close();
    store = await openEventStore({ folder });
    expect(await store.lastEvent()).toBe(30);
    await append(randomEvents(3, 2, until, 1));
    expect(await store.lastEvent()).toBe(33);
  });

  it('grows with every event while events arrive, and counts each of them once', async () => {
    await whileAppending(3, async () => {
      for (let before = -1, i = 0; i < 20; i++) {
        let now = await store.lastEvent();
        expect(now).toBeGreaterThanOrEqual(before);
        before = now;
        let { count, waiting, lastEvent } = await store.state();
        expect(count).toBe(lastEvent + waiting);
        await nextTurn();
      }
    });
    expect(await store.lastEvent()).toBe(events.length);
  });
});

describe('queries with a last event', () => {
  async function agree(rounds: number) {
    let random = createRandom(17);
    let queries = randomQueries(30, 19, until);
    await append(randomEvents(500, 23, until, 45));
    let moments: number[] = [];
    // Pages that load at the same time. Some query a moment before the others.
    let ask = async (count: number) => {
      let asked = Array.from({ length: count }, () => ({
        query: queries[random.below(queries.length)]!,
        lastEvent: moments[Math.max(0, moments.length - 1 - random.below(5))]!,
      }));
      let answers = await Promise.all(asked.map(({ query, lastEvent }) => store.aggregate({ ...query, lastEvent })));
      for (let [i, { query, lastEvent }] of asked.entries()) {
        let expected = naiveCount(eventsAt(lastEvent), query);
        expect(answers[i], `${lastEvent} ${JSON.stringify(query)}`).toEqual(expected);
      }
    };
    for (let round = 0; round < rounds; round++) {
      await whileAppending(29 + round, async () => {
        for (let step = 0; step < 5; step++) {
          moments.push(await store.lastEvent(owner));
          await ask(20);
        }
      });
      await ask(40);
    }
    expect(new Set(moments).size).toBeGreaterThan(3 * rounds);
  }

  it('agree with the naive count over the events up to it, cached or not, in any order', () => agree(1));

  it('agree with the naive count after many others at many moments', { tags: 'slow' }, () => agree(5));

  it(
    'have a total that is the sum of every breakdown and of every series, while events arrive',
    { tags: 'slow' },
    async () => {
      await append(randomEvents(800, 31, until, 45));
      let random = createRandom(37);
      let totals = new Set<number>();
      await whileAppending(41, async () => {
        for (let round = 0; round < 25; round++) {
          let artifactIds = random.next() < 0.5 ? packages : [packages[random.below(2)]!];
          let days = 10 + random.below(30);
          let question: AggregateQuery = { ...everything, artifactIds, from: until - days * 86_400_000 };
          let page = snapshotAt(store, await store.lastEvent(owner));
          let [total, ...parts] = await Promise.all([
            page.aggregate(question),
            page.aggregate({ ...question, breakdowns: ['by-audience'] }),
            page.aggregate({ ...question, breakdowns: ['by-company', 'by-country'] }),
            page.aggregate({ ...question, groupByArtifact: true }),
            page.aggregate({ ...question, rollup: 'daily' }),
            page.aggregate({ ...question, rollup: 'monthly', breakdowns: ['by-version'] }),
          ]);
          expect(parts.map(sum)).toEqual(parts.map(() => sum(total!)));
          totals.add(sum(total!));
        }
      });
      expect(totals.size).toBeGreaterThan(15);
    },
  );

  it('include the same events in companies and in exports', { tags: 'slow' }, async () => {
    await append(randomEvents(400, 43, until, 45));
    let range = { from: until - 40 * 86_400_000, until };
    let asked = { packageIds: packages, pixelIds: [], includeLowConfidence: true, ...range };
    await whileAppending(47, async () => {
      for (let round = 0; round < 8; round++) {
        let page = snapshotAt(store, await store.lastEvent(owner));
        let groups = [{ artifactType: 'package' as const, artifactIds: packages }];
        let [rows, companies, days, artifacts] = await Promise.all([
          page.aggregate({ ...everything, breakdowns: ['by-company'] }),
          page.companies(asked),
          page.companyDays({ ...asked, groups }),
          page.companyArtifacts(asked),
        ]);
        let named = sum(rows.filter(({ values }) => values.company_name !== ''));
        let downloads = companies.reduce((all, one) => all + one.downloads, 0);
        expect(downloads).toBe(named);
        expect(days.reduce((all, { counts }) => all + counts[0]!, 0)).toBe(named);
        expect(artifacts.reduce((all, { total }) => all + total, 0)).toBe(named);
        for (let { company, downloads: own } of companies) {
          let ofOne = await page.companyEvents({ ...asked, company, limit: 20_000, offset: 0 });
          expect(ofOne).toHaveLength(own);
        }
        let lines = 0;
        for await (let batch of page.export({ artifactType: 'package', artifactIds: packages, ...range }))
          lines += batch.length;
        expect(lines).toBe(
          naiveCount(eventsAt(page.lastStoredEvent(owner)), everything)[0]!.total +
            naiveCount(eventsAt(page.lastStoredEvent(owner)), {
              ...everything,
              breakdowns: ['by-total-do-not-track'],
            })[0]!.total,
        );
      }
    });
  });

  it('are not answered from the cache of later events', async () => {
    await append(randomEvents(100, 53, until, 30));
    let early = await store.lastEvent(owner);
    let before = await store.aggregate(everything);
    await append(randomEvents(100, 59, until, 30));
    expect(sum(await store.aggregate(everything))).toBeGreaterThan(sum(before));
    expect(await store.aggregate({ ...everything, lastEvent: early })).toEqual(before);
    expect(await store.aggregate({ ...everything, lastEvent: 0 })).toEqual([]);
  });

  it('share cached answers as long as none of their events has arrived', async () => {
    await append(randomEvents(100, 61, until, 30));
    let early = await store.lastEvent(owner);
    let kept = await store.aggregate({ ...everything, lastEvent: early });
    let ofPixel = randomEvents(60, 67, until, 30).filter(({ artifactId }) => artifactId === pixels[0]);
    await append(ofPixel);
    let late = await store.lastEvent(owner);
    expect(late).toBe(early + ofPixel.length);
    expect(await store.aggregate({ ...everything, lastEvent: late })).toBe(kept);
    expect(await store.aggregate({ ...everything, lastEvent: early })).toBe(kept);
  });

  it('do not include events that are deleted meanwhile', async () => {
    await append(randomEvents(100, 71, until, 30));
    let page = snapshotAt(store, await store.lastEvent(owner));
    expect(sum(await page.aggregate(everything))).toBeGreaterThan(0);
    await store.deleteExpired({ before: until });
    expect(await page.aggregate(everything)).toEqual([]);
  });
});
