/** Numbers in English with the reader's separators; same output on server and client. */
import { changeText, percentText, type RelativeChange, wholeNumber } from 'contract/analytics/rounding';
import { withReaderSigns } from '../locale/reader-format';

const compactFormat = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const compactFrom = 100_000;

/** `1,234,567`. */
export function formatInteger(value: number): string {
  return withReaderSigns(wholeNumber(value));
}

/** `1 download`, `1,234 downloads`. */
export function formatCount(value: number, thing: string): string {
  return `${formatInteger(value)} ${thing}${value === 1 ? '' : 's'}`;
}

/** Exact below 100,000, then `123.5K`, `1.2M`. */
export function formatCompact(value: number): string {
  return Math.abs(value) < compactFrom ? formatInteger(value) : withReaderSigns(compactFormat.format(value));
}

/** `12%`, `4.3%`, or `<0.1%` if it would round to zero. Empty if `whole` is zero. */
export function formatPercent(part: number, whole: number): string {
  return withReaderSigns(percentText(part, whole));
}

/** Null if `previous` is zero. */
export function relativeChange(current: number, previous: number): RelativeChange | null {
  let change = changeText({ now: current, before: previous });
  return change && { ...change, text: withReaderSigns(change.text) };
}
