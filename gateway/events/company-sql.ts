/**
 * The SQL of queries about companies. Our own numbers are part of the text; the company is the
 * parameter `$1`, texts of filters follow.
 */
import * as limits from 'contract/limits';
import { within } from './aggregate-sql';
import { columns } from './columns';
import type { CompanyQuery } from './company';
import { filterSql } from './filter';

export interface CompanyKeys {
  packages: readonly number[];
  pixels: readonly number[];
}

/** A company by its domain, or by its name where it has no domain. */
const company = `CASE WHEN company_domain = '' THEN company_name ELSE company_domain END`;

/**
 * Tracked events of known companies. An address of a hosting provider says nothing about the
 * company behind it.
 */
const ofCompanies = `NOT do_not_track AND connection_type <> 'hosting' AND (company_domain <> '' OR company_name <> '')`;

/** The condition that holds for the company given as a parameter. */
const isCompany = `${company} = $1`;

/**
 * The condition that holds for the tracked events of as many companies, which are the first
 * parameters.
 */
export function ofTheseCompanies(count: number): string {
  let places = Array.from({ length: count }, (_, i) => `$${i + 1}`);
  return `${ofCompanies} AND ${company} IN (${places.join(', ')})`;
}

function among(keys: readonly number[]): string {
  return keys.length === 0 ? 'false' : `artifact IN (${keys.join(', ')})`;
}

function conditions(query: CompanyQuery, keys: CompanyKeys): string {
  let all = [among([...keys.packages, ...keys.pixels]), ...within(query), ofCompanies];
  if (!query.includeLowConfidence) all.push(`(confidence IS NULL OR confidence >= ${limits.lowConfidenceBelow})`);
  if (query.company !== undefined) all.push(isCompany);
  return [...all, ...filterSql(query.filters, ofCompany(query).length + 1).conditions].join(' AND ');
}

/** The parameters of each of these questions. */
export function parametersOf(query: CompanyQuery): string[] {
  return [...ofCompany(query), ...filterSql(query.filters, 1).parameters];
}

function ofCompany({ company: wanted }: CompanyQuery): string[] {
  return wanted === undefined ? [] : [wanted];
}

/** One row a company, in the order of their names. */
export function countsSql(query: CompanyQuery, keys: CompanyKeys): string {
  let [download, view] = [among(keys.packages), among(keys.pixels)];
  let counts = [
    `${company} AS company`,
    'arg_max(company_name, (time, seq)) AS name',
    'arg_max(company_domain, (time, seq)) AS domain',
    `coalesce(arg_max(country, (time, seq)) FILTER (country <> ''), '') AS country`,
    `coalesce(arg_max(state, (time, seq)) FILTER (country <> ''), '') AS state`,
    'max(confidence) AS confidence',
    `count(*) FILTER (${download}) AS downloads`,
    `count(*) FILTER (${view}) AS views`,
    `count(DISTINCT origin_id) FILTER (${download}) AS unique_downloads`,
    `count(DISTINCT origin_id) FILTER (${view}) AS unique_views`,
    'count(DISTINCT origin_id) AS sources',
    'min(time) AS first',
    'max(time) AS last',
    'histogram(artifact) AS artifacts',
  ];
  return `SELECT ${counts.join(', ')} FROM events WHERE ${conditions(query, keys)} GROUP BY 1 ORDER BY 1`;
}

/** One row a company and day, in that order; `groups` are the artifacts counted apart. */
export function daysSql(query: CompanyQuery, keys: CompanyKeys, groups: readonly (readonly number[])[]): string {
  let counts = groups.map((group, i) => `count(*) FILTER (${among(group)}) AS g${i}`);
  let selected = [`${company} AS company`, `date_diff('day', DATE '1970-01-01', time::DATE) AS day`, ...counts];
  return `SELECT ${selected.join(', ')} FROM events WHERE ${conditions(query, keys)} GROUP BY 1, 2 ORDER BY 1, 2`;
}

/** One row a company and artifact: by company, then the one with the most events first. */
export function byArtifactSql(query: CompanyQuery, keys: CompanyKeys): string {
  let counts = 'count(*) AS total, count(DISTINCT origin_id) AS sources, min(time) AS first, max(time) AS last';
  return `SELECT ${company} AS company, artifact, ${counts} FROM events WHERE ${conditions(query, keys)} GROUP BY 1, 2 ORDER BY 1, 3 DESC, 2`;
}

/** Whole events, the newest first. */
export function eventsSql(query: CompanyQuery, keys: CompanyKeys, limit: number, offset: number): string {
  let names = columns.map(({ name }) => name).join(', ');
  return `SELECT ${names} FROM events WHERE ${conditions(query, keys)} ORDER BY time DESC, seq DESC LIMIT ${limit} OFFSET ${offset}`;
}
