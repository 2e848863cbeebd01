/** Totals, values per bucket and changes from aggregate rows. */
import type { AggregationRow } from 'contract/analytics/aggregations';
import type { TimeBucket } from '../../charts/date-buckets.server';

export interface RowTotals {
  total: number;
  /** Distinct hashes of network and user agent. */
  users: number;
  /** Distinct network hashes. */
  networks: number;
}

export function totalsOf([row]: AggregationRow[]): RowTotals {
  return { total: row?.total ?? 0, users: row?.unique_origins ?? 0, networks: row?.unique_endpoints ?? 0 };
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
