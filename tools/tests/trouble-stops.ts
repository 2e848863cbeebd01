/**
 * The stops of `npx tsx tools/tests/test-trouble.ts`: SIGTERM under load, for each process and
 * while parts hang.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { processesOf, startProduct, type BuiltProduct } from '../bench/product';
import { ask, dashboardPort } from './trouble-product';

export interface Stop {
  name: string;
  /** Whether it hangs the PostgreSQL server, which it then needs. */
  hangsPostgres?: true;
  /** `both` run under a supervisor; otherwise each side runs alone and one is stopped. */
  stops: 'both' | 'edge' | 'store';
  /** Makes something hang before the product is stopped. */
  hang?(product: BuiltProduct): void;
  /** Stops the product; by default with SIGTERM. */
  signal?(product: BuiltProduct): void;
}

/** Starts a post whose body never arrives. */
function hangingPost({ dashboard }: BuiltProduct): void {
  let socket = net.connect(Number(new URL(dashboard).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('POST /login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/x-www-form-urlencoded\r\n');
  socket.write('content-length: 100\r\n\r\nemail=');
}

export const stops: Stop[] = [
  { name: 'SIGTERM under load', stops: 'both' },
  { name: 'SIGTERM, a request hangs', stops: 'both', hang: hangingPost },
  {
    name: 'SIGTERM, the store side hangs',
    stops: 'both',
    hang: ({ process: { pid } }) =>
      process.kill(processesOf(pid!).find(({ role }) => role === 'store')!.pid, 'SIGSTOP'),
  },
  { name: 'SIGTERM, PostgreSQL hangs', stops: 'both', hangsPostgres: true },
  {
    name: 'Ctrl+C twice',
    stops: 'both',
    signal({ process: { pid } }) {
      process.kill(-pid!, 'SIGINT');
      setTimeout(() => process.kill(-pid!, 'SIGINT'), 30);
    },
  },
  { name: 'SIGTERM to ROLE=edge under load', stops: 'edge' },
  { name: 'SIGTERM to ROLE=store under load', stops: 'store' },
];

export interface Stopped {
  goneMs: number;
  /** The versions of answered downloads. */
  answered: Set<string>;
  /** Downloads whose connection broke after they were sent. */
  broken: number;
}

const loadMs = 2_000;

/** Starts the product on a folder, puts load on it, stops it, and ends everything. */
export async function runStop(
  stop: Stop,
  { folder, port, settings }: { folder: string; port: number; settings: Record<string, string> },
  hangPostgres: (() => void) | undefined,
): Promise<Stopped> {
  let { product, one } =
    stop.stops === 'both' ? await whole(folder, port, settings) : await sides(stop.stops, folder, port);
  while ((await ask(dashboardPort(product), '/readyz')).status !== 200) await pause(100);
  let load = startLoad(product);
  await pause(loadMs);
  if (stop.hangsPostgres) hangPostgres?.();
  stop.hang?.(product);
  await pause(300);
  let gone = once(one, 'exit');
  let started = performance.now();
  load.isStopping = true;
  if (stop.signal) stop.signal(product);
  else one.kill('SIGTERM');
  await gone;
  let goneMs = performance.now() - started;
  load.isOver = true;
  await pause(200);
  return { goneMs, answered: load.answered, broken: load.broken };
}

async function whole(folder: string, port: number, settings: Record<string, string>) {
  let product = await startProduct(folder, port, settings);
  return { product, one: product.process };
}

/** Both sides without a supervisor; the other one is killed when the stopped one is gone. */
async function sides(which: 'edge' | 'store', folder: string, port: number) {
  let start = (role: string): ChildProcess =>
    spawn(process.execPath, ['build/server.js'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        LOG_LEVEL: 'error',
        ROLE: role,
        DATA_DIR: folder,
        PORT: String(port),
        GATEWAY_PORT: String(port + 1),
      },
    });
  let both = { edge: start('edge'), store: start('store') };
  let [one, other] = which === 'edge' ? [both.edge, both.store] : [both.store, both.edge];
  one.once('exit', () => other.kill('SIGKILL'));
  let product = { process: one, dashboard: `http://127.0.0.1:${port}`, gatewayPort: port + 1, logged: () => '' };
  while ((await ask(port, '/healthz')).status !== 200 || (await ask(port + 1, '/')).status === 'ECONNREFUSED')
    await pause(100);
  return { product, one };
}

interface Load {
  answered: Set<string>;
  broken: number;
  isStopping: boolean;
  isOver: boolean;
}

/** Downloads and pages over kept connections, one after the other on each. */
function startLoad(product: BuiltProduct): Load {
  let load: Load = { answered: new Set(), broken: 0, isStopping: false, isOver: false };
  let agent = new http.Agent({ keepAlive: true });
  let number = 0;
  let get = (port: number, path: string, headers: Record<string, string>) =>
    new Promise<number | string>((resolve) => {
      let asked = http.get({ host: '127.0.0.1', port, path, headers, agent }, (answer) => {
        answer.on('error', () => undefined).resume();
        answer.on('close', () => resolve(answer.statusCode ?? 0));
      });
      asked.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    });
  let download = async () => {
    while (!load.isOver) {
      let version = `9.${number++}`;
      let path = `/engine/${version}/engine-linux.zip`;
      let status = await get(product.gatewayPort, path, { host: 'ada.gateway.localhost' });
      if (status === 307) load.answered.add(version);
      else if (status !== 'ECONNREFUSED') load.broken++;
      if (load.isStopping) await pause(20);
    }
  };
  let page = async () => {
    while (!load.isOver) {
      await get(dashboardPort(product), '/login', { host: 'localhost' });
      await pause(20);
    }
  };
  // The call looks its token up in the control store.
  let call = async () => {
    while (!load.isOver) {
      await get(product.gatewayPort, '/v2/packages/ada', { host: 'localhost', authorization: 'Bearer no-such-token' });
      await pause(20);
    }
  };
  for (let i = 0; i < 8; i++) void download();
  for (let i = 0; i < 2; i++) void page();
  for (let i = 0; i < 2; i++) void call();
  return load;
}
