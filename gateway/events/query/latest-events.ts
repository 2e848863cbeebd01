/** The newest events of some packages and pixels, and how many came in each minute. */
import { within } from './aggregate-sql';
import { storedBy } from './snapshot';
import { correctedEventOf, matchesFrom } from './corrections-sql';
import type { Answering, Row } from './dialect';
import { filterSql } from './filter';
import type { EventStore, NewestQuery } from '../store';
import type { Writer } from '../write/writer';

export function createNewest({ dialect, read }: Answering, writer: Writer): Pick<EventStore, 'newest' | 'perMinute'> {
  async function rowsOf(query: NewestQuery, select: string, end: string): Promise<Row[]> {
    let lastEvent = query.lastEvent ?? (await writer.settle());
    let { keysOf } = writer.artifacts();
    let keys = [...keysOf('package', query.packageIds), ...keysOf('tracking-pixel', query.pixelIds)];
    if (keys.length === 0) return [];
    let { conditions, parameters } = filterSql(dialect, query.filters, 1);
    let from = matchesFrom(dialect, query.corrections, parameters);
    return read(
      async (ask) => {
        let where = [
          dialect.isAmong(keys),
          storedBy(lastEvent),
          ...(query.after === undefined ? [] : [`NOT (${storedBy(query.after)})`]),
          await dialect.countedAt(ask, lastEvent),
          ...within(dialect, query),
          ...conditions,
        ];
        let text = `SELECT ${select} FROM ${from} WHERE ${where.join(' AND ')} ${end}`;
        return ask(text, parameters);
      },
      { keys, gone: query.gone },
    );
  }

  return {
    async newest(query) {
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
