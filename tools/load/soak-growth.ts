/** Whether the memory of a process grows, by samples of it at equal distances. */

export interface Growth {
  /** What the line through the samples gains from the end of the first third to the end. */
  megabytes: number;
  mean: number;
  /** How many it goes through. */
  samples: number;
}

/** The first third is left out: caches fill, and code is compiled. */
export function growthOf(values: readonly number[]): Growth {
  let later = values.slice(Math.floor(values.length / 3));
  let mean = later.reduce((sum, value) => sum + value, 0) / later.length;
  let middle = (later.length - 1) / 2;
  let above = 0;
  let below = 0;
  for (let [i, value] of later.entries()) {
    above += (i - middle) * (value - mean);
    below += (i - middle) ** 2;
  }
  return { megabytes: below === 0 ? 0 : (above / below) * later.length, mean, samples: later.length };
}

/**
 * A heap that is cleaned now and then looks different in each sample; the line through them moves by
 * less than this. A leak does not depend on the size of a process, so neither does the bound: 48 MB
 * an hour in the usual 30 minutes, 1 MB an hour in a day.
 */
const megabytesMax = 16;

/** Whether it is more than what a process gains and loses anyway. */
export function isGrowth({ megabytes }: Growth): boolean {
  return megabytes > megabytesMax;
}
