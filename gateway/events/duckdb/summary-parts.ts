/**
 * The list of summaries in a DuckDB file. A part is the summary of one package or pixel, or of all
 * packages or all pixels of an owner, in one calendar month (UTC). Those of owners have negative
 * keys. Together the parts have the events below `upto`.
 *
 * `summary_parts` lists them; `ready` ones answer questions. One that is not is being made from the
 * events below its `until`, and already gets all later ones. Rows of parts that are not listed are
 * garbage. So a part becomes stale by replacing its entry, in the transaction that changes the
 * events.
 */
import type { DuckDBConnection } from '@duckdb/node-api';
import { dayOf } from 'contract/floor/time';
import type { SqlCondition } from '../query/erased-sql';
import type { DayRange, FindCoverage } from '../query/dialect';
import { inMonths, monthOf } from '../summaries/summary-source';
import { valueDays } from '../summaries/value-days';
import type { DecisionChange } from '../write/count-decisions';
import { duckdbDialect } from './dialect';
import {
  addEvents,
  completePart,
  deleteAllRows,
  numbersOf,
  partSizes,
  rowsOf,
  rowTables,
  scopes,
  type UnmadePart,
} from './summary-rows';

export const summaryTables = [
  'CREATE TABLE IF NOT EXISTS summary_state (upto BIGINT NOT NULL, next_part INTEGER NOT NULL)',
  'CREATE TABLE IF NOT EXISTS summary_parts (part INTEGER NOT NULL, artifact INTEGER NOT NULL, owner INTEGER NOT NULL, ' +
    'month DATE NOT NULL, until BIGINT NOT NULL, ready BOOLEAN NOT NULL, visitors BIGINT NOT NULL)',
  ...rowTables,
];

const tableNames = summaryTables.map((text) => /EXISTS (\w+)/.exec(text)![1]!);

/** Whether a table can be made again from the events. */
export function isSummary(table: string): boolean {
  return tableNames.includes(table);
}

/** Summaries that are not started: all is counted from the events until they are made. Reads no row. */
export async function recreateTables(connection: DuckDBConnection): Promise<void> {
  for (let name of tableNames) await connection.run(`DROP TABLE IF EXISTS ${name}`);
  for (let text of summaryTables) await connection.run(text);
}

/** For a new table of events. */
export const emptySummaries = 'INSERT INTO summary_state VALUES (0, 0)';

/** The events below this number are in the summaries; undefined before they were started. */
export async function summarizedEnd(connection: DuckDBConnection): Promise<number | undefined> {
  return (await numbersOf(connection, 'SELECT upto FROM summary_state'))[0];
}

interface Entry {
  /** SQL. */
  until: string;
  ready: boolean;
}

/** Adds an entry for each row of `places` (`artifact`, `owner` and `month`). */
async function addParts(
  connection: DuckDBConnection,
  { text, parameters }: SqlCondition,
  { until, ready }: Entry,
): Promise<void> {
  await connection.run(
    `INSERT INTO summary_parts SELECT next_part + row_number() OVER () - 1, artifact, owner, month, ${until}, ${ready}, 0 ` +
      `FROM (${text}) AS places, summary_state`,
    parameters,
  );
  await connection.run(
    'UPDATE summary_state SET next_part = greatest(next_part, (SELECT coalesce(max(part), -1) + 1 FROM summary_parts))',
  );
}

/** Adds entries to be made, and removes those of the same places. */
async function replaceParts(connection: DuckDBConnection, places: SqlCondition, until: string): Promise<void> {
  let [first = 0] = await numbersOf(connection, 'SELECT next_part FROM summary_state');
  await addParts(connection, places, { until, ready: false });
  await connection.run(
    `DELETE FROM summary_parts WHERE part < ${first} AND (artifact, month) IN ` +
      `(SELECT (artifact, month) FROM summary_parts WHERE part >= ${first})`,
  );
}

/**
 * Events of these artifacts and months change: they are counted from the events until their parts
 * are made again. In the transaction that changes them.
 */
async function invalidate(connection: DuckDBConnection, { text, parameters }: SqlCondition): Promise<void> {
  let stale = `SELECT DISTINCT artifact, owner, month FROM summary_parts SEMI JOIN (${withOwners(text)}) USING (artifact, month)`;
  await replaceParts(connection, { text: stale, parameters }, 'upto');
}

/** Before events that meet the condition are deleted. */
export function invalidateDeleted(connection: DuckDBConnection, { text, parameters }: SqlCondition): Promise<void> {
  return invalidate(connection, { text: placesOf(`events WHERE ${text}`), parameters });
}

/** Before and after the times of events change: the summaries of both places are made again. */
export function invalidateMoved(connection: DuckDBConnection, condition: string): Promise<void> {
  let text = withOwners(placesOf(`events WHERE ${condition}`));
  return replaceParts(connection, { text, parameters: [] }, 'upto');
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
  let text = `SELECT * FROM (VALUES ${[...new Set(places)].join(', ')}) AS list(artifact, month)`;
  await invalidate(connection, { text, parameters: [] });
}

/** Packages, pixels and months of events. */
function placesOf(events: string): string {
  return `SELECT DISTINCT artifact, ${duckdbDialect.month} AS month FROM ${events}`;
}

function withOwners(places: string): string {
  return (
    `SELECT DISTINCT unnest([places.artifact, scope]) AS artifact, scope AS owner, month FROM (${places}) AS places ` +
    `JOIN ${scopes} ON key = places.artifact`
  );
}

/** All events up to `end` are to be summarized by making parts: too many to add one by one. */
export async function beginParts(connection: DuckDBConnection, end: number): Promise<void> {
  if ((await summarizedEnd(connection)) === undefined) {
    await deleteAllRows(connection);
    await connection.run('DELETE FROM summary_parts');
    await connection.run(emptySummaries);
  }
  let fresh = `events WHERE seq >= (SELECT upto FROM summary_state) AND seq < ${end}`;
  await replaceParts(connection, { text: withOwners(placesOf(fresh)), parameters: [] }, String(end));
  await connection.run(`UPDATE summary_state SET upto = ${end}`);
}

/** Adds the events from `from`, which is `upto`, up to `end` to all parts. */
export async function extendParts(connection: DuckDBConnection, from: number, end: number): Promise<void> {
  let places = withOwners(placesOf(`events WHERE seq >= ${from} AND seq < ${end}`));
  // Without an entry there were no events.
  let text = `FROM (${places}) ANTI JOIN summary_parts USING (artifact, month)`;
  await addParts(connection, { text, parameters: [] }, { until: String(from), ready: true });
  await addEvents(connection, from, end);
  await connection.run(`UPDATE summary_state SET upto = ${end}`);
}

function hasOther(isReady: string): string {
  return (
    `EXISTS (SELECT 1 FROM summary_parts AS other WHERE ${isReady} AND other.artifact = parts.artifact ` +
    'AND other.month = parts.month)'
  );
}

/** Parts that have no answer yet come first, then the latest months. */
export async function unmadeParts(connection: DuckDBConnection): Promise<UnmadePart[]> {
  let keys = `(SELECT string_agg(key, ' ') FROM ${scopes} WHERE parts.artifact IN (key, scope))`;
  let rows = await connection.run(
    `SELECT part, artifact, ${keys} AS keys, epoch_ms(month::TIMESTAMP) AS first, epoch_ms(month + INTERVAL 1 MONTH) AS last, until ` +
      `FROM summary_parts AS parts WHERE NOT ready ORDER BY ${hasOther('other.ready')}, month DESC, artifact`,
  );
  return (await rows.getRowObjects()).map((row) => ({
    part: Number(row.part),
    artifact: Number(row.artifact),
    keys: String(row.keys).split(' ').map(Number),
    from: Number(row.first),
    until: Number(row.last),
    end: Number(row.until),
  }));
}

export async function isListed(connection: DuckDBConnection, { part }: UnmadePart): Promise<boolean> {
  return (await rowsOf(connection, `SELECT 1 FROM summary_parts WHERE part = ${part}`)).length > 0;
}

/** A made part answers from now on, unless its events have changed meanwhile. */
export async function publishPart(connection: DuckDBConnection, made: UnmadePart): Promise<void> {
  let visitors = await completePart(connection, made);
  let isIt = `part = ${made.part}`;
  await connection.run(`UPDATE summary_parts SET ready = true, visitors = ${visitors} WHERE ${isIt}`);
  await connection.run(
    `DELETE FROM summary_parts WHERE NOT (${isIt}) AND (artifact, month) IN (SELECT (artifact, month) FROM summary_parts WHERE ${isIt})`,
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
  let text =
    `SELECT artifact, owner, month FROM summary_parts AS parts JOIN (${partSizes}) AS sizes USING (part) WHERE ready ` +
    `AND size > ${addedMin} + 2 * visitors AND NOT ${hasOther('NOT other.ready')}`;
  await addParts(connection, { text, parameters: [] }, { until: 'upto', ready: false });
}

/**
 * What the parts have of a question. The text has no range, so that the questions of a page ask it
 * once.
 */
export const findCoverage: FindCoverage = async (ask, { keys, end }, days) => {
  let among = duckdbDialect.isAmong(keys);
  // All of an owner are only needed to know whether these are all.
  let isOfOwner = keys.length > 1 ? `owner IN (SELECT owner FROM summary_parts WHERE ${among})` : among;
  // A part that is made again has two entries.
  let places = `SELECT month, artifact, bool_or(ready) AS ready, (${among}) AS own FROM summary_parts WHERE ${isOfOwner} GROUP BY ALL`;
  let rows = await ask(
    `SELECT upto, epoch_ms(month::TIMESTAMP) AS month, made, missing, owner, ` +
      `(SELECT epoch_ms(max(day)::TIMESTAMP) FROM ${valueDays} WHERE ${among} AND kind = 0) AS last FROM summary_state LEFT JOIN ` +
      `(SELECT month, bool_or(ready) AS made, string_agg(artifact, ' ') FILTER (WHERE own AND NOT ready) AS missing, ` +
      // The row of the owner is the only one of others if these are all.
      `CASE WHEN bool_and(ready) AND count(*) FILTER (WHERE NOT own) = 1 THEN min(artifact) END AS owner ` +
      `FROM (${places}) GROUP BY month) ON true`,
  );
  let upto = Number(rows[0]?.upto ?? Infinity);
  let months = rows.filter(({ month }) => isIn(Number(month ?? Infinity), days));
  if (upto > end || !months.some(({ made }) => made === true)) return undefined;
  let missing = months.flatMap((row) => {
    let artifacts = typeof row.missing === 'string' ? row.missing.split(' ').map(Number) : [];
    return artifacts.map((artifact) => ({ artifact, month: Number(row.month), since: 0 }));
  });
  let [owner = 0, ...others] = new Set(months.map((row) => Number(row.owner ?? 0)));
  return {
    upto,
    missing,
    owner: owner < 0 && others.length === 0 ? owner : undefined,
    // Without one there is no visitor.
    lastDay: Number(rows[0]?.last ?? 0),
    isReady: (asked) =>
      `part IN (SELECT part FROM summary_parts WHERE ready AND ${duckdbDialect.isAmong(asked)} AND ${inMonths(days)})`,
  };
};

function isIn(month: number, { from, until }: DayRange): boolean {
  return month >= monthOf(from) && month < until;
}
