/** Numbers of events in partitions: each owner has one, and numbers say to which they belong. */
import { describe, expect, it } from 'vitest';
import {
  areEqual,
  endFor,
  firstOf,
  hasReached,
  partitionIn,
  partitionMax,
  partitionOf,
  sizeOf,
  type Ends,
} from 'gateway/events/shape/ends';

const owner = '44444444-4444-4444-8444-444444444444';
const other = '55555555-5555-4555-8555-555555555555';
const [own, foreign] = [partitionOf(owner), partitionOf(other)];

/** 100 events from before, 7 of the owner's partition and 5 of the other's. */
function someEnds(): Ends {
  let ends: number[] = [100];
  ends[own] = firstOf(own) + 7;
  ends[foreign] = firstOf(foreign) + 5;
  return ends;
}

describe('the partition of an owner', () => {
  it('never changes', () => {
    expect([own, foreign]).toEqual([32, 29]);
  });

  it('is one of 64, of which each has about as many owners', () => {
    let sizes = Array.from({ length: partitionMax + 1 }, () => 0);
    for (let i = 0; i < 6_400; i++) sizes[partitionOf(`owner ${i}`)]! += 1;
    expect(sizes[0]).toBe(0);
    expect(Math.min(...sizes.slice(1))).toBeGreaterThan(60);
    expect(Math.max(...sizes)).toBeLessThan(150);
  });

  it('is that of the numbers of its events, which are exact', () => {
    for (let partition of [0, 1, own, partitionMax]) {
      let last = firstOf(partition) + 2 ** 46 - 1;
      expect([partitionIn(firstOf(partition)), partitionIn(last)]).toEqual([partition, partition]);
      expect(Number.isSafeInteger(last)).toBe(true);
    }
  });
});

describe('the end of the events of an owner', () => {
  it('is that of its partition, or of the events from before', () => {
    expect(endFor(someEnds(), owner)).toBe(firstOf(own) + 7);
    expect(endFor([100], owner)).toBe(100);
    expect(endFor([], owner)).toBe(0);
    expect(sizeOf(someEnds())).toBe(112);
  });

  it('is not reached by numbers of other partitions, or by later ones', () => {
    let known = (number: number) => hasReached(someEnds(), number, owner);
    expect([0, 100, firstOf(own), firstOf(own) + 7].map(known)).toEqual([true, true, true, true]);
    expect([101, firstOf(own) - 1, firstOf(own) + 8, firstOf(foreign) + 5].map(known)).toEqual(Array(4).fill(false));
  });

  it('differs once one partition has more', () => {
    let more = [...someEnds()];
    more[foreign] = firstOf(foreign) + 6;
    expect([areEqual(someEnds(), someEnds()), areEqual(someEnds(), more), areEqual([100], someEnds())]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
