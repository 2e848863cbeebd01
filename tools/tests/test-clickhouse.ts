/**
 * `npx tsx tools/tests/test-clickhouse.ts`: the event store's tests with the records on PostgreSQL
 * and the events on ClickHouse of today, whose engine runs behind a loopback server
 * (tools/tests/clickhouse), and on a cluster of Debian's servers. With `CLICKHOUSE_BIN`, the path
 * of the program `clickhouse`, both are its servers. Names of test files can be given after `--`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePorts } from '../../tests/attack/target';
import { installEngine, removeEngine, startEngine } from './clickhouse/engine';
import { hasCluster } from './clickhouse/servers';
import { createPostgres } from './postgres';

/** Tests of the gateway that ask the store, besides those of ClickHouse alone. */
const usual = Object.entries({
  reports:
    'aggregates aggregations breakdowns companies company-corrections company-rollups corrected-counts counting filters funnel last-event live unique-periods',
  'events/query': 'any-case snapshot',
  floor: 'any-case-search',
  erasure: 'clock-jumps event-retention',
  exports: 'exports',
  imports: 'import-store',
  leads: 'leads',
  'events/write': 'dedupe-rule one-pull',
  packages: 'user-defined-variables',
}).flatMap(([room, names]) => names.split(' ').map((name) => `tests/gateway/${room}/${name}.test.ts`));

function runTests(names: readonly string[], env: Record<string, string>): number {
  let args = ['vitest', 'run', '--config', 'vitest.clickhouse.config.ts', ...names];
  return spawnSync('npx', args, { stdio: 'inherit', env: { ...process.env, ...env } }).status ?? 1;
}

async function main(): Promise<number> {
  let data = mkdtempSync(path.join(tmpdir(), 'clickhouse-'));
  let chosen = process.argv.length > 2 ? process.argv.slice(2) : ['tests/clickhouse', ...usual];
  // Vitest leaves out a file that is not there without a word.
  for (let name of usual) if (!existsSync(name)) throw new Error(`There is no ${name}`);
  let engine: Awaited<ReturnType<typeof startEngine>> | undefined;
  let [port = 0] = await freePorts(1);
  let postgres = createPostgres(port);
  try {
    postgres.start();
    if (!chosen.every((name) => /\/cluster/.test(name))) {
      installEngine();
      engine = await startEngine(data);
    }
    if (!hasCluster)
      process.stdout.write('clickhouse-server or zookeeper of Debian is not installed: the cluster is left out\n');
    return runTests(chosen, { TEST_DATABASE_URL: postgres.url, ...(engine && { TEST_EVENTS_URL: engine.url }) });
  } finally {
    engine?.server.kill();
    postgres.remove();
    rmSync(data, { recursive: true, force: true });
    removeEngine();
  }
}

process.exit(await main());
