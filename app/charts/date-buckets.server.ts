/**
 * Days as text, `YYYY-MM-DD`, which sorts by time: arithmetic, labels, and the days, weeks or
 * months of a range for a chart's axis.
 */
import { dayMs, dayOf, hourMs, minuteMs } from 'contract/shared/time';
import { hoursIn, localTime, utc, weekOf, type WeekStart } from 'contract/shared/time-zone';

/** First and last day, both counted. */
export interface DayRange {
  from: string;
  to: string;
}

const fullDay = new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'short', day: 'numeric', year: 'numeric' });

/** The day `count` days later (earlier when negative). */
export function addDays(day: string, count: number): string {
  return dayOf(Date.parse(day) + count * dayMs);
}

/** How many days a range has. */
export function countDays({ from, to }: DayRange): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
}

/** The range as text: `Mar 10 – 16, 2025`, one day as `Mar 10, 2025`. */
export function dayRangeLabel({ from, to }: DayRange): string {
  // formatRange costs ten times as much as format, and charts name every day.
  if (from === to) return fullDay.format(Date.parse(from));
  return fullDay.formatRange(Date.parse(from), Date.parse(to)).replace(/[\u2009\u202f\u00a0]/g, ' ');
}

export type TimeStep = 'hourly' | 'daily' | 'weekly' | 'monthly';

export interface TimeBucket {
  /**
   * First day or hour of the bucket as the gateway names it; for a cut first bucket that is before
   * the range.
   */
  key: string;
  /** Full name, `Mar 10, 2025` or `Mar 10 – 16, 2025`, of the days inside the range. */
  label: string;
  /** Name on the axis. */
  short: string;
  /** Its days inside the range. */
  days: DayRange;
  /** False when the bucket is cut by the range or is not over yet. */
  isComplete: boolean;
  /** Whether it has not begun yet. */
  isFuture?: boolean;
  /** Whether it is an hour of a day. */
  isHour?: boolean;
}

const shortDay = new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'short', day: 'numeric' });
const month = new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'short', year: 'numeric' });

/** Which buckets are not over yet, and where weeks and hours begin. */
export interface Clock {
  today: string;
  /** The running hour of today, from 0; without it, all of its hours count as over. */
  hour?: number;
  /** UTC when left out. */
  timeZone?: string;
  /** Monday when left out. */
  weekStart?: WeekStart;
}

/** Every bucket of a range in order, empty ones too. */
export function timeBuckets(
  range: DayRange,
  step: TimeStep,
  { today, hour, timeZone, weekStart = 'monday' }: Clock,
): TimeBucket[] {
  if (step === 'hourly') return hoursOf(range.from, timeZone, range.from < today ? undefined : hour);
  let buckets: TimeBucket[] = [];
  for (let start = startOf(range.from, step, weekStart); start <= range.to; start = nextStart(start, step)) {
    let end = addDays(nextStart(start, step), -1);
    let shown = { from: start < range.from ? range.from : start, to: end > range.to ? range.to : end };
    let uncut = shown.from === start && shown.to === end;
    buckets.push({
      key: start,
      label: step === 'monthly' && uncut ? month.format(Date.parse(start)) : dayRangeLabel(shown),
      days: shown,
      short: step === 'monthly' ? month.format(Date.parse(start)) : shortDay.format(Date.parse(shown.from)),
      isComplete: uncut && end < today,
    });
  }
  return buckets;
}

/** 23 to 25 of them, where clocks change. */
function hoursOf(day: string, zone = utc, running = Infinity): TimeBucket[] {
  return hoursIn(zone, day).map((begin) => {
    let key = hourKey(zone, begin);
    let hour = Number(key.slice(11, 13));
    let label = key.slice(11, 16) + (key.endsWith('Z') ? '' : ' again');
    return {
      key,
      label,
      short: label,
      days: { from: day, to: day },
      isComplete: hour < running,
      isFuture: hour > running,
      isHour: true,
    };
  });
}

/**
 * An hour of an answer by what clocks of the zone show, `2026-11-01T01:00:00Z`, as if it were one
 * of UTC; behind the second of two hours that show the same, there is a mark.
 */
export function hourKey(zone: string, begin: string): string {
  let time = Date.parse(begin);
  let nameAt = (moment: number) => new Date(localTime(zone, moment)).toISOString().replace('.000', '');
  let name = nameAt(time);
  return nameAt(time - hourMs) === name ? `${name}+` : name;
}

/** A day of a chart at which something has changed. */
export interface ChartMark {
  /** Percent from the left. */
  left: number;
  label: string;
}

/** The place of a day among the buckets of its chart; null where it is in none. */
export function chartMarkAt(day: string, buckets: readonly TimeBucket[], label: string): ChartMark | null {
  let at = buckets.findLastIndex(({ key }) => key <= day);
  if (at < 0) return null;
  return { left: buckets.length > 1 ? Math.round((1_000 * at) / (buckets.length - 1)) / 10 : 50, label };
}

function startOf(day: string, step: TimeStep, weekStart: WeekStart): string {
  if (step === 'monthly') return `${day.slice(0, 7)}-01`;
  return step === 'daily' ? day : weekOf(day, weekStart);
}

function nextStart(start: string, step: TimeStep): string {
  if (step !== 'monthly') return addDays(start, step === 'daily' ? 1 : 7);
  let next = new Date(start);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return dayOf(next.getTime());
}

const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const steps: readonly [unit: Intl.RelativeTimeFormatUnit, minutes: number, until: number][] = [
  ['minute', 1, 60],
  ['hour', 60, 24 * 60],
  ['day', 24 * 60, 30 * 24 * 60],
  ['month', 30 * 24 * 60, 365 * 24 * 60],
  ['year', 365 * 24 * 60, Infinity],
];

/** Both in milliseconds; a future time counts as now. */
export function relativeTime(time: number, now: number): string {
  let minutes = Math.max(0, now - time) / minuteMs;
  let [unit, length] = steps.find(([, , until]) => minutes < until)!;
  let count = Math.floor(minutes / length);
  return unit === 'minute' && count === 0 ? 'just now' : format.format(-count, unit);
}
