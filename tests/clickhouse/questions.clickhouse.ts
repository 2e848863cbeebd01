/** Questions to ClickHouse end in time, and read no more than they need. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connect, type Clickhouse } from 'gateway/events/clickhouse/client';
import { migrateTables } from 'gateway/events/clickhouse/schema';
import { createSummaryTables } from 'gateway/events/clickhouse/summary-parts';
import { openLossyProxy, type LossyProxy } from 'tests/support/lossy-proxy';

let proxy: LossyProxy;
let server: Clickhouse;

beforeEach(async () => {
  proxy = await openLossyProxy(process.env.TEST_EVENTS_URL!);
  server = await connect({ url: new URL('questions', proxy.url).href });
});
afterEach(async () => {
  await server.close();
  await proxy.close();
});

it('a query of a disconnected client is cancelled on the server, and a change continues', async () => {
  let limits =
    `SELECT toInt32(getSetting('max_execution_time')) AS seconds, ` +
    `toInt32(getSetting('cancel_http_readonly_queries_on_client_close')) AS ends`;
  expect(await server.ask(limits)).toEqual([{ seconds: 60, ends: 1 }]);
  await server.run('CREATE TABLE limits (seconds Int32, ends Int32) ENGINE = Memory');
  await server.run(`INSERT INTO limits ${limits}`);
  expect(await server.ask('SELECT seconds FROM limits')).toEqual([{ seconds: 0 }]);
});

it('a server that does not answer is known to be away within seconds', { timeout: 30_000 }, async () => {
  proxy.decide(() => new Promise(() => {}));
  await expect(server.look()).rejects.toThrow('no ClickHouse server answers at 127.0.0.1');
});

it('the printed questions run as they are', async () => {
  await migrateTables(server);
  await createSummaryTables(server);
  let file = path.join(import.meta.dirname, '../gateway/events/question-sql/clickhouse.sql');
  let statements = readFileSync(file, 'utf8').split(';\n');
  expect(statements.length).toBeGreaterThan(20);
  for (let statement of statements.filter((text) => text.trim() !== '')) await server.ask(statement);
});
