/**
 * Comparisons of `landfall check-downloads`: two ranges of days, or the first days of two releases.
 */
import type { AggregationRow } from 'contract/analytics/aggregations';
import { dayMs, dayOf } from 'contract/shared/time';

export interface DownloadComparison {
  /** Labels of both sides: `2.1.0 in its first 7 days`. */
  now: string;
  before: string;
  downloads: number;
  downloadsBefore: number;
}

/** Why there is nothing to compare, and whether that counts as a loss. */
export interface NoComparison {
  why: string;
  isLoss: boolean;
}

/** Downloads of one version on one day. */
export type DayRow = Pick<AggregationRow, 'date' | 'version' | 'total'>;

/** Full days before today. */
export interface Span {
  days: number;
  /** The first day that is not counted. */
  today: string;
}

/** The last days and as many before them, which need to have begun after the first download of all. */
export function comparePeriods(rows: readonly DayRow[], { days, today }: Span): DownloadComparison | NoComparison {
  let [middle, first] = [daysBefore(today, days), daysBefore(today, 2 * days)];
  let [begin] = rows.map(({ date = '' }) => date).sort();
  if (begin !== undefined && begin > first) return { why: `the first downloads are from ${begin}.`, isLoss: false };
  return {
    now: `the last ${inDays(days)}`,
    before: `the ${inDays(days)} before`,
    downloads: totalOf(rows, middle, today),
    downloadsBefore: totalOf(rows, first, middle),
  };
}

/**
 * The first days of a release, and as many of the previous or a given one. `from` is the first day
 * of the rows.
 */
export function compareReleases(
  rows: readonly DayRow[],
  { release, against }: { release: string; against?: string | undefined },
  { days, today, from }: Span & { from: string },
): DownloadComparison | NoComparison {
  let begins = firstDays(rows);
  let begin = begins.get(release);
  if (begin === undefined) return { why: `${release} has no downloads.`, isLoss: true };
  let complete = Math.min(days, (Date.parse(today) - Date.parse(begin)) / dayMs);
  if (complete <= 0) return { why: `${release} has its first downloads today.`, isLoss: false };
  let other = against ?? releaseBefore(begins, release, begin);
  let otherBegin = other === undefined ? undefined : begins.get(other);
  if (other === undefined || otherBegin === undefined)
    return { why: against ? `${against} has no downloads.` : `No release before ${release}.`, isLoss: false };
  // A version in the rows of the first day may be older.
  if (begin <= from || otherBegin <= from) {
    let which = begin <= from ? release : other;
    return { why: `the first downloads of ${which} are from ${from} or before, and not known.`, isLoss: false };
  }
  let sumOf = (version: string, from: string) => {
    let own = rows.filter((row) => row.version === version);
    return totalOf(own, from, daysBefore(from, -complete));
  };
  return {
    now: `${release} in its first ${inDays(complete)}`,
    before: `${other} in its first ${inDays(complete)}`,
    downloads: sumOf(release, begin),
    downloadsBefore: sumOf(other, otherBegin),
  };
}

function firstDays(rows: readonly DayRow[]): Map<string, string> {
  let begins = new Map<string, string>();
  for (let { version = '', date = '' } of rows) {
    let known = begins.get(version);
    if (version !== '' && (known === undefined || date < known)) begins.set(version, date);
  }
  return begins;
}

/** The version with the latest first download before a day. */
function releaseBefore(begins: Map<string, string>, release: string, begin: string): string | undefined {
  let earlier = [...begins].filter(([version, day]) => version !== release && day < begin);
  return earlier.sort(([, a], [, b]) => b.localeCompare(a))[0]?.[0];
}

function totalOf(rows: readonly DayRow[], from: string, until: string): number {
  return rows.reduce((sum, { date = '', total }) => sum + (date >= from && date < until ? total : 0), 0);
}

export function daysBefore(day: string, days: number): string {
  return dayOf(Date.parse(day) - days * dayMs);
}

function inDays(days: number): string {
  return days === 1 ? 'day' : `${days} days`;
}
