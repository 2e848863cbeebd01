/** The period before a report: its numbers on the same axis, and whether it is complete. */
import type { AggregationRow } from 'contract/analytics/aggregations';
import * as limits from 'contract/limits';
import { addDays, type TimeBucket, type DayRange, dayRangeLabel, shiftBack } from '../../charts/date-buckets.server';
import type { Series } from '../../charts/geometry.server';
import { type RunAggregateQuery, type ArtifactKind, rowsOfKind, type ReportPeriod } from './aggregate-query.server';

export interface PreviousPeriod {
  /** By day or hour. */
  rows: AggregationRow[];
  /** The same without a filter: history is as long as events were counted, whatever a filter matches. */
  unfiltered: AggregationRow[];
  /** Without a filter, of the year before that; queried only if the first events are within the period. */
  earlier: AggregationRow[];
}

export interface PreviousPeriodOfKind {
  rows: AggregationRow[];
  /** Day or hour of the first event ever, if it is within the period; empty otherwise. */
  first: string;
}

/** `askAll` is the same query without a filter; undefined if there is none. */
export async function queryPreviousPeriod(
  { ask, askAll }: { ask: RunAggregateQuery; askAll?: RunAggregateQuery | undefined },
  { previous, step }: ReportPeriod,
): Promise<PreviousPeriod | undefined> {
  if (!previous) return undefined;
  let { days } = previous;
  let { from } = days;
  let asked = { days, rollup: step === 'hourly' ? 'hourly' : 'daily', uniques: 'none' } as const;
  let rows = await ask(asked);
  let kinds = [...new Set(rows.map(({ artifact_type }) => artifact_type))];
  let allBegin = (counted: AggregationRow[]) => kinds.every((kind) => beginsIn(rowsOfKind(counted, kind), days));
  let unfiltered = askAll && !allBegin(rows) ? await askAll(asked) : rows;
  if (allBegin(unfiltered)) return { rows, unfiltered, earlier: [] };
  let earlier = await (askAll ?? ask)({
    days: { from: addDays(from, -limits.yearDays), to: addDays(from, -1) },
    uniques: 'none',
  });
  return { rows, unfiltered, earlier };
}

export function previousPeriodOfKind(
  { rows, unfiltered, earlier }: PreviousPeriod,
  days: DayRange,
  kind: ArtifactKind,
): PreviousPeriodOfKind {
  let own = rowsOfKind(rows, kind);
  let all = rowsOfKind(unfiltered, kind);
  let isComplete = own.length === 0 || beginsIn(all, days) || rowsOfKind(earlier, kind).length > 0;
  let [first = ''] = isComplete ? [] : all.map(({ date = '' }) => date).sort();
  return { rows: own, first };
}

function beginsIn(rows: AggregationRow[], { from }: DayRange): boolean {
  return rows.some(({ date }) => date === from || date === `${from}T00:00:00Z`);
}

/** Background line, with a gap before the first event; undefined without events. */
export function previousPeriodLine(
  { rows, first }: PreviousPeriodOfKind,
  { previous, step }: ReportPeriod,
  buckets: readonly TimeBucket[],
): Series | null {
  if (rows.length === 0 || !previous) return null;
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
export function incompleteReason({ first }: PreviousPeriodOfKind, thing: string): string {
  if (!first) return '';
  let day = first.slice(0, '2026-11-23'.length);
  return `Not enough history to compare: the first ${thing} was on ${dayRangeLabel({ from: day, to: day })}.`;
}
