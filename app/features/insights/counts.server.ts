/** Counts taken from the gateway's rows: totals of a range, and numbers along the time axis. */
import type { AggregationRow } from 'contract/aggregations';
import type { Bucket } from '../../charts/buckets.server';

export interface Counts {
  total: number;
  /** Unique sources: distinct hashes of address and agent. */
  sources: number;
  /** Distinct hashes of the address alone. */
  addresses: number;
}

const nothing: Counts = { total: 0, sources: 0, addresses: 0 };

/** The counts of a question by total, whose answer is one row, or none when nothing happened. */
export function countsOf([row]: AggregationRow[]): Counts {
  return row ? { total: row.total, sources: row.unique_origins, addresses: row.unique_endpoints } : nothing;
}

/** One number for each bucket, zero where the gateway has no row. */
export function along(buckets: Bucket[], rows: AggregationRow[], count: (row: AggregationRow) => number): number[] {
  let byDate = new Map<string | undefined, number>();
  for (let row of rows) byDate.set(row.date, (byDate.get(row.date) ?? 0) + count(row));
  return buckets.map((bucket) => byDate.get(bucket.key) ?? 0);
}
