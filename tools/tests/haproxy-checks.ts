/**
 * The haproxy of packaging/haproxy.cfg in front of servers that say which they are: which host leads
 * where, a node that hangs, one that comes back with another address, edges that cannot record, and
 * dashboards that are not ready. Their names are those of a DNS server of its own.
 */
import { spawn } from 'node:child_process';
import { deepStrictEqual, ok, strictEqual } from 'node:assert';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { portOf } from '../../server/listener';
import { ask, freePorts } from '../../tests/attack/target';
import { startDnsServer, type DnsServer } from '../../tests/support/dns-server';

interface Node {
  server: Server;
  port: number;
  /** Takes requests and answers none, or those of a path after so many checks. */
  hangs: boolean;
  slow?: { path: string; checks: number };
  /** Requests that were no checks. */
  asked: number;
  /** How often haproxy has checked it: once a second by its own clock. */
  checked: number;
  isReady: boolean;
  /** Serves downloads, and is not ready. */
  isFull: boolean;
}

const domain = 'example-downloads.com';
const [firstAddress, secondAddress] = ['127.0.0.1', '127.0.0.73'];
const answerTries = 600;
/** Checks of the other edge while a download waits: three seconds, and what a queue of events adds. */
const checksMax = 8;
/** Checks after which haproxy no longer uses a node that is not ready. */
const noticedChecks = 4;

async function startNode(name: string): Promise<Node> {
  let server = createServer();
  let node: Node = { server, port: 0, hangs: false, asked: 0, checked: 0, isReady: true, isFull: false };
  node.server.on('request', async (request, response) => {
    if (request.url === '/readyz') node.checked++;
    else if (request.url !== '/healthz') node.asked++;
    if (node.hangs) return;
    let { checks } = node.slow?.path === request.url ? node.slow! : { checks: 0 };
    for (let before = node.checked; node.checked < before + checks;) await pause(50);
    let isWell = request.url === '/healthz' || (node.isReady && !(node.isFull && request.url === '/readyz'));
    response.writeHead(isWell ? 200 : 503).end(isWell ? name : `${name} is not ready`);
  });
  await listenAt(node, firstAddress);
  return node;
}

/** At the port that it had, if it had one. */
async function listenAt(node: Node, address: string): Promise<void> {
  await new Promise<void>((resolve) => node.server.listen(node.port, address, resolve));
  node.port = portOf(node.server);
}

async function moveTo(node: Node, address: string): Promise<void> {
  let closed = once(node.server, 'close');
  node.server.close().closeAllConnections();
  await closed;
  await listenAt(node, address);
}

/** Runs all checks; gives how many failed. */
export async function checkHaproxy(say: (title: string, fault: string) => void): Promise<number> {
  let folder = mkdtempSync(path.join(tmpdir(), 'haproxy-'));
  let [downloads, pages] = (await freePorts(2)) as [number, number];
  let names = ['edge1:8081', 'edge2:8081', 'web1:8081', 'web2:8081', 'web1:3000', 'web2:3000'];
  let nodes = new Map<string, Node>();
  for (let name of names) nodes.set(name, await startNode(name));
  let dns = await startDnsServer();
  dns.records = { A: Object.fromEntries(['edge1', 'edge2', 'web1', 'web2'].map((name) => [name, firstAddress])) };
  let text = readFileSync('packaging/haproxy.cfg', 'utf8')
    .replace('parse-resolv-conf', `nameserver test ${dns.address}`)
    .replace('bind :8080', `bind 127.0.0.1:${downloads}`)
    .replace('bind :8090', `bind 127.0.0.1:${pages}`);
  for (let [name, { port }] of nodes) text = text.replaceAll(` ${name}`, ` ${name.split(':')[0]}:${port}`);
  let file = path.join(folder, 'haproxy.cfg');
  writeFileSync(file, text);
  let proxy = spawn('haproxy', ['-f', file, '-db', '-q'], { stdio: ['ignore', 'ignore', 'inherit'] });
  let failed = 0;
  try {
    for (let one of ['edge', 'web']) await untilAnswered(downloads, one);
    for (let [title, holds] of checks) {
      let fault = await holds({ nodes, dns, downloads, pages }).then(
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
    await dns.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return failed;
}

interface Behind {
  nodes: Map<string, Node>;
  dns: DnsServer;
  downloads: number;
  pages: number;
}

const answered = (port: number, host: string, path = '/') => ask(port, path, { headers: { host } });

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
    'a registry behind an image may take longer to begin, at the host of an owner and at its own',
    async ({ nodes, downloads }) => {
      let edges = ['edge1:8081', 'edge2:8081'].map((name) => nodes.get(name)!);
      for (let edge of edges) edge.slow = { path: '/v2/engine/manifests/1', checks: checksMax };
      for (let host of [`ada.docker.${domain}`, 'images.example.org']) {
        let asked = () => edges.reduce((sum, edge) => sum + edge.asked, 0);
        let before = asked();
        strictEqual((await answered(downloads, host, '/v2/engine/manifests/1')).status, 200);
        strictEqual(asked(), before + 1);
      }
    },
  ],
  [
    'edges that come back with other addresses are found again',
    async ({ nodes, dns, downloads }) => {
      for (let name of ['edge1', 'edge2']) {
        await moveTo(nodes.get(`${name}:8081`)!, secondAddress);
        dns.records.A![name] = secondAddress;
      }
      for (let name of ['edge1', 'edge2']) await untilAnswered(downloads, name);
    },
  ],
  [
    'downloads continue while no edge is ready, also next to an edge without rules',
    async ({ nodes, downloads }) => {
      let edges = ['edge1:8081', 'edge2:8081'].map((name) => nodes.get(name)!);
      let [first, second] = edges as [Node, Node];
      let answerers = async () => {
        let before = edges.map((edge) => edge.checked);
        let found = new Set<string>();
        let askAll = async (isEnough: () => boolean) => {
          for (let asked = 0; asked < 20 || !isEnough(); asked++) {
            let { status, body } = await answered(downloads, `ada.gateway.${domain}`);
            strictEqual(status, 200);
            found.add(body);
            await pause(50);
          }
        };
        await askAll(() => edges.every((edge, index) => edge.checked >= before[index]! + noticedChecks));
        found.clear();
        await askAll(() => true);
        return [...found].sort();
      };
      for (let edge of edges) edge.isFull = true;
      deepStrictEqual(await answerers(), ['edge1:8081', 'edge2:8081']);
      first.isReady = false;
      deepStrictEqual(await answerers(), ['edge2:8081']);
      first.isReady = true;
      first.isFull = false;
      deepStrictEqual(await answerers(), ['edge1:8081']);
      second.isFull = false;
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

/** Until a node of this name has answered a request that may go to any of its kind. */
async function untilAnswered(port: number, name: string): Promise<void> {
  let host = name.startsWith('web') ? domain : `ada.gateway.${domain}`;
  for (let tries = 0; tries < answerTries; tries++, await pause(50)) {
    let { status, body } = await answered(port, host).catch(() => ({ status: 0, body: '' }));
    if (status === 200 && body.startsWith(name)) return;
  }
  throw new Error(`${name} does not answer behind haproxy`);
}
