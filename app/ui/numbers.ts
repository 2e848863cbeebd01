/** Numbers in English with the reader's separators; same output on server and client. */
import { withReaderSigns } from '../locale/reader-format';

const exactFormat = new Intl.NumberFormat('en');
const compactFormat = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const compactFrom = 100_000;

/** `1,234,567`. */
export function formatInteger(value: number): string {
  return withReaderSigns(exactFormat.format(value));
}

/** `1 download`, `1,234 downloads`. */
export function formatCount(value: number, thing: string): string {
  return `${formatInteger(value)} ${thing}${value === 1 ? '' : 's'}`;
}

/** Exact below 100,000, then `123.5K`, `1.2M`. */
export function formatCompact(value: number): string {
  return Math.abs(value) < compactFrom ? formatInteger(value) : withReaderSigns(compactFormat.format(value));
}

/** `12.3%`, or `<0.1%` if it would round to zero. Empty if `whole` is zero. */
export function formatPercent(part: number, whole: number): string {
  if (whole <= 0) return '';
  let percent = (part / whole) * 100;
  if (part > 0 && percent < 0.1) return withReaderSigns('<0.1%');
  return withReaderSigns(`${percent.toFixed(percent < 10 ? 1 : 0)}%`);
}

export interface RelativeChange {
  text: string;
  direction: 'up' | 'down' | 'same';
}

/** Null if `previous` is zero. */
export function relativeChange(current: number, previous: number): RelativeChange | null {
  if (previous <= 0) return null;
  if (current === previous) return { text: '0%', direction: 'same' };
  let difference = formatPercent(Math.abs(current - previous), previous);
  let direction = current > previous ? ('up' as const) : ('down' as const);
  if (difference.startsWith('<')) return { text: difference, direction };
  return { text: `${direction === 'up' ? '+' : '−'}${difference}`, direction };
}
