/** The period before a report: its numbers on the same axis, and whether it is complete. */
import type { AggregationRow } from 'contract/analytics/aggregations';
import * as limits from 'contract/limits';
import { addDays, type TimeBucket, type DayRange, dayRangeLabel, shiftBack } from '../../charts/date-buckets.server';
import type { Series } from '../../charts/geometry.server';
import { type RunAggregateQuery, type ArtifactKind, rowsOfKind, type ReportPeriod } from './aggregate-query.server';

export interface PreviousPeriod {
  /** By day or hour. */
  rows: AggregationRow[];
  /** Of the year before that; queried only if the first events are within the period. */
  earlier: AggregationRow[];
}

export interface PreviousPeriodOfKind {
  rows: AggregationRow[];
  /** False if the first event ever is within the period. */
  isComplete: boolean;
}

export async function queryPreviousPeriod(
  ask: RunAggregateQuery,
  { previous, step }: ReportPeriod,
): Promise<PreviousPeriod | undefined> {
  if (!previous) return undefined;
  let { days } = previous;
  let rows = await ask({ days, rollup: step === 'hourly' ? 'hourly' : 'daily', uniques: 'none' });
  let kinds = new Set(rows.map(({ artifact_type }) => artifact_type));
  if ([...kinds].every((kind) => beginsIn(rowsOfKind(rows, kind), days))) return { rows, earlier: [] };
  let { from } = days;
  return {
    rows,
    earlier: await ask({
      days: { from: addDays(from, -limits.yearDays), to: addDays(from, -1) },
      uniques: 'none',
    }),
  };
}

export function previousPeriodOfKind(
  { rows, earlier }: PreviousPeriod,
  days: DayRange,
  kind: ArtifactKind,
): PreviousPeriodOfKind {
  let own = rowsOfKind(rows, kind);
  let isComplete = own.length === 0 || beginsIn(own, days) || rowsOfKind(earlier, kind).length > 0;
  return { rows: own, isComplete };
}

function beginsIn(rows: AggregationRow[], { from }: DayRange): boolean {
  return rows.some(({ date }) => date === from || date === `${from}T00:00:00Z`);
}

/** Background line, with a gap before the first event; undefined without events. */
export function previousPeriodLine(
  { rows, isComplete }: PreviousPeriodOfKind,
  { previous, step }: ReportPeriod,
  buckets: readonly TimeBucket[],
): Series | null {
  if (rows.length === 0 || !previous) return null;
  let first = isComplete ? '' : rows.reduce((least, { date = '' }) => (date < least ? date : least), '9');
  let { shift, name } = previous;
  let points = buckets.map(({ key, label, days: shown }) => {
    let days = shiftBack(shown, shift);
    let hour = step === 'hourly' ? key.slice('2026-11-23'.length) : '';
    let from = days.from + hour;
    let to = hour ? from : days.to;
    let text = hour ? `${dayRangeLabel(days)}, ${label}` : dayRangeLabel(days);
    if (to < first) return { text, value: null };
    return {
      text,
      value: rows.reduce((sum, { date = '', total }) => (date >= from && date <= to ? sum + total : sum), 0),
    };
  });
  return {
    name,
    values: points.map(({ value }) => value),
    labels: points.map(({ text }) => text),
    isPreviousPeriod: true,
  };
}

/** Empty if the period is complete. */
export function incompleteReason({ rows, isComplete }: PreviousPeriodOfKind, thing: string): string {
  let [first] = rows.map(({ date = '' }) => date.slice(0, 10)).sort();
  if (isComplete || !first) return '';
  return `Not enough history to compare: the first ${thing} was on ${dayRangeLabel({ from: first, to: first })}.`;
}
