/** Ranges of days in API calls. */
import type { AggregationQuery, Rollup } from 'contract/analytics/aggregations';
import type { ExportQuery } from 'contract/analytics/events';
import { DayText } from 'contract/rules/fields';
import * as limits from 'contract/floor/limits';
import { dayMs, dayOf } from 'contract/floor/time';
import { beginningOf, dayIn, utc } from 'contract/floor/time-zone';
import { ApiError } from '../../floor/api-error';

/** Days of a question with a row for each hour. */
const hourlyDaysMax = 31;

/** Milliseconds; `until` is exclusive. */
export interface TimeRange {
  from: number;
  until: number;
}

type DaysQuery = Pick<AggregationQuery, 'start_date' | 'end_date' | 'until' | 'time_zone'>;

interface RangeDays {
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
  { start, end, until, zone = utc }: RangeDays,
  now: number,
  { days, daysMax }: { days: number; daysMax: number },
): TimeRange {
  let moment = until === undefined || DayText.safeParse(until).success ? undefined : Date.parse(until);
  let given = moment === undefined ? (until ?? end) : dayAfter(zone, moment - 1);
  let last = given ?? dayAfter(zone, now);
  let first = start ?? dayOf(Date.parse(last) - days * dayMs);
  let range = { from: beginningOf(zone, first), until: moment ?? beginningOf(zone, last) };
  if (first >= last || range.from === moment)
    throw new ApiError('range-invalid', start === undefined ? 'end_date' : 'start_date');
  if (Date.parse(last) - Date.parse(first) > daysMax * dayMs) throw new ApiError('range-too-long', 'start_date');
  return range;
}

function dayAfter(zone: string, time: number): string {
  return nextDay(dayIn(zone, time));
}

/** `end_date` is the day after the last one, or the only day. */
export function queryDays({ start_date, end_date, until, time_zone }: DaysQuery): RangeDays {
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

/** `end_date` is inclusive. */
export function exportRange({ start_date, end_date, time_zone }: ExportQuery, now: number): TimeRange {
  let end = end_date === undefined ? undefined : nextDay(end_date);
  return rangeOf({ start: start_date, end, zone: time_zone }, now, {
    days: limits.aggregationDaysDefault,
    daysMax: limits.exportDaysMax,
  });
}
