/** English numbers and days of emails, alerts and reports. */
import { wholeNumber } from 'contract/analytics/rounding';
import { cleanText } from 'contract/floor/printable';

/** `1,234`. */
export function formatNumber(value: number): string {
  return wholeNumber(Math.round(value));
}

/** `1 download`, `2 downloads`. */
export function pluralize(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${Math.round(count) === 1 ? '' : 's'}`;
}

const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });
const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const shortDay = new Intl.DateTimeFormat('en', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' });

/** `Monday`; `at` is `YYYY-MM-DD` or a time in milliseconds. */
export function formatWeekday(at: string | number): string {
  return weekday.format(new Date(at));
}

/** `Nov 9`, as on pages. */
export function formatDay(at: string | number): string {
  return day.format(new Date(at));
}

/** `Mon, Nov 9`. */
export function formatShortDay(at: string | number): string {
  return shortDay.format(new Date(at));
}

/** `a`, `a and b`, `a, b and 3 more`. */
export function joinNames(names: readonly string[], max = names.length): string {
  let more = names.length - max;
  let shown = names.slice(0, max).map(cleanText);
  if (more > 0) return `${shown.join(', ')} and ${formatNumber(more)} more`;
  let last = shown.at(-1) ?? '';
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${last}` : last;
}
