/** The period before a report: its numbers on the same axis, and whether it is complete. */
import type { AggregationRow } from 'contract/analytics/aggregations';
import * as limits from 'contract/limits';
import { addDays, type TimeBucket, countDays, type DayRange, dayRangeLabel } from '../../charts/date-buckets.server';
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
): Promise<PreviousPeriod> {
  let rows = await ask({ days: previous, rollup: step === 'hourly' ? 'hourly' : 'daily', uniques: 'none' });
  let kinds = new Set(rows.map(({ artifact_type }) => artifact_type));
  if ([...kinds].every((kind) => beginsIn(rowsOfKind(rows, kind), previous))) return { rows, earlier: [] };
  let { from } = previous;
  return {
    rows,
    earlier: await ask({
      days: { from: addDays(from, -limits.aggregationDaysMax), to: addDays(from, -1) },
      uniques: 'none',
    }),
  };
}

export function previousPeriodOfKind(
  { rows, earlier }: PreviousPeriod,
  { previous }: ReportPeriod,
  kind: ArtifactKind,
): PreviousPeriodOfKind {
  let own = rowsOfKind(rows, kind);
  let isComplete = own.length === 0 || beginsIn(own, previous) || rowsOfKind(earlier, kind).length > 0;
  return { rows: own, isComplete };
}

function beginsIn(rows: AggregationRow[], { from }: DayRange): boolean {
  return rows.some(({ date }) => date === from || date === `${from}T00:00:00Z`);
}

/** Background line, with a gap before the first event; undefined without events. */
export function previousPeriodLine(
  { rows, isComplete }: PreviousPeriodOfKind,
  { days, step }: ReportPeriod,
  buckets: readonly TimeBucket[],
): Series | null {
  if (rows.length === 0) return null;
  let length = countDays(days);
  let first = isComplete ? '' : rows.reduce((least, { date = '' }) => (date < least ? date : least), '9');
  let values = buckets.map(({ key, days: shown }) => {
    let from = addDays(shown.from, -length) + (step === 'hourly' ? key.slice('2026-11-23'.length) : '');
    let to = step === 'hourly' ? from : addDays(shown.to, -length);
    if (to < first) return null;
    return rows.reduce((sum, { date = '', total }) => (date >= from && date <= to ? sum + total : sum), 0);
  });
  return { name: length === 1 ? 'The day before' : `The ${length} days before`, values, isPreviousPeriod: true };
}

/** Empty if the period is complete. */
export function incompleteReason({ rows, isComplete }: PreviousPeriodOfKind, thing: string): string {
  let [first] = rows.map(({ date = '' }) => date.slice(0, 10)).sort();
  if (isComplete || !first) return '';
  return `No full period before: the first ${thing} was on ${dayRangeLabel({ from: first, to: first })}.`;
}
