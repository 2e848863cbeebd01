/**
 * The built program that `npm start` runs, with settings that earlier versions handled incorrectly.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { dashboardPort, workerPort } from '../support/ports';

test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, 'no page is opened');

interface Program {
  dashboard: string;
  gateway: string;
  metrics: string;
  folder: string;
  /** Lines of the log. */
  log: string[];
}

const firstPort = workerPort('bundle');

let child: ChildProcess | undefined;

// A test that ran out of time leaves its program, which has the ports that its next try needs.
test.afterEach(() => void child?.kill('SIGKILL'));

/** Runs `work` while build/server.js runs with a data folder inside this project. */
async function running(settings: Record<string, string>, work: (it: Program) => Promise<void>) {
  let [port, gatewayPort, metricsPort] = [0, 1, 2].map((step) => String(firstPort + step));
  let folder = `test-results/bundle-${port}`;
  rmSync(folder, { recursive: true, force: true });
  let ports = { PORT: port, GATEWAY_PORT: gatewayPort, METRICS_PORT: metricsPort };
  let env: Record<string, string | undefined> = {
    ...process.env,
    NODE_ENV: '',
    ...ports,
    DATA_DIR: folder,
    ...settings,
  };
  child = spawn('node', ['build/server.js'], { env: env as NodeJS.ProcessEnv });
  try {
    let log = await untilReady(child);
    let at = (port = '') => `http://127.0.0.1:${port}`;
    await work({ dashboard: at(port), gateway: at(gatewayPort), metrics: at(metricsPort), folder, log });
  } finally {
    let gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
    rmSync(folder, { recursive: true, force: true });
  }
}

function untilReady({ stdout, stderr }: ChildProcess): Promise<string[]> {
  let said = '';
  return new Promise((resolve, reject) => {
    for (let stream of [stdout, stderr])
      stream?.on('data', (part: Buffer) => {
        said += String(part);
        // On a busy machine downloads are served before the stores are open.
        if (/"ready"|the stores are open/.test(said)) resolve(said.trim().split('\n'));
      });
    stdout?.on('end', () => reject(new Error(said)));
  });
}

test('the command line runs as a program by its name', () => {
  let { status, stdout, stderr } = spawnSync('build/landfall.js', ['help'], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('Usage: landfall <command>');
  expect(stdout).toMatch(/landfall admin create\|grant\|revoke\|list\|suspend\|lift\|sign-out/);
});

for (let [name, value] of [
  ['DATABASE_URL', 'postgres://tests@127.0.0.1:1/landfall'],
  ['GATEWAY_URL', 'http://127.0.0.1:1'],
])
  test(`the demo refuses ${name} before it writes anything`, () => {
    let folder = `test-results/refused-demo-${dashboardPort}`;
    let env = { ...process.env, PORT: '0', GATEWAY_PORT: '0', DATA_DIR: folder, DEMO_EVENTS: '10', [name!]: value };
    let { status, stdout, stderr } = spawnSync('node', ['build/demo.js'], { encoding: 'utf8', env, timeout: 20_000 });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toBe(`The demo keeps its sample data in DATA_DIR. Unset ${name}.\n`);
    expect(existsSync(folder)).toBe(false);
  });

test('the programs refuse an old Node before they load anything', () => {
  let pretend = `data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'18.20.8'}})`;
  for (let name of ['server', 'demo', 'landfall']) {
    let { status, stderr } = spawnSync('node', ['--import', pretend, `build/${name}.js`], { encoding: 'utf8' });
    expect([name, status]).toEqual([name, 1]);
    expect(stderr).toMatch(/^Landfall needs Node 20\.19, 22\.12 or later, and this is Node 18\.20\.8\. .*\n$/);
  }
});

test('the demo works after one that was killed while it wrote its sample data', async () => {
  let folder = `test-results/killed-demo-${firstPort}`;
  rmSync(folder, { recursive: true, force: true });
  let [port, gatewayPort] = [String(firstPort + 3), String(firstPort + 4)];
  let env = { ...process.env, PORT: port, GATEWAY_PORT: gatewayPort, DATA_DIR: folder, DEMO_EVENTS: '2000' };
  let begin = () => (child = spawn('node', ['build/demo.js'], { env: { ...env, HOST: '127.0.0.1' } }));
  let killed = begin();
  let gone = once(killed, 'exit');
  await expect.poll(() => existsSync(`${folder}/unfinished/events.duckdb`), { timeout: 30_000 }).toBe(true);
  killed.kill('SIGKILL');
  await gone;
  expect(existsSync(`${folder}/seeded`)).toBe(false);
  let demo = begin();
  let ended = once(demo, 'exit');
  let said = '';
  for (let stream of [demo.stdout, demo.stderr]) stream?.on('data', (part: Buffer) => void (said += String(part)));
  await expect.poll(() => said, { timeout: 60_000 }).toContain('Stop with Ctrl+C');
  expect(existsSync(`${folder}/unfinished`)).toBe(false);
  demo.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true, force: true });
});

test('the build contains no development server', () => {
  for (let file of readdirSync('build').filter((name) => name.endsWith('.js')))
    expect(/\bimport\(?\s*['"]vite|from\s*['"]vite/.test(readFileSync(`build/${file}`, 'utf8'))).toBe(false);
});

for (let NODE_ENV of ['development', '', 'test'])
  test(`the program serves only built files with NODE_ENV=${NODE_ENV}`, { tag: '@slow' }, async () => {
    await running({ NODE_ENV }, async ({ dashboard, folder }) => {
      let secrets = path.resolve(folder, 'secrets.json');
      let asked = [`/${folder}/secrets.json`, `/@fs${secrets}`, `/@fs${secrets}?raw`, '/server.ts', '/package.json'];
      for (let one of [...asked, '/@vite/client', '/app/root.tsx', '/..%2f..%2fserver.ts'])
        expect([one, (await fetch(dashboard + one)).status]).toEqual([one, 404]);
      expect((await fetch(`${dashboard}/login`)).status).toBe(200);
    });
  });

test(
  'the program makes files that only its user can read, and has metrics on their own port',
  { tag: '@slow' },
  async () => {
    await running({ PUBLIC_URL: 'https://stats.example.com' }, async (program) => {
      let { folder, log } = program;
      // A file that is being replaced may be missing by now.
      let modeOf = (name: string) => (statSync(path.join(folder, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o777;
      expect(modeOf('.')).toBe(0o700);
      let entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
      expect(entries).toEqual(expect.arrayContaining(['secrets.json', 'records.sqlite', 'events.duckdb', 'outbox']));
      for (let name of entries) expect([name, modeOf(name) & 0o077]).toEqual([name, 0]);

      let counters = await fetch(`${program.metrics}/metrics`);
      expect(counters.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
      expect(await counters.text()).toMatch(/^# HELP landfall_edge_requests_total /m);
      expect((await fetch(`${program.metrics}/v2/packages/ada`)).status).toBe(404);
      for (let open of [program.gateway, program.dashboard]) expect((await fetch(`${open}/metrics`)).status).toBe(404);

      let page = await fetch(`${program.dashboard}/login`);
      expect(page.headers.get('strict-transport-security')).toBe('max-age=31536000');
      expect(log.join('\n')).not.toContain('PUBLIC_URL is not set');
    });
  },
);

test('the program warns at the start when PUBLIC_URL is not set', { tag: '@slow' }, async () => {
  await running({}, async ({ dashboard, log }) => {
    let warning = log.find((line) => line.includes('PUBLIC_URL is not set')) ?? '';
    expect(warning).toMatch(/"level":40.*without Secure.*links of mails.*http:\/\/localhost:\d+/);
    expect((await fetch(`${dashboard}/login`)).headers.get('strict-transport-security')).toBeNull();
  });
});

test('the catalogue of components is not indexed or linked', { tag: '@slow' }, async () => {
  await running({}, async ({ dashboard }) => {
    expect(await (await fetch(`${dashboard}/components`)).text()).toContain(
      '<meta name="robots" content="noindex, nofollow"/>',
    );
    expect(await (await fetch(`${dashboard}/login`)).text()).not.toContain('/components"');
  });
});
