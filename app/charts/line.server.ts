/**
 * Geometry of line charts: paths in a 1000 x 100 box that is stretched to its place, labels in
 * percent of it.
 */
import { max } from 'd3-array';
import { scaleLinear, scalePoint } from 'd3-scale';
import { area, line } from 'd3-shape';
import { lineBox } from './box';
import type { Bucket } from './buckets.server';
import { compact } from '../ui/numbers';
import { type Tone, toneAt } from './tones';

export interface Series {
  name: string;
  /** One number for each bucket. */
  values: number[];
}

export interface ChartLine extends Series {
  tone: Tone;
  path: string;
  /** Where the line ends, percent from the left and the top. */
  end: { left: number; top: number };
}

export interface LineChartData {
  lines: ChartLine[];
  /** Ground under the first line; empty where lines would hide each other. */
  area: string;
  labels: string[];
  /** Buckets that are not whole, by index. */
  cut: number[];
  yTicks: { top: number; label: string }[];
  /** `minor` ones may be left out where there is little room. */
  xTicks: { left: number; label: string; minor: boolean }[];
}

const yTickCount = 4;
const xTickCount = 6;
const linesWithArea = 2;

/**
 * A line chart over buckets. Values must be as many as buckets; all zero draws a line on the
 * ground.
 */
export function lineChart(series: Series[], buckets: Bucket[]): LineChartData {
  let x = scalePoint<number>(indexes(buckets), [0, lineBox.width]);
  let y = scaleLinear([0, Math.max(1, max(series, (s) => max(s.values)) ?? 0)], [lineBox.height, 0]).nice(yTickCount);
  let left = (i: number) => x(i) ?? 0;
  let draw = line<number>((_, i) => left(i), y).digits(1);
  let ground = area<number>((_, i) => left(i), y(0), y).digits(1);
  let [first] = series;
  return {
    lines: series.map((one, i) => ({
      ...one,
      tone: toneAt(i),
      path: draw(one.values) ?? '',
      end: {
        left: percent(left(buckets.length - 1), lineBox.width),
        top: percent(y(one.values.at(-1) ?? 0), lineBox.height),
      },
    })),
    area: first && series.length <= linesWithArea && buckets.length > 1 ? (ground(first.values) ?? '') : '',
    labels: buckets.map((bucket) => bucket.label),
    cut: indexes(buckets).filter((i) => !buckets[i]?.whole),
    yTicks: y
      .ticks(yTickCount)
      .filter(Number.isInteger)
      .map((value) => ({ top: percent(y(value), lineBox.height), label: compact(value) })),
    xTicks: xTicks(buckets, left),
  };
}

function xTicks(buckets: Bucket[], left: (i: number) => number): LineChartData['xTicks'] {
  let every = Math.ceil(buckets.length / xTickCount);
  return indexes(buckets)
    .filter((i) => i % every === 0)
    .map((i, n) => ({ left: percent(left(i), lineBox.width), label: buckets[i]?.short ?? '', minor: n % 2 === 1 }));
}

function indexes(list: unknown[]): number[] {
  return list.map((_, i) => i);
}

function percent(part: number, whole: number): number {
  return Math.round((part / whole) * 1_000) / 10;
}
