/**
 * The time axis: which days, weeks or months a range has, how each is keyed in the gateway's
 * answers and named on a page. All days are UTC.
 */

import { dayOf } from 'contract/time';
import { addDays, type Days, daysLabel } from './days.server';

export type Step = 'daily' | 'weekly' | 'monthly';

export interface Bucket {
  /**
   * First day of the bucket as the gateway names it; for a cut first bucket that is before the
   * range.
   */
  key: string;
  /** Full name, `Mar 10, 2025` or `Mar 10 – 16, 2025`, of the days inside the range. */
  label: string;
  /** Name on the axis. */
  short: string;
  /** False when the range cuts the bucket or the bucket is not over yet. */
  whole: boolean;
}

const shortDay = new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'short', day: 'numeric' });
const month = new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'short', year: 'numeric' });

/**
 * Every bucket of a range in order, empty ones too. Weeks start on Monday. `today` decides which
 * bucket is not over yet.
 */
export function bucketsOf(range: Days, step: Step, today: string): Bucket[] {
  let buckets: Bucket[] = [];
  for (let start = startOf(range.from, step); start <= range.to; start = nextStart(start, step)) {
    let end = addDays(nextStart(start, step), -1);
    let shown = { from: start < range.from ? range.from : start, to: end > range.to ? range.to : end };
    let uncut = shown.from === start && shown.to === end;
    buckets.push({
      key: start,
      label: step === 'monthly' && uncut ? month.format(Date.parse(start)) : daysLabel(shown),
      short: step === 'monthly' ? month.format(Date.parse(start)) : shortDay.format(Date.parse(shown.from)),
      whole: uncut && end < today,
    });
  }
  return buckets;
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
