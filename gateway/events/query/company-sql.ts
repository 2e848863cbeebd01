/**
 * SQL of queries about companies. Numbers are part of the text; the company is the parameter `$1`,
 * filter values follow.
 */
import { timeRangeSql } from './aggregate-sql';
import { anyCaseParameter, anyCaseSql } from './any-case';
import { inSnapshot } from '../shape/snapshot';
import type { CompanyEventsQuery, CompanyQuery, MatchQuery } from '../shape/company';
import { matchedEventsSql } from './corrections-sql';
import type { Dialect } from './dialect';
import { confidentSql, filterSql } from './filter';

/** Artifact keys, and the last event. */
export interface CompanyScope {
  packages: readonly number[];
  pixels: readonly number[];
  lastEvent: number;
  /** The condition for events that count. */
  counted: string;
}

/** The domain, or the name of a company without one. */
export const companyKeySql = `CASE WHEN company_domain = '' THEN company_name ELSE company_domain END`;

/** Tracked events with a company. Hosting providers say nothing about who uses them. */
export const namesCompanySql = `NOT do_not_track AND connection_type <> 'hosting' AND (company_domain <> '' OR company_name <> '')`;

const isCompany = `${companyKeySql} = $1`;

/** Tracked events of `count` companies, which are the first parameters. */
export function companiesSql(count: number): string {
  let places = Array.from({ length: count }, (_, i) => `$${i + 1}`);
  return `${namesCompanySql} AND ${companyKeySql} IN (${places.join(', ')})`;
}

function conditions(dialect: Dialect, query: CompanyQuery, scope: CompanyScope): string {
  let all = [...eventsOf(dialect, query, scope), namesCompanySql];
  if (!query.includeLowConfidence) all.push(confidentSql);
  if (query.company !== undefined) all.push(isCompany);
  return [...all, ...filterSql(dialect, query.filters, ofCompany(query).length + 1).conditions].join(' AND ');
}

function eventsOf(
  dialect: Dialect,
  query: CompanyQuery,
  { packages, pixels, lastEvent, counted }: CompanyScope,
): string[] {
  return [dialect.isAmong([...packages, ...pixels]), inSnapshot(lastEvent), counted, ...timeRangeSql(dialect, query)];
}

/** The table and the parameters shared by these queries. */
function sourceOf(dialect: Dialect, query: CompanyQuery): { from: string; parameters: string[] } {
  let parameters = [...ofCompany(query), ...filterSql(dialect, query.filters, 1).parameters];
  return { from: matchedEventsSql(dialect, query.corrections, parameters), parameters };
}

export function parametersOf(dialect: Dialect, query: CompanyQuery): string[] {
  return sourceOf(dialect, query).parameters;
}

function ofCompany({ company: wanted }: CompanyQuery): string[] {
  return wanted === undefined ? [] : [wanted];
}

/** One row per company, sorted by name. */
export function countsSql(dialect: Dialect, query: CompanyQuery, scope: CompanyScope): string {
  let [download, view] = [dialect.isAmong(scope.packages), dialect.isAmong(scope.pixels)];
  let counts = [
    `${companyKeySql} AS company`,
    'argMax(company_name, (time, seq)) AS name',
    'argMax(company_domain, (time, seq)) AS domain',
    `coalesce(argMax(country, (time, seq)) FILTER (WHERE country <> ''), '') AS country`,
    `coalesce(argMax(state, (time, seq)) FILTER (WHERE country <> ''), '') AS state`,
    'max(confidence) AS confidence',
    'argMax(connection_type, (time, seq)) AS connection_type',
    `${dialect.distinct('correction')} AS corrections`,
    `count(*) FILTER (WHERE ${download}) AS downloads`,
    `count(*) FILTER (WHERE ${view}) AS views`,
    'min(time) AS first',
    'max(time) AS last',
    `${dialect.histogram('artifact')} AS artifacts`,
  ];
  return `SELECT ${counts.join(', ')} FROM ${sourceOf(dialect, query).from} WHERE ${conditions(dialect, query, scope)} GROUP BY 1 ORDER BY 1`;
}

/** One row per company and id period, sorted by both. */
export function uniquesSql(dialect: Dialect, query: CompanyQuery, scope: CompanyScope): string {
  let counts = [
    `count(DISTINCT origin_id) FILTER (WHERE ${dialect.isAmong(scope.packages)}) AS downloads`,
    `count(DISTINCT origin_id) FILTER (WHERE ${dialect.isAmong(scope.pixels)}) AS views`,
    'count(DISTINCT origin_id) AS sources',
  ];
  return `SELECT ${companyKeySql} AS company, id_period AS period, ${counts.join(', ')} FROM ${sourceOf(dialect, query).from} WHERE ${conditions(dialect, query, scope)} GROUP BY 1, 2 ORDER BY 1, 2`;
}

/**
 * One row per company and day, sorted by both. `groups` are counted separately; `firstsOf` are the
 * artifacts whose first event is requested.
 */
export function daysSql(
  dialect: Dialect,
  query: CompanyQuery,
  scope: CompanyScope,
  { groups, firstsOf }: { groups: readonly (readonly number[])[]; firstsOf: readonly number[] },
): string {
  let counts = groups.map((group, i) => `count(*) FILTER (WHERE ${dialect.isAmong(group)}) AS g${i}`);
  let isAsked = `FILTER (WHERE ${dialect.isAmong(firstsOf)})`;
  let firsts = [`min(time) ${isAsked} AS first`, `count(*) ${isAsked} AS seen`];
  let selected = [`${companyKeySql} AS company`, `${dialect.day} AS day`, ...counts, ...firsts];
  return `SELECT ${selected.join(', ')} FROM ${sourceOf(dialect, query).from} WHERE ${conditions(dialect, query, scope)} GROUP BY 1, 2 ORDER BY 1, 2`;
}

/** One row per company and artifact, sorted by company and then by events, descending. */
export function byArtifactSql(dialect: Dialect, query: CompanyQuery, scope: CompanyScope): string {
  let counts = 'count(*) AS total, count(DISTINCT origin_id) AS sources, min(time) AS first, max(time) AS last';
  let parts = `SELECT ${companyKeySql} AS company, artifact, id_period AS period, ${counts} FROM ${sourceOf(dialect, query).from} WHERE ${conditions(dialect, query, scope)} GROUP BY ALL`;
  let uniques = `${dialect.collected(['period', 'sources'])} AS uniques`;
  let merged = `sum(total)::BIGINT AS total, ${uniques}, min(first) AS first, max(last) AS last`;
  return `SELECT company, artifact, ${merged} FROM (${parts}) GROUP BY 1, 2 ORDER BY 1, 3 DESC, 2`;
}

/** Latest first. */
export function eventsSql(dialect: Dialect, query: CompanyEventsQuery, scope: CompanyScope): string {
  return `SELECT ${dialect.eventColumns}, correction FROM ${sourceOf(dialect, query).from} WHERE ${conditions(dialect, query, scope)} ORDER BY time DESC, seq DESC LIMIT ${query.limit} OFFSET ${query.offset}`;
}

/** One row per match, most events first. */
export function matchesSql(
  dialect: Dialect,
  query: MatchQuery,
  scope: CompanyScope,
): { text: string; parameters: string[] } {
  let { from, parameters } = sourceOf(dialect, query);
  let all = [...eventsOf(dialect, query, scope), 'NOT do_not_track'];
  for (let one of filterSql(dialect, query.filters, ofCompany(query).length + 1).conditions) all.push(one);
  if (query.company !== undefined) all.push(namesCompanySql, isCompany);
  if (query.of) all.push(`match IN (${dialect.listed(`$${parameters.push(JSON.stringify(query.of))}`)})`);
  if (query.endpoint !== undefined) all.push(`endpoint_id = ${dialect.hash(query.endpoint)}`);
  if (query.unnamed !== undefined) for (let one of namesNobody(dialect, query.unnamed, parameters)) all.push(one);
  if (!query.includeLowConfidence) all.push(confidentSql);
  let last = (column: string) => `argMax(${column}, (time, seq)) AS ${column}`;
  let said = ['network', 'connection_type', 'matched_name', 'matched_domain', 'company_name', 'company_domain'].map(
    last,
  );
  let counts = 'max(confidence) AS confidence, count(*) AS total, min(time) AS first, max(time) AS last';
  let text = `SELECT match, ${said.join(', ')}, ${counts} FROM ${from} WHERE ${all.join(' AND ')} GROUP BY match ORDER BY total DESC, match LIMIT ${query.limit}`;
  return { text, parameters };
}

function namesNobody(dialect: Dialect, search: string, parameters: string[]): string[] {
  let unnamed = [`network <> ''`, `company_name = ''`, `company_domain = ''`, 'correction IS NULL'];
  if (search === '') return [...unnamed, `connection_type = ''`];
  let first = parameters.push(anyCaseParameter('contains', search));
  return [...unnamed, anyCaseSql(dialect, { column: 'network', placed: 'contains', values: [search], first })];
}
