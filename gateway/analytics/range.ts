/** Ranges of UTC days in calls. */
import type { Rollup } from 'contract/aggregations';
import type { ExportQuery } from 'contract/events';
import * as limits from 'contract/limits';
import { dayMs, dayOf } from 'contract/time';
import { Refusal } from '../refusal';

/** From the first millisecond to the first one after the range, both UTC midnights. */
export interface Range {
  from: number;
  until: number;
}

/**
 * The range from `start` to the day before `end`; defaults are the last `days` up to today. Refuses
 * with range-invalid when it is empty and range-too-long when it is longer than `daysMax`.
 */
export function rangeOf(
  { start, end }: { start: string | undefined; end: string | undefined },
  now: number,
  { days, daysMax }: { days: number; daysMax: number },
): Range {
  let tomorrow = Math.floor(now / dayMs) * dayMs + dayMs;
  let until = end !== undefined ? Date.parse(end) : tomorrow;
  let from = start !== undefined ? Date.parse(start) : until - days * dayMs;
  if (from >= until) throw new Refusal('range-invalid', start === undefined ? 'end_date' : 'start_date');
  if (until - from > daysMax * dayMs) throw new Refusal('range-too-long', 'start_date');
  return { from, until };
}

/** How many days a question may be about: fewer where it has a row for each hour. */
export function rangeBounds(rollup: Rollup): { days: number; daysMax: number } {
  let { aggregationDaysDefault: days, aggregationDaysMax, hourlyDaysMax } = limits;
  return { days, daysMax: rollup === 'hourly' ? hourlyDaysMax : aggregationDaysMax };
}

/** From the first event there can be until today. */
export function allTime(now: number): Range {
  return { from: 0, until: (Math.floor(now / dayMs) + 1) * dayMs };
}

/** The day after a day. */
export function dayAfter(day: string): string {
  return dayOf(Date.parse(day) + dayMs);
}

/** The days of an export; both ends count. */
export function exportRange({ start_date, end_date }: ExportQuery, now: number): Range {
  let end = end_date === undefined ? undefined : dayAfter(end_date);
  return rangeOf({ start: start_date, end }, now, {
    days: limits.aggregationDaysDefault,
    daysMax: limits.exportDaysMax,
  });
}
