/**
 * Unique counts as pages show them. Ids of visitors have periods, a month or a day; over several of
 * them there is a number for each, and none for all, because a visitor of two would count twice.
 */
import type { Company } from 'contract/companies/companies';
import { addDays, countDays, dayRangeLabel } from './date-buckets.server';
import { formatNumber } from '../ui/numbers';
import { greatest, least } from 'contract/shared/extremes';

/** The number of one period. */
export interface PeriodCount {
  /** As the gateway names it, see contract/analytics/id-periods.ts. */
  period: string;
  count: number;
}

export interface PeriodFigure {
  /** `Nov 2026`, `Nov 22 – 30, 2026`. */
  label: string;
  value: string;
}

/**
 * How many periods a card and a cell list one by one. Of more periods, the lowest and the highest
 * number are shown.
 */
const listedMax = 4;
const inlineMax = 3;

const month = new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'short', year: 'numeric' });

/** The days of a period, from its name. */
export function periodLabel(period: string): string {
  let [, source] = / ([^/]+)\//.exec(period) ?? [];
  if (source) return `${periodLabel(period.replace(` ${source}/`, '/'))} (${source})`;
  let [begin = '', end = ''] = period.split('/');
  if (begin === '') return end === '' ? 'before' : `before (${end})`;
  let from = begin.slice(0, 10);
  if (end === '..') return `since ${dayRangeLabel({ from, to: from })}`;
  let isWholeMonth = from.endsWith('-01') && countDays({ from, to: end }) > 28;
  return isWholeMonth ? month.format(Date.parse(from)) : dayRangeLabel({ from, to: addDays(end, -1) });
}

/** What the periods are, for "per …": days where all are, months where none is longer. */
export function periodUnit(periods: readonly string[]): 'day' | 'month' | 'period' {
  let days = periods.map((period) => {
    let [begin = '', end = ''] = period.split('/');
    return /^\d/.test(end) ? countDays({ from: begin.slice(0, 10), to: addDays(end, -1) }) : Number.POSITIVE_INFINITY;
  });
  let longest = greatest(days);
  return longest <= 1 ? 'day' : longest <= 31 ? 'month' : 'period';
}

/** The newest first; many as one line from the lowest to the highest number. */
export function periodFigures(counts: readonly PeriodCount[], max = listedMax): PeriodFigure[] {
  if (counts.length <= max)
    return [...counts]
      .reverse()
      .map(({ period, count }) => ({ label: periodLabel(period), value: formatNumber(count) }));
  let numbers = counts.map(({ count }) => count);
  let unit = periodUnit(counts.map(({ period }) => period));
  let [lowest, highest] = [formatNumber(least(numbers)), formatNumber(greatest(numbers))];
  return [{ label: `per ${unit}`, value: lowest === highest ? lowest : `${lowest}–${highest}` }];
}

export type UniqueName = 'unique_sources' | 'unique_downloads' | 'unique_views';

/** One kind of unique counts of a company, by period. */
export function countsByPeriod(
  { unique_by_period = [] }: Pick<Company, 'unique_by_period'>,
  name: UniqueName,
): PeriodCount[] {
  return unique_by_period.map((one) => ({ period: one.period, count: one[name] }));
}

/**
 * One number, or those of the periods: `12 (Nov 2026), 30 (Oct 2026)`; of more than `max`, from the
 * lowest to the highest: `5–30 (per day)`. Lines break between periods only.
 */
export function uniqueText(only: number | null, counts: readonly PeriodCount[], max = inlineMax): string {
  if (only !== null) return formatNumber(only);
  return periodFigures(counts, max)
    .map(({ label, value }) => `${value} (${label})`.replaceAll(' ', '\u00A0'))
    .join(', ');
}
