/**
 * SQL of aggregates. Only numbers (artifact keys, milliseconds, hashes) are part of the text;
 * filter values are parameters.
 */
import { inSnapshot } from '../shape/snapshot';
import { correctedEventsSql } from './corrections-sql';
import { calendarOf } from './calendar';
import type { Dialect } from './dialect';
import { confidentSql, filterSql, wantsUntracked } from './filter';
import { countsByVariable, eventDimensions } from './dimensions';
import type { AggregateQuery } from '../shape/store';

export interface AggregateSql {
  text: string;
  parameters: string[];
  fields: string[];
  withArtifact: boolean;
  withDate: boolean;
  withSeen: boolean;
  /** With one id period a row has its counts, with several a list. */
  periods: readonly string[];
}

/** Artifact keys, and the sequence number to stop at. */
export interface QueryScope {
  keys: readonly number[];
  end: number;
}

/** With the condition for events that count. */
export interface CountedScope extends QueryScope {
  counted: string;
}

/**
 * At most `rowsMax` rows by date, total (descending) and value, so that ties have a stable order.
 * With `isShort` (low memory), rows are selected first and visitors counted only for these, because
 * lists of periods cannot spill to disk.
 */
export function aggregateSql(
  dialect: Dialect,
  query: AggregateQuery,
  scope: CountedScope,
  { rowsMax, periods, isShort = false }: { rowsMax: number; periods: readonly string[]; isShort?: boolean },
): AggregateSql {
  let asked = query.breakdowns.flatMap((breakdown) => eventDimensions[breakdown]);
  let withSeen = hasSeenTimes(query);
  let values = [...(query.groupByArtifact ? ['artifact AS a'] : []), ...asked.map(({ sql }, i) => `${sql} AS v${i}`)];
  let bucket = query.rollup === 'total' ? undefined : `${dialect.bucket(query.rollup, calendarOf(query))} AS day`;
  let groups = bucket ? [bucket, ...values] : values;
  let visitors = countsVisitors(query) ? visitorsOf(query) : [];
  let counts = ['count(*) AS total', ...visitors.map((name) => visitorCounts[name])];
  let columns = [...groups, ...counts, ...(withSeen ? ['min(time) AS first', 'max(time) AS last'] : [])];
  let grouped = groups.length > 0 ? 'GROUP BY ALL' : 'HAVING count(*) > 0';
  let where = whereSql(dialect, query, scope);
  let ofVariables = countsByVariable(query.breakdowns);
  let source = ofVariables ? withPairs(dialect, query, where) : where.text;
  let inOrder = (rows: string) => ordered(rows, namesOf(values), bucket !== undefined, { limit: query.limit, rowsMax });
  let isSparing = isShort && groups.length > 0 && periods.length > 1;
  let events = isSparing ? ofTheseGroups(groups, source, inOrder) : source;
  let apart = ofVariables ? undefined : dialect.apart(periods);
  let counted =
    periods.length > 1
      ? byPeriod(dialect, { groups: namesOf(groups), columns, events, visitors, withSeen, apart }, periods)
      : `SELECT ${columns.join(', ')} FROM ${events} ${grouped}`;
  return {
    text: inOrder(counted),
    parameters: where.parameters,
    fields: asked.map(({ field }) => field),
    withArtifact: query.groupByArtifact,
    withDate: bucket !== undefined,
    withSeen,
    periods,
  };
}

/** Id periods of the tracked events of a range. */
export function periodsSql(dialect: Dialect, range: Pick<AggregateQuery, 'from' | 'until'>, scope: QueryScope): string {
  let all = [...inScope(dialect, scope), ...timeRangeSql(dialect, range), 'NOT do_not_track'];
  return `SELECT DISTINCT id_period AS period FROM events WHERE ${all.join(' AND ')} ORDER BY 1`;
}

function inScope({ isAmong }: Dialect, { keys, end }: QueryScope): string[] {
  return [isAmong(keys.map(wholeNumber)), inSnapshot(end)];
}

interface Counted {
  groups: string[];
  columns: string[];
  events: string;
  /** The columns with distinct counts. */
  visitors: string[];
  withSeen: boolean;
  apart: ReturnType<Dialect['apart']>;
}

/** Counts by group and period, then groups with a list of their periods. */
function byPeriod(
  dialect: Dialect,
  { groups, columns, events, visitors, withSeen, apart }: Counted,
  periods: readonly string[],
): string {
  let places = groups.map((_, i) => i + 2);
  let inEach = groups.length > 0 ? `GROUP BY ${places.join(', ')}` : 'HAVING count(*) > 0';
  let parts = apart
    ? apart
        .map(
          ({ column, where }) =>
            `SELECT ${column} AS period, ${columns.join(', ')} FROM ${events} AND ${where} ${inEach}`,
        )
        .join(' UNION ALL ')
    : `SELECT ${dialect.period(periods)} AS period, ${columns.join(', ')} FROM ${events} GROUP BY ALL`;
  let selected = [
    ...groups,
    'sum(total)::BIGINT AS total',
    `${dialect.collected(['period', ...visitors])} AS uniques`,
    ...(withSeen ? ['min(first) AS first', 'max(last) AS last'] : []),
  ];
  let grouped = groups.length > 0 ? 'GROUP BY ALL' : 'HAVING count(*) > 0';
  // In a subquery, because an ORDER BY could mean the `total` of the parts.
  return `SELECT * FROM (SELECT ${selected.join(', ')} FROM (${parts}) ${grouped})`;
}

export const visitorCounts = {
  origins: 'count(DISTINCT origin_id) AS origins',
  endpoints: 'count(DISTINCT endpoint_id) AS endpoints',
} as const;

export function visitorsOf({ uniques }: Pick<AggregateQuery, 'uniques'>): (keyof typeof visitorCounts)[] {
  return uniques === 'origins' ? ['origins'] : ['origins', 'endpoints'];
}

/**
 * One row per event and variable, or only the requested variable, whose name is added to the
 * parameters.
 */
function withPairs(
  dialect: Dialect,
  { variable, breakdowns }: AggregateQuery,
  where: { text: string; parameters: string[] },
): string {
  let some = `FROM ${where.text} AND ${dialect.hasVariables}`;
  if (variable !== undefined) {
    let next = where.parameters.length + 1;
    where.parameters.push(variable, dialect.variableParameter(variable));
    let pair = dialect.pair(`$${next}`, dialect.variable(`$${next + 1}`));
    return `(SELECT *, ${pair} AS pair ${some}) WHERE pair.value IS NOT NULL`;
  }
  let { pairs, names } = dialect.variables;
  return `(SELECT *, ${breakdowns.includes('by-variable') ? pairs : names} AS pair ${some})`;
}

/** Whether a query is about untracked events, by its breakdown or its filters. */
export function isUntracked({ breakdowns, filters }: Pick<AggregateQuery, 'breakdowns' | 'filters'>): boolean {
  return breakdowns.includes('by-total-do-not-track') || wantsUntracked(filters);
}

/** Whether rows have distinct visitors. */
export function countsVisitors(query: Pick<AggregateQuery, 'breakdowns' | 'filters' | 'uniques'>): boolean {
  return query.uniques !== 'none' && !isUntracked(query);
}

/** Whether rows have `firstSeen` and `lastSeen`. */
export function hasSeenTimes({ breakdowns, groupByArtifact }: AggregateQuery): boolean {
  return groupByArtifact || breakdowns.includes('by-company');
}

/** The table and the WHERE clause of a query with their parameters. */
export function whereSql(
  dialect: Dialect,
  query: AggregateQuery,
  scope: CountedScope,
): { text: string; parameters: string[] } {
  let { counted } = scope;
  let all = [
    ...inScope(dialect, scope),
    query.repeats ? `NOT ${counted}` : counted,
    ...timeRangeSql(dialect, query),
    isUntracked(query) ? 'do_not_track' : 'NOT do_not_track',
  ];
  if (!query.includeLowConfidence) all.push(confidentSql);
  let { conditions, parameters } = filterSql(dialect, query.filters, 1);
  let from = correctedEventsSql(dialect, query.corrections, parameters);
  return { text: `${from} WHERE ${[...all, ...conditions].join(' AND ')}`, parameters };
}

/** `from` is included, `until` is not. */
export function timeRangeSql({ moment }: Dialect, { from, until }: { from: number; until: number }): string[] {
  return [`time >= ${moment(wholeNumber(from))}`, `time < ${moment(wholeNumber(until))}`];
}

/** Every number in a query's text passes here. */
function wholeNumber(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a whole number: ${value}`);
  return value;
}

export function namesOf(selected: string[]): string[] {
  return selected.map((column) => column.slice(column.lastIndexOf(' ') + 1));
}

/** The events of the selected groups. */
function ofTheseGroups(groups: readonly string[], events: string, inOrder: (rows: string) => string): string {
  let rows = inOrder(`SELECT ${groups.join(', ')}, count(*) AS total FROM ${events} GROUP BY ALL`);
  let texts = groups.map((column) => column.slice(0, column.lastIndexOf(' AS ')));
  return `(SELECT * FROM ${events}) WHERE (${texts.join(', ')}) IN (SELECT (${namesOf([...groups]).join(', ')}) FROM (${rows}))`;
}

export function ordered(
  counted: string,
  values: string[],
  overTime: boolean,
  { limit, rowsMax }: { limit: number | undefined; rowsMax: number },
) {
  let byValue = values.map((name) => `, ${name}`).join('');
  if (!overTime) return `${counted} ORDER BY total DESC${byValue} LIMIT ${Math.min(limit ?? rowsMax, rowsMax)}`;
  let byDay = `ORDER BY day, total DESC${byValue} LIMIT ${rowsMax}`;
  if (limit === undefined || values.length === 0) return `${counted} ${byDay}`;
  let names = values.join(', ');
  let best = `SELECT ${names} FROM counted GROUP BY ALL ORDER BY sum(total) DESC${byValue} LIMIT ${wholeNumber(limit)}`;
  return `WITH counted AS (${counted}), best AS (${best}) SELECT counted.* FROM counted JOIN best USING (${names}) ${byDay}`;
}
