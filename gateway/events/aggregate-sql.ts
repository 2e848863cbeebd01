/** The question behind an aggregation, as SQL. Only numbers of our own making enter the text: artifact keys and milliseconds. */
import type { Breakdown, Rollup } from 'contract/aggregations';
import { limits } from 'contract/limits';
import type { AggregateQuery } from './store';

interface Dimension {
  /** Field of the answer. */
  field: string;
  sql: string;
}

const hosted = `connection_type = 'hosting'`;

const dimensions: Record<Breakdown, readonly Dimension[]> = {
  'by-total': [],
  'by-total-do-not-track': [],
  'by-country': [{ field: 'country', sql: 'country' }],
  'by-company': [
    { field: 'company_name', sql: `CASE WHEN ${hosted} THEN '' ELSE company_name END` },
    { field: 'company_domain', sql: `CASE WHEN ${hosted} THEN '' ELSE company_domain END` },
  ],
  'by-cloudprovider': [{ field: 'cloud_provider_name', sql: `CASE WHEN ${hosted} THEN company_name ELSE '' END` }],
  'by-platform': [{ field: 'platform', sql: 'platform' }],
  'by-version': [{ field: 'version', sql: 'version' }],
  'by-client': [{ field: 'client', sql: 'client' }],
  'by-referer': [{ field: 'referer', sql: 'referer' }],
};

/** Timestamps carry no zone here, so days are UTC days wherever the server stands. Weeks start on Monday. */
const buckets: Record<Exclude<Rollup, 'total'>, string> = {
  daily: 'time::DATE',
  weekly: `date_trunc('week', time)::DATE`,
  monthly: `date_trunc('month', time)::DATE`,
};

/** Where each part of a row of the answer comes from. */
export interface AggregateSql {
  text: string;
  fields: string[];
  withArtifact: boolean;
  withDate: boolean;
  withSeen: boolean;
}

/** `keys` are the numbers of the artifacts asked for, at least one. */
export function aggregateSql(query: AggregateQuery, keys: readonly number[]): AggregateSql {
  let asked = query.breakdowns.flatMap((breakdown) => dimensions[breakdown]);
  let counts = query.breakdowns.includes('by-total-do-not-track') ? notTracked : tracked;
  let withSeen = query.breakdowns.includes('by-company');
  let values = [...(query.groupByArtifact ? ['artifact AS a'] : []), ...asked.map(({ sql }, i) => `${sql} AS v${i}`)];
  let bucket = query.rollup === 'total' ? undefined : `${buckets[query.rollup]} AS day`;
  let groups = bucket ? [bucket, ...values] : values;
  let columns = [...groups, ...counts.columns, ...(withSeen ? ['min(time) AS first', 'max(time) AS last'] : [])];
  let grouped = groups.length > 0 ? 'GROUP BY ALL' : 'HAVING count(*) > 0';
  let counted = `SELECT ${columns.join(', ')} FROM events WHERE ${conditions(query, keys, counts)} ${grouped}`;
  return {
    text: ordered(counted, namesOf(values), bucket !== undefined, query.limit),
    fields: asked.map(({ field }) => field),
    withArtifact: query.groupByArtifact,
    withDate: bucket !== undefined,
    withSeen,
  };
}

interface Counts {
  where: string;
  columns: string[];
}

const tracked: Counts = {
  where: 'NOT do_not_track',
  columns: ['count(*) AS total', 'count(DISTINCT origin_id) AS origins', 'count(DISTINCT endpoint_id) AS endpoints'],
};

/** Such events are counted and nothing else: nobody is told apart. */
const notTracked: Counts = {
  where: 'do_not_track',
  columns: ['count(*) AS total', '0::BIGINT AS origins', '0::BIGINT AS endpoints'],
};

function conditions(query: AggregateQuery, keys: readonly number[], counts: Counts): string {
  let all = [`artifact IN (${keys.map(wholeNumber).join(', ')})`, ...within(query), counts.where];
  if (!query.includeLowConfidence) all.push(`(confidence IS NULL OR confidence >= ${limits.lowConfidenceBelow})`);
  return all.join(' AND ');
}

/** Conditions on the time, `from` included and `until` not. */
export function within({ from, until }: { from: number; until: number }): string[] {
  return [`time >= make_timestamp(${wholeNumber(from)}000)`, `time < make_timestamp(${wholeNumber(until)}000)`];
}

/** Guards the one way into the text of a query. */
function wholeNumber(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a whole number: ${value}`);
  return value;
}

function namesOf(selected: string[]): string[] {
  return selected.map((column) => column.slice(column.lastIndexOf(' ') + 1));
}

/** By date, then highest total first, then by value, so that equal totals always come in the same order. */
function ordered(counted: string, values: string[], overTime: boolean, limit: number | undefined): string {
  let byValue = values.map((name) => `, ${name}`).join('');
  if (limit === undefined || values.length === 0)
    return `${counted} ORDER BY ${overTime ? 'day, ' : ''}total DESC${byValue}`;
  let count = wholeNumber(limit);
  if (!overTime) return `${counted} ORDER BY total DESC${byValue} LIMIT ${count}`;
  let names = values.join(', ');
  return `WITH counted AS (${counted}),
    best AS (SELECT ${names} FROM counted GROUP BY ALL ORDER BY sum(total) DESC${byValue} LIMIT ${count})
    SELECT counted.* FROM counted JOIN best USING (${names}) ORDER BY day, total DESC${byValue}`;
}
