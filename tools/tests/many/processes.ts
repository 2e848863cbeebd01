/**
 * An installation of many processes on this machine: edges, dashboards and jobs of the build over
 * one PostgreSQL and ClickHouse of today, with haproxy in front as packaging/haproxy.cfg has it. A
 * process that ends by itself is started again, as a service manager does.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ask } from '../trouble-product';

export interface Ports {
  dashboard: number;
  gateway: number;
}

/** A process of the installation. */
export interface Process extends Ports {
  name: string;
  folder: string;
  /** Ends it, by SIGKILL unless said otherwise, and leaves it so. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  start(): void;
  /** Resolves when `/readyz` of the gateway's port says so. */
  ready(): Promise<void>;
  /** How often it has ended unexpectedly. */
  endings(): number;
}

const readyLimitMs = 90_000;
const restartMs = 500;

export function createProcess(
  name: string,
  { folder, dashboard, gateway, env }: Ports & { folder: string; env: Record<string, string> },
): Process {
  let own = path.join(folder, name);
  mkdirSync(own, { recursive: true, mode: 0o700 });
  let log = openSync(path.join(folder, `${name}.log`), 'a');
  let child: ChildProcess | undefined;
  let isWanted = false;
  let endings = 0;

  function start(): void {
    isWanted = true;
    let started = spawn(process.execPath, ['build/server.js'], {
      stdio: ['ignore', log, log],
      env: { ...process.env, ...env, DATA_DIR: own, PORT: String(dashboard), GATEWAY_PORT: String(gateway) },
    });
    child = started;
    started.once('exit', () => {
      if (child !== started || !isWanted) return;
      endings += 1;
      setTimeout(() => isWanted && child === started && start(), restartMs);
    });
  }

  return {
    name,
    folder: own,
    dashboard,
    gateway,
    start,
    async kill(signal = 'SIGKILL') {
      isWanted = false;
      let ending = child;
      child = undefined;
      if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
      let gone = once(ending, 'exit');
      ending.kill(signal);
      await gone;
    },
    async ready() {
      let limit = performance.now() + readyLimitMs;
      for (;;) {
        let said = await ask(gateway, '/readyz', { host: '127.0.0.1' });
        if (said.status === 200) return;
        if (performance.now() > limit) throw new Error(`${name} is not ready: ${said.status} ${said.text}`);
        await pause(100);
      }
    },
    endings: () => endings,
  };
}

/** Starts haproxy by the configuration of the documentation. */
export async function startProxy(
  folder: string,
  { downloads, dashboard }: { downloads: number; dashboard: number },
  processes: readonly Process[],
): Promise<ChildProcess> {
  let text = readFileSync('packaging/haproxy.cfg', 'utf8')
    .replace('bind :8080', `bind 127.0.0.1:${downloads}`)
    .replace('bind :8090', `bind 127.0.0.1:${dashboard}`)
    .replaceAll(/is_api hdr.*/g, (line) => line.replaceAll('example-downloads.com', 'localhost'));
  for (let { name, dashboard: page, gateway } of processes)
    text = text.replaceAll(`${name}:8081`, `127.0.0.1:${gateway}`).replaceAll(`${name}:3000`, `127.0.0.1:${page}`);
  let file = path.join(folder, 'haproxy.cfg');
  writeFileSync(file, text);
  let proxy = spawn('haproxy', ['-f', file, '-db', '-q'], { stdio: ['ignore', 'inherit', 'inherit'] });
  await once(proxy, 'spawn').catch(() => {
    throw new Error('haproxy is not installed. On Debian: apt-get install haproxy');
  });
  for (let limit = performance.now() + readyLimitMs; ;) {
    let { status } = await ask(dashboard, '/healthz', { host: '127.0.0.1' });
    if (status === 200) return proxy;
    if (proxy.exitCode !== null || performance.now() > limit) throw new Error('haproxy does not answer.');
    await pause(100);
  }
}
