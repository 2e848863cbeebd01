/** Counts from the gateway's rows: totals, values along the time axis, and changes. */
import type { AggregationRow } from 'contract/aggregations';
import type { Bucket } from '../../charts/days.server';
import { share } from '../../ui/numbers';

export interface Counts {
  total: number;
  /** Unique sources: distinct hashes of address and agent. */
  sources: number;
  /** Distinct hashes of the address alone. */
  addresses: number;
}

const nothing: Counts = { total: 0, sources: 0, addresses: 0 };

/** The counts of a query for totals: one row, or none without events. */
export function countsOf([row]: AggregationRow[]): Counts {
  return row ? { total: row.total, sources: row.unique_origins, addresses: row.unique_endpoints } : nothing;
}

/** One number for each bucket, zero where the gateway has no row. */
export function along(buckets: Bucket[], rows: AggregationRow[], count: (row: AggregationRow) => number): number[] {
  let byDate = new Map<string | undefined, number>();
  for (let row of rows) byDate.set(row.date, (byDate.get(row.date) ?? 0) + count(row));
  return buckets.map((bucket) => byDate.get(bucket.key) ?? 0);
}

export interface Change {
  /** `+12.3%`, `−4.0%`, `<0.1%`, `0%`. */
  text: string;
  direction: 'up' | 'down' | 'same';
}

/** Null without events before, because there is no percentage. */
export function changeOf(current: number, previous: number): Change | null {
  if (previous <= 0) return null;
  if (current === previous) return { text: '0%', direction: 'same' };
  let difference = share(Math.abs(current - previous), previous);
  let direction = current > previous ? ('up' as const) : ('down' as const);
  if (difference.startsWith('<')) return { text: difference, direction };
  return { text: `${direction === 'up' ? '+' : '−'}${difference}`, direction };
}
