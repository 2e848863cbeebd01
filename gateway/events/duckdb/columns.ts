/** Columns of DuckDB's event table, and the conversion of events to rows and back. */
import { DuckDBTimestampValue } from '@duckdb/node-api';
import {
  columnOf,
  eventField,
  eventFieldNames,
  unknownEvent,
  type Event,
  type EventFieldName,
  type FieldValues,
  type FieldType,
} from 'contract/event-fields';
import { hashOf, textOf, type EngineRow } from '../query/dialect';
import { decisionsSince } from '../write/store-version';
import type { Artifact } from '../shape/artifact-keys';
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
import { wellFormed } from '../write/well-formed';

export interface NumberedEvent {
  seq: number;
  artifact: number;
  event: Event;
  /** Whether it counts, and by which rule. */
  isCounted: boolean;
  rule: string;
}

export interface DuckdbColumn {
  name: string;
  type: string;
  /** First store version with this column. */
  since: number;
  /** Value for earlier rows, as SQL. */
  before: string;
  buffer(): ColumnBuffer<NumberedEvent>;
}

/**
 * How a type of field is stored. Most events have no variables, and an empty text costs nothing.
 */
interface Kept<Value> {
  type: string;
  cells(): ColumnBuffer<Value>;
  read(value: unknown): Value;
}

const kept: { [Type in FieldType]: Kept<FieldValues[Type]> } = {
  uuid: { type: 'UUID', cells: uuidBuffer, read: String },
  time: { type: 'TIMESTAMP', cells: () => cellsOf(bigintBuffer, micros), read: msOf },
  text: { type: 'VARCHAR', cells: textBuffer, read: textOf },
  texts: {
    type: 'VARCHAR',
    cells: () => cellsOf(textBuffer, packed),
    read: (value) => (value === '' ? {} : JSON.parse(textOf(value))),
  },
  hash: { type: 'UBIGINT', cells: hashBuffer, read: hashOf },
  fraction: { type: 'DOUBLE', cells: fractionBuffer, read: (value) => (value === null ? null : Number(value)) },
  flag: { type: 'BOOLEAN', cells: flagBuffer, read: Boolean },
};

function cellsOf<Value, From>(cells: () => ColumnBuffer<Value>, valueOf: (from: From) => Value): ColumnBuffer<From> {
  let { set, flush } = cells();
  return { set: (row, from) => set(row, valueOf(from)), flush };
}

/**
 * In the order of a new table. Rows are in order of arrival, so the engine skips blocks by `seq`
 * and `time`.
 */
export const duckdbColumns: readonly DuckdbColumn[] = [
  place('seq', 'BIGINT', () => cellsOf(bigintBuffer, ({ seq }) => seq)),
  place('artifact', 'INTEGER', () => cellsOf(integerBuffer, ({ artifact }) => artifact)),
  ...eventFieldNames.map(fieldColumn),
  // As text: in one transaction the engine adds no column after one with the default TRUE.
  decision('counted', 'BOOLEAN', `'true'`, () => cellsOf(flagBuffer, ({ isCounted }) => isCounted)),
  decision('counting_rule', 'VARCHAR', `'${legacyRule}'`, () => cellsOf(textBuffer, ({ rule }) => rule)),
];

function place(name: string, type: string, cells: DuckdbColumn['buffer']): DuckdbColumn {
  return { name, type, since: 1, before: '0', buffer: cells };
}

function decision(name: string, type: string, before: string, cells: DuckdbColumn['buffer']): DuckdbColumn {
  return { name, type, since: decisionsSince, before, buffer: cells };
}

function fieldColumn(field: EventFieldName): DuckdbColumn {
  let { type: kind, since = 1, before = '' } = eventField(field);
  let { type, cells }: Kept<unknown> = kept[kind];
  let quoted = kind === 'text' ? `'${before.replaceAll("'", "''")}'` : 'NULL';
  let ofField = () => cellsOf(cells, ({ event }: NumberedEvent) => event[field]);
  return { name: columnOf(field), type, since, before: quoted, buffer: ofField };
}

function micros(ms: number): number {
  return Math.trunc(ms) * 1_000;
}

/** A value of the engine's own type in a row. Throws TypeError for other values. */
export function engineValue<T>(value: unknown, type: new (...parts: never[]) => T): T {
  if (value instanceof type) return value;
  throw new TypeError(`A row has a ${typeof value} where a ${type.name} belongs.`);
}

/** Milliseconds since 1970. */
export function msOf(value: unknown): number {
  return Number(engineValue(value, DuckDBTimestampValue).micros / 1000n);
}

function packed(variables: Event['variables']): string {
  for (let _ in variables) return JSON.stringify(wellFormed(variables));
  return '';
}

const readers = eventFieldNames.map((field) => [field, columnOf(field), kept[eventField(field).type].read] as const);

/** The event of a row with all columns; the types are those of the table. */
export function eventFromRow(row: EngineRow, artifactOf: (key: number) => Artifact): Event {
  let event = unknownEvent({ ...artifactOf(Number(row.artifact)), type: 'event' });
  let values: Record<string, unknown> = event;
  for (let [field, column, read] of readers) values[field] = read(row[column]);
  return event;
}
