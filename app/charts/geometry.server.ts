/**
 * Geometry of charts. Lines are paths in a 1000 × 100 box that is stretched to its place, with
 * labels in percent of it. The longest bar is 100 wide; a rest that is not broken down has a number
 * and no bar, which would be longer than all others.
 */
import { max } from 'd3-array';
import { scaleLinear, scalePoint } from 'd3-scale';
import { area, line } from 'd3-shape';
import { formatCompact, formatNumber, formatPercent } from '../ui/numbers';
import { lineBox, sparkBox, type Tone, toneAt } from './chart-style';
import type { TimeBucket, DayRange } from './date-buckets.server';
import { sortRows, type SortOrder } from './table-sort.server';
import { greatest } from 'contract/shared/extremes';

export interface Series {
  name: string;
  /** One number for each bucket; null where it is not known. */
  values: (number | null)[];
  /** Whether these are the numbers of the period before, which are drawn in the background. */
  isPreviousPeriod?: boolean;
}

export interface ChartLine extends Series {
  tone: Tone;
  /** The numbers in words, where they say more than themselves. */
  texts?: string[];
  path: string;
  /** The ground under it; empty where lines would hide each other. */
  area: string;
  /** Where the line ends, percent from the left and the top. */
  end: { left: number; top: number };
}

/** What happened in a bucket. */
export interface ChartFlag {
  /** Index of the bucket. */
  at: number;
  /** On the flag: `2.5.0`. */
  label: string;
  /** `First download of 2.5.0`. */
  text: string;
}

/** What somebody has written about a bucket. */
export interface ChartNote {
  /** Index of the bucket. */
  at: number;
  /** On the chart, and in the list below it. */
  number: number;
  /** `Nov 23, 2026: Launch post`. */
  text: string;
}

export interface LineChartData {
  lines: ChartLine[];
  /** Whether the lines are the upper edges of areas that stand on each other. */
  isStacked?: boolean;
  flags?: readonly ChartFlag[];
  notes?: readonly ChartNote[];
  labels: string[];
  /** Where the buckets lead; empty where they lead nowhere. */
  links: string[];
  /** Indexes of incomplete buckets. */
  incomplete: number[];
  yTicks: { top: number; label: string }[];
  /** `minor` ones can be left out where space is short. */
  xTicks: { left: number; label: string; minor: boolean }[];
}

const yTickCount = 4;
const xTickCount = 6;
const linesWithArea = 2;

/**
 * A line chart over buckets. Needs one value per bucket; with zeros only, the line is at the
 * bottom. A line has gaps where its numbers are not known. `linkTo` gives the report of some days;
 * the only bucket of a chart is that report already.
 */
export function lineChart(series: Series[], buckets: TimeBucket[], linkTo?: (days: DayRange) => string): LineChartData {
  let x = scalePoint<number>(indexes(buckets), [0, lineBox.width]);
  let y = scaleLinear(
    [0, Math.max(1, max(series, (s) => max(s.values, (value) => value ?? 0)) ?? 0)],
    [lineBox.height, 0],
  ).nice(yTickCount);
  let left = (i: number) => x(i) ?? 0;
  let isKnown = (value: number | null) => value !== null;
  let height = (value: number | null) => y(value ?? 0);
  let draw = line<number | null>((_, i) => left(i), height)
    .defined(isKnown)
    .digits(1);
  let ground = area<number | null>((_, i) => left(i), y(0), height)
    .defined(isKnown)
    .digits(1);
  let hasArea = buckets.length > 1 && series.filter((one) => !one.isPreviousPeriod).length <= linesWithArea;
  return {
    lines: series.map((one, i) => {
      let last = Math.max(0, one.values.findLastIndex(isKnown));
      return {
        ...one,
        tone: one.isPreviousPeriod ? 'rest' : toneAt(i),
        path: draw(one.values) ?? '',
        area: hasArea && i === 0 ? (ground(one.values) ?? '') : '',
        end: {
          left: percent(left(last), lineBox.width),
          top: percent(height(one.values[last] ?? null), lineBox.height),
        },
      };
    }),
    labels: buckets.map((bucket) => bucket.label),
    links: linkTo && buckets.length > 1 ? buckets.map(({ days }) => linkTo(days)) : [],
    incomplete: incompleteBuckets(buckets),
    yTicks: y
      .ticks(yTickCount)
      .filter(Number.isInteger)
      .map((value) => ({ top: percent(y(value), lineBox.height), label: formatCompact(value) })),
    xTicks: xTicks(buckets, left),
  };
}

/** Those that are incomplete, and have begun. */
export function incompleteBuckets(buckets: TimeBucket[]): number[] {
  return indexes(buckets).filter((i) => !buckets[i]?.isComplete && !buckets[i]?.isFuture);
}

export function xTicks(buckets: TimeBucket[], left: (i: number) => number): LineChartData['xTicks'] {
  let every = Math.ceil(buckets.length / xTickCount);
  return indexes(buckets)
    .filter((i) => i % every === 0)
    .map((i, n) => ({ left: percent(left(i), lineBox.width), label: buckets[i]?.short ?? '', minor: n % 2 === 1 }));
}

export function indexes(list: unknown[]): number[] {
  return list.map((_, i) => i);
}

function percent(part: number, whole: number): number {
  return Math.round((part / whole) * 1_000) / 10;
}

export interface SparklineData {
  path: string;
  /** Description for screen readers. */
  title: string;
}

/** Keeps the stroke inside the box. */
const inset = 2;

/**
 * A sparkline of values in order of time; null when there are fewer than two, which draw no line.
 */
export function sparkline(values: (number | null)[], title: string): SparklineData | null {
  if (values.length < 2) return null;
  let x = scalePoint<number>(
    values.map((_, i) => i),
    [0, sparkBox.width],
  );
  let y = scaleLinear([0, Math.max(1, greatest(values.map((value) => value ?? 0)))], [sparkBox.height - inset, inset]);
  let draw = line<number | null>(
    (_, i) => x(i) ?? 0,
    (value) => y(value ?? 0),
  )
    .defined((value) => value !== null)
    .digits(1);
  return { path: draw(values) ?? '', title };
}

export interface BarInput {
  name: string;
  /** The code of a country. */
  code?: string;
  /** A second, smaller line such as a domain. */
  detail?: string;
  value: number;
  /** A smaller count of the same thing, drawn inside the bar: unique sources of downloads. */
  inner?: number;
  /** In place of that number. */
  innerText?: string;
  /** Everything unknown or not listed by itself. */
  isRest?: boolean;
  to?: string;
}

export interface Bar {
  name: string;
  /** The code of a country; empty for all else. */
  code: string;
  /** Where it leads; empty where it leads nowhere. */
  to: string;
  detail: string;
  width: number;
  innerWidth: number;
  value: string;
  /** Empty when it is not known. */
  inner: string;
  share: string;
}

/**
 * Bars in the given order, or by `order`: 0 the name, 1 the value, 2 the part inside; the rest is
 * always last. `whole` is the total for shares.
 */
export function bars(rows: BarInput[], whole: number, order?: SortOrder): Bar[] {
  let x = scaleLinear([0, Math.max(1, max(rows, (row) => (row.isRest ? 0 : row.value)) ?? 0)], [0, 100]);
  let listed = rows.filter(({ isRest }) => !isRest);
  let sorted = order && sortRows(listed, order, (row, column) => [row.name, row.value, row.inner][column]);
  let shown = sorted ? [...sorted, ...rows.filter(({ isRest }) => isRest)] : rows;
  return shown.map((row) => ({
    name: row.name,
    code: row.code ?? '',
    to: row.to ?? '',
    detail: row.detail ?? '',
    width: row.isRest ? 0 : round(x(row.value)),
    innerWidth: row.isRest ? 0 : round(x(row.inner ?? 0)),
    value: formatNumber(row.value),
    inner: row.innerText ?? (row.inner === undefined ? '' : formatNumber(row.inner)),
    share: formatPercent(row.value, whole),
  }));
}

function round(width: number): number {
  return Math.round(width * 10) / 10;
}
