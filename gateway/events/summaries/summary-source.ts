/** Which rows of the summaries, and which events, make up an answer. */
import { dayMs, dayOf } from 'contract/floor/time';
import { timeRangeSql, type CountedScope } from '../query/aggregate-sql';
import type { DayRange, Dialect, QueryEngine, RunQuery, SummaryCoverage } from '../query/dialect';
import { inSnapshot } from '../shape/snapshot';
import type { AggregateQuery } from '../shape/store';

export interface Source {
  dialect: Dialect;
  scope: CountedScope;
  coverage: SummaryCoverage;
  /** The whole days of the range. */
  days: DayRange;
}

type Range = Pick<AggregateQuery, 'from' | 'until'>;

/** Undefined if a question is to be counted from the events alone. */
export async function summarized(
  { dialect, summaries }: QueryEngine,
  ask: RunQuery,
  { from, until }: Range,
  scope: CountedScope,
): Promise<Source | undefined> {
  let days = { from: Math.ceil(from / dayMs) * dayMs, until: Math.floor(until / dayMs) * dayMs };
  let coverage = days.from < days.until ? await summaries?.(ask, scope, days) : undefined;
  return coverage && { dialect, scope, coverage, days };
}

/** Rows of the parts that answer, of these keys. */
export function readyParts({ dialect, coverage }: Source, keys: readonly number[]): string {
  return `${dialect.isAmong(keys)} AND ${coverage.isReady(keys)}`;
}

/** The condition for rows of `month` in a range. */
export function inMonths({ from, until }: DayRange): string {
  return `month >= DATE '${dayOf(monthOf(from))}' AND month < DATE '${dayOf(until)}'`;
}

/** Rows with a day, of these keys. */
export function dailyRows(source: Source, keys = source.scope.keys): string {
  let { from, until } = source.days;
  let inDays = `day >= DATE '${dayOf(from)}' AND day < DATE '${dayOf(until)}'`;
  return `${readyParts(source, keys)} AND ${inDays}`;
}

/** The condition for all events of a range, summarized or not. */
export function eventsInRange({ dialect, scope: { keys, end } }: Source, range: Range): string {
  return [dialect.isAmong(keys), inSnapshot(end), ...timeRangeSql(dialect, range)].join(' AND ');
}

/** Conditions for the events that are not in these parts. */
export function uncovered(
  { dialect, scope: { keys, end }, coverage: { upto, missing }, days }: Source,
  { from, until }: Range,
): string[] {
  let parts: string[][] = [];
  let before = inSnapshot(upto);
  let among = dialect.isAmong(keys);
  if (end > upto) parts.push([among, `seq >= ${upto}`, inSnapshot(end), ...timeRangeSql(dialect, { from, until })]);
  if (from < days.from) parts.push([among, before, ...timeRangeSql(dialect, { from, until: days.from })]);
  if (days.until < until) parts.push([among, before, ...timeRangeSql(dialect, { from: days.until, until })]);
  for (let [{ month, since }, some] of byPlace(missing)) {
    let range = { from: Math.max(month, days.from), until: Math.min(nextMonth(month), days.until) };
    let after = since > 0 ? [`seq >= ${since}`] : [];
    parts.push([dialect.isAmong(some), before, ...after, ...timeRangeSql(dialect, range)]);
  }
  return parts.map((all) => all.join(' AND '));
}

type Missing = SummaryCoverage['missing'][number];

/** Artifacts with the same month and number. */
function byPlace(missing: readonly Missing[]): [Pick<Missing, 'month' | 'since'>, number[]][] {
  let places = new Map<string, [Missing, number[]]>();
  for (let one of missing) {
    let key = `${one.month} ${one.since}`;
    let place = places.get(key) ?? [one, []];
    place[1].push(one.artifact);
    places.set(key, place);
  }
  return [...places.values()];
}

/** The begin of the month of a time, and of the next one. */
export function monthOf(time: number): number {
  let at = new Date(time);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1);
}

export function nextMonth(time: number): number {
  let at = new Date(time);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
}
