/** Ranges in API calls. */
import { isTime } from 'contract/analytics/asked-time';
import type { AggregationQuery, Rollup } from 'contract/analytics/aggregations';
import type { ExportQuery } from 'contract/analytics/events';
import * as limits from 'contract/floor/limits';
import { dayMs, dayOf } from 'contract/floor/time';
import { beginningOf, dayIn, utc } from 'contract/floor/time-zone';
import { ApiError } from '../../floor/calls/api-error';

/** Days of a question with a row for each hour. */
const hourlyDaysMax = 31;

/** Milliseconds; `until` is exclusive. */
export interface TimeRange {
  from: number;
  until: number;
}

type RangeQuery = Pick<AggregationQuery, 'start_date' | 'end_date' | 'until' | 'time_zone'>;

interface RangeEnds {
  /** A day, or a moment. */
  start: string | undefined;
  /** The day after the last one. */
  end: string | undefined;
  /** In place of `end`: the day after the last one, or a moment. */
  until?: string | undefined;
  /** UTC when left out. */
  zone?: string;
}

/** Defaults to the last `days`. Throws range-invalid and range-too-long. */
export function rangeOf(
  { start, end, until, zone = utc }: RangeEnds,
  now: number,
  { days, daysMax }: { days: number; daysMax: number },
): TimeRange {
  let last = until ?? end ?? dayAfter(zone, now);
  let lastDay = isTime(last) ? dayAfter(zone, Date.parse(last) - 1) : last;
  let first = start ?? dayOf(Date.parse(lastDay) - days * dayMs);
  let firstDay = isTime(first) ? dayIn(zone, Date.parse(first)) : first;
  let range = { from: momentOf(first, zone), until: momentOf(last, zone) };
  let isEmpty = [first, last].some(isTime) && range.from >= range.until;
  if (firstDay >= lastDay || isEmpty)
    throw new ApiError('range-invalid', start === undefined ? 'end_date' : 'start_date');
  if (Date.parse(lastDay) - Date.parse(firstDay) > daysMax * dayMs) throw new ApiError('range-too-long', 'start_date');
  return range;
}

function momentOf(end: string, zone: string): number {
  return isTime(end) ? Date.parse(end) : beginningOf(zone, end);
}

function dayAfter(zone: string, time: number): string {
  return nextDay(dayIn(zone, time));
}

/** `end_date` is the day after the last one, or the only day. */
export function queryEnds({ start_date, end_date, until, time_zone }: RangeQuery): RangeEnds {
  let end = end_date !== undefined && end_date === start_date ? nextDay(end_date) : end_date;
  return { start: start_date, end, until, zone: time_zone };
}

/** The finer the step, the fewer days: the rows of an answer are bounded. */
export function rangeBounds(rollup: Rollup): { days: number; daysMax: number } {
  let { aggregationDaysDefault: days, aggregationDaysMax, dailyDaysMax } = limits;
  let ofStep: Partial<Record<Rollup, number>> = { hourly: hourlyDaysMax, daily: dailyDaysMax };
  return { days, daysMax: ofStep[rollup] ?? aggregationDaysMax };
}

export function allTime(now: number): TimeRange {
  return { from: 0, until: (Math.floor(now / dayMs) + 1) * dayMs };
}

export function nextDay(day: string): string {
  return dayOf(Date.parse(day) + dayMs);
}

/** The last day is in the range. */
export function inclusiveEnds({ start_date, end_date, until, time_zone }: RangeQuery): RangeEnds {
  return { start: start_date, end: end_date && nextDay(end_date), until, zone: time_zone };
}

export function exportRange(query: ExportQuery, now: number): TimeRange {
  let { aggregationDaysDefault: days, exportDaysMax: daysMax } = limits;
  return rangeOf(inclusiveEnds(query), now, { days, daysMax });
}
