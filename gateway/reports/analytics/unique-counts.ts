/** Unique counts of a company over all periods of visitor ids, and by period if there are several. */
import type { CountedUsers } from 'contract/analytics/compared-periods';
import { addPeriods } from 'contract/analytics/id-periods';
import type { UniqueByPeriod } from 'contract/companies/companies';
import type { CompanyUniques, PeriodSources } from '../../events/shape/company';
import type { AggregateRow } from '../../events/shape/store';

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

/** The users of a row, and the periods that they are added up from. */
export function usersOf(row: Pick<AggregateRow, 'uniques'> | undefined): CountedUsers {
  let periods = (row?.uniques ?? []).filter(({ origins }) => origins > 0);
  return { users: addPeriods(periods, 'origins'), periods: periods.map(({ period }) => period) };
}

/** `period=count&period=count`, earliest first; empty for a single period. */
export function periodsText(uniques: readonly PeriodSources[]): string {
  if (uniques.length < 2) return '';
  return uniques.map(({ period, sources }) => `${period}=${sources}`).join('&');
}
