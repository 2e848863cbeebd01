/** Searching, sorting and paging a list of companies. */
import { anyCase, composed } from 'contract/floor/any-case';
import type { CompanyListQuery, Company, CompanySort } from 'contract/companies/companies';
import { FunnelStage } from 'contract/analytics/funnel-stages';
import type { Page } from '../../floor/db/page';

const stages = FunnelStage.options;

export function isNamedLike(search = ''): (name: string, domain: string) => boolean {
  let has = anyCase('contains', [search]);
  return (name, domain) => has(composed(`${name}\n${domain}`));
}

/** Whether a company is in one of the stages, and entered it within the days. */
export function isStagedAs({ funnel_stage: wanted, stage_from: from = '', stage_until: until }: CompanyListQuery) {
  return ({ funnel_stage, funnel_stage_since: since }: Company): boolean => {
    let isWanted = wanted.length === 0 || wanted.includes(funnel_stage);
    return isWanted && since >= from && (until === undefined || since <= until);
  };
}

const compareBy: Record<Exclude<CompanySort, 'recommended'>, (a: Company, b: Company) => number> = {
  name: (a, b) => a.company_name.localeCompare(b.company_name, 'en'),
  stage: (a, b) => stages.indexOf(a.funnel_stage) - stages.indexOf(b.funnel_stage),
  events: (a, b) => a.total_events - b.total_events,
  downloads: (a, b) => a.total_downloads - b.total_downloads,
  views: (a, b) => a.total_views - b.total_views,
  sources: (a, b) => a.unique_sources - b.unique_sources,
  'first-seen': (a, b) => compareText(a.first_seen, b.first_seen),
  'last-seen': (a, b) => compareText(a.last_seen, b.last_seen),
};

/** By points, then events, then last seen. */
function recommended(a: Company, b: Company): number {
  return b.points - a.points || b.total_events - a.total_events || compareText(b.last_seen, a.last_seen);
}

/** Ties are broken by the recommended order, then by key, so that pages do not overlap. */
export function orderOf({ sort, order }: CompanyListQuery): (a: Company, b: Company) => number {
  let byKey = (a: Company, b: Company) => compareText(a.company, b.company);
  if (sort === 'recommended') {
    let sign = order === 'asc' ? -1 : 1;
    return (a, b) => sign * recommended(a, b) || byKey(a, b);
  }
  let sign = (order ?? (sort === 'name' || sort === 'stage' ? 'asc' : 'desc')) === 'asc' ? 1 : -1;
  return (a, b) => sign * compareBy[sort](a, b) || recommended(a, b) || byKey(a, b);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** `after` is the `company` of the last row on the page before. */
export function pageIn(rows: Company[], { per_page, page = 1, after }: CompanyListQuery): Page<Company> {
  if (per_page === 'max') return { rows, total: rows.length, hasMore: false };
  let first = after === undefined ? (page - 1) * per_page : rows.findIndex(({ company }) => company === after) + 1;
  let shown = rows.slice(first, first + per_page);
  return { rows: shown, total: rows.length, hasMore: first + shown.length < rows.length };
}
