/**
 * SQL that creates, extends and invalidates the summaries of a DuckDB file. A part is the summary of
 * one package or pixel in one calendar month (UTC). All parts together have the events below `upto`.
 *
 * `summary_parts` lists them; `ready` ones answer questions. One that is not is being made from the
 * events below its `until`, and already gets all later ones. Rows of parts that are not listed are
 * garbage. So a part becomes stale by replacing its entry, in the transaction that changes the
 * events.
 */
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { dayOf } from 'contract/shared/time';
import { monthOf, type FindCoverage } from '../summaries/summary-sql';
import { countTables, summaryTableNames, visitorColumns, visitorTable } from '../summaries/summary-tables';
import type { SqlCondition } from '../query/erased-sql';
import type { DecisionChange } from '../write/count-decisions';
import { duckdbColumns } from './columns';
import { duckdbDialect } from './dialect';

function typed(names: readonly string[]): string {
  return names.map((name) => `${name} ${duckdbColumns.find((column) => column.name === name)!.type}`).join(', ');
}

export const summaryTables = [
  'CREATE TABLE IF NOT EXISTS summary_state (upto BIGINT NOT NULL, next_part INTEGER NOT NULL)',
  'CREATE TABLE IF NOT EXISTS summary_parts (part INTEGER NOT NULL, artifact INTEGER NOT NULL, month DATE NOT NULL, ' +
    'until BIGINT NOT NULL, ready BOOLEAN NOT NULL, visitors BIGINT NOT NULL)',
  `CREATE TABLE IF NOT EXISTS ${visitorTable} (part INTEGER, artifact INTEGER, month DATE, days UINTEGER, ${typed(visitorColumns)})`,
  ...countTables.map(
    ({ name, columns }) =>
      `CREATE TABLE IF NOT EXISTS ${name} (part INTEGER, artifact INTEGER, day DATE, first TIMESTAMP, last TIMESTAMP, ` +
      `events BIGINT, ${typed(columns)})`,
  ),
];

/** For a new table of events. */
export const emptySummaries = 'INSERT INTO summary_state VALUES (0, 0)';

const monthSql = `date_trunc('month', time)::DATE`;

/** Rows of the visitors of events, whose part is the SQL `part`. */
function visitorRows(part: string, events: string): string {
  return (
    `INSERT INTO ${visitorTable} SELECT ${part} AS part, artifact, ${monthSql} AS month, ` +
    `bit_or(1::UINTEGER << (day(time) - 1)::UINTEGER) AS days, ${visitorColumns.join(', ')} ` +
    `FROM ${events} AND counted AND NOT do_not_track GROUP BY ALL`
  );
}

function countRows(part: string, events: string): string[] {
  return countTables.map(
    ({ name, columns }) =>
      `INSERT INTO ${name} SELECT ${part} AS part, artifact, time::DATE AS day, min(time) AS first, max(time) AS last, ` +
      `count(*) AS events, ${columns.join(', ')} FROM ${events} GROUP BY ALL`,
  );
}

async function rowsOf(connection: DuckDBConnection, text: string): Promise<DuckDBValue[][]> {
  return (await connection.run(text)).getRows();
}

async function numbersOf(connection: DuckDBConnection, text: string): Promise<number[]> {
  return ((await rowsOf(connection, text))[0] ?? []).map(Number);
}

/** The events below this number are in the summaries; undefined before they were begun. */
export async function summarizedEnd(connection: DuckDBConnection): Promise<number | undefined> {
  return (await numbersOf(connection, 'SELECT upto FROM summary_state'))[0];
}

/** Adds entries to be made for these artifacts and months, and removes those from before. */
async function replaceParts(
  connection: DuckDBConnection,
  { text, parameters }: SqlCondition,
  until: string,
): Promise<void> {
  let { rowsChanged } = await connection.run(
    `INSERT INTO summary_parts SELECT next_part + row_number() OVER () - 1, artifact, month, ${until}, false, 0 ` +
      `FROM (${text}) AS stale, summary_state`,
    parameters,
  );
  if (rowsChanged === 0) return;
  let isEarlier = 'part < (SELECT next_part FROM summary_state)';
  let isReplaced = `(artifact, month) IN (SELECT (artifact, month) FROM summary_parts WHERE NOT (${isEarlier}))`;
  await connection.run(`DELETE FROM summary_parts WHERE ${isEarlier} AND ${isReplaced}`);
  await connection.run(nextPart);
}

const nextPart =
  'UPDATE summary_state SET next_part = greatest(next_part, (SELECT coalesce(max(part), -1) + 1 FROM summary_parts))';

/**
 * Events of these artifacts and months change: they are counted from the events until their parts
 * are made again. `places` selects `artifact` and `month`. In the transaction that changes them.
 */
async function invalidate(connection: DuckDBConnection, { text, parameters }: SqlCondition): Promise<void> {
  let stale = `SELECT DISTINCT artifact, month FROM summary_parts SEMI JOIN (${text}) AS places USING (artifact, month)`;
  await replaceParts(connection, { text: stale, parameters }, 'upto');
}

/** Before events that meet the condition are deleted. */
export function invalidateDeleted(connection: DuckDBConnection, { text, parameters }: SqlCondition): Promise<void> {
  return invalidate(connection, { text: placesOf(`events WHERE ${text}`), parameters });
}

/** When decisions about stored events change. */
export async function invalidateChanged(
  connection: DuckDBConnection,
  changes: readonly Pick<DecisionChange, 'seq' | 'artifact' | 'time'>[],
): Promise<void> {
  let upto = (await summarizedEnd(connection)) ?? 0;
  let places = changes
    .filter(({ seq }) => seq < upto)
    .map(({ artifact, time }) => `(${artifact}, DATE '${dayOf(monthOf(time))}')`);
  if (places.length === 0) return;
  let text = `SELECT * FROM (VALUES ${[...new Set(places)].join(', ')}) AS places(artifact, month)`;
  await invalidate(connection, { text, parameters: [] });
}

function placesOf(events: string): string {
  return `SELECT artifact, ${monthSql} AS month FROM ${events}`;
}

/** All events up to `end` are to be summarized by making parts: too many to add one by one. */
export async function beginParts(connection: DuckDBConnection, end: number): Promise<void> {
  if ((await summarizedEnd(connection)) === undefined) await connection.run(emptySummaries);
  let fresh = `events WHERE seq >= (SELECT upto FROM summary_state) AND seq < ${end}`;
  let text = `SELECT DISTINCT artifact, month FROM (${placesOf(fresh)})`;
  await replaceParts(connection, { text, parameters: [] }, String(end));
  await connection.run(`UPDATE summary_state SET upto = ${end}`);
}

/** Adds the events from `upto` up to `end` to all parts. */
export async function extendParts(connection: DuckDBConnection, from: number, end: number): Promise<void> {
  let fresh = `events WHERE seq >= ${from} AND seq < ${end}`;
  await connection.run(
    `INSERT INTO summary_parts SELECT next_part + row_number() OVER () - 1, artifact, month, ${from}, true, 0 ` +
      `FROM (SELECT DISTINCT artifact, month FROM (${placesOf(fresh)}) ANTI JOIN summary_parts USING (artifact, month)), summary_state`,
  );
  await connection.run(nextPart);
  let joined =
    `(SELECT events.*, parts.part AS part_of FROM events JOIN summary_parts AS parts ON parts.artifact = events.artifact ` +
    `AND parts.month = ${monthSql} WHERE seq >= ${from} AND seq < ${end}) AS events WHERE true`;
  for (let text of [visitorRows('part_of', joined), ...countRows('part_of', joined)]) await connection.run(text);
  await connection.run(`UPDATE summary_state SET upto = ${end}`);
}

export interface UnmadePart {
  part: number;
  artifact: number;
  /** Milliseconds. */
  from: number;
  until: number;
  /** Its events are below this number. */
  end: number;
}

/** Parts that have no answer yet come first, then the latest months. */
export async function unmadeParts(connection: DuckDBConnection): Promise<UnmadePart[]> {
  let isReady =
    'EXISTS (SELECT 1 FROM summary_parts AS other WHERE other.ready AND other.artifact = parts.artifact AND other.month = parts.month)';
  let rows = await rowsOf(
    connection,
    `SELECT part, artifact, epoch_ms(month::TIMESTAMP), epoch_ms(month + INTERVAL 1 MONTH), until FROM summary_parts AS parts ` +
      `WHERE NOT ready ORDER BY ${isReady}, month DESC, artifact`,
  );
  return rows.map((row) => {
    let [part, artifact, from, until, end] = row.map(Number) as [number, number, number, number, number];
    return { part, artifact, from, until, end };
  });
}

function eventsOf({ artifact, from, until, end }: UnmadePart): string {
  return `events WHERE artifact = ${artifact} AND time >= make_timestamp(${from}000) AND time < make_timestamp(${until}000) AND seq < ${end}`;
}

export async function isListed(connection: DuckDBConnection, { part }: UnmadePart): Promise<boolean> {
  return (await rowsOf(connection, `SELECT 1 FROM summary_parts WHERE part = ${part}`)).length > 0;
}

/** The statements that make a part; each takes about `events` events. */
export async function makingSteps(connection: DuckDBConnection, part: UnmadePart, events: number): Promise<string[]> {
  let days = await rowsOf(
    connection,
    `SELECT epoch_ms(time::DATE::TIMESTAMP), count(*) FROM ${eventsOf(part)} GROUP BY time::DATE ORDER BY 1`,
  );
  let steps: string[] = [];
  let total = days.reduce((sum, [, count]) => sum + Number(count), 0);
  let slices = Math.ceil(total / events);
  // A visitor belongs to one slice, so that it has one row.
  for (let slice = 0; slice < slices; slice++)
    steps.push(visitorRows(String(part.part), `${eventsOf(part)} AND hash(origin_id) % ${slices} = ${slice}`));
  let ofSome = (from: number, until: number) => countRows(String(part.part), eventsOf({ ...part, from, until }));
  let [from, taken] = [part.from, 0];
  for (let [day, count] of days) {
    if (taken > 0 && taken + Number(count) > events) {
      steps.push(...ofSome(from, Number(day)));
      [from, taken] = [Number(day), 0];
    }
    taken += Number(count);
  }
  if (taken > 0) steps.push(...ofSome(from, part.until));
  return steps;
}

/** A made part answers from now on, unless its events have changed meanwhile. */
export async function publishPart(connection: DuckDBConnection, { part }: UnmadePart): Promise<void> {
  let rows = `SELECT count(*) FROM ${visitorTable} WHERE part = ${part}`;
  await connection.run(`UPDATE summary_parts SET ready = true, visitors = (${rows}) WHERE part = ${part}`);
  await connection.run(
    `DELETE FROM summary_parts WHERE part <> ${part} AND (artifact, month) IN (SELECT (artifact, month) FROM summary_parts WHERE part = ${part})`,
  );
}

/** An attempt may have left rows: the part gets another number, or is dropped beside a ready one. */
export async function abandonMaking(connection: DuckDBConnection): Promise<void> {
  await connection.run(
    'DELETE FROM summary_parts WHERE NOT ready AND (artifact, month) IN (SELECT (artifact, month) FROM summary_parts WHERE ready)',
  );
  let text = 'SELECT artifact, month FROM summary_parts WHERE NOT ready';
  await replaceParts(connection, { text, parameters: [] }, 'upto');
}

/** Parts with so many rows of later events are made again beside the one that answers. */
export async function renewGrown(connection: DuckDBConnection, addedMin: number): Promise<void> {
  let sizes = `SELECT part, count(*) AS size FROM ${visitorTable} GROUP BY part`;
  let grown =
    `SELECT artifact, month FROM summary_parts AS parts JOIN (${sizes}) AS sizes USING (part) WHERE ready ` +
    `AND size > ${addedMin} + 2 * visitors AND NOT EXISTS (SELECT 1 FROM summary_parts AS other WHERE NOT other.ready AND ` +
    `other.artifact = parts.artifact AND other.month = parts.month)`;
  await connection.run(
    `INSERT INTO summary_parts SELECT next_part + row_number() OVER () - 1, artifact, month, upto, false, 0 FROM (${grown}) AS grown, summary_state`,
  );
  await connection.run(nextPart);
}

/** Deletes up to `rows` rows of garbage and their values; returns whether there may be more. */
export async function sweepSome(connection: DuckDBConnection, rows: number): Promise<boolean> {
  for (let name of summaryTableNames) {
    let isGarbage = 'part NOT IN (SELECT part FROM summary_parts)';
    let [first] = await rowsOf(connection, `SELECT min(rowid) FROM ${name} WHERE ${isGarbage}`);
    if (first?.[0] === null || first?.[0] === undefined) continue;
    let range = `rowid >= ${Number(first[0])} AND rowid < ${Number(first[0]) + rows}`;
    // The engine keeps the values of deleted rows while others of the block exist.
    await connection.run(`UPDATE ${name} SET ${blank(name)} WHERE ${range} AND ${isGarbage}`);
    await connection.run(`DELETE FROM ${name} WHERE ${range} AND ${isGarbage}`);
    return true;
  }
  return false;
}

function blank(name: string): string {
  let own = name === visitorTable ? ['month', 'days'] : ['day', 'first', 'last', 'events'];
  let columns = countTables.find((table) => table.name === name)?.columns ?? visitorColumns;
  return [...own, ...columns].map((column) => `${column} = NULL`).join(', ');
}

export const findCoverage: FindCoverage = async (ask, { keys, end }, { from, until }) => {
  let text =
    `SELECT upto, artifact, epoch_ms(month::TIMESTAMP) AS month, bool_or(ready) AS ready FROM summary_state ` +
    `LEFT JOIN (SELECT * FROM summary_parts WHERE ${duckdbDialect.isAmong(keys)} AND month >= DATE '${dayOf(monthOf(from))}' ` +
    `AND month < DATE '${dayOf(until)}') ON true GROUP BY ALL`;
  let rows = await ask(text);
  let upto = Number(rows[0]?.upto ?? Infinity);
  if (upto > end || !rows.some(({ ready }) => ready === true)) return undefined;
  let missing = rows
    .filter(({ ready }) => ready === false)
    .map(({ artifact, month }) => ({ artifact: Number(artifact), month: Number(month) }));
  return { upto, missing };
};
