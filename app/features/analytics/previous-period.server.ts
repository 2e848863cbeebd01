/** The period before a report: its numbers on the same axis, and whether it is complete. */
import type { AggregationRow } from 'contract/analytics/aggregations';
import { type AskedTime, isTime } from 'contract/analytics/asked-time';
import * as limits from 'contract/floor/limits';
import { addDays, countDays } from 'contract/floor/days';
import { hourMs, time as timeText } from 'contract/floor/time';
import { historyReason, shiftBack } from 'contract/analytics/compared-periods';
import { localDay, localText } from '../../session/reader.server';
import { timeZone } from '../../locale/reader-format';
import { type TimeBucket, dayRangeLabel, hourKey, timeBuckets } from '../../charts/date-buckets.server';
import type { Series } from '../../charts/geometry.server';
import { type RunAggregateQuery, type ArtifactKind, rowsOfKind, type ReportPeriod } from './aggregate-query.server';

export interface PreviousPeriod {
  /** By day or hour. */
  rows: AggregationRow[];
  /** The same without a filter: history is as long as events were counted, with any filter. */
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
  let { time } = previous;
  let asked = { time, rollup: step === 'hourly' ? 'hourly' : 'daily', uniques: 'none' } as const;
  let rows = await ask(asked);
  let kinds = [...new Set(rows.map(({ artifact_type }) => artifact_type))];
  let allBegin = (counted: AggregationRow[]) => kinds.every((kind) => beginsIn(rowsOfKind(counted, kind), time));
  let unfiltered = askAll && !allBegin(rows) ? await askAll(asked) : rows;
  if (allBegin(unfiltered)) return { rows, unfiltered, earlier: [] };
  let earlier = await (askAll ?? ask)({ time: yearBefore(time), uniques: 'none' });
  return { rows, unfiltered, earlier };
}

/** History that began before a period has events in this time, or in its first day or hour. */
export function yearBefore({ start_date }: AskedTime): AskedTime {
  let day = isTime(start_date) ? localDay(Date.parse(start_date)) : start_date;
  return { start_date: addDays(day, -limits.yearDays), until: start_date };
}

/** The end of the first day or hour. */
export function firstEnd({ start_date }: AskedTime): string {
  return isTime(start_date) ? timeText(Date.parse(start_date) + hourMs) : addDays(start_date, 1);
}

/**
 * Rows by package and pixel with their first events, from which `firstDayOf` tells the days that
 * have data; none if every kind has events on the first day. `ask` has no filter.
 */
export async function askFirstEvents(
  ask: RunAggregateQuery,
  { time, step }: Pick<ReportPeriod, 'time' | 'step'>,
  current: AggregationRow[],
  series: AggregationRow[] = [],
): Promise<AggregationRow[]> {
  let kinds = [...new Set(current.map(({ artifact_type }) => artifact_type))];
  let isWhole = (kind: ArtifactKind) => beginsIn(rowsOfKind(series, kind), time);
  if (step === 'hourly' || (step === 'daily' && kinds.every(isWhole))) return [];
  return ask({ time: { ...yearBefore(time), until: time.until }, byArtifact: true, uniques: 'none' });
}

/** The first day of a range that has data. */
export function firstDayOf(firstEvents: AggregationRow[], { from }: ReportPeriod['days']): string {
  let [first = ''] = firstEvents.flatMap(({ first_seen }) => (first_seen ? localText(first_seen) : [])).sort();
  let day = first.slice(0, from.length);
  return day > from ? day : from;
}

export function previousPeriodOfKind(
  { rows, unfiltered, earlier }: PreviousPeriod,
  time: AskedTime,
  kind: ArtifactKind,
): PreviousPeriodOfKind {
  let own = rowsOfKind(rows, kind);
  let all = rowsOfKind(unfiltered, kind);
  let isComplete = own.length === 0 || beginsIn(all, time) || rowsOfKind(earlier, kind).length > 0;
  let [first = ''] = isComplete ? [] : all.map(({ date = '' }) => date).sort();
  return { rows: own, first };
}

function beginsIn(rows: AggregationRow[], { start_date }: AskedTime): boolean {
  let hour = isTime(start_date) ? hourKey(timeZone(), start_date) : `${start_date}T00:00:00Z`;
  return rows.some(({ date }) => date === start_date || date === hour);
}

/**
 * The counts of both periods, until the same hour of a range that ends today. `now` is undefined
 * where the range is compared as a whole; null before the first hour of its only day.
 */
export async function askCompared(
  ask: RunAggregateQuery,
  { time, previous }: Pick<ReportPeriod, 'time' | 'previous'>,
  asked: { uniques: 'all' | 'origins' | 'none'; byArtifact?: boolean },
): Promise<{ now: AggregationRow[] | undefined; before: AggregationRow[] } | null> {
  if (!previous || previous.spans.now.until <= previous.spans.now.from) return null;
  let { hour, spans } = previous;
  let isCut = hour !== undefined;
  let [now, before] = await Promise.all([
    isCut ? ask({ ...asked, time: { ...time, until: timeText(spans.now.until) } }) : undefined,
    ask({ ...asked, time: { ...previous.time, ...(isCut && { until: timeText(spans.before.until) }) } }),
  ]);
  return { now, before };
}

/**
 * Background line, with a gap before the first event and where the previous period is shorter;
 * undefined without events.
 */
export function previousPeriodLine(
  { rows, first }: PreviousPeriodOfKind,
  { days: range, previous, step, ...clock }: Omit<ReportPeriod, 'time'>,
  buckets: readonly TimeBucket[],
): Series | null {
  if (rows.length === 0 || !previous) return null;
  let { shift, name } = previous;
  // Days and weeks of months are compared with those of the same number.
  let apart = { days: countDays({ from: previous.days.from, to: range.from }) - 1 };
  let totalIn = (from: string, to: string) =>
    rows.reduce((sum, { date = '', total }) => (date >= from && date <= to ? sum + total : sum), 0);
  let hours = isTime(previous.time.start_date) ? timeBuckets(previous.time, step, clock) : null;
  let points = buckets.map(({ key, label, days: shown }, i) => {
    if (hours) {
      let { key: own = '', label: text = '' } = hours[i] ?? {};
      return { text, value: own === '' || own < first ? null : totalIn(own, own) };
    }
    let { from: begin, to: end } = shiftBack(shown, step === 'monthly' ? shift : apart);
    let days = { from: begin, to: end > previous.days.to ? previous.days.to : end };
    if (days.from > days.to) return { text: '', value: null };
    let hour = step === 'hourly' ? key.slice('2026-11-23'.length) : '';
    let from = days.from + hour;
    let to = hour ? from : days.to;
    let text = hour ? `${dayRangeLabel(days)}, ${label}` : dayRangeLabel(days);
    if (to < first) return { text, value: null };
    return { text, value: totalIn(from, to), share: countDays(shown) / countDays(days) };
  });
  return {
    name,
    values: points.map(({ value }) => value),
    labels: points.map(({ text }) => text),
    shares: points.map(({ share = 1 }) => share),
    isPreviousPeriod: true,
  };
}

/** Empty if the period is complete. */
export function incompleteReason({ first }: PreviousPeriodOfKind, thing: string): string {
  if (!first) return '';
  let day = first.slice(0, '2026-11-23'.length);
  return historyReason(thing, day);
}
