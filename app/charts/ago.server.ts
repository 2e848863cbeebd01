/** How long ago something was, in words: `3 days ago`. */
import { minuteMs } from 'contract/time';
const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const steps: readonly [unit: Intl.RelativeTimeFormatUnit, minutes: number, until: number][] = [
  ['minute', 1, 60],
  ['hour', 60, 24 * 60],
  ['day', 24 * 60, 30 * 24 * 60],
  ['month', 30 * 24 * 60, 365 * 24 * 60],
  ['year', 365 * 24 * 60, Infinity],
];

/** Both in milliseconds; a moment to come counts as now. */
export function ago(time: number, now: number): string {
  let minutes = Math.max(0, now - time) / minuteMs;
  let [unit, length] = steps.find(([, , until]) => minutes < until)!;
  let count = Math.floor(minutes / length);
  return unit === 'minute' && count === 0 ? 'just now' : format.format(-count, unit);
}
