/** In a fixed English locale. */
import { dayMs, hourMs, minuteMs, secondMs } from 'contract/floor/time';

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Decimal units, like disks: `1.2 MB`. */
export function bytesText(bytes: number): string {
  let step = bytes < 1_000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  let value = bytes / 1_000 ** step;
  return `${step > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${units[step]}`;
}

const lengths = [
  ['day', dayMs],
  ['hour', hourMs],
  ['minute', minuteMs],
  ['second', secondMs],
] as const;

/** The two largest units, `3 days 4 hours`; below a second in milliseconds. */
export function durationText(ms: number): string {
  if (ms < secondMs) return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
  let first = lengths.findIndex(([, length]) => ms >= length);
  let parts: string[] = [];
  let rest = ms;
  for (let [unit, length] of lengths.slice(first, first + 2)) {
    let count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0) parts.push(`${count} ${unit}${count === 1 ? '' : 's'}`);
  }
  return parts.join(' ');
}
