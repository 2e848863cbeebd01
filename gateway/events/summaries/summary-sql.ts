/**
 * SQL that counts from the summaries what they have, and from the events the rest: newer ones, parts
 * that are not made, and hours at the ends of the range. Undefined for a question whose fields no
 * summary has; docs/scale.md lists them.
 */
import type { Rollup } from 'contract/analytics/aggregations';
import { columnOf, eventFieldNames } from 'contract/event-fields';
import * as limits from 'contract/limits';
import { dayMs, dayOf } from 'contract/shared/time';
import {
  countsVisitors,
  hasSeenTimes,
  isUntracked,
  namesOf,
  ordered,
  timeRangeSql,
  visitorsOf,
  visitorCounts,
  type AggregateSql,
  type QueryScope,
} from '../query/aggregate-sql';
import { bucketStart, calendarOf } from '../query/calendar';
import { correctedFields } from '../query/corrections-sql';
import type { Dialect, QueryEngine, RunQuery } from '../query/dialect';
import { countsByVariable, eventDimensions } from '../query/dimensions';
import { filterSql } from '../query/filter';
import { inSnapshot } from '../query/snapshot';
import type { AggregateQuery } from '../store';
import { countTables, periodTable, visitorColumns, visitorTable } from './summary-tables';

/** What the summaries have of a question's packages or pixels. */
export interface SummaryCoverage {
  /** Every part has the events below this number. */
  upto: number;
  /** Months, in milliseconds, that are not summarized now. */
  missing: readonly { artifact: number; month: number }[];
}

/** Undefined if the summaries are not available for these events. */
export type FindCoverage = (ask: RunQuery, scope: QueryScope, days: DayRange) => Promise<SummaryCoverage | undefined>;

/** Milliseconds at UTC days; `until` is not included. */
export interface DayRange {
  from: number;
  until: number;
}

/** The whole UTC days of a range; undefined without any. */
export function wholeDays({ from, until }: Pick<AggregateQuery, 'from' | 'until'>): DayRange | undefined {
  let days = { from: Math.ceil(from / dayMs) * dayMs, until: Math.floor(until / dayMs) * dayMs };
  return days.from < days.until ? days : undefined;
}

interface Source {
  dialect: Dialect;
  scope: QueryScope;
  coverage: SummaryCoverage;
  days: DayRange;
}

/** Undefined if a question is to be counted from the events alone. */
export async function summarized(
  { dialect, summaries }: QueryEngine,
  ask: RunQuery,
  range: Pick<AggregateQuery, 'from' | 'until'>,
  scope: QueryScope,
): Promise<Source | undefined> {
  let days = wholeDays(range);
  let coverage = days && (await summaries?.(ask, scope, days));
  return days && coverage && { dialect, scope, coverage, days };
}

/** Id periods of the tracked events of a range. */
export function summarizedPeriodsSql(source: Source, range: Pick<AggregateQuery, 'from' | 'until'>): string {
  let rows = [
    `SELECT id_period FROM ${periodTable} WHERE ${dailyRows(source)} AND NOT do_not_track`,
    ...uncovered(source, range).map((where) => `SELECT id_period FROM events WHERE ${where} AND NOT do_not_track`),
  ];
  return `SELECT DISTINCT id_period AS period FROM (${rows.join(' UNION ALL ')}) ORDER BY 1`;
}

/** The same rows as `aggregateSql`. */
export function summarySql(
  source: Source,
  query: AggregateQuery,
  { rowsMax, periods }: { rowsMax: number; periods: readonly string[] },
): AggregateSql | undefined {
  let plan = planOf(source.dialect, query);
  if (!plan) return undefined;
  let asked = query.breakdowns.flatMap((breakdown) => eventDimensions[breakdown]);
  let values = [...(query.groupByArtifact ? ['artifact AS a'] : []), ...asked.map(({ sql }, i) => `${sql} AS v${i}`)];
  let bucket =
    query.rollup === 'total' ? undefined : `${source.dialect.bucket(query.rollup, calendarOf(query))} AS day`;
  let groups = bucket ? [bucket, ...values] : values;
  let parameters = [...plan.parameters];
  let from = fromRows(source.dialect, plan.corrections, parameters);
  let withSeen = hasSeenTimes(query);
  let counted = countsSql(source, query, { ...plan, groups, from, withSeen });
  if (plan.visitors && periods.length > 0) {
    let names = namesOf(groups);
    let visitors = visitorsSql(source, query, { ...plan, groups, values, from, periods });
    let joined =
      names.length > 0
        ? `LEFT JOIN (${visitors}) AS visitors USING (${names.join(', ')})`
        : `, (${visitors}) AS visitors`;
    let added = periods.length > 1 ? ['uniques'] : visitorsOf(query);
    counted = `SELECT counts.*, ${added.map((name) => `visitors.${name}`).join(', ')} FROM (${counted}) AS counts ${joined}`;
  }
  return {
    text: ordered(counted, namesOf(values), bucket !== undefined, { limit: query.limit, rowsMax }),
    parameters,
    fields: asked.map(({ field }) => field),
    withArtifact: query.groupByArtifact,
    withDate: bucket !== undefined,
    withSeen,
    periods,
  };
}

interface Plan {
  /** Conditions on the fields. */
  conditions: string[];
  parameters: string[];
  /** The columns that groups and conditions name. */
  fields: string[];
  corrections: AggregateQuery['corrections'];
  counts: string;
  /** Whether visitors are counted. */
  visitors: boolean;
}

function planOf(dialect: Dialect, query: AggregateQuery): Plan | undefined {
  let { rollup, breakdowns } = query;
  if (rollup === 'hourly' || countsByVariable(breakdowns)) return undefined;
  let { offsets } = calendarOf(query);
  if (rollup !== 'total' && offsets.some(({ ahead }) => ahead !== 0)) return undefined;
  let { conditions, parameters } = filterSql(dialect, query.filters, 1);
  if (!query.includeLowConfidence)
    conditions.push(`(confidence IS NULL OR confidence >= ${limits.lowConfidenceBelow})`);
  let dimensions = breakdowns.flatMap((breakdown) => eventDimensions[breakdown]);
  let named = columnsIn([...conditions, ...dimensions.map(({ sql }) => sql)]);
  // Corrections change nothing else.
  let isCorrected = query.corrections?.length && correctedFields.some((column) => named.has(column));
  if (isCorrected) for (let column of correctedFields) named.add(column);
  named.delete('artifact');
  let fields = [...named];
  let hasAll = (columns: readonly string[]) => fields.every((column) => columns.includes(column));
  let counts = countTables.find(({ columns }) => hasAll(columns))?.name;
  let visitors = countsVisitors(query);
  if (!counts || (visitors && (query.repeats || !hasAll(visitorColumns)))) return undefined;
  return { conditions, parameters, fields, corrections: isCorrected ? query.corrections : undefined, counts, visitors };
}

/** All columns that SQL can name: a summary that lacks one is not used. */
function columnsIn(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap((text) => text.match(/(?<![.$'\w])[a-z_]+(?![\w(])/g) ?? []).filter(isColumn));
}

const eventColumns: ReadonlySet<string> = new Set([
  'seq',
  'artifact',
  'counted',
  'counting_rule',
  ...eventFieldNames.map(columnOf),
]);

function isColumn(name: string): boolean {
  return eventColumns.has(name);
}

/** The FROM clause of rows, with corrections applied. */
type From = (rows: string) => string;

/** The parameters of corrections are added once. */
function fromRows(dialect: Dialect, corrections: AggregateQuery['corrections'], parameters: string[]): From {
  let place = '(rows) AS events';
  let corrected = corrections?.length
    ? `(${dialect.corrected(corrections, parameters, () => [], place)}) AS events`
    : place;
  return (rows) => corrected.replace(place, () => `(${rows}) AS events`);
}

function countsSql(
  source: Source,
  query: AggregateQuery,
  { counts, fields, conditions, groups, from, withSeen }: Plan & { groups: string[]; from: From; withSeen: boolean },
): string {
  let isAsked = [query.repeats ? 'NOT counted' : 'counted', isUntracked(query) ? 'do_not_track' : 'NOT do_not_track'];
  let columns = ['artifact', ...fields].join(', ');
  let rows = [
    `SELECT ${columns}, first AS time, last, events FROM ${counts} WHERE ${[dailyRows(source), ...isAsked].join(' AND ')}`,
    ...uncovered(source, query).map(
      (where) =>
        `SELECT ${columns}, time, time AS last, 1 AS events FROM events WHERE ${[where, ...isAsked].join(' AND ')}`,
    ),
  ];
  let selected = [
    ...groups,
    'sum(events)::BIGINT AS total',
    ...(withSeen ? ['min(time) AS first', 'max(last) AS last'] : []),
  ];
  let grouped = groups.length > 0 ? 'GROUP BY ALL' : 'HAVING count(*) > 0';
  return `SELECT ${selected.join(', ')} FROM ${from(rows.join(' UNION ALL '))}${whereAll(conditions)} ${grouped}`;
}

function whereAll(conditions: readonly string[]): string {
  return conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';
}

interface Visitors extends Plan {
  groups: string[];
  /** Groups without the bucket. */
  values: string[];
  from: From;
  periods: readonly string[];
}

/** Distinct visitors by group: counts for a single id period, else a list of periods. */
function visitorsSql(source: Source, query: AggregateQuery, parts: Visitors): string {
  let { groups, periods } = parts;
  let counted = query.rollup === 'daily' ? visitorsByDay(source, query, parts) : visitorsByGroup(source, query, parts);
  let names = namesOf(groups);
  let visitors = visitorsOf(query);
  if (periods.length === 1) return `SELECT ${[...names, ...visitors].join(', ')} FROM (${counted})`;
  let uniques = `${source.dialect.collected(['period', ...visitors])} AS uniques`;
  return `SELECT ${[...names, uniques].join(', ')} FROM (${counted}) ${names.length > 0 ? 'GROUP BY ALL' : ''}`;
}

function visitorsByGroup(
  source: Source,
  query: AggregateQuery,
  { fields, conditions, groups, from, periods }: Visitors,
): string {
  let columns = ['artifact', ...new Set(['id_period', 'origin_id', 'endpoint_id', ...fields])].join(', ');
  let buckets = query.rollup === 'total' ? undefined : bucketsOf(query.rollup, query, source.days);
  let summarized = buckets
    ? `SELECT ${columns}, buckets.start AS time FROM ${visitorTable} JOIN (${buckets}) AS buckets USING (month) ` +
      `WHERE ${monthlyRows(source)} AND (days & buckets.mask) <> 0`
    : `SELECT ${columns} FROM ${visitorTable} WHERE ${monthlyRows(source)} AND ${daysInRange(source.days)} <> 0`;
  let rows = [
    summarized,
    ...uncovered(source, query).map(
      (where) =>
        `SELECT ${columns}${buckets ? ', time' : ''} FROM events WHERE ${where} AND counted AND NOT do_not_track`,
    ),
  ].join(' UNION ALL ');
  let counts = visitorsOf(query).map((name) => visitorCounts[name]);
  let places = groups.map((_, i) => i + 2).join(', ');
  let apart = source.dialect.apart(periods) ?? [{ column: 'id_period', where: 'true' }];
  let isOne = apart.length > 1 || periods.length === 1;
  return apart
    .map(({ column, where }) => {
      let selected = [`${column} AS period`, ...groups, ...counts].join(', ');
      let grouped = isOne ? (places ? `GROUP BY ${places}` : 'HAVING count(*) > 0') : 'GROUP BY ALL';
      return `SELECT ${selected} FROM ${from(rows)}${whereAll([...conditions, where])} ${grouped}`;
    })
    .join(' UNION ALL ');
}

const bits = 31;

/** A visitor's days are a mask, and a day's visitors the sum of its bit. */
function visitorsByDay(source: Source, query: AggregateQuery, { fields, conditions, values, from }: Visitors): string {
  let columns = ['artifact', ...new Set(['id_period', 'origin_id', 'endpoint_id', ...fields])].join(', ');
  let rows = [
    `SELECT ${columns}, month, ${daysInRange(source.days)} AS days FROM ${visitorTable} WHERE ${monthlyRows(source)}`,
    ...uncovered(source, query).map(
      (where) =>
        `SELECT ${columns}, date_trunc('month', time)::DATE AS month, 1::UINTEGER << (day(time) - 1)::UINTEGER AS days ` +
        `FROM events WHERE ${where} AND counted AND NOT do_not_track`,
    ),
  ].join(' UNION ALL ');
  let names = ['period', ...namesOf(values)].join(', ');
  let sums = Array.from({ length: bits }, (_, i) => `sum((days >> ${i}) & 1)`).join(', ');
  let ofOne = (name: string, column: string) => {
    let selected = ['month', 'id_period AS period', ...values, column, 'bit_or(days) AS days'].join(', ');
    let each = `SELECT ${selected} FROM ${from(rows)}${whereAll(conditions)} GROUP BY ALL`;
    let summed = `SELECT month, ${names}, [${sums}] AS counts FROM (${each}) GROUP BY ALL`;
    let listed = `SELECT month, ${names}, unnest(range(${bits})) AS bit, unnest(counts) AS ${name} FROM (${summed})`;
    return `SELECT (month + bit::INTEGER)::DATE AS day, ${names}, ${name}::BIGINT AS ${name} FROM (${listed}) WHERE ${name} > 0`;
  };
  let origins = ofOne('origins', 'origin_id');
  if (!visitorsOf(query).includes('endpoints')) return origins;
  return `SELECT * FROM (${origins}) JOIN (${ofOne('endpoints', 'endpoint_id')}) USING (day, ${names})`;
}

/** Rows of the tables of counts. */
function dailyRows(source: Source): string {
  let { from, until } = source.days;
  return `${readyParts(source)} AND day >= DATE '${dayOf(from)}' AND day < DATE '${dayOf(until)}'`;
}

function monthlyRows(source: Source): string {
  let { from, until } = source.days;
  return `${readyParts(source)} AND month >= DATE '${dayOf(monthOf(from))}' AND month < DATE '${dayOf(until)}'`;
}

function readyParts({ dialect, scope: { keys }, days }: Source): string {
  let among = dialect.isAmong(keys);
  let inMonths = `month >= DATE '${dayOf(monthOf(days.from))}' AND month < DATE '${dayOf(days.until)}'`;
  return `${among} AND part IN (SELECT part FROM summary_parts WHERE ready AND ${among} AND ${inMonths})`;
}

/** Conditions for the events that are not in the ready parts. */
function uncovered(
  { dialect, scope: { keys, end }, coverage: { upto, missing }, days }: Source,
  { from, until }: DayRange,
): string[] {
  let parts: string[][] = [];
  let before = inSnapshot(upto);
  let among = dialect.isAmong(keys);
  if (end > upto) parts.push([among, `seq >= ${upto}`, inSnapshot(end), ...timeRangeSql(dialect, { from, until })]);
  if (from < days.from) parts.push([among, before, ...timeRangeSql(dialect, { from, until: days.from })]);
  if (days.until < until) parts.push([among, before, ...timeRangeSql(dialect, { from: days.until, until })]);
  for (let [month, some] of byMonth(missing)) {
    let range = { from: Math.max(month, days.from), until: Math.min(nextMonth(month), days.until) };
    parts.push([dialect.isAmong(some), before, ...timeRangeSql(dialect, range)]);
  }
  return parts.map((all) => all.join(' AND '));
}

function byMonth(missing: SummaryCoverage['missing']): Map<number, number[]> {
  let months = new Map<number, number[]>();
  for (let { artifact, month } of missing) months.set(month, [...(months.get(month) ?? []), artifact]);
  return months;
}

export function monthOf(time: number): number {
  let at = new Date(time);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1);
}

function nextMonth(month: number): number {
  let at = new Date(month);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
}

/** Bits of the days of a range by month. */
function masksOf({ from, until }: DayRange): Map<number, number> {
  let masks = new Map<number, number>();
  for (let day = from; day < until; day += dayMs) {
    let month = monthOf(day);
    masks.set(month, (masks.get(month) ?? 0) + 2 ** (new Date(day).getUTCDate() - 1));
  }
  return masks;
}

/** A visitor's days within the range. Only the first and the last month can have others. */
function daysInRange(days: DayRange): string {
  let cut = [...masksOf(days)].filter(([month, mask]) => mask !== 2 ** ((nextMonth(month) - month) / dayMs) - 1);
  if (cut.length === 0) return 'days';
  let cases = cut.map(([month, mask]) => `WHEN DATE '${dayOf(month)}' THEN days & ${mask}::UINTEGER`);
  return `(CASE month ${cases.join(' ')} ELSE days END)`;
}

/** One row for each bucket and month that share days. */
function bucketsOf(rollup: Exclude<Rollup, 'total'>, query: AggregateQuery, days: DayRange): string {
  let masks = new Map<string, number>();
  for (let day = days.from; day < days.until; day += dayMs) {
    let key = `${dayOf(monthOf(day))} ${bucketStart(rollup, day, query)}`;
    masks.set(key, (masks.get(key) ?? 0) + 2 ** (new Date(day).getUTCDate() - 1));
  }
  let rows = [...masks].map(([key, mask]) => {
    let [month, start] = key.split(' ');
    return `(DATE '${month}', TIMESTAMP '${start}', ${mask}::UINTEGER)`;
  });
  return `SELECT * FROM (VALUES ${rows.join(', ')}) AS list(month, start, mask)`;
}
