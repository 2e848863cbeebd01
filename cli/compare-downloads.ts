/**
 * Comparisons of `landfall check-downloads`: two ranges of days, or the first days of two releases.
 */
import type { AggregationRow } from 'contract/analytics/aggregations';
import { type Change, changeOfTotals, comparedPeriod, historyReason } from 'contract/analytics/compared-periods';
import { addDays, countDays } from 'contract/floor/days';
import { dayMs } from 'contract/floor/time';
import { utc } from 'contract/floor/time-zone';

export interface DownloadComparison {
  /** Labels of both sides: `2.1.0 in its first 7 days`. */
  now: string;
  before: string;
  downloads: number;
  downloadsBefore: number;
  change: Change;
}

/** A sentence that says why nothing is compared, and whether that counts as a loss. */
export interface NoComparison {
  why: string;
  isLoss: boolean;
}

/** Downloads of one version on one day. */
export type DayRow = Pick<AggregationRow, 'date' | 'version' | 'total'>;

const nothingYet = 'Nothing to compare yet.';

/** Full days before today. */
export interface Span {
  days: number;
  /** The first day that is not counted. */
  today: string;
}

/** The last days and the period before them, as in reports, if there were downloads by its first day. */
export function comparePeriods(rows: readonly DayRow[], { days, today }: Span): DownloadComparison | NoComparison {
  let last = { from: addDays(today, -days), to: addDays(today, -1) };
  let { days: before, spans } = comparedPeriod(last, '', { zone: utc, now: Date.parse(today) });
  let [begin] = rows.map(({ date = '' }) => date).sort();
  if (begin !== undefined && begin > before.from) return { why: historyReason('download', begin), isLoss: false };
  let [downloads, downloadsBefore] = [totalOf(rows, last.from, today), totalOf(rows, before.from, last.from)];
  return {
    now: `the last ${inDays(days)}`,
    before: `the ${inDays(countDays(before))} before`,
    downloads,
    downloadsBefore,
    change: changeOfTotals(downloads, downloadsBefore, spans),
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
  if (complete <= 0) return { why: `${release} has its first downloads today. ${nothingYet}`, isLoss: false };
  let other = against ?? releaseBefore(begins, release, begin);
  let otherBegin = other === undefined ? undefined : begins.get(other);
  if (other === undefined || otherBegin === undefined)
    return {
      why: `${against ? `${against} has no downloads` : `No release before ${release}`}. ${nothingYet}`,
      isLoss: false,
    };
  // A version in the rows of the first day may be older.
  if (begin <= from || otherBegin <= from) {
    let which = begin <= from ? release : other;
    return {
      why: `the first downloads of ${which} are from ${from} or before, and not known. ${nothingYet}`,
      isLoss: false,
    };
  }
  let sumOf = (version: string, from: string) => {
    let own = rows.filter((row) => row.version === version);
    return totalOf(own, from, addDays(from, complete));
  };
  let [downloads, downloadsBefore] = [sumOf(release, begin), sumOf(other, otherBegin)];
  return {
    now: `${release} in its first ${inDays(complete)}`,
    before: `${other} in its first ${inDays(complete)}`,
    downloads,
    downloadsBefore,
    // As many days of each.
    change: { now: downloads, before: downloadsBefore, why: '' },
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

function inDays(days: number): string {
  return days === 1 ? 'day' : `${days} days`;
}
