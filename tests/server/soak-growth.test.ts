import { expect, it } from 'vitest';
import { growthOf, isGrowth } from '../../tools/load/soak-growth';

/** Samples of a process that gains so much with each, and a heap that is cleaned every tenth. */
function samples(count: number, from: number, gain: number): number[] {
  return Array.from({ length: count }, (_, i) => from + gain * i + (i % 10));
}

it('finds a process that grows slowly below the sawtooth of its heap', () => {
  let growth = growthOf(samples(300, 200, 0.2));

  expect(growth).toMatchObject({ samples: 200 });
  expect(growth.megabytes).toBeCloseTo(40, 0);
  expect(isGrowth(growth)).toBe(true);
});

it('finds 250 MB an hour in half an hour of a large process', () => {
  // A sample each five seconds.
  expect(isGrowth(growthOf(samples(360, 900, 250 / 720)))).toBe(true);
});

it('takes a heap that is cleaned again and again for no growth', () => {
  expect(isGrowth(growthOf(samples(300, 200, 0)))).toBe(false);
});

it('leaves the first third out, in which caches fill', () => {
  let filling = Array.from({ length: 100 }, (_, i) => 3 * i);

  expect(isGrowth(growthOf([...filling, ...samples(200, 300, 0)]))).toBe(false);
});
