/**
 * The built product in a new folder: seeds it, starts it as a child process, waits until it
 * answers, stops it.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { issueToken } from 'gateway/people/accounts/tokens';
import { seedDemo } from 'gateway/demo/seed';
import { openEventStore } from 'gateway/events/duckdb/open';
import type { EventStore } from 'gateway/events/shape/store';
import { openRecords } from 'gateway/floor/db/open';
import { installationSecrets } from '../../server/secrets';

const program = 'build/server.js';
const startLimitMs = 60_000;
/** Characters of the log that are kept. */
const loggedMax = 100_000;

export interface BuiltProduct {
  process: ChildProcess;
  dashboard: string;
  /** Port of the API and the edge on 127.0.0.1. */
  gatewayPort: number;
  /** The lines of its log so far. */
  logged(): string;
}

export interface Sample {
  /** Ids of the sample packages and pixels of hopper-labs and ada. */
  packageIds: string[];
  pixelIds: string[];
  events: number;
  /** Milliseconds. */
  took: number;
}

/** Fills the stores in `folder` with the demo's sample data. */
export function seed(folder: string, count: number): Promise<Sample> {
  return fillStore(folder, count, () => openEventStore({ folder }));
}

/** The same with another event store. */
export async function fillStore(folder: string, count: number, openStore: () => Promise<EventStore>): Promise<Sample> {
  let started = performance.now();
  installationSecrets(folder);
  let records = await openRecords({ folder });
  let store = await openStore();
  let events = await seedDemo(records, store, { events: count, now: Date.now(), dashboard: 'http://localhost' });
  await store.close();
  let took = performance.now() - started;
  let [packages, pixels] = await Promise.all([
    records.selectFrom('packages').select('id').execute(),
    records.selectFrom('pixels').select('id').execute(),
  ]);
  await records.destroy();
  return { packageIds: packages.map(({ id }) => id), pixelIds: pixels.map(({ id }) => id), events, took };
}

/** A token of a person or organization in the stores of `folder`, good for all it may do. */
export async function tokenOf(folder: string, name: string): Promise<string> {
  let records = await openRecords({ folder });
  let { id } = await records.selectFrom('owners').select('id').where('name', '=', name).executeTakeFirstOrThrow();
  let token = await issueToken(records, id, 'session', Date.now());
  await records.destroy();
  return token;
}

/** Starts the built server on `folder` and two ports; `env` are further settings. */
export function spawnProduct(folder: string, port: number, env: Record<string, string> = {}): BuiltProduct {
  if (!existsSync(program)) throw new Error(`${program} is missing: run npm run build first`);
  let gatewayPort = port + 1;
  let child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // A separate process group, so that a kill ends all its processes at once.
    detached: true,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: folder,
      PORT: String(port),
      GATEWAY_PORT: String(gatewayPort),
      LOG_LEVEL: 'error',
      ...env,
    },
  });
  let logged = '';
  child.stdout.on('data', (part: Buffer) => (logged = (logged + part.toString()).slice(-loggedMax)));
  return { process: child, dashboard: `http://127.0.0.1:${port}`, gatewayPort, logged: () => logged };
}

/** Starts it, and resolves when both listeners answer. */
export async function startProduct(
  folder: string,
  port: number,
  env: Record<string, string> = {},
): Promise<BuiltProduct> {
  let product = spawnProduct(folder, port, env);
  await waitUntilReady(product);
  return product;
}

/** Resolves when both listeners answer. */
export async function waitUntilReady({ process: child, dashboard, gatewayPort }: BuiltProduct): Promise<void> {
  let limit = performance.now() + startLimitMs;
  while (!(await answers(`${dashboard}/healthz`)) || !(await answers(`http://127.0.0.1:${gatewayPort}/`))) {
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}`);
    if (performance.now() > limit) throw new Error('The server did not answer in time');
    await pause(20);
  }
}

async function answers(address: string): Promise<boolean> {
  return fetch(address).then(
    (response) => response.arrayBuffer().then(() => true),
    () => false,
  );
}

/** Stops the server with a signal, and waits until it is gone. */
export async function end({ process: child }: BuiltProduct, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  let gone = once(child, 'exit');
  if (signal === 'SIGKILL') process.kill(-child.pid!, signal);
  else child.kill(signal);
  await gone;
}

/** The processes that a supervisor runs now, with their roles (Linux). */
export function processesOf(supervisor: number): { pid: number; role: string }[] {
  let children = readFileSync(`/proc/${supervisor}/task/${supervisor}/children`, 'utf8').trim();
  return children
    .split(' ')
    .filter(Boolean)
    .flatMap((text) => {
      let environment: string[];
      try {
        environment = readFileSync(`/proc/${text}/environ`, 'utf8').split('\0');
      } catch {
        // The process ended meanwhile.
        return [];
      }
      let role = environment.find((entry) => entry.startsWith('ROLE='))?.slice('ROLE='.length) ?? '';
      return [{ pid: Number(text), role }];
    });
}
