/**
 * The cards at the head of a report: a number, its change against the period before, and its way
 * through the range.
 */
import type { AggregationRow } from 'contract/aggregations';
import type { Bucket } from '../../charts/buckets.server';
import { exact } from '../../charts/numbers';
import { sparkline, type SparklineData } from '../../charts/sparkline.server';
import type { Kind } from './aggregation-client.server';
import { type Change, changeOf } from './change.server';
import { along, type Counts, countsOf } from './counts.server';

export interface Card {
  label: string;
  value: number;
  change: Change | null;
  /** What the change is taken of, for the pointer and screen readers. */
  before: string;
  spark: SparklineData | null;
}

/** The rows of one kind: this range, the one before, and this range along the time axis. */
export interface KindRows {
  kind: Kind;
  current: AggregationRow[];
  previous: AggregationRow[];
  series: AggregationRow[];
}

interface Measure {
  count: (counts: Counts) => number;
  ofRow: (row: AggregationRow) => number;
}

const measures = {
  total: { count: (c) => c.total, ofRow: (r) => r.total },
  sources: { count: (c) => c.sources, ofRow: (r) => r.unique_origins },
  addresses: { count: (c) => c.addresses, ofRow: (r) => r.unique_endpoints },
} as const satisfies Record<string, Measure>;

const labels: Record<Kind, Record<keyof typeof measures, string>> = {
  package: {
    total: 'Total Downloads',
    sources: 'Total Unique Downloads',
    addresses: 'Unique Addresses',
  },
  'tracking-pixel': {
    total: 'Total Views',
    sources: 'Total Unique Views',
    addresses: 'Unique Viewer Addresses',
  },
};

/** The cards of one kind: total and unique sources, with `addresses` too where there is room. */
export function cardsOf(rows: KindRows, buckets: Bucket[], withAddresses = false): Card[] {
  let current = countsOf(rows.current);
  let previous = countsOf(rows.previous);
  let shown = withAddresses ? (['total', 'sources', 'addresses'] as const) : (['total', 'sources'] as const);
  return shown.map((name) => {
    let { count, ofRow } = measures[name];
    let label = labels[rows.kind][name];
    return {
      label,
      value: count(current),
      change: changeOf(count(current), count(previous)),
      before: exact(count(previous)),
      spark: sparkline(along(buckets, rows.series, ofRow), `${label} over the range`),
    };
  });
}

/**
 * A fourth card where only one kind is shown: how many a day. Compared before it is rounded, so
 * that it agrees with the total.
 */
export function perDayCard({ kind, current, previous }: KindRows, days: number, daysBefore: number): Card {
  let [total, before] = [countsOf(current).total, countsOf(previous).total];
  return {
    label: kind === 'package' ? 'Downloads per Day' : 'Views per Day',
    value: Math.round(total / days),
    // Whole numbers in the same proportion: quotients would not print as the change of the total
    // does.
    change: changeOf(total * daysBefore, before * days),
    before: exact(Math.round(before / daysBefore)),
    spark: null,
  };
}
