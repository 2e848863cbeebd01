/** The summaries' tables on ClickHouse, and the statements that fill them from events. */
import {
  countTables,
  ownerVisitors,
  typed,
  visitorTableOf,
  visitorTables,
  type SummaryTable,
} from '../summaries/summary-tables';
import type { Clickhouse } from './client';
import { clickhouseColumns } from './columns';
import type { Table } from './definitions';
import { clickhouseDialect } from './dialect';
import { onShard } from './shards';

export const rowTables: readonly Table[] = [
  ...visitorTables.map(({ name, columns }) => ({
    name,
    columns: `part UInt64, artifact Int32, month Date, days UInt32, alone UInt8, ${typed(columns, clickhouseColumns)}`,
    order: '(artifact, month, part)',
  })),
  ...countTables.map(({ name, columns }) => ({
    name,
    columns: `part UInt64, artifact Int32, day Date, first Int64, last Int64, events Int64, ${typed(columns, clickhouseColumns)}`,
    order: '(artifact, day, part)',
  })),
];

/** The names of a table's columns. */
export function columnsOf({ columns }: Table): string[] {
  return columns.split(', ').map((column) => column.split(' ', 1)[0]!);
}

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
  /** Where all their events are, and their rows will be; undefined on one server. */
  shard: number | undefined;
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

/**
 * Rows of parts that are not listed are garbage, so this can be repeated with other numbers. Events are
 * grouped in the statement that names their table, which a cluster runs on their shard.
 */
export async function makeParts(
  { run }: Pick<Clickhouse, 'run'>,
  batch: MadeBatch,
  signal: AbortSignal,
): Promise<void> {
  let { parts, shard, from, until, included, counted, slices } = batch;
  let keys = parts.flatMap((part) => part.keys);
  let ofKeys = (value: (part: MadePart) => number, type: string) =>
    `transform(artifact, [${keys.join(', ')}], [${parts.flatMap((part) => part.keys.map(() => value(part))).join(', ')}], to${type}(0))`;
  let place = {
    part: `toUInt64(${ofKeys(({ part }) => part, 'UInt64')})`,
    artifact: `toInt32(${ofKeys(({ artifact }) => artifact, 'Int32')})`,
  };
  let events =
    `events WHERE ${onShard(shard)}${clickhouseDialect.isAmong(keys)} AND ` +
    `time >= ${from} AND time < ${until} AND ${included}`;
  let fill = ({ name }: SummaryTable, rows: string) => {
    let columns = columnsOf(rowTables.find((table) => table.name === name)!);
    let [names, values] = shard === undefined ? [columns, '*'] : [['shard', ...columns], `${shard}, *`];
    return run(`INSERT INTO ${name} (${names.join(', ')}) SELECT ${values} FROM (${rows}) ${settings}`, [], signal);
  };
  let table = visitorTableOf(parts[0]!.artifact);
  for (let slice = 0; slice < slices; slice++)
    await fill(
      table,
      visitorRows(table, place, `${events} AND ${counted} AND cityHash64(origin_id) % ${slices} = ${slice}`),
    );
  if (table === ownerVisitors) return;
  for (let one of countTables)
    await fill(
      one,
      `SELECT ${place.part} AS part_of, ${place.artifact} AS key_of, ${clickhouseDialect.date} AS on_day, ` +
        `min(time), max(time), count(), ${one.columns.map((column) => (column === 'counted' ? counted : column)).join(', ')} ` +
        `FROM ${events} GROUP BY ALL`,
    );
}

function visitorRows({ columns }: SummaryTable, place: { part: string; artifact: string }, events: string): string {
  let { masks, month } = clickhouseDialect;
  let names = columns.join(', ');
  let rows =
    `SELECT ${place.part} AS part_of, ${place.artifact} AS key_of, ${month} AS in_month, ${masks.any(masks.ofEvent)} AS days, ` +
    `${names} FROM ${events} AND NOT do_not_track GROUP BY ALL`;
  return (
    `SELECT part_of, key_of, in_month, days, count() OVER (PARTITION BY part_of, id_period, origin_id) = 1 AS alone, ${names} ` +
    `FROM (${rows})`
  );
}
