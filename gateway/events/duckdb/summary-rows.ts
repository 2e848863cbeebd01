/** The summaries' tables in a DuckDB file, and SQL that fills them from events and deletes rows. */
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import {
  artifactVisitors,
  countTables,
  ownerVisitors,
  typed,
  visitorTableOf,
  visitorTables,
  type SummaryTable,
} from '../summaries/summary-tables';
import { duckdbColumns } from './columns';
import { duckdbDialect } from './dialect';
import { addValueRows, makeValueRows, valueColumns, valueTable } from './value-rows';
import { valueDays } from '../summaries/value-days';

export const rowTables = [
  ...visitorTables.map(
    ({ name, columns }) =>
      `CREATE TABLE IF NOT EXISTS ${name} (part INTEGER, artifact INTEGER, month DATE, days UINTEGER, alone BOOLEAN, ` +
      `${typed(columns, duckdbColumns)})`,
  ),
  ...countTables.map(
    ({ name, columns }) =>
      `CREATE TABLE IF NOT EXISTS ${name} (part INTEGER, artifact INTEGER, day DATE, first TIMESTAMP, last TIMESTAMP, ` +
      `events BIGINT, ${typed(columns, duckdbColumns)})`,
  ),
  valueTable,
];

const { masks, month: monthSql } = duckdbDialect;

/** Keys of packages and pixels, with that of all of their kind and owner. */
export const scopes = '(SELECT key, -1 - min(key) OVER (PARTITION BY owner, type) AS scope FROM artifacts)';

/** The part of events and its key, in SQL. */
interface Place {
  part: string;
  artifact: string;
}

/** The rows of visitors, none of them alone. */
function visitorRows({ columns }: SummaryTable, { part, artifact }: Place, events: string): string {
  return (
    `SELECT ${part} AS part, ${artifact} AS artifact, ${monthSql} AS month, ` +
    `${masks.any(masks.ofEvent)} AS days, false AS alone, ${columns.join(', ')} ` +
    `FROM ${events} AND counted AND NOT do_not_track GROUP BY ALL`
  );
}

function countRows({ part, artifact }: Place, events: string): string[] {
  return countTables.map(
    ({ name, columns }) =>
      `INSERT INTO ${name} SELECT ${part} AS part, ${artifact} AS artifact, time::DATE AS day, min(time) AS first, ` +
      `max(time) AS last, count(*) AS events, ${columns.join(', ')} FROM ${events} GROUP BY ALL`,
  );
}

export async function rowsOf(connection: DuckDBConnection, text: string): Promise<DuckDBValue[][]> {
  return (await connection.run(text)).getRows();
}

/** The first row. */
export async function numbersOf(connection: DuckDBConnection, text: string): Promise<number[]> {
  return ((await rowsOf(connection, text))[0] ?? []).map(Number);
}

/** Adds events to the parts of their packages, pixels, owners and months. */
export async function addEvents(connection: DuckDBConnection, from: number, end: number): Promise<void> {
  let joined = (key: string) =>
    `(SELECT events.*, parts.part AS part_of, parts.artifact AS key_of FROM events JOIN ${scopes} ON key = events.artifact ` +
    `JOIN summary_parts AS parts ON parts.artifact = ${key} AND parts.month = ${monthSql} WHERE seq >= ${from} AND seq < ${end}) ` +
    'AS events WHERE true';
  let place = { part: 'part_of', artifact: 'key_of' };
  await addVisitors(connection, artifactVisitors, visitorRows(artifactVisitors, place, joined('key')));
  await addVisitors(connection, ownerVisitors, visitorRows(ownerVisitors, place, joined('scope')));
  for (let text of countRows(place, joined('key'))) await connection.run(text);
}

/** Visitors who have a row already stop being alone. */
async function addVisitors(connection: DuckDBConnection, table: SummaryTable, rows: string): Promise<void> {
  let { name } = table;
  await connection.run(`CREATE OR REPLACE TEMP TABLE added AS ${rows}`);
  await addValueRows(connection, table, 'added');
  await connection.run(notAlone(name, 'added', 'part IN (SELECT part FROM added)'));
  await connection.run(`INSERT INTO ${name} FROM added`);
  await connection.run('DROP TABLE added');
}

/** Changes rows whose visitor also has one in `others`. */
function notAlone(name: string, others: string, condition: string): string {
  let isSame = ['part', 'id_period', 'origin_id'].map((column) => `others.${column} = ${name}.${column}`).join(' AND ');
  return `UPDATE ${name} SET alone = false WHERE alone AND ${condition} AND EXISTS (SELECT 1 FROM ${others} AS others WHERE ${isSame})`;
}

export interface UnmadePart {
  part: number;
  /** A package or pixel; negative for an owner. */
  artifact: number;
  /** Of its packages and pixels. */
  keys: readonly number[];
  /** Milliseconds. */
  from: number;
  until: number;
  /** Its events are below this number. */
  end: number;
}

function eventsOf({ keys, from, until, end }: UnmadePart): string {
  return (
    `events WHERE ${duckdbDialect.isAmong(keys)} AND time >= make_timestamp(${from}000) AND time < make_timestamp(${until}000) ` +
    `AND seq < ${end}`
  );
}

/** The statements that make a part; each takes about `events` events. */
export async function makingSteps(connection: DuckDBConnection, part: UnmadePart, events: number): Promise<string[]> {
  let days = await rowsOf(
    connection,
    `SELECT epoch_ms(time::DATE::TIMESTAMP), count(*) FROM ${eventsOf(part)} GROUP BY time::DATE ORDER BY 1`,
  );
  let total = days.reduce((sum, [, count]) => sum + Number(count), 0);
  let slices = Math.ceil(total / events);
  let place = { part: String(part.part), artifact: String(part.artifact) };
  // A visitor is in one slice, so that it has one row.
  let steps = Array.from({ length: slices }, (_, slice) =>
    madeVisitors(visitorTableOf(part.artifact), place, `${eventsOf(part)} AND hash(origin_id) % ${slices} = ${slice}`),
  );
  if (part.artifact < 0) return steps;
  let [from, taken] = [part.from, 0];
  let ofDays = (until: number) => countRows(place, eventsOf({ ...part, from, until }));
  for (let [day, count] of days) {
    if (taken > 0 && taken + Number(count) > events) {
      for (let text of ofDays(Number(day))) steps.push(text);
      [from, taken] = [Number(day), 0];
    }
    taken += Number(count);
  }
  if (taken > 0) for (let text of ofDays(part.until)) steps.push(text);
  return steps;
}

function madeVisitors(table: SummaryTable, place: Place, events: string): string {
  return (
    `INSERT INTO ${table.name} WITH made AS MATERIALIZED (${visitorRows(table, place, events)}), ` +
    `several AS (SELECT id_period, origin_id FROM made GROUP BY ALL HAVING count(*) > 1) ` +
    `SELECT made.* REPLACE (several.origin_id IS NULL AS alone) FROM made LEFT JOIN several ` +
    `ON several.id_period = made.id_period AND several.origin_id = made.origin_id`
  );
}

/** Sees the rows that were added beside those that were made; returns their number. */
export async function completePart(connection: DuckDBConnection, made: UnmadePart): Promise<number> {
  let table = visitorTableOf(made.artifact);
  let { name } = table;
  let isOfPart = `part = ${made.part}`;
  let others = `(SELECT part, id_period, origin_id FROM ${name} WHERE ${isOfPart} AND NOT alone)`;
  await connection.run(notAlone(name, others, isOfPart));
  await makeValueRows(connection, table, made.part);
  let [visitors = 0] = await numbersOf(connection, `SELECT count(*) FROM ${name} WHERE ${isOfPart}`);
  return visitors;
}

/** The number of rows of each part's visitors: `part` and `size`. */
export const partSizes = visitorTables
  .map(({ name }) => `SELECT part, count(*) AS size FROM ${name} GROUP BY part`)
  .join(' UNION ALL ');

export async function deleteAllRows(connection: DuckDBConnection): Promise<void> {
  for (let { name } of [...visitorTables, ...countTables, { name: valueDays }])
    await connection.run(`DELETE FROM ${name}`);
}

/**
 * Deletes up to `rows` rows of parts that are not listed, and their values; returns whether there
 * may be more.
 */
export async function sweepSome(connection: DuckDBConnection, rows: number): Promise<boolean> {
  for (let { name, columns, own } of [
    ...visitorTables.map((table) => ({ ...table, own: ['month', 'days', 'alone'] })),
    ...countTables.map((table) => ({ ...table, own: ['day', 'first', 'last', 'events'] })),
    { name: valueDays, columns: valueColumns, own: [] },
  ]) {
    let isGarbage = 'part NOT IN (SELECT part FROM summary_parts)';
    let [first = -1] = await numbersOf(connection, `SELECT coalesce(min(rowid), -1) FROM ${name} WHERE ${isGarbage}`);
    if (first < 0) continue;
    let range = `rowid >= ${first} AND rowid < ${first + rows} AND ${isGarbage}`;
    let blank = [...own, ...columns].map((column) => `${column} = NULL`).join(', ');
    // The engine keeps the values of deleted rows while others of the block exist.
    await connection.run(`UPDATE ${name} SET ${blank} WHERE ${range}`);
    await connection.run(`DELETE FROM ${name} WHERE ${range}`);
    return true;
  }
  return false;
}
