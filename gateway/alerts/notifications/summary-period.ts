/** Periods of summaries and reports in UTC: weeks from Monday, and calendar months. */
import { dayMs, dayOf, hourMs, weekMs } from 'contract/floor/time';
import * as limits from 'contract/floor/limits';

/** The first of January 1970 was a Thursday. */
const firstMonday = 4 * dayMs;

export interface SummaryPeriod {
  /** Its first millisecond and the first one after it. */
  from: number;
  until: number;
  /** Its first and last day, `YYYY-MM-DD`. */
  first: string;
  last: string;
  /** The first millisecond of the one before. */
  before: number;
  rollup: 'weekly' | 'monthly';
  sendAt: number;
}

/** The last complete week at a time (milliseconds). */
export function lastWeek(now: number): SummaryPeriod {
  let until = firstMonday + Math.floor((now - firstMonday) / weekMs) * weekMs;
  return periodOf({ before: until - 2 * weekMs, from: until - weekMs, until }, 'weekly');
}

/** The last complete month at a time. */
export function lastMonth(now: number): SummaryPeriod {
  let date = new Date(now);
  let start = (back: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back);
  return periodOf({ before: start(2), from: start(1), until: start(0) }, 'monthly');
}

function periodOf(
  times: Pick<SummaryPeriod, 'before' | 'from' | 'until'>,
  rollup: SummaryPeriod['rollup'],
): SummaryPeriod {
  let { from, until } = times;
  let sendAt = until + limits.weeklySummaryHour * hourMs;
  return { ...times, first: dayOf(from), last: dayOf(until - dayMs), rollup, sendAt };
}

/** Undefined before the hour of sending, and when it is too late. */
export function dueWeek(now: number): SummaryPeriod | undefined {
  return isDue(lastWeek(now), now);
}

export function dueMonth(now: number): SummaryPeriod | undefined {
  return isDue(lastMonth(now), now);
}

function isDue(week: SummaryPeriod, now: number): SummaryPeriod | undefined {
  return now >= week.sendAt && now < week.sendAt + limits.weeklySummaryLateMs ? week : undefined;
}
