/**
 * The event table of the embedded store: its columns, how an event fills them and how a row becomes
 * an event again.
 */
import type { DuckDBTimestampValue, DuckDBValue } from '@duckdb/node-api';
import {
  columnOf,
  eventField,
  eventFieldNames,
  type Event,
  type EventFieldName,
  type FieldValues,
  type FieldType,
} from 'contract/event-fields';
import type { Artifact } from '../write/artifact-keys';
import {
  bigintBuffer,
  flagBuffer,
  fractionBuffer,
  hashBuffer,
  integerBuffer,
  textBuffer,
  uuidBuffer,
  type ColumnBuffer,
} from './column-buffers';
import { legacyRule } from '../write/dedupe-rule';
import { greatest } from 'contract/shared/extremes';
import { wellFormed } from '../write/well-formed';

/**
 * What a row needs beside its event: its place in the order of arrival and the short number of its
 * artifact.
 */
export interface NumberedEvent {
  seq: number;
  artifact: number;
  event: Event;
  /** Whether it counts, and the rule that has decided it. */
  isCounted: boolean;
  rule: string;
}

export interface DuckdbColumn {
  name: string;
  type: string;
  /** The version of the store that has it for the first time. */
  since: number;
  /** What rows from before have, as SQL. */
  before: string;
  /** Places for the values of the next rows. */
  buffer(): ColumnBuffer<NumberedEvent>;
}

/**
 * How the engine keeps a type of field. Most events have no variables, and the empty text costs
 * nothing.
 */
interface Kept<Value> {
  type: string;
  cells(): ColumnBuffer<Value>;
  read(value: DuckDBValue): Value;
}

const kept: { [Type in FieldType]: Kept<FieldValues[Type]> } = {
  uuid: { type: 'UUID', cells: uuidBuffer, read: String },
  time: { type: 'TIMESTAMP', cells: () => cellsOf(bigintBuffer, micros), read: msOf },
  text: { type: 'VARCHAR', cells: textBuffer, read: (value) => value as string },
  texts: {
    type: 'VARCHAR',
    cells: () => cellsOf(textBuffer, packed),
    read: (value) => (value === '' ? {} : (JSON.parse(value as string) as Event['variables'])),
  },
  hash: { type: 'UBIGINT', cells: hashBuffer, read: (value) => value as bigint },
  fraction: { type: 'DOUBLE', cells: fractionBuffer, read: (value) => value as number | null },
  flag: { type: 'BOOLEAN', cells: flagBuffer, read: (value) => value as boolean },
};

/** Cells that take what another value is made of. */
function cellsOf<Value, From>(cells: () => ColumnBuffer<Value>, valueOf: (from: From) => Value): ColumnBuffer<From> {
  let { set, flush } = cells();
  return { set: (row, from) => set(row, valueOf(from)), flush };
}

/** The version that knows which requests are one download. */
export const decisionsSince = 8;

/**
 * In the order of a new table. Rows lie in the order of arrival, so `seq` and `time` let the engine
 * skip what a question does not touch.
 */
export const duckdbColumns: readonly DuckdbColumn[] = [
  place('seq', 'BIGINT', () => cellsOf(bigintBuffer, ({ seq }) => seq)),
  place('artifact', 'INTEGER', () => cellsOf(integerBuffer, ({ artifact }) => artifact)),
  ...eventFieldNames.map(fieldColumn),
  // As text: the engine adds no further column in a transaction after one with the default TRUE.
  decision('counted', 'BOOLEAN', `'true'`, () => cellsOf(flagBuffer, ({ isCounted }) => isCounted)),
  decision('counting_rule', 'VARCHAR', `'${legacyRule}'`, () => cellsOf(textBuffer, ({ rule }) => rule)),
];

/** The version that knows how far each journal is stored. */
export const journalsSince = 3;

/** The version that knows what was deleted. */
export const deletionsSince = 6;

/** The version of the store: that of the latest thing in it. */
export const storeVersion = greatest([
  journalsSince,
  deletionsSince,
  decisionsSince,
  ...duckdbColumns.map(({ since }) => since),
]);

function place(name: string, type: string, cells: DuckdbColumn['buffer']): DuckdbColumn {
  return { name, type, since: 1, before: '0', buffer: cells };
}

/** What the store decides about an event. */
function decision(name: string, type: string, before: string, cells: DuckdbColumn['buffer']): DuckdbColumn {
  return { name, type, since: decisionsSince, before, buffer: cells };
}

function fieldColumn(field: EventFieldName): DuckdbColumn {
  let { type: kind, since = 1, before = '' } = eventField(field);
  let { type, cells } = kept[kind] as Kept<unknown>;
  let quoted = kind === 'text' ? `'${before.replaceAll("'", "''")}'` : 'NULL';
  let ofField = () => cellsOf(cells, ({ event }: NumberedEvent) => event[field]);
  return { name: columnOf(field), type, since, before: quoted, buffer: ofField };
}

function micros(ms: number): number {
  return Math.trunc(ms) * 1_000;
}

/** Milliseconds since 1970 of an engine timestamp. */
export function msOf(value: DuckDBValue | undefined): number {
  return Number((value as DuckDBTimestampValue).micros / 1000n);
}

function packed(variables: Event['variables']): string {
  for (let _ in variables) return JSON.stringify(wellFormed(variables));
  return '';
}

const readers = eventFieldNames.map(
  (field) => [field, columnOf(field), kept[eventField(field).type].read as (value: DuckDBValue) => unknown] as const,
);

/** The event of a row of all columns. The engine's types are those the table was made with. */
export function eventFromRow(row: Record<string, DuckDBValue>, artifactOf: (key: number) => Artifact): Event {
  let event: Record<string, unknown> = { ...artifactOf(row.artifact as number) };
  for (let [field, column, read] of readers) event[field] = read(row[column]!);
  return event as unknown as Event;
}
