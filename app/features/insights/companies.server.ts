/** The company table of a report: the most active companies, and the rest. */
import { dayOf } from 'contract/time';
import type { AggregationRow } from 'contract/aggregations';
import { counted, exact } from '../../ui/numbers';
import { daysLabel } from '../../charts/days.server';
import { uniqueText } from '../../unique-counts.server';
import type { Narrowing } from '../../narrowing.server';
import { dimensions } from './breakdown.server';
import { sourcesOf } from './counts.server';

interface CompanyRow {
  name: string;
  /** The report of this company alone; empty where it is that already. */
  to: string;
  domain: string;
  downloads: string;
  uniqueDownloads: string;
  views: string;
  firstSeen: string;
  lastSeen: string;
}

export interface CompaniesData {
  rows: CompanyRow[];
  /** A sentence about the events of unlisted companies; empty when there are none. */
  rest: string;
}

/** Rows per kind; more than are shown, because a company with many downloads may have few views. */
export const companiesAsked = 200;

interface Company {
  name: string;
  domain: string;
  package?: AggregationRow;
  pixel?: AggregationRow;
}

/**
 * `rows` are the highest of each kind by company, `companiesAsked` at most; `totals` are all
 * downloads and views of the range; `max` companies are shown. Hosting providers have no name.
 */
export function companiesData(
  rows: AggregationRow[],
  totals: { downloads: number; views: number },
  max: number,
  links?: Narrowing,
): CompaniesData {
  let unlisted = { package: unlistedText(rows, 'package'), pixel: unlistedText(rows, 'tracking-pixel') };
  let companies = new Map<string, Company>();
  for (let row of rows) {
    let { company_name: name = '', company_domain: domain = '' } = row;
    if (name === '') continue;
    let key = `${name}\n${domain}`;
    let known = companies.get(key) ?? { name, domain };
    companies.set(key, row.artifact_type === 'package' ? { ...known, package: row } : { ...known, pixel: row });
  }
  let shown = [...companies.values()].sort((a, b) => events(b) - events(a)).slice(0, max);
  let left = {
    downloads: totals.downloads - shown.reduce((sum, one) => sum + (one.package?.total ?? 0), 0),
    views: totals.views - shown.reduce((sum, one) => sum + (one.pixel?.total ?? 0), 0),
  };
  return { rows: shown.map((one) => companyRow(one, unlisted, links)), rest: restSentence(left) };
}

function companyRow(
  { name, domain, package: downloads, pixel }: Company,
  unlisted: Unlisted,
  links: Narrowing | undefined,
): CompanyRow {
  let seen = [downloads, pixel].filter((row) => row !== undefined);
  let first = seen
    .map((row) => row.first_ever ?? row.first_seen ?? '')
    .filter(Boolean)
    .sort()[0];
  let last = seen
    .map((row) => row.last_seen ?? '')
    .filter(Boolean)
    .sort()
    .at(-1);
  return {
    name,
    to: links?.toRows([dimensions.company.whereOf({ company_name: name, company_domain: domain })]) ?? '',
    domain,
    downloads: downloads ? exact(downloads.total) : unlisted.package,
    uniqueDownloads: downloads ? sourcesText(downloads) : unlisted.package,
    views: pixel ? exact(pixel.total) : unlisted.pixel,
    firstSeen: dayName(first),
    lastSeen: dayName(last),
  };
}

function sourcesText(row: AggregationRow): string {
  let { only, byPeriod } = sourcesOf(row);
  return uniqueText(only, byPeriod);
}

type Unlisted = Record<'package' | 'pixel', string>;

/**
 * The number of a company that is not among the rows of a kind: 0, or, where the rows were cut, at
 * most that of the last row.
 */
function unlistedText(rows: AggregationRow[], kind: AggregationRow['artifact_type']): string {
  let own = rows.filter((row) => row.artifact_type === kind);
  return own.length < companiesAsked ? '0' : `≤ ${exact(own.at(-1)?.total ?? 0)}`;
}

function events(company: Company): number {
  return (company.package?.total ?? 0) + (company.pixel?.total ?? 0);
}

function dayName(time: string | undefined): string {
  if (!time) return '';
  let day = dayOf(Date.parse(time));
  return daysLabel({ from: day, to: day });
}

function restSentence({ downloads, views }: { downloads: number; views: number }): string {
  let parts = [downloads > 0 && counted(downloads, 'download'), views > 0 && counted(views, 'view')].filter(Boolean);
  if (parts.length === 0) return '';
  return `${parts.join(' and ')} from unlisted or unknown companies and hosting providers.`;
}
