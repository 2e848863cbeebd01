/** The newest events of some packages and pixels, and how many came in each minute. */
import type { DuckDBValue } from '@duckdb/node-api';
import { within } from './aggregate-sql';
import { storedBy } from './as-of';
import { columns } from './columns';
import { correctedEventOf, matchesFrom } from './corrections';
import { countedAt } from './decisions';
import type { Engine } from './engine';
import { filterSql } from './filter';
import type { EventStore, NewestQuery } from './store';
import type { Writer } from './writer';

export function createNewest(engine: Engine, writer: Writer): Pick<EventStore, 'newest' | 'perMinute'> {
  async function ask(query: NewestQuery, select: string, end: string): Promise<Record<string, DuckDBValue>[]> {
    let lastEvent = query.lastEvent ?? (await writer.settle());
    let { keysOf } = writer.artifacts();
    let keys = [...keysOf('package', query.packageIds), ...keysOf('tracking-pixel', query.pixelIds)];
    if (keys.length === 0) return [];
    let { conditions, parameters } = filterSql(query.filters, 1);
    let from = matchesFrom(query.corrections, parameters);
    return engine.read(async (connection) => {
      let where = [
        `artifact IN (${keys.join(', ')})`,
        storedBy(lastEvent),
        ...(query.after === undefined ? [] : [`NOT (${storedBy(query.after)})`]),
        await countedAt(connection, lastEvent),
        ...within(query),
        ...conditions,
      ];
      let text = `SELECT ${select} FROM ${from} WHERE ${where.join(' AND ')} ${end}`;
      return (await connection.run(text, parameters)).getRowObjects();
    });
  }

  return {
    async newest(query) {
      let names = [...columns.map(({ name }) => name), 'correction'].join(', ');
      let rows = await ask(query, names, `ORDER BY seq DESC LIMIT ${query.limit}`);
      let byMatch = new Map(query.corrections.map((one) => [one.of, one]));
      return rows.map((row) => correctedEventOf(row, writer.artifacts(), byMatch));
    },
    async perMinute(query) {
      let rows = await ask(query, `epoch_ms(date_trunc('minute', time)) AS minute, count(*) AS total`, 'GROUP BY 1');
      return new Map(rows.map(({ minute, total }) => [Number(minute), Number(total)]));
    },
  };
}
