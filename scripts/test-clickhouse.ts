/**
 * `npm run test:clickhouse`: the event store's tests with the events on ClickHouse of today, whose
 * engine runs behind a loopback server (scripts/clickhouse). Names of test files can be given after
 * `--`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { installEngine, removeEngine, startEngine } from './clickhouse/engine';

/** Tests of the gateway that ask the store, besides those of ClickHouse alone. */
const usual = (
  'aggregates aggregations as-of breakdowns companies company-corrections company-rollups corrected-counts counting ' +
  'event-retention exports filters funnel import-store last-event leads live one-download one-pull unique-periods ' +
  'user-defined-variables'
)
  .split(' ')
  .map((name) => `tests/gateway/${name}.test.ts`);

async function main(): Promise<number> {
  let data = mkdtempSync(path.join(tmpdir(), 'clickhouse-'));
  try {
    installEngine();
    let { server, url } = await startEngine(data);
    let chosen = process.argv.length > 2 ? process.argv.slice(2) : ['tests/clickhouse', ...usual];
    let env = { ...process.env, TEST_EVENTS_URL: url };
    let args = ['vitest', 'run', '--config', 'vitest.clickhouse.config.ts', ...chosen];
    let { status } = spawnSync('npx', args, { stdio: 'inherit', env });
    server.kill();
    return status ?? 1;
  } finally {
    rmSync(data, { recursive: true, force: true });
    removeEngine();
  }
}

process.exit(await main());
