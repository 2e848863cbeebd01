/** Repeatable chance for sample data: the same seed gives the same events. */

export interface Random {
  /** A number from 0 up to but not including 1. */
  next(): number;
  /** A whole number from 0 to n - 1. */
  below(n: number): number;
}

/** A small seeded generator (mulberry32); good enough for sample data, never for secrets. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  let next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  return { next, below: (n) => Math.floor(next() * n) };
}

/** A picker that returns items as often as their weights say. */
export function weighted<T>(items: readonly T[], weightOf: (item: T) => number): (random: Random) => T {
  let sums: number[] = [];
  let sum = 0;
  for (let item of items) sums.push((sum += weightOf(item)));
  return (random) => {
    let at = random.next() * sum;
    let low = 0;
    let high = sums.length - 1;
    while (low < high) {
      let middle = (low + high) >> 1;
      if (sums[middle]! > at) high = middle;
      else low = middle + 1;
    }
    return items[low]!;
  };
}
