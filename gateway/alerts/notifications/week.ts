/** Weeks and months of summaries and reports: Monday to Sunday, and calendar months, UTC. */
import { dayMs, dayOf, hourMs, weekMs } from 'contract/shared/time';
import * as limits from 'contract/limits';

/** The first of January 1970 was a Thursday. */
const firstMonday = 4 * dayMs;

/** A week or a month, with the one before it. */
export interface Week {
  /** Its first millisecond and the first one after it. */
  from: number;
  until: number;
  /** Its first and last day, `YYYY-MM-DD`. */
  first: string;
  last: string;
  /** The first millisecond of the one before. */
  before: number;
  rollup: 'weekly' | 'monthly';
  /** When its summary is sent. */
  sendAt: number;
}

/** The last complete week at a time (milliseconds). */
export function lastWeek(now: number): Week {
  let until = firstMonday + Math.floor((now - firstMonday) / weekMs) * weekMs;
  return whole({ before: until - 2 * weekMs, from: until - weekMs, until }, 'weekly');
}

/** The last complete month at a time. */
export function lastMonth(now: number): Week {
  let date = new Date(now);
  let start = (back: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back);
  return whole({ before: start(2), from: start(1), until: start(0) }, 'monthly');
}

function whole(times: Pick<Week, 'before' | 'from' | 'until'>, rollup: Week['rollup']): Week {
  let { from, until } = times;
  let sendAt = until + limits.weeklySummaryHour * hourMs;
  return { ...times, first: dayOf(from), last: dayOf(until - dayMs), rollup, sendAt };
}

/** The week whose summary is due now; none before its hour, and none when it is too late. */
export function dueWeek(now: number): Week | undefined {
  return isDue(lastWeek(now), now);
}

/** The same of months. */
export function dueMonth(now: number): Week | undefined {
  return isDue(lastMonth(now), now);
}

function isDue(week: Week, now: number): Week | undefined {
  return now >= week.sendAt && now < week.sendAt + limits.weeklySummaryLateMs ? week : undefined;
}
