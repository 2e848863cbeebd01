/** Deterministic random numbers for sample data. */

export interface Random {
  /** 0 ≤ n < 1. */
  next(): number;
  /** An integer from 0 to n - 1. */
  below(n: number): number;
}

/** mulberry32: good enough for sample data, never for secrets. */
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

/** Picks items in proportion to their weights. */
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
