/** Unique counts of a company: one number, or one for each period of visitor ids. */
import type { UniqueByPeriod } from 'contract/companies/companies';
import { onlyPeriod } from 'contract/analytics/id-periods';
import type { CompanyUniques, PeriodSources } from '../../events/query/company';

interface Presented {
  /** Null if there are several periods. */
  only: CompanyUniques | null;
  byPeriod: { unique_by_period?: NonNullable<UniqueByPeriod> };
}

export function presentUniqueCounts(uniques: readonly CompanyUniques[]): Presented {
  let only = onlyPeriod(uniques, { period: '', sources: 0, downloads: 0, views: 0 });
  if (only) return { only, byPeriod: {} };
  let unique_by_period = uniques.map(({ period, downloads, views, sources }) => ({
    period,
    unique_downloads: downloads,
    unique_views: views,
    unique_sources: sources,
  }));
  return { only, byPeriod: { unique_by_period } };
}

/** `period=count&period=count`, earliest first; empty for a single period. */
export function periodsText(uniques: readonly PeriodSources[]): string {
  if (uniques.length < 2) return '';
  return uniques.map(({ period, sources }) => `${period}=${sources}`).join('&');
}
