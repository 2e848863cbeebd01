/**
 * What questions are asked of, and the words in which engines differ: the SQL of every question is
 * written once.
 */
import type { Event } from 'contract/event-fields';
import type { Rollup } from 'contract/analytics/aggregations';
import type { Artifact } from '../write/artifact-keys';
import type { BucketCalendar } from './calendar';
import type { Correction } from './corrections';

/**
 * A row by the names of its columns. The dialect reads values that are no texts, numbers or flags.
 */
export type EngineRow = Record<string, unknown>;

/** Gives the rows of a question; its parameters are `$1`, `$2`, … in the text. */
export type RunQuery = (text: string, parameters?: readonly string[]) => Promise<EngineRow[]>;

/** Asks; with `isShort`, memory was short, and what costs less of it is to be asked. */
export type ReadTransaction<T> = (ask: RunQuery, isShort: boolean) => Promise<T>;

/** What a question is about, and for whom. */
export interface ReadOptions {
  /** Numbers of artifacts, which are all of one owner; none for a question about everything. */
  keys: readonly number[];
  /** Aborted when the one who asks has gone. */
  gone?: AbortSignal | undefined;
}

export interface QueryEngine {
  dialect: Dialect;
  /**
   * Runs `questions` when it is their turn; all of it sees the table at one moment. Where memory is
   * short or others wait, they are run once more from the beginning. Refuses with
   * question-is-too-large.
   */
  read<T>(questions: ReadTransaction<T>, about: ReadOptions): Promise<T>;
  /** The same about everything: one result of each server that has events. */
  readAll<T>(questions: (ask: RunQuery) => Promise<T>): Promise<T[]>;
  /** Whether no question is running. */
  isIdle(): boolean;
}

export interface Dialect {
  /** A time in milliseconds, as the column `time` has it. */
  moment(ms: number | bigint): string;
  /** The milliseconds of a value of that column. */
  msOf(value: unknown): number;
  /** First day of the bucket of an event, a date, or its hour as a text. */
  bucket(rollup: Exclude<Rollup, 'total'>, calendar: BucketCalendar): string;
  /** The milliseconds of the beginning of its minute. */
  minute: string;
  /** Its UTC day, counted from 1970. */
  day: string;
  contains(text: string, part: string): string;
  startsWith(text: string, start: string): string;
  /** Whether a text has a match of a regular expression, in the syntax that RE2 and JavaScript share. */
  matches(text: string, pattern: string): string;
  firstWord(text: string): string;
  /** One row for each text of a parameter that is a JSON list. */
  listed(parameter: string): string;
  hash(value: bigint): string;
  /** The condition that a column is one of some hashes. */
  isOneOf(column: string, hashes: readonly bigint[]): string;
  /** The condition that an event is of one of these artifacts, by their numbers; of none without any. */
  isAmong(keys: readonly number[]): string;
  /** The condition that an event has one of these ids, which are sorted. */
  hasId(ids: readonly string[]): string;
  /** The column `id_period` where it can only be one of these. */
  period(known: readonly string[]): string;
  /**
   * These periods as columns with the condition of their events, where events are counted sooner period
   * by period than all at once.
   */
  apart(periods: readonly string[]): readonly { column: string; where: string }[] | undefined;
  /** Holds for events with variables. */
  hasVariables: string;
  /** The value of a variable, NULL where an event with variables has none of that name. */
  variable(parameter: string): string;
  /** The parameter that names a variable. */
  variableParameter(name: string): string;
  /** A pair of a `key` and a `value`. */
  pair(key: string, value: string): string;
  /** Pairs, one row for each variable; those of `names` have no value. */
  variables: { pairs: string; names: string };
  /** A list of objects with these columns, in the order of the first; a text, the others counts. */
  collected(columns: readonly [text: string, ...counts: string[]]): string;
  objectsIn(value: unknown): EngineRow[];
  /** The different texts of a column in their order, without NULL. */
  distinct(column: string): string;
  textsIn(value: unknown): string[];
  /** How often each number of a column comes. */
  histogram(column: string): string;
  histogramIn(value: unknown): [value: number, count: number][];
  /**
   * The events as they count by corrections, with `more` columns; the parameters are added. `said`
   * in `more` stands for the correction that holds, as `Correction.of`, and is NULL without one.
   */
  corrected(
    corrections: readonly Correction[],
    parameters: string[],
    more: (said: string) => readonly string[],
  ): string;
  /** No text, as a column. */
  noText: string;
  /** The condition on stored events that count, as of a last event, for a question beside it. */
  countedAt(ask: RunQuery, lastEvent: number): Promise<string>;
  /**
   * Asks for `count`, `oldest` and `newest` of the events at one moment, and `last`, the number of the
   * last one of them. Every event below `end` is in the table.
   */
  tableState(end: number): string;
  /** The columns of an event, its place and what was decided about it. */
  eventColumns: string;
  eventOf(row: EngineRow, artifactOf: (key: number) => Artifact): Event;
}
