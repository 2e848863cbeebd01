/**
 * Exports raw events in order and in parts, so that a slow client holds neither memory nor the
 * engine.
 */
import { timeRangeSql } from './aggregate-sql';
import { inSnapshot, stateOfQuestion } from '../shape/snapshot';
import { companiesSql } from './company-sql';
import { confidentSql } from './filter';
import { correctedEventOf, matchedEventsSql } from './corrections-sql';
import { textOf, type QueryEngine, type RunQuery } from './dialect';
import { filterSql, wantsUntracked } from './filter';
import type { DecidedEvent, StoredExportQuery } from '../shape/store';
import type { WrittenEvents } from '../shape/snapshot';

/** Converting rows blocks the event loop for a few milliseconds per batch. */
const batchMax = 500;
const stretchMin = 1_000;
const stretchMax = 1_000_000;

/** Events up to the snapshot, or to the start of the export, in batches of at most 500. */
export async function* exportEvents(
  { dialect, read }: QueryEngine,
  writer: WrittenEvents,
  query: StoredExportQuery,
): AsyncGenerator<DecidedEvent[]> {
  let lastEvent = await stateOfQuestion(writer, query, query.artifactType, query.artifactIds);
  let artifacts = writer.artifacts();
  let keys = artifacts.keysOf(query.artifactType, query.artifactIds);
  if (keys.length === 0) return;
  let companies = query.companies ?? [];
  let filtered = filterSql(dialect, query.filters, companies.length + 1);
  let values = [...companies, ...filtered.parameters];
  // As in a report; without filters everything recorded is exported.
  let asCounted =
    query.filters && !query.withUntracked ? [wantsUntracked(query.filters) ? 'do_not_track' : 'NOT do_not_track'] : [];
  let ofThese = query.companies ? [companies.length > 0 ? companiesSql(companies.length) : 'false'] : [];
  // Asked for each part: a partition can move to another shard meanwhile.
  let wanted = () =>
    [
      dialect.isAmong(keys),
      inSnapshot(lastEvent),
      ...timeRangeSql(dialect, query),
      ...asCounted,
      ...ofThese,
      ...(query.includeLowConfidence === false ? [confidentSql] : []),
      ...filtered.conditions,
    ].join(' AND ');
  let from = matchedEventsSql(dialect, query.corrections, values);
  let about = { keys, signal: query.signal };
  let boundsFrom = (seq: number) =>
    read((ask) => seqBounds(ask, `${from} WHERE seq >= ${seq} AND ${wanted()}`, values), about);
  let { next, end } = await boundsFrom(0);
  let byMatch = new Map(query.corrections?.map((one) => [one.of, one]));
  let names = `${dialect.eventColumns}, correction`;
  let stretch = stretchMin;
  while (next < end) {
    let until = Math.min(end, next + stretch);
    let part = `seq >= ${next} AND seq < ${until} AND ${wanted()}`;
    let rows = await read(async (ask) => {
      let counted = await dialect.countedAt(ask, lastEvent);
      let where = query.raw ? part : `${part} AND ${counted}`;
      let text = `SELECT ${names}, ${counted} AS is_counted FROM ${from} WHERE ${where} ORDER BY seq LIMIT ${batchMax}`;
      return ask(text, values);
    }, about);
    if (rows.length > 0)
      yield rows.map((row) => ({
        ...correctedEventOf(dialect, row, artifacts, byMatch),
        ...(query.raw && { decision: { isCounted: Boolean(row.is_counted), rule: textOf(row.counting_rule) } }),
      }));
    let full = rows.length === batchMax;
    next = full ? Number(rows.at(-1)!.seq) + 1 : until;
    stretch = full ? Math.max(stretchMin, stretch / 2) : Math.min(stretchMax, stretch * 2);
    // Between partitions there are more numbers than could be gone through.
    if (rows.length === 0 && next < end) ({ next, end } = await boundsFrom(next));
  }
}

/**
 * First `seq` of the matching events, and the one after the last. `wanted` is a table with its
 * WHERE clause.
 */
export async function seqBounds(
  ask: RunQuery,
  wanted: string,
  values: string[],
): Promise<{ next: number; end: number }> {
  let text = `SELECT count(*) AS size, min(seq) AS first, max(seq) AS last FROM ${wanted}`;
  let [row] = await ask(text, values);
  if (!row || Number(row.size) === 0) return { next: 0, end: 0 };
  return { next: Number(row.first), end: Number(row.last) + 1 };
}
