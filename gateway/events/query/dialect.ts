/**
 * The interface to an engine, and the SQL in which engines differ: every other query is written
 * once.
 */
import type { Event } from 'contract/event-fields';
import type { MatchPlace } from 'contract/floor/any-case';
import type { Rollup } from 'contract/analytics/aggregations';
import type { Artifact } from '../shape/artifact-keys';
import type { BucketCalendar } from './calendar';
import type { Correction } from '../shape/corrections';
import type { Ends } from '../shape/ends';

/** A row by column. The dialect converts values other than texts, numbers and flags. */
export type EngineRow = Record<string, unknown>;

/** A text in a row. Throws TypeError for other values. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new TypeError(`A row has a ${typeof value} where a text belongs.`);
}

/** A 64-bit number in a row. Throws TypeError for other values. */
export function hashOf(value: unknown): bigint {
  if (typeof value === 'bigint') return value;
  throw new TypeError(`A row has a ${typeof value} where a 64-bit number belongs.`);
}

/** A list in a row. Throws TypeError for other values. */
export function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  throw new TypeError(`A row has a ${typeof value} where a list belongs.`);
}

/** Parameters are `$1`, `$2`, … */
export type RunQuery = (text: string, parameters?: readonly string[]) => Promise<EngineRow[]>;

/** With `isShort`, memory was low or a summary is damaged: run the variant without summaries. */
export type ReadTransaction<T> = (ask: RunQuery, isShort: boolean) => Promise<T>;

export interface ReadOptions {
  /** Keys of one owner's artifacts; empty for queries about everything. */
  keys: readonly number[];
  /** Cancels the query. */
  signal?: AbortSignal | undefined;
}

/** What the summaries have of a question's packages or pixels. */
export interface SummaryCoverage {
  /** Every part has the events below this number. */
  upto: number;
  /** Months, in milliseconds, of which the events from number `since` on are not summarized now. */
  missing: readonly { artifact: number; month: number; since: number }[];
  /** The key of the owner, if the question is about all packages or all pixels. */
  owner: number | undefined;
  /** Latest day with a visitor, in milliseconds; undefined without counts by value and day. */
  lastDay?: number | undefined;
  /** The condition for rows of the parts that answer, of these keys. */
  isReady(keys: readonly number[]): string;
}

/** Undefined if the summaries are not available for these events. */
export type FindCoverage = (
  ask: RunQuery,
  scope: { keys: readonly number[]; end: number },
  days: DayRange,
) => Promise<SummaryCoverage | undefined>;

/** Milliseconds at UTC days; `until` is not included. */
export interface DayRange {
  from: number;
  until: number;
}

export interface QueryEngine {
  dialect: Dialect;
  /**
   * Runs `questions` in turn, in one snapshot of the table. Repeats it from the beginning when
   * memory is low, a block is damaged or it has to give way to others. Refuses with question-is-too-large.
   */
  read<T>(questions: ReadTransaction<T>, about: ReadOptions): Promise<T>;
  isIdle(): boolean;
  /** Without it every question is counted from the events. */
  summaries?: FindCoverage;
}

/** Days of a month as bits of a number, the first day as the lowest. */
export interface DayMasks {
  /** The bit of an event's UTC day. */
  ofEvent: string;
  constant(mask: number): string;
  and(left: string, right: string): string;
  /** All bits of a group's rows. */
  any(column: string): string;
  /** Rows with columns `month`, `start` (of a bucket, like the column `time`) and `mask`. */
  listed(rows: readonly { month: string; start: string; mask: number }[]): string;
  /** One row per number in the list `counts`, with columns `names`, `bit` (from 0) and `count`. */
  unpacked(rows: string, names: readonly string[]): string;
}

export interface Dialect {
  /** A time in milliseconds, in the type of column `time`. */
  moment(ms: number | bigint): string;
  /** The reverse, for a value of that column. */
  msOf(value: unknown): number;
  /** Start of the event's bucket: a date, or an hour as text. */
  bucket(rollup: Exclude<Rollup, 'total'>, calendar: BucketCalendar): string;
  /** Start of the event's minute in milliseconds. */
  minute: string;
  /** UTC day since 1970. */
  day: string;
  /** UTC day and first day of the month, as dates. */
  date: string;
  month: string;
  masks: DayMasks;
  /**
   * A condition on a text with A to Z, and no other letters, in lower case: that it has one of
   * these values, which are such texts.
   */
  lowerCase(
    text: string,
    has: { placed: MatchPlace; values: readonly string[] },
    condition: (text: string) => string,
  ): string;
  contains(text: string, part: string): string;
  startsWith(text: string, start: string): string;
  /** Regular expression in the syntax that RE2 and JavaScript share. */
  matches(text: string, pattern: string): string;
  firstWord(text: string): string;
  /** One row per text of a JSON list parameter. */
  listed(parameter: string): string;
  /** The condition that a text is in a short JSON list parameter, for deletions too. */
  isListed(text: string, parameter: string): string;
  hash(value: bigint): string;
  /** The condition that a column is one of some hashes. */
  isOneOf(column: string, hashes: readonly bigint[]): string;
  /** The condition that an event belongs to one of these artifacts; false for none. */
  isAmong(keys: readonly number[]): string;
  /** The condition that an event has one of these ids, which are sorted. */
  hasId(ids: readonly string[]): string;
  /** The column `id_period`, which can only be one of these. */
  period(known: readonly string[]): string;
  /**
   * Conditions for counting these periods separately, if that is faster than counting them
   * together.
   */
  apart(periods: readonly string[]): readonly { column: string; where: string }[] | undefined;
  hasVariables: string;
  /** The value of a variable; NULL if the event has none of that name. */
  variable(parameter: string): string;
  variableParameter(name: string): string;
  pair(key: string, value: string): string;
  /** One row per variable; those of `names` have no value. */
  variables: { pairs: string; names: string };
  /** A list of objects with a text column, by which it is sorted, and counts. */
  collected(columns: readonly [text: string, ...counts: string[]]): string;
  objectsIn(value: unknown): EngineRow[];
  /** Distinct texts in order, without NULL. */
  distinct(column: string): string;
  textsIn(value: unknown): string[];
  /** The frequency of each number of a column. */
  histogram(column: string): string;
  histogramIn(value: unknown): [value: number, count: number][];
  /**
   * Events with corrections applied and `more` columns; adds parameters. `said` is the correction's
   * `Correction.of`, NULL without one. `from` replaces the stored table, under the same name.
   */
  corrected(
    corrections: readonly Correction[],
    parameters: string[],
    more: (said: string) => readonly string[],
    from?: string,
  ): string;
  noText: string;
  /** The condition for events that count at a snapshot. */
  countedAt(ask: RunQuery, lastEvent: number): Promise<string>;
  /**
   * Selects `count`, `oldest`, `newest` and `last` (the number of events, deleted ones included) at one
   * moment. Every event below `ends` is in the table.
   */
  tableState(ends: Ends): string;
  /** Columns of an event, its sequence number and the decision about it. */
  eventColumns: string;
  eventOf(row: EngineRow, artifactOf: (key: number) => Artifact): Event;
}
