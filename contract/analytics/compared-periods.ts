/**
 * What a range is compared with, and which of its counts can be: one rule for pages, share links,
 * emails, alerts, commands and the API.
 */
import { z } from 'zod';
import { addDays, addMonths, countDays, dayRangeLabel, type DayRange, wholeMonths } from '../floor/days';
import { dayMs, hourMs, time } from '../floor/time';
import { beginningOf, clockHour, dayIn, hourIn, momentIn } from '../floor/time-zone';
import { type AskedTime, wholeDays } from './asked-time';
import { periodBounds } from './id-periods';

/** Empty for the period before, which ends where the range begins. */
export type CompareChoice = '' | 'weekdays' | 'last-year';

/** How far back a range is compared. */
type Shift = { days: number } | { months: number };

/** Milliseconds; `until` is exclusive. */
interface Span {
  from: number;
  until: number;
  /** Days that it touches. */
  days: number;
}

/** What a range is compared with. */
export interface ComparedPeriod {
  time: AskedTime;
  /** Those that it touches. */
  days: DayRange;
  shift: Shift;
  /** What is counted of the range and of the compared days. */
  spans: { now: Span; before: Span };
  /** The range ends today: both are counted until this hour of their last day. */
  hour?: number | undefined;
}

const weekDays = 7;
const yearOfWeeks = 52 * weekDays;

/**
 * The period before has as many days, and ends where the range begins. Months that are over are
 * compared with months. A range that ends today is compared up to the present hour.
 */
export function comparedPeriod(
  days: DayRange,
  choice: CompareChoice,
  { zone, now }: { zone: string; now: number },
): ComparedPeriod {
  let today = dayIn(zone, now);
  let hour = days.to === today ? clockHour(zone, now) : undefined;
  let shift = shiftOf(days, choice, days.to < today);
  let before = shiftBack(days, shift);
  let spanOf = ({ from, to }: DayRange): Span => ({
    from: beginningOf(zone, from),
    until: hour === undefined ? beginningOf(zone, addDays(to, 1)) : momentIn(zone, to, hour),
    days: countDays({ from, to }),
  });
  return {
    time: wholeDays(before),
    days: before,
    shift,
    spans: { now: spanOf(days), before: spanOf(before) },
    hour,
  };
}

/** How many days before 24 hours those are that they are compared with. */
const daysBack: Record<CompareChoice, number> = { '': 1, weekdays: weekDays, 'last-year': yearOfWeeks };

interface Hours {
  time: AskedTime;
  /** Those that they touch. */
  days: DayRange;
  compared: ComparedPeriod;
}

/**
 * The last 24 whole hours that clocks of a zone began, and the running one. They are compared
 * without it, with the 24 hours before them, or with those a week or a year of weeks before.
 */
export function lastHours(choice: CompareChoice, { zone, now }: { zone: string; now: number }): Hours {
  let begun = Date.parse(hourIn(zone, now));
  let shift = { days: daysBack[choice] };
  let span = { from: begun - dayMs, until: begun, days: 1 };
  let back = shift.days * dayMs;
  let before = { ...span, from: span.from - back, until: span.until - back };
  let daysOf = ({ from, until }: Span) => ({ from: dayIn(zone, from), to: dayIn(zone, until - 1) });
  let timeOf = ({ from, until }: Span) => ({ start_date: time(from), until: time(until) });
  let whole = { ...span, until: begun + hourMs };
  return {
    time: timeOf(whole),
    days: daysOf(whole),
    compared: {
      time: timeOf(before),
      days: daysOf(before),
      shift,
      spans: { now: span, before },
      hour: clockHour(zone, now),
    },
  };
}

function shiftOf(days: DayRange, choice: CompareChoice, isOver: boolean): Shift {
  let months = isOver ? wholeMonths(days) : 0;
  let length = countDays(days);
  if (choice === 'weekdays') return { days: Math.ceil(length / weekDays) * weekDays };
  if (choice === 'last-year') return months > 0 ? { months: 12 } : { days: Math.max(yearOfWeeks, length) };
  return months > 0 ? { months } : { days: length };
}

/** The days so long before. */
export function shiftBack({ from, to }: DayRange, by: Shift): DayRange {
  if ('days' in by) return { from: addDays(from, -by.days), to: addDays(to, -by.days) };
  return { from: addMonths(from, -by.months), to: addDays(addMonths(addDays(to, 1), -by.months), -1) };
}

/** Two numbers whose ratio is the change; `why` they have none is empty if they can be compared. */
export const Change = z.object({ now: z.number(), before: z.number(), why: z.string() });
export type Change = z.infer<typeof Change>;

/** Why a period is not compared that history begins in, after its first day. */
export function historyReason(thing: string, firstDay: string): string {
  return `Not enough history to compare: the first ${thing} was on ${dayRangeLabel({ from: firstDay, to: firstDay })}.`;
}

/** Counts of as many days where one period is longer, as a month of 31 days is. */
export function changeOfTotals(now: number, before: number, spans: ComparedPeriod['spans']): Change {
  let [days, daysBefore] = [spans.now.days, spans.before.days];
  return days === daysBefore ? { now, before, why: '' } : { now: now * daysBefore, before: before * days, why: '' };
}

/** Distinct visitors of a span, and the names of the id periods that they are added up from. */
export interface CountedUsers {
  users: number;
  periods: readonly string[];
}

/**
 * A user counts once in each id period, so two sums are compared only if they add as many periods,
 * and as much of each. A day or more of a period has everyone who comes daily.
 */
export function changeOfUsers(now: CountedUsers, before: CountedUsers, spans: ComparedPeriod['spans']): Change {
  let change = { now: now.users, before: before.users, why: '' };
  if (now.users === 0 || before.users === 0) return change;
  let [own, other] = [partsOf(now.periods, spans.now), partsOf(before.periods, spans.before)];
  let unit = [...now.periods, ...before.periods].some(isOfADay) ? 'day' : 'month';
  let rule = `Not compared: a user counts once in each UTC ${unit}, and`;
  if (own.length !== other.length)
    return { ...change, why: `${rule} there are ${own.length} here and ${other.length} before.` };
  let isSame = own.every((part, i) => part === other[i]);
  return isSame ? change : { ...change, why: `${rule} the parts of them here and before differ in length.` };
}

/** Of a day on which clocks change. */
const leastHours = 23;

/** How much of each id period is within a span, up to a day. */
function partsOf(periods: readonly string[], span: Span): number[] {
  if (periods.length < 2) return [Math.min(leastHours * hourMs, span.until - span.from)];
  return periods.map((name) => {
    let { from, until } = periodBounds(name);
    return Math.min(dayMs, Math.min(until, span.until) - Math.max(from, span.from));
  });
}

function isOfADay(name: string): boolean {
  let { from, until } = periodBounds(name);
  return until - from <= dayMs;
}
