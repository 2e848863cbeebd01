/** The time axis: which days, weeks or months a range has, how each is keyed in the gateway's answers and named on a page. All days are UTC. */

export type Step = 'daily' | 'weekly' | 'monthly';

/** First and last day, both counted, `YYYY-MM-DD`. */
export interface Days {
  from: string;
  to: string;
}

export interface Bucket {
  /** First day of the bucket as the gateway names it; for a cut first bucket that is before the range. */
  key: string;
  /** Full name, `Mar 10, 2025` or `Mar 10 – 16, 2025`, of the days inside the range. */
  label: string;
  /** Name on the axis. */
  short: string;
  /** False when the range cuts the bucket or the bucket is not over yet. */
  whole: boolean;
}

const dayMs = 86_400_000;
const named = { timeZone: 'UTC', month: 'short', day: 'numeric' } as const;
const fullDay = new Intl.DateTimeFormat('en', { ...named, year: 'numeric' });
const shortDay = new Intl.DateTimeFormat('en', named);
const month = new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'short', year: 'numeric' });

/** Every bucket of a range in order, empty ones too. Weeks start on Monday. `today` decides which bucket is not over yet. */
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

/** The day `count` days later (earlier when negative). */
export function addDays(day: string, count: number): string {
  return dayOf(Date.parse(day) + count * dayMs);
}

/** The UTC day of a time in milliseconds. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** How many days a range has. */
export function countDays({ from, to }: Days): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
}

/** The range in words: `Mar 10 – 16, 2025`, one day as `Mar 10, 2025`. */
export function daysLabel({ from, to }: Days): string {
  return fullDay.formatRange(Date.parse(from), Date.parse(to)).replace(/[\u2009\u202f\u00a0]/g, ' ');
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
