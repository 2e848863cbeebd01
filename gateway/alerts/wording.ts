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

const weekdays = { weekday: 'long', timeZone: 'UTC' } as const;
const days = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const;

/** `Monday`; `day` is `YYYY-MM-DD` or a time in milliseconds. */
export function formatWeekday(day: string | number): string {
  return new Date(day).toLocaleDateString('en-GB', weekdays);
}

/** `9 November`. */
export function formatDay(day: string | number): string {
  return new Date(day).toLocaleDateString('en-GB', days);
}

/** `a`, `a and b`, `a, b and 3 more`. */
export function joinNames(names: readonly string[], max = names.length): string {
  let more = names.length - max;
  let shown = names.slice(0, max).map(cleanText);
  if (more > 0) return `${shown.join(', ')} and ${formatNumber(more)} more`;
  let last = shown.at(-1) ?? '';
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${last}` : last;
}
