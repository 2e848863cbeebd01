/**
 * Unique counts as text. Visitor ids rotate by day or month, so a longer range has one number per
 * period and no total: a returning visitor would count twice.
 */
import type { Company } from 'contract/companies/companies';
import { addDays, countDays, dayRangeLabel } from './date-buckets.server';
import { formatInteger } from '../ui/numbers';
import { greatest, least } from 'contract/shared/extremes';

export interface PeriodCount {
  /** Named as in contract/analytics/id-periods.ts. */
  period: string;
  count: number;
}

export interface PeriodFigure {
  label: string;
  value: string;
}

/**
 * Periods listed one by one on a card and in a cell; with more, the range from lowest to highest is
 * shown.
 */
const listedMax = 4;
const inlineMax = 3;

const month = new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'short', year: 'numeric' });

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

/** Unit for "per …": `day` if all periods are days, `month` if none is longer. */
export function periodUnit(periods: readonly string[]): 'day' | 'month' | 'period' {
  let days = periods.map((period) => {
    let [begin = '', end = ''] = period.split('/');
    return /^\d/.test(end) ? countDays({ from: begin.slice(0, 10), to: addDays(end, -1) }) : Number.POSITIVE_INFINITY;
  });
  let longest = greatest(days);
  return longest <= 1 ? 'day' : longest <= 31 ? 'month' : 'period';
}

/** Newest first; more than `max` become one line from lowest to highest. */
export function periodFigures(counts: readonly PeriodCount[], max = listedMax): PeriodFigure[] {
  if (counts.length <= max)
    return [...counts]
      .reverse()
      .map(({ period, count }) => ({ label: periodLabel(period), value: formatInteger(count) }));
  let numbers = counts.map(({ count }) => count);
  let unit = periodUnit(counts.map(({ period }) => period));
  let [lowest, highest] = [formatInteger(least(numbers)), formatInteger(greatest(numbers))];
  return [{ label: `per ${unit}`, value: lowest === highest ? lowest : `${lowest}–${highest}` }];
}

export type UniqueName = 'unique_sources' | 'unique_downloads' | 'unique_views';

export function countsByPeriod(
  { unique_by_period = [] }: Pick<Company, 'unique_by_period'>,
  name: UniqueName,
): PeriodCount[] {
  return unique_by_period.map((one) => ({ period: one.period, count: one[name] }));
}

/**
 * One number, one per period (`12 (Nov 2026), 30 (Oct 2026)`), or beyond `max` a range: `5–30 (per
 * day)`.
 */
export function uniqueText(only: number | null, counts: readonly PeriodCount[], max = inlineMax): string {
  if (only !== null) return formatInteger(only);
  return periodFigures(counts, max)
    .map(({ label, value }) => `${value} (${label})`.replaceAll(' ', '\u00A0'))
    .join(', ');
}
