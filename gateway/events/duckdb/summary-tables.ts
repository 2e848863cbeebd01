/**
 * SQL that creates, extends and invalidates the summaries of a DuckDB file. A part is the summary of
 * one package or pixel, or of all packages or all pixels of an owner, in one calendar month (UTC).
 * Those of owners have negative keys. Together the parts have the events below `upto`.
 *
 * `summary_parts` lists them; `ready` ones answer questions. One that is not is being made from the
 * events below its `until`, and already gets all later ones. Rows of parts that are not listed are
 * garbage. So a part becomes stale by replacing its entry, in the transaction that changes the
 * events.
 */
import type { DuckDBConnection, DuckDBListValue, DuckDBValue } from '@duckdb/node-api';
import { dayOf } from 'contract/shared/time';
import { monthOf, type FindCoverage } from '../summaries/summary-source';
import {
  artifactVisitors,
  countTables,
  ownerVisitors,
  visitorTables,
  type SummaryTable,
} from '../summaries/summary-tables';
import type { SqlCondition } from '../query/erased-sql';
import type { DecisionChange } from '../write/count-decisions';
import { duckdbColumns } from './columns';
import { duckdbDialect } from './dialect';

function typed(names: readonly string[]): string {
  return names.map((name) => `${name} ${duckdbColumns.find((column) => column.name === name)!.type}`).join(', ');
}

export const summaryTables = [
  'CREATE TABLE IF NOT EXISTS summary_state (upto BIGINT NOT NULL, next_part INTEGER NOT NULL)',
  'CREATE TABLE IF NOT EXISTS summary_parts (part INTEGER NOT NULL, artifact INTEGER NOT NULL, owner INTEGER NOT NULL, month DATE NOT NULL, ' +
    'until BIGINT NOT NULL, ready BOOLEAN NOT NULL, visitors BIGINT NOT NULL)',
  ...visitorTables.map(
    ({ name, columns }) =>
      `CREATE TABLE IF NOT EXISTS ${name} (part INTEGER, artifact INTEGER, month DATE, days UINTEGER, alone BOOLEAN, ${typed(columns)})`,
  ),
  ...countTables.map(
    ({ name, columns }) =>
      `CREATE TABLE IF NOT EXISTS ${name} (part INTEGER, artifact INTEGER, day DATE, first TIMESTAMP, last TIMESTAMP, ` +
      `events BIGINT, ${typed(columns)})`,
  ),
];

/** For a new table of events. */
export const emptySummaries = 'INSERT INTO summary_state VALUES (0, 0)';

const monthSql = `date_trunc('month', time)::DATE`;

/** Keys of packages and pixels, with that of all of their kind and owner. */
const scopes = '(SELECT key, -1 - min(key) OVER (PARTITION BY owner, type) AS scope FROM artifacts)';

/** The rows of visitors. `part` and `artifact` are SQL. */
function visitorRows({ columns }: SummaryTable, { part, artifact }: Place, events: string): string {
  return (
    `SELECT ${part} AS part, ${artifact} AS artifact, ${monthSql} AS month, ` +
    `bit_or(1::UINTEGER << (day(time) - 1)::UINTEGER) AS days, false AS alone, ${columns.join(', ')} ` +
    `FROM ${events} AND counted AND NOT do_not_track GROUP BY ALL`
  );
}

interface Place {
  part: string;
  artifact: string;
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
    `INSERT INTO summary_parts SELECT next_part + row_number() OVER () - 1, artifact, owner, month, ${until}, false, 0 ` +
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
  let stale = `SELECT DISTINCT artifact, owner, month FROM summary_parts SEMI JOIN (${text}) AS places USING (artifact, month)`;
  await replaceParts(connection, { text: stale, parameters }, 'upto');
}

/** Before events that meet the condition are deleted. */
export function invalidateDeleted(connection: DuckDBConnection, { text, parameters }: SqlCondition): Promise<void> {
  return invalidate(connection, { text: withOwners(placesOf(`events WHERE ${text}`)), parameters });
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
  let changed = `SELECT * FROM (VALUES ${[...new Set(places)].join(', ')}) AS places(artifact, month)`;
  await invalidate(connection, { text: withOwners(changed), parameters: [] });
}

/** Packages, pixels and months of events. */
function placesOf(events: string): string {
  return `SELECT DISTINCT artifact, ${monthSql} AS month FROM ${events}`;
}

function withOwners(places: string): string {
  return `SELECT DISTINCT unnest([places.artifact, scope]) AS artifact, scope AS owner, month FROM (${places}) AS places JOIN ${scopes} ON key = places.artifact`;
}

/** All events up to `end` are to be summarized by making parts: too many to add one by one. */
export async function beginParts(connection: DuckDBConnection, end: number): Promise<void> {
  if ((await summarizedEnd(connection)) === undefined) {
    for (let { name } of [...visitorTables, ...countTables]) await connection.run(`DELETE FROM ${name}`);
    await connection.run('DELETE FROM summary_parts');
    await connection.run(emptySummaries);
  }
  let fresh = `events WHERE seq >= (SELECT upto FROM summary_state) AND seq < ${end}`;
  await replaceParts(connection, { text: withOwners(placesOf(fresh)), parameters: [] }, String(end));
  await connection.run(`UPDATE summary_state SET upto = ${end}`);
}

/** Adds the events from `upto` up to `end` to all parts. */
export async function extendParts(connection: DuckDBConnection, from: number, end: number): Promise<void> {
  let fresh = `events WHERE seq >= ${from} AND seq < ${end}`;
  await connection.run(
    `INSERT INTO summary_parts SELECT next_part + row_number() OVER () - 1, artifact, owner, month, ${from}, true, 0 ` +
      `FROM (FROM (${withOwners(placesOf(fresh))}) ANTI JOIN summary_parts USING (artifact, month)), summary_state`,
  );
  await connection.run(nextPart);
  let joined = (key: string) =>
    `(SELECT events.*, parts.part AS part_of, parts.artifact AS key_of FROM events JOIN ${scopes} ON key = events.artifact ` +
    `JOIN summary_parts AS parts ON parts.artifact = ${key} AND parts.month = ${monthSql} WHERE seq >= ${from} AND seq < ${end}) ` +
    'AS events WHERE true';
  let place = { part: 'part_of', artifact: 'key_of' };
  for (let [table, key] of [
    [artifactVisitors, 'key'],
    [ownerVisitors, 'scope'],
  ] as const)
    await addVisitors(connection, table, visitorRows(table, place, joined(key)));
  for (let text of countRows('part_of', joined('key'))) await connection.run(text);
  await connection.run(`UPDATE summary_state SET upto = ${end}`);
}

/** Visitors who have a row already are no longer alone. */
async function addVisitors(connection: DuckDBConnection, { name }: SummaryTable, rows: string): Promise<void> {
  await connection.run(`CREATE OR REPLACE TEMP TABLE added AS ${rows}`);
  await connection.run(notAlone(name, 'added', 'part IN (SELECT part FROM added)'));
  await connection.run(`INSERT INTO ${name} FROM added`);
  await connection.run('DROP TABLE added');
}

/** Rows of a table of visitors have company in `others`. */
function notAlone(name: string, others: string, condition: string): string {
  let isSame = ['part', 'id_period', 'origin_id'].map((column) => `others.${column} = ${name}.${column}`).join(' AND ');
  return `UPDATE ${name} SET alone = false WHERE alone AND ${condition} AND EXISTS (SELECT 1 FROM ${others} AS others WHERE ${isSame})`;
}

export interface UnmadePart {
  part: number;
  /** A package or pixel; negative for an owner. */
  artifact: number;
  keys: readonly number[];
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
  let keys = `(SELECT list(key) FROM ${scopes} WHERE parts.artifact IN (key, scope))`;
  let rows = await rowsOf(
    connection,
    `SELECT part, artifact, epoch_ms(month::TIMESTAMP), epoch_ms(month + INTERVAL 1 MONTH), until, ${keys} FROM summary_parts AS parts ` +
      `WHERE NOT ready ORDER BY ${isReady}, month DESC, artifact`,
  );
  return rows.map((row) => {
    let [part, artifact, from, until, end] = row.slice(0, 5).map(Number) as [number, number, number, number, number];
    return { part, artifact, keys: (row[5] as DuckDBListValue).items.map(Number), from, until, end };
  });
}

function eventsOf({ keys, from, until, end }: UnmadePart): string {
  return (
    `events WHERE ${duckdbDialect.isAmong(keys)} AND time >= make_timestamp(${from}000) AND time < make_timestamp(${until}000) ` +
    `AND seq < ${end}`
  );
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
  let table = part.artifact < 0 ? ownerVisitors : artifactVisitors;
  let place = { part: String(part.part), artifact: String(part.artifact) };
  // A visitor belongs to one slice, so that it has one row.
  for (let slice = 0; slice < slices; slice++) {
    let rows = visitorRows(table, place, `${eventsOf(part)} AND hash(origin_id) % ${slices} = ${slice}`);
    let alone = 'count(*) OVER (PARTITION BY id_period, origin_id) = 1 AS alone';
    steps.push(`INSERT INTO ${table.name} SELECT * REPLACE (${alone}) FROM (${rows})`);
  }
  if (part.artifact < 0) return steps;
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
export async function publishPart(connection: DuckDBConnection, { part, artifact }: UnmadePart): Promise<void> {
  let { name } = artifact < 0 ? ownerVisitors : artifactVisitors;
  // Later events were added beside the rows that were made.
  let others = `(SELECT part, id_period, origin_id FROM ${name} WHERE part = ${part} AND NOT alone)`;
  await connection.run(notAlone(name, others, `part = ${part}`));
  let visitors = `(SELECT count(*) FROM ${name} WHERE part = ${part})`;
  await connection.run(`UPDATE summary_parts SET ready = true, visitors = ${visitors} WHERE part = ${part}`);
  await connection.run(
    `DELETE FROM summary_parts WHERE part <> ${part} AND (artifact, month) IN (SELECT (artifact, month) FROM summary_parts WHERE part = ${part})`,
  );
}

/** An attempt may have left rows: the part gets another number, or is dropped beside a ready one. */
export async function abandonMaking(connection: DuckDBConnection): Promise<void> {
  await connection.run(
    'DELETE FROM summary_parts WHERE NOT ready AND (artifact, month) IN (SELECT (artifact, month) FROM summary_parts WHERE ready)',
  );
  let text = 'SELECT artifact, owner, month FROM summary_parts WHERE NOT ready';
  await replaceParts(connection, { text, parameters: [] }, 'upto');
}

/** Parts with so many rows of later events are made again beside the one that answers. */
export async function renewGrown(connection: DuckDBConnection, addedMin: number): Promise<void> {
  let sizes = visitorTables
    .map(({ name }) => `SELECT part, count(*) AS size FROM ${name} GROUP BY part`)
    .join(' UNION ALL ');
  let grown =
    `SELECT artifact, owner, month FROM summary_parts AS parts JOIN (${sizes}) AS sizes USING (part) WHERE ready ` +
    `AND size > ${addedMin} + 2 * visitors AND NOT EXISTS (SELECT 1 FROM summary_parts AS other WHERE NOT other.ready AND ` +
    `other.artifact = parts.artifact AND other.month = parts.month)`;
  await connection.run(
    `INSERT INTO summary_parts SELECT next_part + row_number() OVER () - 1, artifact, owner, month, upto, false, 0 FROM (${grown}) AS grown, summary_state`,
  );
  await connection.run(nextPart);
}

/** Deletes up to `rows` rows of garbage and their values; returns whether there may be more. */
export async function sweepSome(connection: DuckDBConnection, rows: number): Promise<boolean> {
  for (let { name, columns, own } of [
    ...visitorTables.map((table) => ({ ...table, own: ['month', 'days', 'alone'] })),
    ...countTables.map((table) => ({ ...table, own: ['day', 'first', 'last', 'events'] })),
  ]) {
    let isGarbage = 'part NOT IN (SELECT part FROM summary_parts)';
    let [first] = await numbersOf(connection, `SELECT coalesce(min(rowid), -1) FROM ${name} WHERE ${isGarbage}`);
    if (first === undefined || first < 0) continue;
    let range = `rowid >= ${first} AND rowid < ${first + rows} AND ${isGarbage}`;
    let blank = [...own, ...columns].map((column) => `${column} = NULL`).join(', ');
    // The engine keeps the values of deleted rows while others of the block exist.
    await connection.run(`UPDATE ${name} SET ${blank} WHERE ${range}`);
    await connection.run(`DELETE FROM ${name} WHERE ${range}`);
    return true;
  }
  return false;
}

/** What the parts have of a question. */
export const findCoverage: FindCoverage = async (ask, { keys, end }, { from, until }) => {
  let among = duckdbDialect.isAmong(keys);
  let inMonths = `month >= DATE '${dayOf(monthOf(from))}' AND month < DATE '${dayOf(until)}'`;
  // All of an owner are only needed to know whether these are all.
  let isOfOwner = keys.length > 1 ? `owner IN (SELECT owner FROM summary_parts WHERE ${among} AND ${inMonths})` : among;
  let rows = await ask(
    `SELECT upto, artifact, epoch_ms(month::TIMESTAMP) AS month, ready FROM summary_state LEFT JOIN ` +
      `(SELECT * FROM summary_parts WHERE ${isOfOwner} AND ${inMonths}) ON true`,
  );
  let upto = Number(rows[0]?.upto ?? Infinity);
  let parts = rows.map(({ artifact, month, ready }) => ({ artifact: Number(artifact), month: Number(month), ready }));
  let place = ({ artifact, month }: { artifact: number; month: number }) => `${artifact} ${month}`;
  let ready = new Set(parts.filter((part) => part.ready === true).map(place));
  if (upto > end || ready.size === 0) return undefined;
  // A part that is made again has two entries.
  let unready = parts.filter((part) => !ready.has(place(part)));
  let own = new Set(keys);
  let missing = unready.filter(({ artifact }) => own.has(artifact));
  let others = new Set(parts.map(({ artifact }) => artifact).filter((artifact) => !own.has(artifact)));
  let [owner] = others;
  let isWhole = unready.length === 0 && others.size === 1 && owner !== undefined && owner < 0;
  return { upto, missing, owner: isWhole ? owner : undefined };
};
