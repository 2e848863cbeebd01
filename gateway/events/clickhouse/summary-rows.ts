/** The summaries' tables on ClickHouse, and the statements that fill them from events. */
import {
  artifactVisitors,
  countTables,
  ownerVisitors,
  visitorTables,
  type SummaryTable,
} from '../summaries/summary-tables';
import type { Clickhouse } from './client';
import { clickhouseColumns } from './columns';
import { clickhouseDialect } from './dialect';

function typed(names: readonly string[]): string {
  return names.map((name) => `${name} ${clickhouseColumns.find((column) => column.name === name)!.type}`).join(', ');
}

/** Name, columns and key. */
export const rowTables: readonly [name: string, columns: string, key: string][] = [
  ...visitorTables.map(({ name, columns }): [string, string, string] => [
    name,
    `part UInt64, artifact Int32, month Date, days UInt32, alone UInt8, ${typed(columns)}`,
    'artifact, month, part',
  ]),
  ...countTables.map(({ name, columns }): [string, string, string] => [
    name,
    `part UInt64, artifact Int32, day Date, first Int64, last Int64, events Int64, ${typed(columns)}`,
    'artifact, day, part',
  ]),
];

/** A part that is being made. */
interface MadePart {
  part: number;
  /** A package or pixel; negative for all of an owner. */
  artifact: number;
  /** Of its packages or pixels. */
  keys: readonly number[];
}

export interface MadeBatch {
  /** All of packages and pixels, or all of owners. */
  parts: readonly MadePart[];
  /** Milliseconds. */
  from: number;
  until: number;
  /** The condition for events that are not left out. */
  included: string;
  /** The condition for events that count. */
  counted: string;
  /** A visitor is in one slice. */
  slices: number;
}

/** Other questions of the server go first, and groups that exceed the memory are kept on its disk. */
const settings = 'SETTINGS priority = 10, max_bytes_before_external_group_by = 500000000';

/** Rows of parts that are not listed are garbage, so this can be repeated with other numbers. */
export async function makeParts(
  { run }: Pick<Clickhouse, 'run'>,
  batch: MadeBatch,
  signal: AbortSignal,
): Promise<void> {
  let { parts, from, until, included, counted, slices } = batch;
  let keys = parts.flatMap((part) => part.keys);
  let ofKeys = (value: (part: MadePart) => number, type: string) =>
    `transform(artifact, [${keys.join(', ')}], [${parts.flatMap((part) => part.keys.map(() => value(part))).join(', ')}], to${type}(0))`;
  let place = {
    part: `toUInt64(${ofKeys(({ part }) => part, 'UInt64')})`,
    artifact: `toInt32(${ofKeys(({ artifact }) => artifact, 'Int32')})`,
  };
  let events =
    `(SELECT *, ${counted} AS is_counted FROM events WHERE ${clickhouseDialect.isAmong(keys)} AND time >= ${from} AND ` +
    `time < ${until} AND ${included}) AS events`;
  let isOfOwners = parts.some(({ artifact }) => artifact < 0);
  let table = isOfOwners ? ownerVisitors : artifactVisitors;
  for (let slice = 0; slice < slices; slice++)
    await run(
      `INSERT INTO ${table.name} ${visitorRows(table, place, `${events} WHERE cityHash64(origin_id) % ${slices} = ${slice}`)} ${settings}`,
      [],
      signal,
    );
  if (isOfOwners) return;
  for (let { name, columns } of countTables)
    await run(
      `INSERT INTO ${name} SELECT ${place.part} AS part_of, ${place.artifact} AS key_of, ${clickhouseDialect.date} AS on_day, ` +
        `min(time), max(time), count(), ${columns.map(decided).join(', ')} FROM ${events} GROUP BY ALL ${settings}`,
      [],
      signal,
    );
}

function decided(column: string): string {
  return column === 'counted' ? 'is_counted' : column;
}

function visitorRows({ columns }: SummaryTable, place: { part: string; artifact: string }, events: string): string {
  let { masks, month } = clickhouseDialect;
  let names = columns.join(', ');
  let rows =
    `SELECT ${place.part} AS part_of, ${place.artifact} AS key_of, ${month} AS in_month, ${masks.any(masks.ofEvent)} AS days, ` +
    `${names} FROM ${events} AND is_counted AND NOT do_not_track GROUP BY ALL`;
  return (
    `SELECT part_of, key_of, in_month, days, count() OVER (PARTITION BY part_of, id_period, origin_id) = 1 AS alone, ${names} ` +
    `FROM (${rows})`
  );
}
