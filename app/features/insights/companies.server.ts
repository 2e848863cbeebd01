/** The company table: known companies by activity, downloads and views side by side, and what is left without a name. */
import type { AggregationRow } from 'contract/aggregations';
import { exact } from '../../charts/numbers';
import { dayOf, daysLabel } from '../../charts/days.server';

export interface CompanyRow {
  name: string;
  domain: string;
  downloads: string;
  uniqueDownloads: string;
  views: string;
  firstSeen: string;
  lastSeen: string;
}

export interface CompaniesData {
  rows: CompanyRow[];
  /** One sentence about the events that are in no row; empty when there are none. */
  rest: string;
}

interface Company {
  name: string;
  domain: string;
  package?: AggregationRow;
  pixel?: AggregationRow;
}

/** `rows` are by company, highest first; `totals` are the numbers of all downloads and views of the range. Hosting providers come without a name. */
export function companiesData(
  rows: AggregationRow[],
  totals: { downloads: number; views: number },
  max: number,
): CompaniesData {
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
  return { rows: shown.map(companyRow), rest: restSentence(left) };
}

function companyRow({ name, domain, package: downloads, pixel }: Company): CompanyRow {
  let seen = [downloads, pixel].filter((row) => row !== undefined);
  let first = seen
    .map((row) => row.first_seen ?? '')
    .filter(Boolean)
    .sort()[0];
  let last = seen
    .map((row) => row.last_seen ?? '')
    .filter(Boolean)
    .sort()
    .at(-1);
  return {
    name,
    domain,
    downloads: exact(downloads?.total ?? 0),
    uniqueDownloads: exact(downloads?.unique_origins ?? 0),
    views: exact(pixel?.total ?? 0),
    firstSeen: dayName(first),
    lastSeen: dayName(last),
  };
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
  return `Not listed: ${parts.join(' and ')} of other companies, hosting providers, and addresses without a known company.`;
}

function counted(count: number, noun: string): string {
  return `${exact(count)} ${noun}${count === 1 ? '' : 's'}`;
}
