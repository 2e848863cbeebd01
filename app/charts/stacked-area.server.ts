/** Stacked areas that show shares of a whole over time. */
import { scalePoint } from 'd3-scale';
import { area, line } from 'd3-shape';
import { formatInteger, formatPercent } from '../ui/numbers';
import { lineBox, toneAt } from './chart-style';
import type { TimeBucket, DayRange } from './date-buckets.server';
import { incompleteBuckets, indexes, type LineChartData, xTicks } from './geometry.server';

export interface StackedSeries {
  name: string;
  values: number[];
  /** The remainder. */
  isRest?: boolean;
}

interface Layer {
  from: number;
  to: number;
  isKnown: boolean;
}

/** The first series is on top. Buckets without events are gaps. */
export function stackedChart(
  series: readonly StackedSeries[],
  buckets: TimeBucket[],
  linkTo?: (days: DayRange) => string,
): LineChartData {
  let x = scalePoint<number>(indexes(buckets), [0, lineBox.width]);
  let left = (i: number) => x(i) ?? 0;
  let wholes = buckets.map((_, i) => series.reduce((sum, { values }) => sum + (values[i] ?? 0), 0));
  let height = (part: number) => lineBox.height * (1 - part);
  let edge = line<Layer>(
    (_, i) => left(i),
    ({ to }) => height(to),
  )
    .defined(({ isKnown }) => isKnown)
    .digits(1);
  let ground = area<Layer>(
    (_, i) => left(i),
    ({ from }) => height(from),
    ({ to }) => height(to),
  )
    .defined(({ isKnown }) => isKnown)
    .digits(1);
  let below = buckets.map(() => 0);
  let lines = series.toReversed().map(({ name, values, isRest }, fromBelow) => {
    let layers = buckets.map((_, i) => {
      let whole = wholes[i] ?? 0;
      let from = below[i] ?? 0;
      let to = whole > 0 ? from + (values[i] ?? 0) / whole : from;
      below[i] = to;
      return { from, to, isKnown: whole > 0 };
    });
    return {
      name,
      values: values.map((value, i) => (buckets[i]?.isFuture ? null : value)),
      texts: values.map((value, i) =>
        [formatInteger(value), formatPercent(value, wholes[i] ?? 0)].filter(Boolean).join(' · '),
      ),
      tone: isRest ? ('rest' as const) : toneAt(series.length - 1 - fromBelow),
      path: edge(layers) ?? '',
      area: ground(layers) ?? '',
      end: { left: 0, top: 0 },
    };
  });
  return {
    lines: lines.toReversed(),
    isStacked: true,
    labels: buckets.map(({ label }) => label),
    links: linkTo && buckets.length > 1 ? buckets.map(({ days }) => linkTo(days)) : [],
    incomplete: incompleteBuckets(buckets),
    yTicks: [0, 25, 50, 75, 100].map((percent) => ({ top: 100 - percent, label: `${percent}%` })),
    xTicks: xTicks(buckets, left),
  };
}
