/** Which partitions of owners move to another shard of a cluster. */
import { expect, it } from 'vitest';
import { createRandom } from 'gateway/demo/random';
import { planMoves } from 'gateway/events/clickhouse/rebalance';

/** The events of partitions 1, 2, …, all on the same shard. */
const on = (shard: number, ...sizes: number[]) => sizes.map((events, i) => ({ partition: i + 1, shard, events }));

it('moves to an empty shard what makes both alike', () => {
  expect(planMoves(on(0, 10, 10, 10, 10), 2).map(({ shard, to }) => [shard, to])).toEqual([
    [0, 1],
    [0, 1],
  ]);
  expect(planMoves(on(0, 100, 5), 2)).toEqual([{ partition: 2, shard: 0, events: 5, to: 1 }]);
});

it('moves nothing between shards that are alike, of one shard, or without events', () => {
  expect(planMoves([...on(0, 100), { partition: 2, shard: 1, events: 96 }], 2)).toEqual([]);
  expect(planMoves(on(0, 100, 5), 1)).toEqual([]);
  expect(planMoves(on(0, 0, 0), 3)).toEqual([]);
  expect(planMoves([], 2)).toEqual([]);
});

it('moves each partition once, and no shard keeps much more than its part', () => {
  let random = createRandom(5);
  for (let round = 0; round < 50; round++) {
    let shards = 1 + random.below(5);
    let sizes = Array.from({ length: 64 }, (_, i) => ({
      partition: i + 1,
      shard: random.below(shards),
      events: random.below(1_000),
    }));
    let moves = planMoves(sizes, shards + 1);
    expect(new Set(moves.map(({ partition }) => partition)).size).toBe(moves.length);
    let totals = Array.from({ length: shards + 1 }, () => 0);
    for (let { partition, shard, events } of sizes)
      totals[moves.find((move) => move.partition === partition)?.to ?? shard]! += events;
    let mean = totals.reduce((sum, one) => sum + one, 0) / totals.length;
    expect(Math.max(...totals)).toBeLessThan(1.1 * mean);
  }
});
