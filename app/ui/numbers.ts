/**
 * Numbers as text: in English with the signs of the reader, the same on the server and in every
 * browser.
 */
import { asWritten } from '../locale/look';

const exactFormat = new Intl.NumberFormat('en');
const compactFormat = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const compactFrom = 100_000;

/** A whole number with thousands separators: `1,234,567`. */
export function formatNumber(value: number): string {
  return asWritten(exactFormat.format(value));
}

/** A counted noun: `1 download`, `1,234 downloads`. */
export function formatCount(value: number, thing: string): string {
  return `${formatNumber(value)} ${thing}${value === 1 ? '' : 's'}`;
}

/** A number that fits an axis or a narrow card: exact below 100,000, then `123.5K`, `1.2M`. */
export function formatCompact(value: number): string {
  return Math.abs(value) < compactFrom ? formatNumber(value) : asWritten(compactFormat.format(value));
}

/**
 * The share of a part in a whole, `12.3%`; `<0.1%` for a part that would print as nothing. Empty
 * when there is no whole.
 */
export function formatPercent(part: number, whole: number): string {
  if (whole <= 0) return '';
  let percent = (part / whole) * 100;
  if (part > 0 && percent < 0.1) return asWritten('<0.1%');
  return asWritten(`${percent.toFixed(percent < 10 ? 1 : 0)}%`);
}
