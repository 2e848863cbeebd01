/** What a bare server costs, with and without a synced file: how far the edge is from the least. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { costOf } from './processes';
import { report } from './report';
import { inFolder, benchPort } from './sample';

const barePort = benchPort + 3;
const script = path.join(import.meta.dirname, 'bare-server.ts');
const target = { port: barePort, host: 'bare.example', path: '/flowmatic/2.5.0/flowmatic-linux.tar.gz', status: 307 };
const limitMs = 20_000;

export function measureBare(): Promise<void> {
  return inFolder(async (folder) => {
    await measure('bare node:http', []);
    await measure('bare node:http with a synced file', [path.join(folder, 'lines')]);
  });
}

async function measure(name: string, file: string[]): Promise<void> {
  let child = spawn(process.execPath, ['--import', 'tsx', script, String(barePort), ...file], { stdio: 'inherit' });
  try {
    await untilAnswers();
    for (let connections of [16, 64]) {
      let cost = await costOf(child.pid!, target, { connections, rounds: 3 });
      report(`${name}, ${connections} connections`, cost.perSecond, 'per s');
      report(`${name}, ${connections} connections, p99`, cost.p99Ms, 'ms');
      report(`${name}, ${connections} connections, processor time`, cost.ms * 1_000, 'µs');
    }
  } finally {
    let gone = once(child, 'exit');
    child.kill();
    await gone;
  }
}

async function untilAnswers(): Promise<void> {
  let limit = performance.now() + limitMs;
  let isThere = () =>
    fetch(`http://127.0.0.1:${barePort}`, { redirect: 'manual' }).then(
      () => true,
      () => false,
    );
  while (!(await isThere())) {
    if (performance.now() > limit) throw new Error('The bare server did not answer in time');
    await pause(50);
  }
}
