/** Days as `YYYY-MM-DD`, and ranges of them. */
import { dayMs, dayOf } from './time';

/** Inclusive. */
export interface DayRange {
  from: string;
  to: string;
}

/** The day so many days later. */
export function addDays(day: string, count: number): string {
  return dayOf(Date.parse(day) + count * dayMs);
}

/** How many days a range has. */
export function countDays({ from, to }: DayRange): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
}

const fullDay = new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'short', day: 'numeric', year: 'numeric' });

/** `Mar 10 – 16, 2025`, or `Mar 10, 2025` for one day. */
export function dayRangeLabel({ from, to }: DayRange): string {
  // `formatRange` is ten times slower than `format`, and charts label every day.
  if (from === to) return fullDay.format(Date.parse(from));
  return fullDay.formatRange(Date.parse(from), Date.parse(to)).replace(/[\u2009\u202f\u00a0]/g, ' ');
}

/** The same day of another month, or its last day. */
export function addMonths(day: string, count: number): string {
  let [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  let lastDate = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month - 1 + count, Math.min(date, lastDate)));
}

/** The calendar months of a range from the first day of a month to the last of one; otherwise 0. */
export function wholeMonths({ from, to }: DayRange): number {
  let end = addDays(to, 1);
  if (!from.endsWith('-01') || !end.endsWith('-01')) return 0;
  return (Number(end.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(end.slice(5, 7)) - Number(from.slice(5, 7));
}
