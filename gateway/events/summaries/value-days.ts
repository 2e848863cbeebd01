/**
 * Distinct visitors by value and day, without a row for each visitor. A range of days is the end of
 * one month, whole months, and the beginning of another: a visitor is in the first by its last day
 * there, in the last by its first day. So three numbers for each day answer exactly: the visitors
 * whose first day it is, whose last, and all. A range that begins and ends within one month has no
 * such answer.
 */
import type { EventBreakdown } from 'contract/analytics/aggregations';
import { dayMs, dayOf } from 'contract/floor/time';
import type { RunQuery } from '../query/dialect';
import { eventDimensions } from '../query/dimensions';
import { filterSql } from '../query/filter';
import type { AggregateQuery } from '../shape/store';
import { dailyRows, monthOf, nextMonth, type Source } from './summary-source';
import type { SummaryTable } from './summary-tables';

export const valueDays = 'value_days';

export const visitorColumns = { origins: 'origin_id', endpoints: 'endpoint_id' } as const;

/** What visitors are counted by; its place in the list is its number in the table. */
export interface ValueKind {
  breakdown: EventBreakdown | undefined;
  /** Without matches of low confidence, as pages ask for companies. */
  isConfident: boolean;
  visitors: keyof typeof visitorColumns;
}

function byOrigin(breakdown?: EventBreakdown, isConfident = false): ValueKind {
  return { breakdown, isConfident, visitors: 'origins' };
}

/** Those that pages ask for. */
export const valueKinds: readonly ValueKind[] = [
  byOrigin(),
  { ...byOrigin(), visitors: 'endpoints' },
  byOrigin('by-client'),
  byOrigin('by-platform'),
  byOrigin('by-country'),
  byOrigin('by-audience'),
  byOrigin('by-company', true),
  byOrigin('by-version'),
  byOrigin('by-version-major'),
];

/** The SQL of a kind's values; undefined if the visitors of this table do not have them. */
export function kindValues({ breakdown }: ValueKind, { columns }: SummaryTable): string[] | undefined {
  let values = breakdown === undefined ? [] : eventDimensions[breakdown].map(({ sql }) => sql);
  let hasVersion = columns.includes('version');
  return breakdown?.startsWith('by-version') && !hasVersion ? undefined : values;
}

/** The conditions of a question's filters. */
export interface Filtered {
  conditions: readonly string[];
  /** What they read. */
  columns: readonly string[];
  /** Whether at most one value by day meets them. */
  isOneValue: boolean;
}

/**
 * Whether at most one of the values by day meets a question's conditions. False, without a look, for
 * a question about each value.
 */
export async function asksOneValue(ask: RunQuery, source: Source, query: AggregateQuery): Promise<boolean> {
  let { conditions, parameters, columns } = filterSql(source.dialect, query.filters, 1);
  let breakdown = groupsOf(query).length > 0 ? undefined : conditionedOn(columns);
  if (breakdown === undefined || source.coverage.lastDay === undefined) return false;
  let kind = valueKinds.findIndex((one) => one.breakdown === breakdown);
  let values = `SELECT v AS ${columns[0]} FROM ${valueDays} WHERE ${dailyRows(source)} AND kind = ${kind}`;
  let found = await ask(
    `SELECT DISTINCT ${columns[0]} FROM (${values}) WHERE ${conditions.join(' AND ')} LIMIT 2`,
    parameters,
  );
  return found.length < 2;
}

/** The breakdown by the one column that conditions read, if there are values by day of it. */
function conditionedOn(columns: readonly string[]): EventBreakdown | undefined {
  let [column, ...others] = new Set(columns);
  if (others.length > 0) return undefined;
  return valueKinds.find(({ breakdown }) => breakdown && eventDimensions[breakdown][0]?.sql === column)?.breakdown;
}

function groupsOf({ breakdowns }: AggregateQuery): EventBreakdown[] {
  return breakdowns.filter((one) => one !== 'by-total');
}

/**
 * The condition for a question's rows and what to add of each, for the visitors of one kind;
 * undefined for a question that needs their days.
 */
export function askedValues(
  { days: { from, until }, coverage: { lastDay } }: Source,
  query: AggregateQuery,
  visitors: ValueKind['visitors'],
  { columns, isOneValue }: Filtered,
): { isKind: string; count: string } | undefined {
  let { includeLowConfidence, rollup } = query;
  let [grouped, ...more] = groupsOf(query);
  let conditioned = conditionedOn(columns);
  // A visitor with several values has a row for each.
  let breakdown = grouped ?? (isOneValue ? conditioned : undefined);
  if (columns.length > 0 && (conditioned === undefined || breakdown !== conditioned)) return undefined;
  let kind = valueKinds.findIndex(
    (one) => one.breakdown === breakdown && one.isConfident === !includeLowConfidence && one.visitors === visitors,
  );
  if (kind < 0 || more.length > 0 || lastDay === undefined) return undefined;
  let isKind = `kind = ${kind}`;
  if (rollup === 'daily') return { isKind, count: 'each' };
  if (rollup !== 'total') return undefined;
  if (from === monthOf(from)) return { isKind, count: 'first' };
  let next = nextMonth(from);
  // Later days of the month would have visitors whose last day is not in the range.
  if (until < next && until < lastDay + dayMs) return undefined;
  return { isKind, count: until <= next ? 'last' : `CASE WHEN day < DATE '${dayOf(next)}' THEN last ELSE first END` };
}
