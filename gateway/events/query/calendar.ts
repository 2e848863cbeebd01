/** Time buckets by time zone and first day of the week. */
import type { Rollup } from 'contract/analytics/aggregations';
import {
  dayIn,
  daysBeforeMonday,
  hourIn,
  offsetsIn,
  utc,
  weekOf,
  type Offset,
  type WeekStart,
} from 'contract/floor/time-zone';

export interface BucketCalendar {
  /** One or more, in ascending order. */
  offsets: readonly Offset[];
  daysBeforeMonday: number;
}

interface Cut {
  timeZone?: string | undefined;
  weekStart?: WeekStart | undefined;
}

export function calendarOf({
  timeZone = utc,
  weekStart = 'monday',
  from,
  until,
}: Cut & { from: number; until: number }): BucketCalendar {
  return { offsets: offsetsIn(timeZone, from, until), daysBeforeMonday: daysBeforeMonday[weekStart] };
}

/** First day or hour of the bucket, as the dialects compute it. */
export function bucketStart(
  rollup: Exclude<Rollup, 'total'>,
  time: number,
  { timeZone = utc, weekStart = 'monday' }: Cut = {},
): string {
  if (rollup === 'hourly') return hourIn(timeZone, time);
  let day = dayIn(timeZone, time);
  if (rollup === 'daily') return day;
  return rollup === 'weekly' ? weekOf(day, weekStart) : `${day.slice(0, 8)}01`;
}
