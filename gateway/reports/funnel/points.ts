/** Points of a company, by kind of event and importance, with limits per day and month. */
import { dayMs } from 'contract/floor/time';
import type { Importance } from 'contract/rules/fields';

export type Kind = 'view' | 'download';

export interface FunnelEventKind {
  kind: Kind;
  importance: Importance;
}

/** The order of a day's counts. */
export const funnelEventKinds: readonly FunnelEventKind[] = [
  { kind: 'view', importance: 'low' },
  { kind: 'view', importance: 'mid' },
  { kind: 'view', importance: 'high' },
  { kind: 'download', importance: 'low' },
  { kind: 'download', importance: 'mid' },
  { kind: 'download', importance: 'high' },
];

interface Worth {
  each: number;
  dayMax: number;
  monthMax: number;
}

/** Limits are per company and day or calendar month (UTC). In the order of `funnelEventKinds`. */
const worths: readonly Worth[] = [
  { each: 0.25, dayMax: 2, monthMax: 10 },
  { each: 0.5, dayMax: 3, monthMax: 20 },
  { each: 1, dayMax: 5, monthMax: 30 },
  { each: 2, dayMax: 6, monthMax: 30 },
  { each: 5, dayMax: 10, monthMax: 50 },
  { each: 8, dayMax: 16, monthMax: 42 },
];

/** Returns the points of a day. Days (since 1970) have to be passed in order. */
export function createPoints(): (day: number, counts: readonly number[]) => number {
  let month = -1;
  let inMonth = worths.map(() => 0);
  return (day, counts) => {
    let current = monthOf(day);
    if (current !== month) inMonth = worths.map(() => 0);
    month = current;
    let gained = 0;
    for (let [i, { each, dayMax, monthMax }] of worths.entries()) {
      let points = Math.min((counts[i] ?? 0) * each, dayMax, monthMax - inMonth[i]!);
      inMonth[i]! += points;
      gained += points;
    }
    return gained;
  };
}

export function countOfKind(kind: Kind, counts: readonly number[]): number {
  return funnelEventKinds.reduce((sum, one, i) => (one.kind === kind ? sum + (counts[i] ?? 0) : sum), 0);
}

function monthOf(day: number): number {
  let date = new Date(day * dayMs);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}
