/**
 * What servers cost that only answer: a bare one of Node, with and without a synced file, and nginx
 * with an access log where it is installed. The edge is compared with them.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { costOf, type Cost } from './processes';
import { report } from './report';
import { inFolder, benchPort } from './sample';

const barePort = benchPort + 3;
const script = path.join(import.meta.dirname, 'bare-server.ts');
const target = { port: barePort, host: 'bare.example', path: '/flowmatic/2.5.0/flowmatic-linux.tar.gz', status: 307 };
const limitMs = 20_000;

export const connectionCounts = [16, 64] as const;

/** By name of the server and number of connections. */
export type BareCosts = Map<string, Map<number, Cost>>;

export function measureBare(): Promise<BareCosts> {
  return inFolder(async (folder) => {
    let ofNode = (...file: string[]) => ['--import', 'tsx', script, String(barePort), ...file];
    let servers: [name: string, program: string, args: string[]][] = [
      ['bare node:http', process.execPath, ofNode()],
      ['bare node:http with a synced file', process.execPath, ofNode(path.join(folder, 'lines'))],
    ];
    if (spawnSync('nginx', ['-v']).status === 0)
      servers.push(['nginx with an access log', 'nginx', ['-c', nginxConfiguration(folder)]]);
    let costs: BareCosts = new Map();
    for (let [name, program, args] of servers) costs.set(name, await measure(name, program, args));
    return costs;
  });
}

/** Writes it and returns its path. One process, so that its processor time is all of it. */
function nginxConfiguration(folder: string): string {
  let file = path.join(folder, 'nginx.conf');
  let temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path ${folder}/${of};`);
  let text = `daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 256; }
http {
  access_log ${folder}/access.log; keepalive_requests 1000000; ${temporary.join(' ')}
  server { listen 127.0.0.1:${barePort}; return 307 http://static.example$request_uri; }
}
`;
  writeFileSync(file, text);
  return file;
}

async function measure(name: string, program: string, args: string[]): Promise<Map<number, Cost>> {
  let costs = new Map<number, Cost>();
  let child = spawn(program, args, { stdio: 'inherit' });
  try {
    await untilAnswers();
    for (let connections of connectionCounts) {
      let cost = await costOf(child.pid!, target, { connections, rounds: 3 });
      report(`${name}, ${connections} connections`, cost.perSecond, 'per s');
      report(`${name}, ${connections} connections, p99`, cost.p99Ms, 'ms');
      report(`${name}, ${connections} connections, processor time`, cost.ms * 1_000, 'µs');
      costs.set(connections, cost);
    }
  } finally {
    let gone = once(child, 'exit');
    child.kill();
    await gone;
  }
  return costs;
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
