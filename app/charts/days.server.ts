/** UTC days as text, `YYYY-MM-DD`, which sorts by time: arithmetic and words. */
import { dayMs, dayOf } from 'contract/time';

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

/** The range in words: `Mar 10 – 16, 2025`, one day as `Mar 10, 2025`. */
export function daysLabel({ from, to }: Days): string {
  // formatRange costs ten times as much as format, and charts name every day.
  if (from === to) return fullDay.format(Date.parse(from));
  return fullDay.formatRange(Date.parse(from), Date.parse(to)).replace(/[\u2009\u202f\u00a0]/g, ' ');
}
