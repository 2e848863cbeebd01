/**
 * Bars and donuts of one dimension. The rows are the highest ones; what they leave of the total is
 * one part more.
 */
import type { AggregationRow } from 'contract/aggregations';
import { type Bar, bars } from '../../charts/bars.server';
import { donut, type DonutData, type Part } from '../../charts/donut.server';
import { type Dimension, nameOfRow } from './names.server';

/**
 * Bars with unique sources inside, the unknown and the rest last; the rest has no unique count,
 * because distinct counts do not add up.
 */
export function breakdownBars(rows: AggregationRow[], dimension: Dimension, total: number): Bar[] {
  let shown = rows.map((row) => ({
    name: nameOfRow(dimension, row),
    detail: row.company_domain,
    value: row.total,
    inner: row.unique_origins,
    isRest: dimension.valueOf(row) === '',
  }));
  let rest = restOf(rows, total);
  let ordered = [...shown.filter((one) => !one.isRest), ...shown.filter((one) => one.isRest)];
  return bars(rest > 0 ? [...ordered, { name: 'All others', value: rest, isRest: true }] : ordered, total);
}

/** Slices of the highest rows, the unknown part and the rest in the quiet colour. */
export function breakdownDonut(rows: AggregationRow[], dimension: Dimension, total: number): DonutData {
  let parts: Part[] = rows.map((row) => ({ name: nameOfRow(dimension, row), value: row.total }));
  let known = merged(parts).map((part) => ({ ...part, isRest: part.name === dimension.unknown }));
  return donut([...known, { name: 'All others', value: restOf(rows, total), isRest: true }]);
}

/** Two values may go by one name, such as `darwin` and `macos`. */
function merged(parts: Part[]): Part[] {
  let byName = new Map<string, number>();
  for (let { name, value } of parts) byName.set(name, (byName.get(name) ?? 0) + value);
  return [...byName].map(([name, value]) => ({ name, value })).sort((a, b) => b.value - a.value);
}

function restOf(rows: AggregationRow[], total: number): number {
  return total - rows.reduce((sum, row) => sum + row.total, 0);
}
