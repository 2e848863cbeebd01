/**
 * The built product as a separate process with sample data, reached only over HTTP as by an
 * attacker.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { request as send } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { processesOf, seed } from '../../tools/bench/product';
import { type Answer, answerOf } from '../support/http-answer';

export const password = 'analytical-engine-1';

export interface Question {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export interface Target {
  folder: string;
  dashboardPort: number;
  gatewayPort: number;
  /** All output of the process so far. */
  said: () => string;
  /**
   * Requests a page of the dashboard. A post has the dashboard's own origin unless the headers name
   * another.
   */
  dashboard: (path: string, question?: Question) => Promise<Answer>;
  /** Requests a path from the gateway's port with a host. */
  gateway: (host: string, path: string, question?: Question) => Promise<Answer>;
  /** Posts a form to the dashboard. */
  post: (path: string, form: Record<string, string>, headers?: Record<string, string>) => Promise<Answer>;
  /** Calls the API with JSON. */
  api: (
    method: string,
    path: string,
    body?: unknown,
    token?: string,
    more?: Record<string, string>,
  ) => Promise<{ status: number; body: any }>;
  /** A session token of the API. */
  signIn: (person: string) => Promise<string>;
  /** The `Cookie` header of a session of the dashboard. */
  cookieOf: (person: string) => Promise<string>;
  isAlive: () => boolean;
  /** Kills all its processes with SIGKILL, and starts it on the same folder and ports. */
  restart: () => Promise<void>;
  /** Milliseconds of processor time that all its processes have taken so far (Linux). */
  cpuMs: () => number;
  /** Counters of all processes, for Prometheus. */
  metrics: () => Promise<string>;
  /** Megabytes of memory that the process of downloads has (Linux). */
  edgeMemoryMb: () => number;
  /** Mails in the outbox, as raw text. */
  mails: () => string[];
  close: () => Promise<void>;
}

/** Starts the build in a new folder with the sample people and a few events. */
export async function startTarget(env: Record<string, string> = {}, isSeeded = true): Promise<Target> {
  if (!existsSync('build/server.js')) throw new Error('Run npm run build first');
  let folder = mkdtempSync(path.join(tmpdir(), 'attack-'));
  if (isSeeded) await seed(folder, 200);
  let ports = (await freePorts(3)) as [dashboard: number, gateway: number, metrics: number];
  let target = createTarget(folder, ports, () => launch(folder, ports, env));
  await target.restart();
  return target;
}

interface Running {
  child: ChildProcess;
  said: () => string;
}

function launch(folder: string, ports: readonly number[], env: Record<string, string>): Running {
  let said = '';
  let [PORT, GATEWAY_PORT, METRICS_PORT] = ports.map(String);
  let child = spawn(process.execPath, ['build/server.js'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group, so that all its processes end with it.
    detached: true,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: folder,
      PORT,
      GATEWAY_PORT,
      METRICS_PORT,
      DNS_SERVERS: '127.0.0.1:1',
      LOG_LEVEL: 'warn',
      ...env,
    },
  });
  for (let stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()));
  return { child, said: () => said };
}

async function kill({ child }: Running): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  let gone = once(child, 'exit');
  process.kill(-child.pid!, 'SIGKILL');
  await gone;
}

/** Resolves when the product answers at both ports. */
async function ready({ dashboard, gateway }: Target, { child, said }: Running): Promise<void> {
  for (let tries = 0; ; tries++) {
    let isUp = await Promise.all([dashboard('/readyz'), gateway('localhost', '/healthz')]).then(
      (answers) => answers.every(({ status }) => status === 200),
      () => false,
    );
    if (isUp) return;
    if (child.exitCode !== null || tries === 1_200) throw new Error(`The product did not start: ${said()}`);
    await pause(50);
  }
}

function createTarget(
  folder: string,
  [dashboardPort, gatewayPort, metricsPort]: [dashboard: number, gateway: number, metrics: number],
  launched: () => Running,
): Target {
  let running: Running | undefined;
  let said = () => running?.said() ?? '';
  let dashboard: Target['dashboard'] = (at, question = {}) =>
    ask(dashboardPort, at, {
      ...question,
      headers: {
        host: `localhost:${dashboardPort}`,
        ...(question.method === 'POST' ? { origin: `http://localhost:${dashboardPort}` } : {}),
        ...question.headers,
      },
    });
  let gateway: Target['gateway'] = (host, at, question = {}) =>
    ask(gatewayPort, at, { ...question, headers: { host, ...question.headers } });
  let post: Target['post'] = (at, form, headers = {}) =>
    dashboard(at, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(form).toString(),
    });
  let api: Target['api'] = async (method, at, body, token, more) => {
    let headers: Record<string, string> = { 'content-type': 'application/json', ...more };
    if (token) headers.authorization = `Bearer ${token}`;
    let answer = await gateway('localhost', at, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { status: answer.status, body: answer.body.startsWith('{') ? JSON.parse(answer.body) : answer.body };
  };
  let metrics = async () => (await ask(metricsPort, '/metrics', {})).body;
  let target: Target = {
    folder,
    dashboardPort,
    gatewayPort,
    said,
    metrics,
    dashboard,
    gateway,
    post,
    api,
    async signIn(person) {
      let { status, body } = await api('POST', '/internal/login', { email: person, password });
      if (status !== 200) throw new Error(`${person} could not sign in: ${status}`);
      return body.token as string;
    },
    async cookieOf(person) {
      let answer = await post('/login', { email: person, password });
      if (answer.status !== 303) throw new Error(`${person} could not sign in: ${answer.status}`);
      return cookiesOf(answer);
    },
    // The supervisor restarts a process that dies, and logs it.
    isAlive: () =>
      running?.child.exitCode === null &&
      running.child.signalCode === null &&
      !said().includes('a process exited; restarting it'),
    async restart() {
      if (running) await kill(running);
      running = launched();
      await ready(target, running);
    },
    cpuMs() {
      let first = running!.child.pid!;
      return [first, ...processesOf(first).map(({ pid }) => pid)].reduce((sum, pid) => sum + cpuOf(pid), 0);
    },
    edgeMemoryMb() {
      let { pid } = processesOf(running!.child.pid!).find(({ role }) => role === 'edge')!;
      return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024;
    },
    mails: () => {
      let outbox = path.join(folder, 'outbox');
      if (!existsSync(outbox)) return [];
      return readdirSync(outbox).map((name) => readFileSync(path.join(outbox, name), 'utf8'));
    },
    async close() {
      if (running) await kill(running);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return target;
}

const msPerTick = 10;

function cpuOf(pid: number): number {
  let fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * msPerTick;
}

/** The least processor time that the product takes for `work`, of three runs, in milliseconds. */
export async function costOf({ cpuMs }: Target, work: () => Promise<unknown>): Promise<number> {
  let costs: number[] = [];
  for (let run = 0; run < 3; run++) {
    let before = cpuMs();
    await work();
    costs.push(cpuMs() - before);
  }
  return Math.min(...costs);
}

/** The cookies set by a response, as a `Cookie` header. */
export function cookiesOf({ headers }: Answer): string {
  return (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ');
}

/** Sends one request, with path and headers exactly as given. */
export function ask(port: number, at: string, { method = 'GET', headers = {}, body }: Question): Promise<Answer> {
  let length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  let options = { host: '127.0.0.1', port, path: at, method, headers: { ...length, ...headers }, agent: false };
  return answerOf(send, options, body);
}

/** The longest wait for a small request while `work` runs, in milliseconds. */
export async function longestWait(probe: () => Promise<unknown>, work: () => Promise<unknown>): Promise<number> {
  let running = true;
  let longest = 0;
  let probing = (async () => {
    while (running) {
      let started = performance.now();
      await probe().catch(() => undefined);
      longest = Math.max(longest, performance.now() - started);
      await pause(10);
    }
  })();
  try {
    await work();
  } finally {
    running = false;
    await probing;
  }
  return longest;
}

/** Free ports of this machine. */
export async function freePorts(count: number): Promise<number[]> {
  let servers = Array.from({ length: count }, () => createServer());
  let ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise<number>((resolve) =>
          server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
        ),
    ),
  );
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
