/** The condition on artifacts, whatever numbers they have. */
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { duckdbDialect } from 'gateway/events/duckdb/dialect';

let instance: DuckDBInstance;
let connection: DuckDBConnection;
beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:');
  connection = await instance.connect();
  await connection.run('CREATE TABLE events AS SELECT range::INTEGER AS artifact FROM range(300)');
});
afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

async function found(keys: readonly number[]): Promise<unknown[]> {
  let where = duckdbDialect.isAmong(keys);
  let text = `SELECT artifact FROM events WHERE ${where} AND artifact IS NOT NULL ORDER BY 1`;
  return (await (await connection.run(text)).getRows()).map(([artifact]) => artifact);
}

describe('the events of some artifacts', () => {
  it.each([
    ['none', []],
    ['one', [70]],
    ['some that follow each other', [12, 10, 11, 10]],
    ['some with gaps, across a border of 64', [60, 63, 64, 70, 123]],
    ['the first and the last of 64', [100, 163]],
    ['the first and the last of 65', [100, 164]],
    ['some far apart', [0, 1, 150, 299]],
  ])('are those with the numbers of %s', async (_, keys) => {
    expect(await found(keys)).toEqual([...new Set(keys)].sort((a, b) => a - b));
  });

  it.each([
    ['some that follow each other', [1, 2]],
    ['some with gaps', [0, 2, 5]],
    ['some far apart', [0, 200]],
  ])('are told from rows of owners, whose numbers are negative: %s', async (_, keys) => {
    let rows = `(SELECT (range - 70)::INTEGER AS artifact FROM range(300))`;
    let text = `SELECT artifact, (${duckdbDialect.isAmong(keys)}) AS own FROM ${rows} ORDER BY 1`;
    let all = await (await connection.run(text)).getRows();
    expect(all.flatMap(([artifact, own]) => (own === true ? [artifact] : []))).toEqual(keys);
  });
});
