/** Raw events in order, part by part, so that a slow client holds neither memory nor the engine. */
import { within } from './aggregate-sql';
import { columns, eventOf } from './columns';
import { ofTheseCompanies } from './company-sql';
import type { Engine } from './engine';
import type { Event } from 'contract/event-fields';
import { filterSql, wantsUntracked } from './filter';
import type { ExportQuery } from './store';
import type { Writer } from './writer';

/** Turning rows into events and lines holds the loop up: a few milliseconds for so many. */
const batchMax = 500;
const stretchMin = 1_000;
const stretchMax = 1_000_000;

/** Events that were there at the start of the export, in batches of at most 500. */
export async function* exportEvents(engine: Engine, writer: Writer, query: ExportQuery): AsyncGenerator<Event[]> {
  await writer.settle();
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
    ...within(query),
    ...asCounted,
    ...ofThese,
    ...filtered.conditions,
  ].join(' AND ');
  let { next, end } = await boundsOf(engine, wanted, values);
  let names = columns.map(({ name }) => name).join(', ');
  let stretch = stretchMin;
  while (next < end) {
    let until = Math.min(end, next + stretch);
    let text = `SELECT ${names} FROM events WHERE seq >= ${next} AND seq < ${until} AND ${wanted} ORDER BY seq LIMIT ${batchMax}`;
    let rows = await engine.read(async (connection) => (await connection.run(text, values)).getRowObjects());
    if (rows.length > 0) yield rows.map((row) => eventOf(row, artifacts.artifactOf));
    let full = rows.length === batchMax;
    next = full ? Number(rows.at(-1)!.seq) + 1 : until;
    stretch = full ? Math.max(stretchMin, stretch / 2) : Math.min(stretchMax, stretch * 2);
  }
}

async function boundsOf(engine: Engine, wanted: string, values: string[]): Promise<{ next: number; end: number }> {
  let text = `SELECT min(seq) AS first, max(seq) AS last FROM events WHERE ${wanted}`;
  let rows = await engine.read(async (connection) => (await connection.run(text, values)).getRows());
  let [first, last] = rows[0] as [bigint | null, bigint | null];
  return first === null || last === null ? { next: 0, end: 0 } : { next: Number(first), end: Number(last) + 1 };
}
