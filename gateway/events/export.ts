/** Raw events in order, part by part, so that a slow client holds neither memory nor the engine. */
import type { DuckDBConnection } from '@duckdb/node-api';
import { within } from './aggregate-sql';
import { storedBy } from './as-of';
import { columns } from './columns';
import { isShown, ofTheseCompanies } from './company-sql';
import { correctedEventOf, matchesFrom } from './corrections';
import { countedAt } from './decisions';
import type { Engine } from './engine';
import { filterSql, wantsUntracked } from './filter';
import type { DecidedEvent, ExportQuery } from './store';
import type { Writer } from './writer';

/** Turning rows into events and lines holds the loop up: a few milliseconds for so many. */
const batchMax = 500;
const stretchMin = 1_000;
const stretchMax = 1_000_000;

/** Events from before the export began, or up to its last event, in batches of at most 500. */
export async function* exportEvents(
  engine: Engine,
  writer: Writer,
  query: ExportQuery,
): AsyncGenerator<DecidedEvent[]> {
  let lastEvent = query.lastEvent ?? (await writer.settle());
  let artifacts = writer.artifacts();
  let keys = artifacts.keysOf(query.artifactType, query.artifactIds);
  if (keys.length === 0) return;
  let companies = query.companies ?? [];
  let filtered = filterSql(query.filters, companies.length + 1);
  let values = [...companies, ...filtered.parameters];
  // As in a report; without filters the file has everything that was recorded.
  let asCounted =
    query.filters && !query.withUntracked ? [wantsUntracked(query.filters) ? 'do_not_track' : 'NOT do_not_track'] : [];
  let ofThese = query.companies ? [companies.length > 0 ? ofTheseCompanies(companies.length) : 'false'] : [];
  let wanted = [
    `artifact IN (${keys.join(', ')})`,
    storedBy(lastEvent),
    ...within(query),
    ...asCounted,
    ...ofThese,
    ...(query.includeLowConfidence === false ? [isShown] : []),
    ...filtered.conditions,
  ].join(' AND ');
  let from = matchesFrom(query.corrections, values);
  let { next, end } = await engine.read((connection) => boundsOf(connection, `${from} WHERE ${wanted}`, values));
  let byMatch = new Map(query.corrections?.map((one) => [one.of, one]));
  let names = [...columns.map(({ name }) => name), 'correction'].join(', ');
  let stretch = stretchMin;
  while (next < end) {
    let until = Math.min(end, next + stretch);
    let part = `seq >= ${next} AND seq < ${until} AND ${wanted}`;
    let rows = await engine.read(async (connection) => {
      let counted = await countedAt(connection, lastEvent);
      let where = query.raw ? part : `${part} AND ${counted}`;
      let text = `SELECT ${names}, ${counted} AS is_counted FROM ${from} WHERE ${where} ORDER BY seq LIMIT ${batchMax}`;
      return (await connection.run(text, values)).getRowObjects();
    });
    if (rows.length > 0)
      yield rows.map((row) => ({
        ...correctedEventOf(row, artifacts, byMatch),
        ...(query.raw && { decision: { isCounted: row.is_counted as boolean, rule: row.counting_rule as string } }),
      }));
    let full = rows.length === batchMax;
    next = full ? Number(rows.at(-1)!.seq) + 1 : until;
    stretch = full ? Math.max(stretchMin, stretch / 2) : Math.min(stretchMax, stretch * 2);
  }
}

/**
 * The range of `seq` that holds the wanted events: the first one, and the one behind the last.
 * `wanted` is a table with its WHERE clause.
 */
export async function boundsOf(
  connection: DuckDBConnection,
  wanted: string,
  values: string[],
): Promise<{ next: number; end: number }> {
  let text = `SELECT min(seq) AS first, max(seq) AS last FROM ${wanted}`;
  let rows = await (await connection.run(text, values)).getRows();
  let [first, last] = rows[0] as [bigint | null, bigint | null];
  return first === null || last === null ? { next: 0, end: 0 } : { next: Number(first), end: Number(last) + 1 };
}
