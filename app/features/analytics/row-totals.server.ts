/** Totals, values per bucket and changes from aggregate rows. */
import type { AggregationRow } from 'contract/analytics/aggregations';
import type { TimeBucket } from '../../charts/date-buckets.server';
import { formatPercent } from '../../ui/numbers';
import type { PeriodCount } from '../../charts/unique-counts.server';

export interface RowTotals {
  total: number;
  /** Distinct hashes of network and user agent. */
  sources: UniqueCount;
  /** Distinct network hashes. */
  addresses: UniqueCount;
}

export interface UniqueCount {
  /** Null if the range has several id periods. */
  only: number | null;
  byPeriod: PeriodCount[];
}

const none: UniqueCount = { only: 0, byPeriod: [] };
const nothing: RowTotals = { total: 0, sources: none, addresses: none };

export function totalsOf([row]: AggregationRow[]): RowTotals {
  return row ? { total: row.total, sources: uniqueSourcesOf(row), addresses: uniqueNetworksOf(row) } : nothing;
}

export function uniqueSourcesOf({ unique_origins, unique_by_period = [] }: AggregationRow): UniqueCount {
  let byPeriod = unique_by_period.map((one) => ({ period: one.period, count: one.unique_origins }));
  return { only: unique_origins, byPeriod };
}

export function uniqueNetworksOf({ unique_endpoints, unique_by_period = [] }: AggregationRow): UniqueCount {
  let byPeriod = unique_by_period.map((one) => ({ period: one.period, count: one.unique_endpoints ?? 0 }));
  return { only: unique_endpoints, byPeriod };
}

/** Zero for buckets without a row. */
export function valuesByBucket(
  buckets: TimeBucket[],
  rows: AggregationRow[],
  count: (row: AggregationRow) => number,
): number[] {
  let byDate = new Map<string | undefined, number>();
  for (let row of rows) byDate.set(row.date, (byDate.get(row.date) ?? 0) + count(row));
  return buckets.map((bucket) => byDate.get(bucket.key) ?? 0);
}

/** Null for future buckets. */
export function withoutFuture(buckets: readonly TimeBucket[], values: readonly (number | null)[]): (number | null)[] {
  return values.map((value, i) => (buckets[i]?.isFuture ? null : value));
}

/** Null if buckets have several id periods. A single non-UTC day can have two, and stays empty. */
export function uniquesByBucket(
  buckets: TimeBucket[],
  rows: AggregationRow[],
  count: (row: AggregationRow) => UniqueCount,
): (number | null)[] | null {
  let without = new Set(rows.filter((row) => count(row).only === null).map(({ date }) => date));
  let areDays = buckets.every(({ days }) => days.from === days.to);
  if (without.size > 0 && (!areDays || without.size * 2 > buckets.length)) return null;
  let values = valuesByBucket(buckets, rows, (row) => count(row).only ?? 0);
  return values.map((value, i) => (without.has(buckets[i]!.key) ? null : value));
}

export interface RelativeChange {
  text: string;
  direction: 'up' | 'down' | 'same';
}

/** Null if `previous` is zero. */
export function relativeChange(current: number, previous: number): RelativeChange | null {
  if (previous <= 0) return null;
  if (current === previous) return { text: '0%', direction: 'same' };
  let difference = formatPercent(Math.abs(current - previous), previous);
  let direction = current > previous ? ('up' as const) : ('down' as const);
  if (difference.startsWith('<')) return { text: difference, direction };
  return { text: `${direction === 'up' ? '+' : '−'}${difference}`, direction };
}
