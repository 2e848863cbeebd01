/** The built demo as a process with settings of its own, for browser tests. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface DemoProcess {
  /** The dashboard's address without a trailing slash. */
  url: string;
  close(): Promise<void>;
}

/** Starts it with the dashboard on `port` and the gateway on the next one. */
export async function startDemo(port: number, settings: Record<string, string>): Promise<DemoProcess> {
  let folder = mkdtempSync(path.join(tmpdir(), 'demo-'));
  let child = spawn('node', ['build/demo.js'], {
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      GATEWAY_PORT: String(port + 1),
      DATA_DIR: folder,
      DEMO_EVENTS: '200',
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: 'ignore',
  });
  let gone = once(child, 'exit');
  let close = async () => {
    child.kill('SIGKILL');
    await gone;
    rmSync(folder, { recursive: true });
  };
  let answers = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (let tries = 0; tries < 600; tries++) {
    if (await answers()) return { url: `http://localhost:${port}`, close };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await close();
  throw new Error('The demo did not start');
}
