/** Weeks of the summary: Monday to Sunday, UTC. */
import { dayMs, hourMs, weekMs } from 'contract/time';
import * as limits from 'contract/limits';

/** The first of January 1970 was a Thursday. */
const firstMonday = 4 * dayMs;

export interface Week {
  /** Its first millisecond and the first one after it. */
  from: number;
  until: number;
  /** Its first and last day, `YYYY-MM-DD`. */
  first: string;
  last: string;
  /** When its summary is sent. */
  sendAt: number;
}

/** The last complete week at a time (milliseconds). */
export function lastWeek(now: number): Week {
  let until = firstMonday + Math.floor((now - firstMonday) / weekMs) * weekMs;
  let from = until - weekMs;
  return { from, until, first: day(from), last: day(until - dayMs), sendAt: until + limits.weeklySummaryHour * hourMs };
}

/** The week whose summary is due now; none before its hour, and none when it is too late. */
export function dueWeek(now: number): Week | undefined {
  let week = lastWeek(now);
  return now >= week.sendAt && now < week.sendAt + limits.weeklySummaryLateMs ? week : undefined;
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
