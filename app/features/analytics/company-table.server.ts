/** Company table: those with the most downloads, and the remainder. */
import type { AggregationRow } from 'contract/analytics/aggregations';
import { cleanText } from 'contract/floor/printable';
import * as limits from 'contract/floor/limits';
import { formatCount, formatInteger } from '../../ui/numbers';
import { dayRangeLabel } from '../../charts/date-buckets.server';
import { sortRows, type ListTable } from '../../charts/table-sort.server';
import type { DrillDown } from '../../charts/drill-down.server';
import { localDay } from '../../session/reader.server';
import { readableDomain } from '../../text/domain-names.server';
import { reportDimensions } from './breakdown.server';
import { type ReportTables, sortedTable } from './report-tables.server';

interface CompanyRow {
  name: string;
  /** URL of this company's report; empty if already there. */
  to: string;
  /** URL of its page; empty without one. */
  profile: string;
  domain: string;
  downloads: string;
  uniqueDownloads: string;
  views: string;
  firstSeen: string;
  /** First seen in this period; never without an earlier one. */
  isNew: boolean;
  lastSeen: string;
}

export interface CompanyTableData {
  rows: CompanyRow[];
  /** Sentence about unlisted companies; empty without any. */
  rest: string;
  table: ListTable | null;
}

interface Around {
  /** First day of the period, unless it is all time. */
  newFrom?: number | undefined;
  links?: DrillDown;
  tables?: ReportTables | undefined;
}

/** More rows than are shown, because a company with many downloads may have few views. */
export const companyRowsMax = limits.firstDatesMax;

export interface CompanyRows {
  name: string;
  domain: string;
  package?: AggregationRow;
  pixel?: AggregationRow;
}

/**
 * `rows`: the highest per kind, at most `companyRowsMax`; `totals`: all events of the range.
 * Hosting providers have no name.
 */
export function companyTable(
  rows: AggregationRow[],
  totals: { downloads: number; views: number },
  max: number,
  { newFrom, links, tables }: Around = {},
): CompanyTableData {
  let unlisted = { package: unlistedText(rows, 'package'), pixel: unlistedText(rows, 'tracking-pixel') };
  let named = groupByCompany(rows);
  let defaultOrder = { column: named.some((one) => one.package) ? 1 : 3, isDown: true };
  let { order, table = null } = tables
    ? sortedTable(tables, 'Companies', { count: columnCount, defaultOrder }, 'companies')
    : {};
  let shown = named.slice(0, max);
  let left = {
    downloads: totals.downloads - named.reduce((sum, one) => sum + (one.package?.total ?? 0), 0),
    views: totals.views - named.reduce((sum, one) => sum + (one.pixel?.total ?? 0), 0),
  };
  let isCut = (['package', 'tracking-pixel'] as const).some((kind) => ofKind(rows, kind).length >= companyRowsMax);
  let sorted = order ? sortRows(shown, order, cellOf) : shown;
  return {
    rows: sorted.map((one) => companyRow(one, unlisted, { newFrom, links })),
    rest: restText(left, named.length - shown.length, isCut),
    table,
  };
}

/** The most downloads first, then the most views. */
export function groupByCompany(rows: readonly AggregationRow[]): CompanyRows[] {
  let companies = new Map<string, CompanyRows>();
  for (let row of rows) {
    let { company_name: name = '', company_domain: domain = '' } = row;
    if (name === '') continue;
    let key = `${name}\n${domain}`;
    let known = companies.get(key) ?? { name, domain };
    companies.set(key, row.artifact_type === 'package' ? { ...known, package: row } : { ...known, pixel: row });
  }
  return [...companies.values()].sort((a, b) => {
    return countOf(b.package) - countOf(a.package) || countOf(b.pixel) - countOf(a.pixel);
  });
}

const columnCount = 6;

function cellOf(company: CompanyRows, column: number): string | number | null | undefined {
  let { name, package: downloads, pixel } = company;
  let { first, last } = seenTimes(company);
  return [name, downloads?.total, downloads?.unique_origins, pixel?.total, first, last][column];
}

/** First seen ever, last seen in the range. */
export function seenTimes({ package: downloads, pixel }: CompanyRows) {
  let rows = [downloads, pixel].filter((row) => row !== undefined);
  let times = (all: (string | undefined)[]) => all.filter((time) => time !== undefined).sort();
  return {
    first: times(rows.map(({ first_seen, first_ever = first_seen }) => first_ever))[0],
    last: times(rows.map(({ last_seen }) => last_seen)).at(-1),
  };
}

function companyRow(company: CompanyRows, unlisted: Unlisted, { newFrom, links }: Around): CompanyRow {
  let { name, domain, package: downloads, pixel } = company;
  let { first, last } = seenTimes(company);
  return {
    name: cleanText(name),
    to: links?.toRows([reportDimensions.company.whereOf({ company_name: name, company_domain: domain })]) ?? '',
    profile: links?.toCompany?.(domain || name) ?? '',
    domain: readableDomain(domain),
    downloads: downloads ? formatInteger(downloads.total) : unlisted.package,
    uniqueDownloads: downloads ? formatInteger(downloads.unique_origins ?? 0) : unlisted.package,
    views: pixel ? formatInteger(pixel.total) : unlisted.pixel,
    firstSeen: dayName(first),
    isNew: newFrom !== undefined && first !== undefined && Date.parse(first) >= newFrom,
    lastSeen: dayName(last),
  };
}

type Unlisted = Record<'package' | 'pixel', string>;

/**
 * Upper bound for a company without a row of a kind: 0, or that of the last row if the rows were
 * truncated.
 */
function unlistedText(rows: AggregationRow[], kind: AggregationRow['artifact_type']): string {
  let own = ofKind(rows, kind);
  return own.length < companyRowsMax ? '0' : `≤ ${formatInteger(own.at(-1)?.total ?? 0)}`;
}

function ofKind(rows: AggregationRow[], kind: AggregationRow['artifact_type']): AggregationRow[] {
  return rows.filter((row) => row.artifact_type === kind);
}

function countOf(row: AggregationRow | undefined): number {
  return row?.total ?? 0;
}

function dayName(time: string | undefined): string {
  if (!time) return '';
  let day = localDay(Date.parse(time));
  return dayRangeLabel({ from: day, to: day });
}

/** `more`: known companies without a row. The same events are unknown, however many rows a table has. */
function restText({ downloads, views }: { downloads: number; views: number }, more: number, isCut: boolean): string {
  let parts = [downloads > 0 && formatCount(downloads, 'download'), views > 0 && formatCount(views, 'view')].filter(
    Boolean,
  );
  let others = more > 0 ? [more === 1 ? 'One more company.' : `${formatInteger(more)} more companies.`] : [];
  let whose = isCut ? 'unlisted or unknown' : 'unknown';
  if (parts.length > 0) others.push(`${parts.join(' and ')} from ${whose} companies and hosting providers.`);
  return others.join(' ');
}
