/** Unique counts of a company over all periods of visitor ids, and by period if there are several. */
import type { UniqueByPeriod } from 'contract/companies/companies';
import type { CompanyUniques, PeriodSources } from '../../events/query/company';

export function uniqueByPeriod(uniques: readonly CompanyUniques[]): { unique_by_period?: NonNullable<UniqueByPeriod> } {
  if (uniques.length < 2) return {};
  let unique_by_period = uniques.map(({ period, downloads, views, sources }) => ({
    period,
    unique_downloads: downloads,
    unique_views: views,
    unique_sources: sources,
  }));
  return { unique_by_period };
}

/** `period=count&period=count`, earliest first; empty for a single period. */
export function periodsText(uniques: readonly PeriodSources[]): string {
  if (uniques.length < 2) return '';
  return uniques.map(({ period, sources }) => `${period}=${sources}`).join('&');
}
