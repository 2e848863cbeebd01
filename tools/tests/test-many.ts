/**
 * `npx tsx tools/tests/test-many.ts`: two edges, two dashboards and two processes for jobs over one
 * PostgreSQL and ClickHouse of today, behind haproxy; each is killed in turn under load, and
 * PostgreSQL and ClickHouse are stopped. Prints what was asked, what failed, and what the store has
 * in the end. Needs PostgreSQL and haproxy. An argument runs only the cases with that word.
 */
// Builds the product first.
import '../built.mjs';
import { execFileSync, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import { seedDemo } from 'gateway/demo/seed';
import { openPgSession } from 'gateway/floor/db/session';
import { openRecords } from 'gateway/floor/db/open';
import { openClickhouseStore } from 'gateway/events/clickhouse/one-machine';
import { installationSecrets } from '../../server/secrets';
import { exportedEvents } from '../../tests/support/exported-events';
import { installEngine, removeEngine, startEngine } from './clickhouse/engine';
import { sharedChecks } from './many/checks';
import { startLoad, type Outcome } from './many/load';
import { createProcess, startProxy, type Process } from './many/processes';
import { createPostgres, type Postgres } from './postgres';

const first = Number(process.env.PORT || 19_700);
const ports = { downloads: first, dashboard: first + 1, postgres: first + 2, clickhouse: first + 3 };
const sampleEvents = 500;
const beforeMs = 2_000;
const afterMs = 3_000;
const awayMs = 4_000;
const storedLimitMs = 60_000;

export interface Scene {
  folder: string;
  edges: [Process, Process];
  webs: [Process, Process];
  jobs: [Process, Process];
  postgres: Postgres;
  engine: ChildProcess;
  ports: typeof ports;
}

interface Case {
  name: string;
  harm(scene: Scene): Promise<void>;
}

const killed = (name: string, of: (scene: Scene) => Process, signal: NodeJS.Signals = 'SIGKILL'): Case => ({
  name,
  async harm(scene) {
    let chosen = of(scene);
    await chosen.kill(signal);
    await pause(awayMs);
    chosen.start();
    await chosen.ready();
  },
});

const cases: Case[] = [
  killed('edge killed', ({ edges }) => edges[0]),
  killed('other edge killed', ({ edges }) => edges[1]),
  killed('edge stopped', ({ edges }) => edges[0], 'SIGTERM'),
  killed('dashboard killed', ({ webs }) => webs[0]),
  killed('other dashboard killed', ({ webs }) => webs[1]),
  killed('jobs killed', ({ jobs }) => jobs[0]),
  killed('other jobs killed', ({ jobs }) => jobs[1]),
  {
    name: 'PostgreSQL restarted',
    async harm({ postgres, jobs }) {
      postgres.stop();
      await pause(awayMs);
      postgres.start();
      for (let process of jobs) await process.ready();
    },
  },
  {
    name: 'edge started without PostgreSQL',
    async harm({ postgres, edges: [edge] }) {
      postgres.stop();
      await edge.kill();
      edge.start();
      await edge.ready();
      await pause(awayMs);
      postgres.start();
    },
  },
  {
    name: 'ClickHouse hangs',
    async harm({ engine }) {
      engine.kill('SIGSTOP');
      await pause(awayMs);
      engine.kill('SIGCONT');
    },
  },
];

async function main(): Promise<number> {
  execFileSync('haproxy', ['-v'], { stdio: 'ignore' });
  let folder = mkdtempSync(path.join(tmpdir(), 'many-'));
  let postgres = createPostgres(ports.postgres);
  let running: { scene?: Scene; proxy?: ChildProcess; engine?: ChildProcess } = {};
  try {
    installEngine();
    postgres.start();
    let { server: engine, url } = await startEngine(path.join(folder, 'clickhouse'), ports.clickhouse);
    running.engine = engine;
    if (!process.argv[2] && !testsPass(postgres.url, url)) return 1;
    let scene = await startAll(folder, postgres, engine, new URL('landfall', url).href);
    running.scene = scene;
    running.proxy = await startProxy(folder, ports, [...scene.edges, ...scene.webs]);
    return await runAll(scene);
  } finally {
    let { scene, proxy, engine } = running;
    for (let one of scene ? [...scene.edges, ...scene.webs, ...scene.jobs] : []) await one.kill();
    proxy?.kill('SIGKILL');
    engine?.kill('SIGKILL');
    postgres.remove();
    if (process.env.KEEP) process.stdout.write(`Kept: ${folder}\n`);
    else rmSync(folder, { recursive: true, force: true });
    removeEngine();
  }
}

/** What they share in both stores, without the whole processes. */
function testsPass(TEST_DATABASE_URL: string, TEST_EVENTS_URL: string): boolean {
  let args = ['vitest', 'run', '--config', 'vitest.many.config.ts'];
  return (
    spawnSync('npx', args, { stdio: 'inherit', env: { ...process.env, TEST_DATABASE_URL, TEST_EVENTS_URL } }).status ===
    0
  );
}

async function startAll(folder: string, postgres: Postgres, engine: ChildProcess, eventsUrl: string): Promise<Scene> {
  let env = {
    NODE_ENV: 'production',
    LOG_LEVEL: 'info',
    HOST: '127.0.0.1',
    GATEWAY_DOMAIN: 'localhost',
    PUBLIC_URL: `http://127.0.0.1:${ports.dashboard}`,
    TRUST_PROXY: 'true',
    DATABASE_URL: postgres.url,
    EVENTS_URL: eventsUrl,
    SECRETS_ENCRYPTION_KEY: 'a-key-of-the-test-0123456789-0123456789',
  };
  let next = first + 10;
  let make = (name: string, role: string) =>
    createProcess(name, { folder, dashboard: next++, gateway: next++, env: { ...env, ROLE: role, JOBS_URL: '' } });
  let pair = (name: string, role: string): [Process, Process] => [make(`${name}1`, role), make(`${name}2`, role)];
  let scene: Scene = {
    folder,
    edges: pair('edge', 'edge'),
    webs: pair('web', 'web'),
    jobs: pair('jobs', 'jobs'),
    postgres,
    engine,
    ports,
  };
  await seed(scene, eventsUrl);
  for (let one of [scene.webs[0], ...scene.jobs, scene.webs[1], ...scene.edges]) {
    one.start();
    await one.ready();
  }
  return scene;
}

/** The sample people and packages, as an installation of one machine has left them. */
async function seed({ folder, webs, postgres, ports: { dashboard } }: Scene, url: string): Promise<void> {
  installationSecrets(webs[0].folder);
  let records = await openRecords({ databaseUrl: postgres.url });
  let session = await openPgSession(postgres.url);
  let store = await openClickhouseStore({
    folder: path.join(folder, 'seed'),
    url,
    session,
    tombstones: async () => [],
    resolve: async (given) => given,
    log: pino({ level: 'silent' }),
  });
  let options = { events: sampleEvents, now: Date.now() - 86_400_000, dashboard: `http://127.0.0.1:${dashboard}` };
  await seedDemo(records, store, options);
  await store.close();
  session.close();
  await records.destroy();
}

async function runAll(scene: Scene): Promise<number> {
  let word = process.argv[2] ?? '';
  let faults = word === '' ? await sharedChecks(scene) : [];
  let outcomes: Outcome[] = [];
  for (let [i, one] of cases.entries()) {
    if (!one.name.includes(word)) continue;
    let load = startLoad(one.name, `9.${i}`, scene.ports);
    await pause(beforeMs);
    await one.harm(scene).catch((error: unknown) => void faults.push(`${one.name}: ${String(error)}`));
    await pause(afterMs);
    outcomes.push(await load.end());
  }
  let stored = await untilStored(scene, outcomes);
  let lines = outcomes.map((outcome) => lineOf(outcome, stored));
  print(['case', 'asked', 'failed', 'in the store', 'lost', 'twice', 'pages', 'failed'], lines);
  for (let fault of faults) process.stdout.write(`FAILED ${fault}\n`);
  let isWell = lines.every(([, , failed, , lost]) => failed === '0' && lost === '0');
  return isWell && faults.length === 0 ? 0 : 1;
}

/** How often each version is in the store, once all of them are, or the time is up. */
async function untilStored({ webs }: Scene, outcomes: readonly Outcome[]): Promise<Map<string, number>> {
  let answered = outcomes.flatMap((outcome) => [...outcome.answered]);
  for (let limit = performance.now() + storedLimitMs; ;) {
    let times = new Map<string, number>();
    for (let event of await exportedEvents(webs[0].gateway)) {
      let version = String(event.version);
      times.set(version, (times.get(version) ?? 0) + 1);
    }
    if (answered.every((version) => times.has(version)) || performance.now() > limit) return times;
    await pause(1_000);
  }
}

/**
 * A request that the proxy has sent to a second edge is stored by both: it is one with its repeat.
 */
function lineOf({ name, answered, failed, pages, pagesFailed }: Outcome, stored: Map<string, number>): string[] {
  let found = [...answered].filter((version) => stored.has(version));
  let twice = found.filter((version) => stored.get(version)! > 1).length;
  let numbers = [answered.size + failed, failed, found.length, answered.size - found.length, twice, pages, pagesFailed];
  return [name, ...numbers.map(String)];
}

function print(head: string[], lines: string[][]): void {
  let widths = head.map((word, i) => Math.max(word.length, ...lines.map((line) => line[i]!.length)));
  for (let line of [head, ...lines])
    process.stdout.write(
      `${line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  ')}\n`,
    );
}

process.exit(await main());
