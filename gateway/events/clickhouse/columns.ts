/** Columns of ClickHouse's event table, and the conversion of events to rows and back. */
import {
  columnOf,
  eventField,
  eventFieldNames,
  unknownEvent,
  type Event,
  type EventFieldName,
  type FieldType,
  type FieldValues,
} from 'contract/event-fields';
import type { Artifact } from '../shape/artifact-keys';
import { hashOf, listOf, textOf, type EngineRow } from '../query/dialect';
import { toUtf8 } from './literals';

/** A field is one column; variables are two lists. */
interface Kept<Value> {
  columns: { suffix: string; type: string }[];
  write(value: Value): unknown[];
  read(values: unknown[]): Value;
}

function one<Value>(
  type: string,
  read: (value: unknown) => Value,
  write: (value: Value) => unknown = (v) => v,
): Kept<Value> {
  return { columns: [{ suffix: '', type }], write: (value) => [write(value)], read: ([value]) => read(value) };
}

/** Milliseconds, and numbers for flags, are supported by every version of the engine. */
const kept: { [Type in FieldType]: Kept<FieldValues[Type]> } = {
  uuid: one('UUID', String),
  time: one('Int64', Number, (ms) => String(Math.trunc(ms))),
  text: one('String', String, toUtf8),
  texts: {
    columns: [
      { suffix: '_names', type: 'Array(String)' },
      { suffix: '_values', type: 'Array(String)' },
    ],
    write: (texts) => [Object.keys(texts).map(toUtf8), Object.values(texts).map(toUtf8)],
    read(lists) {
      let [names = [], texts = []] = lists.map((list) => listOf(list).map(textOf));
      return Object.fromEntries(names.map((name, i) => [name, texts[i]!]));
    },
  },
  hash: one('UInt64', hashOf, (hash) => String(BigInt.asUintN(64, hash))),
  fraction: one('Nullable(Float64)', (value) => (value === null ? null : Number(value))),
  flag: one('UInt8', Boolean, Number),
};

interface Column {
  name: string;
  type: string;
  since: number;
  /** Value for earlier rows, as SQL. */
  before: string;
}

/** Texts that clients choose. The others have few values in a part of the table, stored once. */
const manyValues: readonly EventFieldName[] = ['referer', 'userAgent', 'requestPath', 'imagePath', 'postal'];
const fewValues = 'LowCardinality(String)';

const fields = eventFieldNames.map((field) => {
  let { type, since = 1, before = '' } = eventField(field);
  let { columns, write, read }: Kept<unknown> = kept[type];
  let own = columns.map(({ suffix, type: columnType }): Column => {
    let usual = columnType === 'String' ? `'${before.replaceAll("'", "\\'")}'` : '';
    let isShort = columnType === 'String' && !manyValues.includes(field);
    return { name: `${columnOf(field)}${suffix}`, type: isShort ? fewValues : columnType, since, before: usual };
  });
  return { field, own, write, read };
});

/** `counted` is the decision when the event was stored; `changed_decisions` has later changes. */
const ownColumns: Column[] = [
  ['seq', 'UInt64'],
  ['artifact', 'Int32'],
  ['counted', 'UInt8'],
  ['counting_rule', fewValues],
].map(([name = '', type = '']) => ({ name, type, since: 1, before: '' }));

export const clickhouseColumns: readonly Column[] = [...ownColumns, ...fields.flatMap(({ own }) => own)];

/** Columns of an event, its sequence number and the decision about it. */
export const eventColumns = clickhouseColumns.map(({ name }) => name);

export interface RowMetadata {
  seq: number;
  artifact: number;
  wasCounted: boolean;
  rule: string;
}

export function rowOf(event: Event, { seq, artifact, wasCounted, rule }: RowMetadata): EngineRow {
  let row: EngineRow = { seq, artifact, counted: Number(wasCounted), counting_rule: rule };
  for (let { field, own, write } of fields) {
    let values = write(event[field]);
    for (let [i, { name }] of own.entries()) row[name] = values[i];
  }
  return row;
}

/** The event of a row with all columns. */
export function eventFromValues(row: EngineRow, artifactOf: (key: number) => Artifact): Event {
  let event = unknownEvent({ ...artifactOf(Number(row.artifact)), type: 'event' });
  let values: EngineRow = event;
  for (let { field, own, read } of fields) values[field] = read(own.map(({ name }) => row[name]));
  return event;
}
