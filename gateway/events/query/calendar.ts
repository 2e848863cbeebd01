/** How a question cuts time: by the clocks of a zone, and weeks that begin on some day. */
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
} from 'contract/shared/time-zone';

/** For the time of a question. */
export interface BucketCalendar {
  /** One or more, the earliest first. */
  offsets: readonly Offset[];
  daysBeforeMonday: number;
}

interface Cut {
  /** Zone of the hours, days, weeks and months; UTC when left out. */
  timeZone?: string | undefined;
  /** First day of weeks; Monday when left out. */
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

/** First day or hour of the bucket of a time, as the dialects have it. */
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
