/** Stacked areas that show shares of a whole over time. */
import { scalePoint } from 'd3-scale';
import { area, line } from 'd3-shape';
import { formatInteger, formatPercent } from '../ui/numbers';
import { lineBox, toneAt } from './chart-style';
import type { DayRange } from 'contract/floor/days';
import type { TimeBucket } from './date-buckets.server';
import { incompleteBuckets, indexes, type LineChartData, xTicks } from './geometry.server';

export interface StackedSeries {
  name: string;
  values: number[];
  /** The remainder. */
  isRest?: boolean;
}

interface Layer {
  x: number;
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
  let isKnown = (i: number) => (wholes[i] ?? 0) > 0;
  // A point without a neighbor would draw nothing, so it gets its whole part of the axis.
  let half = buckets.length > 1 ? x.step() / 2 : lineBox.width / 2;
  let points = indexes(buckets).flatMap((i) =>
    isKnown(i) && !isKnown(i - 1) && !isKnown(i + 1)
      ? [Math.max(0, left(i) - half), Math.min(lineBox.width, left(i) + half)].map((at) => ({ i, x: at }))
      : [{ i, x: left(i) }],
  );
  let height = (part: number) => lineBox.height * (1 - part);
  let edge = line<Layer>(
    (layer) => layer.x,
    ({ to }) => height(to),
  )
    .defined((layer) => layer.isKnown)
    .digits(1);
  let ground = area<Layer>(
    (layer) => layer.x,
    ({ from }) => height(from),
    ({ to }) => height(to),
  )
    .defined((layer) => layer.isKnown)
    .digits(1);
  let below = buckets.map(() => 0);
  let lines = series.toReversed().map(({ name, values, isRest }, fromBelow) => {
    let layers = buckets.map((_, i) => {
      let whole = wholes[i] ?? 0;
      let from = below[i] ?? 0;
      let to = whole > 0 ? from + (values[i] ?? 0) / whole : from;
      below[i] = to;
      return { from, to, isKnown: isKnown(i) };
    });
    let drawn = points.map((point) => ({ ...layers[point.i]!, x: point.x }));
    return {
      name,
      values: values.map((value, i) => (buckets[i]?.isFuture ? null : value)),
      texts: values.map((value, i) =>
        [formatInteger(value), formatPercent(value, wholes[i] ?? 0)].filter(Boolean).join(' · '),
      ),
      tone: isRest ? ('rest' as const) : toneAt(series.length - 1 - fromBelow),
      path: edge(drawn) ?? '',
      area: ground(drawn) ?? '',
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
