/**
 * UTC days as text, `YYYY-MM-DD`, which sorts by time: arithmetic, labels, and the days, weeks or
 * months of a range for a chart's axis.
 */
import { dayMs, dayOf, hourMs, minuteMs } from 'contract/time';

/** First and last day, both counted. */
export interface Days {
  from: string;
  to: string;
}

const fullDay = new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'short', day: 'numeric', year: 'numeric' });

/** The day `count` days later (earlier when negative). */
export function addDays(day: string, count: number): string {
  return dayOf(Date.parse(day) + count * dayMs);
}

/** How many days a range has. */
export function countDays({ from, to }: Days): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
}

/** The range as text: `Mar 10 – 16, 2025`, one day as `Mar 10, 2025`. */
export function daysLabel({ from, to }: Days): string {
  // formatRange costs ten times as much as format, and charts name every day.
  if (from === to) return fullDay.format(Date.parse(from));
  return fullDay.formatRange(Date.parse(from), Date.parse(to)).replace(/[\u2009\u202f\u00a0]/g, ' ');
}

export type Step = 'hourly' | 'daily' | 'weekly' | 'monthly';

export interface Bucket {
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
  days: Days;
  /** False when the bucket is cut by the range or is not over yet. */
  whole: boolean;
  /** Whether it has not begun yet. */
  isAhead?: boolean;
  /** Whether it is an hour of a day. */
  isHour?: boolean;
}

const shortDay = new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'short', day: 'numeric' });
const month = new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'short', year: 'numeric' });

/**
 * Every bucket of a range in order, empty ones too. Weeks start on Monday. `today` and, for hours,
 * the running `hour` of it decide which bucket is not over yet.
 */
export function bucketsOf(range: Days, step: Step, today: string, hour?: number): Bucket[] {
  if (step === 'hourly') return hoursOf(range.from, range.from < today ? undefined : hour);
  let buckets: Bucket[] = [];
  for (let start = startOf(range.from, step); start <= range.to; start = nextStart(start, step)) {
    let end = addDays(nextStart(start, step), -1);
    let shown = { from: start < range.from ? range.from : start, to: end > range.to ? range.to : end };
    let uncut = shown.from === start && shown.to === end;
    buckets.push({
      key: start,
      label: step === 'monthly' && uncut ? month.format(Date.parse(start)) : daysLabel(shown),
      days: shown,
      short: step === 'monthly' ? month.format(Date.parse(start)) : shortDay.format(Date.parse(shown.from)),
      whole: uncut && end < today,
    });
  }
  return buckets;
}

function hoursOf(day: string, running = dayMs / hourMs): Bucket[] {
  return Array.from({ length: dayMs / hourMs }, (_, hour) => {
    let label = `${String(hour).padStart(2, '0')}:00`;
    return {
      key: `${day}T${label}:00Z`,
      label,
      short: label,
      days: { from: day, to: day },
      whole: hour < running,
      isAhead: hour > running,
      isHour: true,
    };
  });
}

/** A day of a chart at which something has changed. */
export interface ChartMark {
  /** Percent from the left. */
  left: number;
  label: string;
}

/** The place of a day among the buckets of its chart; null where it is in none. */
export function markAt(day: string, buckets: readonly Bucket[], label: string): ChartMark | null {
  let at = buckets.findLastIndex(({ key }) => key <= day);
  if (at < 0) return null;
  return { left: buckets.length > 1 ? Math.round((1_000 * at) / (buckets.length - 1)) / 10 : 50, label };
}

function startOf(day: string, step: Step): string {
  if (step === 'monthly') return `${day.slice(0, 7)}-01`;
  if (step === 'daily') return day;
  let daysSinceMonday = (new Date(day).getUTCDay() + 6) % 7;
  return addDays(day, -daysSinceMonday);
}

function nextStart(start: string, step: Step): string {
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
export function ago(time: number, now: number): string {
  let minutes = Math.max(0, now - time) / minuteMs;
  let [unit, length] = steps.find(([, , until]) => minutes < until)!;
  let count = Math.floor(minutes / length);
  return unit === 'minute' && count === 0 ? 'just now' : format.format(-count, unit);
}
