/** The hours, days, weeks or months of a range for a chart's axis, and texts of days and times. */
import { type AskedTime, isTime } from 'contract/analytics/asked-time';
import { addDays, dayRangeLabel, type DayRange } from 'contract/floor/days';
import { dayOf, hourMs, minuteMs } from 'contract/floor/time';
import { beginningOf, hoursIn, localTime, utc, weekOf, type WeekStart } from 'contract/floor/time-zone';

export { dayRangeLabel };

export type TimeStep = 'hourly' | 'daily' | 'weekly' | 'monthly';

export interface TimeBucket {
  /** The gateway's key: the first day or hour, which may be before the range. */
  key: string;
  /** `Mar 10, 2025` or `Mar 10 – 16, 2025`, for the days inside the range. */
  label: string;
  /** Axis label. */
  short: string;
  days: DayRange;
  /** False if the range cuts it or it has not ended. */
  isComplete: boolean;
  isFuture?: boolean;
  isHour?: boolean;
}

const shortDay = new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'short', day: 'numeric' });
const month = new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'short', year: 'numeric' });

export interface Clock {
  today: string;
  /** Current hour of today, 0 to 23; without it all hours count as complete. */
  hour?: number;
  /** Default: UTC. */
  timeZone?: string;
  /** Default: Monday. */
  weekStart?: WeekStart;
}

/** All buckets in order, including empty ones. */
export function timeBuckets(time: AskedTime, step: TimeStep, clock: Clock): TimeBucket[] {
  if (step === 'hourly') return hoursOf(time, clock);
  let { today, weekStart = 'monday' } = clock;
  let range = { from: time.start_date, to: addDays(time.until, -1) };
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

/** A day has 23 to 25 hours, because of clock changes. Those of several days name theirs. */
function hoursOf({ start_date, until }: AskedTime, { today, hour = 24, timeZone = utc }: Clock): TimeBucket[] {
  let [from = 0, end = 0] = [start_date, until].map((at) => (isTime(at) ? Date.parse(at) : beginningOf(timeZone, at)));
  let running = `${today}T${twoDigits(hour)}`;
  return hoursIn(timeZone, from, end).map((begin) => {
    let key = hourKey(timeZone, begin);
    let day = key.slice(0, 10);
    let begun = key.slice(0, running.length);
    let again = key.endsWith('Z') ? '' : ' again';
    let clock = key.slice(11, 16) + again;
    return {
      key,
      label: isTime(start_date) ? hourLabel(timeZone, begin) + again : clock,
      short: clock,
      days: { from: day, to: day },
      isComplete: begun < running,
      isFuture: begun > running,
      isHour: true,
    };
  });
}

/** `Mar 10 – 16, 2025`; `Mar 10, 14:00 – Mar 11, 14:00`. */
export function timeLabel({ start_date, until }: AskedTime, zone: string): string {
  if (!isTime(start_date)) return dayRangeLabel({ from: start_date, to: addDays(until, -1) });
  return [start_date, until].map((at) => hourLabel(zone, at)).join(' – ');
}

/** The days, or what the last 24 hours are. */
export function rangeLabel(time: AskedTime, zone: string): string {
  if (!isTime(time.start_date)) return `${timeLabel(time, zone)} (${zone})`;
  return `24 whole hours and the current one, since ${hourLabel(zone, time.start_date)} (${zone})`;
}

/** `Mar 10, 14:00`. */
function hourLabel(zone: string, time: string): string {
  let local = localTime(zone, Date.parse(time));
  return `${shortDay.format(local)}, ${new Date(local).toISOString().slice(11, 16)}`;
}

function twoDigits(hour: number): string {
  return String(hour).padStart(2, '0');
}

/**
 * Local clock time of an hour, written as if in UTC: `2026-11-01T01:00:00Z`. When clocks go back,
 * the second of two equal hours has a suffix.
 */
export function hourKey(zone: string, begin: string): string {
  let time = Date.parse(begin);
  let nameAt = (moment: number) => new Date(localTime(zone, moment)).toISOString().replace('.000', '');
  let name = nameAt(time);
  return nameAt(time - hourMs) === name ? `${name}+` : name;
}

/** The first bucket that has a part of a day; -1 if none has. */
export function bucketOf(day: string, buckets: readonly TimeBucket[]): number {
  return buckets.findIndex(({ days }) => days.to >= day);
}

/** A labelled point on the time axis. */
export interface ChartMark {
  /** Percent. */
  left: number;
  label: string;
}

/** Null if the day is in no bucket. */
export function chartMarkAt(day: string, buckets: readonly TimeBucket[], label: string): ChartMark | null {
  let at = bucketOf(day, buckets);
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

/** In milliseconds; future times count as now. */
export function relativeTime(time: number, now: number): string {
  let minutes = Math.max(0, now - time) / minuteMs;
  let [unit, length] = steps.find(([, , until]) => minutes < until)!;
  let count = Math.floor(minutes / length);
  return unit === 'minute' && count === 0 ? 'just now' : format.format(-count, unit);
}
