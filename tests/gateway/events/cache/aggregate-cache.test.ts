/** What the cache of answers remembers of writes has a limit; what is forgotten is asked again. */
import { describe, expect, it } from 'vitest';
import { dayMs } from 'contract/floor/time';
import { createAggregateCache, type CachedAggregate } from 'gateway/events/cache/aggregate-cache';
import { firstOf } from 'gateway/events/shape/ends';
import type { AggregateQuery } from 'gateway/events/shape/store';
import { madeEvent } from '../../../support/made-event';

const nothing: CachedAggregate = { rows: [], complete: true };

/** Asks about a package on a day, and says whether a kept answer was good. */
function questions() {
  let cache = createAggregateCache([0]);
  async function isKept(artifactId: string, end: number, day = 0): Promise<boolean> {
    let query: AggregateQuery = {
      artifactType: 'package',
      artifactIds: [artifactId],
      from: day * dayMs,
      until: (day + 1) * dayMs,
      rollup: 'total',
      breakdowns: ['by-total'],
      groupByArtifact: false,
      includeLowConfidence: true,
    };
    let isAsked = false;
    await cache.get(query, end, async () => ((isAsked = true), nothing));
    return !isAsked;
  }
  let write = (artifactId: string, seq: number, day = 0) =>
    cache.written([madeEvent({ artifactId, time: day * dayMs })], seq);
  return { isKept, write, clear: cache.clear };
}

describe('a kept answer', () => {
  it('is good until its artifact is written, on one of its days', async () => {
    let { isKept, write } = questions();
    expect([await isKept('a', 10), await isKept('a', 11)]).toEqual([false, true]);
    write('b', 11);
    write('a', 12, 1);
    expect(await isKept('a', 13)).toBe(true);
    write('a', 13);
    expect(await isKept('a', 14)).toBe(false);
  });

  it('is asked again once writes of its time are forgotten, as 20,000 others were written', async () => {
    let { isKept, write } = questions();
    for (let name of ['written', 'silent']) await isKept(name, 10);
    write('written', 10);
    for (let i = 0; i < 20_000; i++) write(`other-${i}`, 11 + i);
    expect(await isKept('written', 30_000)).toBe(false);
    expect(await isKept('silent', 30_000)).toBe(false);
    expect(await isKept('silent', 30_001)).toBe(true);
  });

  it('is kept as long as nothing of its partition is forgotten', async () => {
    let { isKept, write, clear } = questions();
    let [first, second] = [firstOf(1), firstOf(2)];
    clear([5, first + 10, second + 10]);
    for (let [name, end] of Object.entries({ a: first + 10, b: second + 10 })) {
      expect([await isKept(name, end), await isKept(name, end + 1)]).toEqual([false, true]);
    }
    for (let i = 0; i < 20_001; i++) write(`other-${i}`, second + 11 + i);
    expect(await isKept('b', second + 40_000)).toBe(false);
    expect(await isKept('a', first + 11)).toBe(true);
    write('a', first + 11);
    expect(await isKept('a', first + 12)).toBe(false);
  });

  it('is asked again once its artifact was written on more days than are remembered', async () => {
    let { isKept, write } = questions();
    await isKept('a', 10, 5_000);
    for (let day = 0; day < 400; day++) write('a', 10 + day, day);
    expect(await isKept('a', 500, 5_000)).toBe(true);
    write('a', 500, 400);
    expect(await isKept('a', 600, 5_000)).toBe(false);
  });
});
