/** Totals, values per bucket and changes from aggregate rows. */
import type { AggregationRow } from 'contract/analytics/aggregations';
import type { TimeBucket } from '../../charts/date-buckets.server';

export interface RowTotals {
  total: number;
  /** Distinct hashes of network and user agent. */
  users: number;
  /** Distinct network hashes. */
  networks: number;
  /** The id periods that `users` and `networks` are added up from. */
  periods: string[];
}

export function totalsOf([row]: AggregationRow[]): RowTotals {
  let users = row?.unique_origins ?? 0;
  // A single period has no name.
  let periods = row?.unique_by_period?.map(({ period }) => period) ?? (users > 0 ? [''] : []);
  return { total: row?.total ?? 0, users, networks: row?.unique_endpoints ?? 0, periods };
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

/** Rows that a list is asked for, and of one that is shown whole. */
export const barsMax = 10;
export const wholeMax = 100;
const listedMax = 5;

/** The first rows of a list. One more row needs no more room than a link to it. */
export function listed<T>(rows: readonly T[], isWhole: boolean, usual = listedMax): T[] {
  return rows.slice(0, isWhole ? wholeMax : rows.length === usual + 1 ? rows.length : usual);
}
