/**
 * The SQL of an aggregation. Only our own numbers are part of the text: artifact keys,
 * milliseconds, hashes. Texts of filters are parameters.
 */
import * as limits from 'contract/limits';
import { filterSql, wantsUntracked } from './filter';
import { buckets, countsByVariable, dimensions } from './dimensions';
import type { AggregateQuery } from './store';

/** The source of each part of a row. */
export interface AggregateSql {
  text: string;
  /** The parameters `$1`, `$2`, … of the text. */
  parameters: string[];
  fields: string[];
  withArtifact: boolean;
  withDate: boolean;
  withSeen: boolean;
}

/** The events of a query: keys of the artifacts, and the first `seq` that is too late. */
export interface Scope {
  keys: readonly number[];
  end: number;
}

/**
 * At most `rowsMax` rows: by date, then highest total first, then by value, so that equal totals
 * always come in the same order.
 */
export function aggregateSql(query: AggregateQuery, scope: Scope, rowsMax: number): AggregateSql {
  let asked = query.breakdowns.flatMap((breakdown) => dimensions[breakdown]);
  let withSeen = tellsWhen(query);
  let values = [...(query.groupByArtifact ? ['artifact AS a'] : []), ...asked.map(({ sql }, i) => `${sql} AS v${i}`)];
  let bucket = query.rollup === 'total' ? undefined : `${buckets[query.rollup].sql} AS day`;
  let groups = bucket ? [bucket, ...values] : values;
  let counts = isUntracked(query) ? untrackedCounts : trackedCounts;
  let columns = [...groups, ...counts, ...(withSeen ? ['min(time) AS first', 'max(time) AS last'] : [])];
  let grouped = groups.length > 0 ? 'GROUP BY ALL' : 'HAVING count(*) > 0';
  let where = conditionsOf(query, scope);
  let events = countsByVariable(query.breakdowns) ? withPairs(query, where) : `events WHERE ${where.text}`;
  let counted = `SELECT ${columns.join(', ')} FROM ${events} ${grouped}`;
  return {
    text: ordered(counted, namesOf(values), bucket !== undefined, { limit: query.limit, rowsMax }),
    parameters: where.parameters,
    fields: asked.map(({ field }) => field),
    withArtifact: query.groupByArtifact,
    withDate: bucket !== undefined,
    withSeen,
  };
}

const trackedCounts = [
  'count(*) AS total',
  'count(DISTINCT origin_id) AS origins',
  'count(DISTINCT endpoint_id) AS endpoints',
];

/** Events that must not be tracked are only counted, without unique counts. */
const untrackedCounts = ['count(*) AS total', '0::BIGINT AS origins', '0::BIGINT AS endpoints'];

/**
 * The events of a query, once for each of their variables, or for the requested one; adds its name
 * to the parameters.
 */
function withPairs({ variable, breakdowns }: AggregateQuery, where: { text: string; parameters: string[] }): string {
  let some = `FROM events WHERE ${where.text} AND variables <> ''`;
  if (variable !== undefined) {
    let next = where.parameters.length + 1;
    where.parameters.push(variable, `/${variable.replaceAll('~', '~0').replaceAll('/', '~1')}`);
    let value = `json_extract_string(variables, $${next + 1})`;
    return `(SELECT *, {'key': $${next}, 'value': ${value}} AS pair ${some}) WHERE pair.value IS NOT NULL`;
  }
  let pairs = breakdowns.includes('by-variable')
    ? 'map_entries(CAST(variables::JSON AS MAP(VARCHAR, VARCHAR)))'
    : `list_transform(json_keys(variables), name -> {'key': name})`;
  return `(SELECT *, unnest(${pairs}) AS pair ${some})`;
}

/**
 * Whether a query is about events that must not be tracked: by its breakdown, or because a filter
 * admits only them.
 */
export function isUntracked({ breakdowns, filters }: Pick<AggregateQuery, 'breakdowns' | 'filters'>): boolean {
  return breakdowns.includes('by-total-do-not-track') || wantsUntracked(filters);
}

/** Whether the rows of a query have the times of their first and last event. */
export function tellsWhen({ breakdowns, groupByArtifact }: AggregateQuery): boolean {
  return groupByArtifact || breakdowns.includes('by-company');
}

/** The events of a question, as a WHERE clause with its parameters. */
export function conditionsOf(query: AggregateQuery, { keys, end }: Scope): { text: string; parameters: string[] } {
  let all = [
    `artifact IN (${keys.map(wholeNumber).join(', ')})`,
    `seq < ${wholeNumber(end)}`,
    ...within(query),
    isUntracked(query) ? 'do_not_track' : 'NOT do_not_track',
  ];
  if (!query.includeLowConfidence) all.push(`(confidence IS NULL OR confidence >= ${limits.lowConfidenceBelow})`);
  let filtered = filterSql(query.filters, 1);
  return { text: [...all, ...filtered.conditions].join(' AND '), parameters: filtered.parameters };
}

/** Conditions on the time, `from` included and `until` not. */
export function within({ from, until }: { from: number; until: number }): string[] {
  return [`time >= make_timestamp(${wholeNumber(from)}000)`, `time < make_timestamp(${wholeNumber(until)}000)`];
}

/** The only way for numbers into the text of a query. */
function wholeNumber(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a whole number: ${value}`);
  return value;
}

function namesOf(selected: string[]): string[] {
  return selected.map((column) => column.slice(column.lastIndexOf(' ') + 1));
}

function ordered(
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
