/**
 * `npm run test:clickhouse`: the event store's tests with the events on ClickHouse of today, whose
 * engine runs behind a loopback server. The engine (the npm package `chdb`, 546 MB) is installed
 * into a folder of its own, which is deleted afterwards; `KEEP=1` keeps it for the next run. Names
 * of test files can be given after `--`.
 */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const engineVersion = '3.4.0';
const home = path.resolve('node_modules/.cache/clickhouse');

/** Tests of the gateway that ask the store, besides those of ClickHouse alone. */
const usual = (
  'aggregates aggregations as-of breakdowns companies company-corrections company-rollups corrected-counts counting ' +
  'event-retention exports filters funnel import-store last-event leads live one-download one-pull unique-periods ' +
  'user-defined-variables'
)
  .split(' ')
  .map((name) => `tests/gateway/${name}.test.ts`);

function install(): void {
  if (existsSync(path.join(home, 'node_modules/chdb'))) return;
  mkdirSync(home, { recursive: true });
  writeFileSync(path.join(home, 'package.json'), '{ "private": true }\n');
  let flags = ['--no-save', '--no-audit', '--no-fund', '--loglevel', 'error'];
  execFileSync('npm', ['install', ...flags, `chdb@${engineVersion}`], { cwd: home, stdio: 'inherit' });
}

async function startServer(data: string): Promise<{ server: ChildProcess; url: string }> {
  let script = path.join(import.meta.dirname, 'clickhouse/chdb-server.mjs');
  let server = spawn(process.execPath, [script, home, data], { stdio: ['ignore', 'pipe', 'inherit'] });
  let [line] = (await Promise.race([once(server.stdout, 'data'), once(server, 'exit').then(() => [''])])) as [
    Buffer | string,
  ];
  let [, port] = /^ready (\d+)/.exec(String(line)) ?? [];
  if (!port) throw new Error('The engine does not start.');
  return { server, url: `http://127.0.0.1:${port}/` };
}

async function main(): Promise<number> {
  let data = mkdtempSync(path.join(tmpdir(), 'clickhouse-'));
  try {
    install();
    let { server, url } = await startServer(data);
    let chosen = process.argv.length > 2 ? process.argv.slice(2) : ['tests/clickhouse', ...usual];
    let env = { ...process.env, TEST_EVENTS_URL: url };
    let args = ['vitest', 'run', '--config', 'vitest.clickhouse.config.ts', ...chosen];
    let { status } = spawnSync('npx', args, { stdio: 'inherit', env });
    server.kill();
    return status ?? 1;
  } finally {
    rmSync(data, { recursive: true, force: true });
    if (!process.env.KEEP) rmSync(home, { recursive: true, force: true });
  }
}

process.exit(await main());
