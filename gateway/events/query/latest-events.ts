import { timeRangeSql } from './aggregate-sql';
import { endOf } from '../shape/ends';
import { inSnapshot } from '../shape/snapshot';
import { correctedEventOf, matchedEventsSql } from './corrections-sql';
import type { QueryEngine, EngineRow } from './dialect';
import { filterSql } from './filter';
import type { EventStore, LatestEventsQuery } from '../shape/store';
import type { WrittenEvents } from '../shape/snapshot';

export function createLatestEvents(
  { dialect, read }: QueryEngine,
  writer: WrittenEvents,
): Pick<EventStore, 'latestEvents' | 'perMinute'> {
  async function rowsOf(query: LatestEventsQuery, select: string, end: string): Promise<EngineRow[]> {
    if (query.lastEvent === undefined) await writer.flush();
    let { keysOf } = writer.artifacts();
    let keys = [...keysOf('package', query.packageIds), ...keysOf('tracking-pixel', query.pixelIds)];
    if (keys.length === 0) return [];
    let lastEvent = query.lastEvent ?? endOf(writer.ends(), writer.artifacts(), keys);
    let { conditions, parameters } = filterSql(dialect, query.filters, 1);
    let from = matchedEventsSql(dialect, query.corrections, parameters);
    return read(
      async (ask) => {
        let where = [
          dialect.isAmong(keys),
          inSnapshot(lastEvent),
          ...(query.after === undefined ? [] : [`NOT (${inSnapshot(query.after)})`]),
          await dialect.countedAt(ask, lastEvent),
          ...timeRangeSql(dialect, query),
          ...conditions,
        ];
        let text = `SELECT ${select} FROM ${from} WHERE ${where.join(' AND ')} ${end}`;
        return ask(text, parameters);
      },
      { keys, signal: query.signal },
    );
  }

  return {
    async latestEvents(query) {
      let rows = await rowsOf(query, `${dialect.eventColumns}, correction`, `ORDER BY seq DESC LIMIT ${query.limit}`);
      let byMatch = new Map(query.corrections.map((one) => [one.of, one]));
      return rows.map((row) => correctedEventOf(dialect, row, writer.artifacts(), byMatch));
    },
    async perMinute(query) {
      let rows = await rowsOf(query, `${dialect.minute} AS minute, count(*) AS total`, 'GROUP BY 1');
      return new Map(rows.map(({ minute, total }) => [Number(minute), Number(total)]));
    },
  };
}
