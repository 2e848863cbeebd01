/**
 * The haproxy of packaging/haproxy.cfg in front of servers that say which they are: which host leads
 * where, a node that hangs, and dashboards that are not ready.
 */
import { spawn } from 'node:child_process';
import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { portOf } from '../server/listener';
import { ask, freePorts } from '../tests/attack/target';

interface Node {
  server: Server;
  port: number;
  /** Takes requests and answers none. */
  hangs: boolean;
  /** How often haproxy has checked it: once a second by its own clock. */
  checked: number;
  isReady: boolean;
}

const domain = 'example-downloads.com';
const startTries = 200;
/** Checks of the other edge while a download waits: three seconds, and what a queue of events adds. */
const checksMax = 8;

async function startNode(name: string): Promise<Node> {
  let node: Node = { server: createServer(), port: 0, hangs: false, checked: 0, isReady: true };
  node.server.on('request', (request, response) => {
    if (request.url === '/readyz') node.checked++;
    if (node.hangs) return;
    let isWell = node.isReady || request.url === '/healthz';
    response.writeHead(isWell ? 200 : 503).end(isWell ? name : `${name} is not ready`);
  });
  await new Promise<void>((resolve) => node.server.listen(0, '127.0.0.1', resolve));
  node.port = portOf(node.server);
  return node;
}

/** Runs all checks; gives how many failed. */
export async function checkHaproxy(say: (title: string, fault: string) => void): Promise<number> {
  let folder = mkdtempSync(path.join(tmpdir(), 'haproxy-'));
  let [downloads, pages] = (await freePorts(2)) as [number, number];
  let names = ['edge1:8081', 'edge2:8081', 'web1:8081', 'web2:8081', 'web1:3000', 'web2:3000'];
  let nodes = new Map<string, Node>();
  for (let name of names) nodes.set(name, await startNode(name));
  let text = readFileSync('packaging/haproxy.cfg', 'utf8')
    .replace('bind :8080', `bind 127.0.0.1:${downloads}`)
    .replace('bind :8090', `bind 127.0.0.1:${pages}`);
  for (let [name, { port }] of nodes) text = text.replaceAll(` ${name}`, ` 127.0.0.1:${port}`);
  let file = path.join(folder, 'haproxy.cfg');
  writeFileSync(file, text);
  let proxy = spawn('haproxy', ['-f', file, '-db', '-q'], { stdio: ['ignore', 'ignore', 'inherit'] });
  let failed = 0;
  try {
    await untilAnswers(downloads);
    for (let [title, holds] of checks) {
      let fault = await holds({ nodes, downloads, pages }).then(
        () => '',
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      if (fault) failed++;
      say(title, fault);
    }
  } finally {
    proxy.kill('SIGTERM');
    await once(proxy, 'exit');
    for (let { server } of nodes.values()) server.close().closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  }
  return failed;
}

interface Behind {
  nodes: Map<string, Node>;
  downloads: number;
  pages: number;
}

const answered = (port: number, host: string) => ask(port, '/', { headers: { host } });

const checks: [title: string, holds: (behind: Behind) => Promise<void>][] = [
  [
    'the API is the whole host: an owner who is called api has downloads',
    async ({ downloads }) => {
      let said = async (host: string) => (await answered(downloads, host)).body.replace(/\d.*/, '');
      deepStrictEqual(await Promise.all([`api.${domain}`, domain, `API.${domain}:8080`].map(said)), [
        'web',
        'web',
        'web',
      ]);
      deepStrictEqual(await Promise.all([`api.gateway.${domain}`, `static.${domain}`].map(said)), ['edge', 'edge']);
    },
  ],
  [
    'an edge that hangs costs no download, and is given up soon',
    async ({ nodes, downloads }) => {
      let edge = nodes.get('edge1:8081')!;
      let other = nodes.get('edge2:8081')!;
      edge.hangs = true;
      let most = 0;
      for (let i = 0; i < 30; i++) {
        let before = other.checked;
        let { status, body } = await answered(downloads, `ada.gateway.${domain}`);
        deepStrictEqual([status, body], [200, 'edge2:8081']);
        most = Math.max(most, other.checked - before);
      }
      edge.hangs = false;
      ok(most > 0, 'no download met the edge that hangs');
      ok(most <= checksMax, `one waited as long as ${most} checks take`);
    },
  ],
  [
    'dashboards that are not ready say so themselves',
    async ({ nodes, downloads, pages }) => {
      let webs = [...nodes].flatMap(([name, node]) => (name.startsWith('web') ? node : []));
      for (let web of webs) web.isReady = false;
      for (let [port, host] of [
        [pages, 'stats.example.com'],
        [downloads, `api.${domain}`],
      ] as const) {
        for (let i = 0; i < 20; i++) {
          let { status, body } = await answered(port, host);
          strictEqual(status, 503);
          ok(body.endsWith('is not ready'), body);
          await pause(200);
        }
      }
      for (let web of webs) web.isReady = true;
    },
  ],
];

async function untilAnswers(port: number): Promise<void> {
  for (let tries = 0; tries < startTries; tries++, await pause(50)) {
    let { status } = await answered(port, domain).catch(() => ({ status: 0 }));
    if (status === 200) return;
  }
  throw new Error('haproxy does not answer');
}
