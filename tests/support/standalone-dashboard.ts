/**
 * A second dashboard for browser tests: remix-serve with the production build, a gateway over HTTP,
 * and its own settings.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dashboardPort, gatewayPort } from './ports';

export interface DashboardAlone {
  /** Its address without a trailing slash. Sessions of the first dashboard are valid here too. */
  url: string;
  close(): Promise<void>;
}

/** Starts it on a port. `settings` are added to the variables that every dashboard needs. */
export async function serveAlone(port: number, settings: Record<string, string> = {}): Promise<DashboardAlone> {
  let child = spawn('node', ['node_modules/@remix-run/serve/dist/cli.js', 'build/server/index.js'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      GATEWAY_URL: `http://127.0.0.1:${gatewayPort}`,
      SESSION_SECRETS: sharedSecret(),
      ...settings,
    },
    stdio: 'ignore',
  });
  await untilReady(port, child);
  return { url: `http://localhost:${port}`, close: () => end(child) };
}

/** The secret with which the first dashboard seals its sessions. */
function sharedSecret(): string {
  let kept = readFileSync(`test-results/data-${dashboardPort}/secrets.json`, 'utf8');
  return (JSON.parse(kept) as { session: string }).session;
}

async function untilReady(port: number, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    let answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill('SIGKILL');
  throw new Error('remix-serve did not start');
}

async function end(child: ChildProcess): Promise<void> {
  let gone = once(child, 'exit');
  // It stores nothing, so it is killed. On SIGTERM it would wait for the time limits of pages
  // already sent.
  child.kill('SIGKILL');
  await gone;
}
