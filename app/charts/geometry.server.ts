/**
 * Geometry of line and bar charts. Lines are paths in a 1000 × 100 box; labels are placed in
 * percent. The longest bar has width 100.
 */
import { max } from 'd3-array';
import { scaleLinear, scalePoint } from 'd3-scale';
import { area, line } from 'd3-shape';
import { formatCompact, formatInteger, formatPercent } from '../ui/numbers';
import { type ChartBox, lineBox, sparkBox, type Tone, toneAt } from './chart-style';
import type { DayRange } from 'contract/floor/days';
import type { TimeBucket } from './date-buckets.server';
import { sortRows, type SortOrder } from './table-sort.server';
import { greatest } from 'contract/floor/extremes';

export interface Series {
  name: string;
  /** One per bucket; null if unknown. */
  values: (number | null)[];
  /** Replace the name, point by point: the compared days. */
  labels?: string[];
  /** How many times as long the bucket is as what stands beside it, point by point. */
  shares?: number[];
  /** Drawn in the background. */
  isPreviousPeriod?: boolean;
  /** In the table and beside each point, but not drawn. */
  isOnlyListed?: boolean;
}

export interface ChartLine extends Series {
  tone: Tone;
  /** Replaces the formatted values. */
  texts?: string[];
  path: string;
  /** From the last whole bucket to the running one, drawn dashed; empty if there is none. */
  toRunning?: string;
  /** Filled area under the line; empty if lines would hide each other. */
  area: string;
  /** End of the line, in percent. */
  end: { left: number; top: number };
}

export interface ChartFlag {
  at: number;
  /** `2.5.0`. */
  label: string;
  text: string;
}

/** An annotation. */
export interface ChartNote {
  at: number;
  number: number;
  text: string;
}

export interface LineChartData {
  lines: ChartLine[];
  /** Stacked areas. */
  isStacked?: boolean;
  flags?: readonly ChartFlag[];
  notes?: readonly ChartNote[];
  labels: string[];
  /** Link per bucket; empty without a link. */
  links: string[];
  incomplete: number[];
  yTicks: { top: number; label: string }[];
  /** `minor` labels are hidden on narrow screens. */
  xTicks: { left: number; label: string; minor: boolean }[];
}

const yTickCount = 4;
const xTickCount = 6;
const linesWithArea = 2;

/**
 * `linkTo` returns the report of some days. A chart with a single bucket gets no links, as it is
 * that report. `box`: of pictures, which no browser scales.
 */
export function lineChart(
  series: Series[],
  buckets: TimeBucket[],
  linkTo?: (days: DayRange) => string,
  box: ChartBox = lineBox,
): LineChartData {
  let x = scalePoint<number>(indexes(buckets), [0, box.width]);
  let shown = series.filter(({ isOnlyListed }) => !isOnlyListed);
  let y = scaleLinear(
    [0, Math.max(1, max(shown, (s) => max(s.values, (value) => value ?? 0)) ?? 0)],
    [box.height, 0],
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
  let running = runningBucket(buckets);
  let drawn = ({ values, isPreviousPeriod }: Series) =>
    isPreviousPeriod ? values : values.map((value, i) => (i === running ? null : value));
  let runningPart = ({ values, isPreviousPeriod }: Series) =>
    isPreviousPeriod || running < 1
      ? values.map(() => null)
      : values.map((value, i) => (i >= running - 1 ? value : null));
  let hasArea = buckets.length > 1 && shown.filter((one) => !one.isPreviousPeriod).length <= linesWithArea;
  return {
    lines: series.map((one, i) => {
      let last = Math.max(0, one.values.findLastIndex(isKnown));
      return {
        ...one,
        tone: one.isPreviousPeriod ? 'rest' : toneAt(i),
        path: draw(drawn(one)) ?? '',
        toRunning: draw(runningPart(one)) ?? '',
        area: hasArea && one === shown[0] ? (ground(drawn(one)) ?? '') : '',
        end: {
          left: percent(left(last), box.width),
          top: percent(height(one.values[last] ?? null), box.height),
        },
      };
    }),
    labels: buckets.map((bucket) => bucket.label),
    links: linkTo && buckets.length > 1 ? buckets.map(({ days }) => linkTo(days)) : [],
    incomplete: incompleteBuckets(buckets),
    yTicks: y
      .ticks(yTickCount)
      .filter(Number.isInteger)
      .map((value) => ({ top: percent(y(value), box.height), label: formatCompact(value) })),
    xTicks: xTicks(buckets, left, box.width),
  };
}

/** A solid line to a part of a day would look like a drop. -1 if there is none. */
function runningBucket(buckets: readonly TimeBucket[]): number {
  let last = buckets.findLastIndex(({ isFuture }) => !isFuture);
  return buckets.length > 1 && buckets[last]?.isComplete === false ? last : -1;
}

/** Excludes future buckets. */
export function incompleteBuckets(buckets: TimeBucket[]): number[] {
  return indexes(buckets).filter((i) => !buckets[i]?.isComplete && !buckets[i]?.isFuture);
}

export function xTicks(
  buckets: TimeBucket[],
  left: (i: number) => number,
  width: number = lineBox.width,
): LineChartData['xTicks'] {
  let every = Math.ceil(buckets.length / xTickCount);
  return indexes(buckets)
    .filter((i) => i % every === 0)
    .map((i, n) => ({ left: percent(left(i), width), label: buckets[i]?.short ?? '', minor: n % 2 === 1 }));
}

export function indexes(list: unknown[]): number[] {
  return list.map((_, i) => i);
}

function percent(part: number, whole: number): number {
  return Math.round((part / whole) * 1_000) / 10;
}

/** The bucket's strip, halfway to its neighbours. */
export function strip(index: number, count: number, { width, height }: ChartBox = lineBox) {
  let step = count > 1 ? width / (count - 1) : width;
  let from = count > 1 ? Math.max(0, (index - 0.5) * step) : 0;
  let until = count > 1 ? Math.min(width, (index + 0.5) * step) : width;
  return { x: round(from), width: round(until - from), height };
}

export interface SparklineData {
  path: string;
  title: string;
}

const inset = 2;

/** Null for fewer than two values. */
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
  /** Country code. */
  code?: string;
  /** Secondary text, such as a domain. */
  detail?: string;
  detailTo?: string | undefined;
  value: number;
  /** A subset drawn inside the bar, such as unique users. */
  inner?: number;
  /** The remainder: a number without a bar, which could be longer than all others. */
  isRest?: boolean;
  to?: string;
  /** Of its layer in the chart above. */
  tone?: Tone | undefined;
}

export interface Bar {
  name: string;
  /** Country code, if any. */
  code: string;
  /** Link target; empty without a link. */
  to: string;
  detail: string;
  /** Link target of the detail; empty without a link. */
  detailTo: string;
  width: number;
  innerWidth: number;
  value: string;
  inner: string;
  share: string;
  tone?: Tone | undefined;
}

/**
 * `order` sorts by column: 0 name, 1 value, 2 inner value; the remainder stays last. `whole` is the
 * total for percentages.
 */
export function bars(rows: BarInput[], whole: number, order?: SortOrder): Bar[] {
  let x = scaleLinear([0, Math.max(1, max(rows, (row) => (row.isRest ? 0 : row.value)) ?? 0)], [0, 100]);
  let listed = rows.filter(({ isRest }) => !isRest);
  let sorted = order && sortRows(listed, order, (row, column) => [row.name, row.value, row.inner][column]);
  let shown = sorted ? [...sorted, ...rows.filter(({ isRest }) => isRest)] : rows;
  return shown.map((row) => ({
    name: row.name,
    ...(row.tone && { tone: row.tone }),
    code: row.code ?? '',
    to: row.to ?? '',
    detail: row.detail ?? '',
    detailTo: row.detailTo ?? '',
    width: row.isRest ? 0 : round(x(row.value)),
    innerWidth: row.isRest ? 0 : round(x(row.inner ?? 0)),
    value: formatInteger(row.value),
    inner: row.inner === undefined ? '' : formatInteger(row.inner),
    share: formatPercent(row.value, whole),
  }));
}

function round(width: number): number {
  return Math.round(width * 10) / 10;
}
