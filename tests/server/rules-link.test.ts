/**
 * Rules over the link: which edge gets which rules, when a change is acknowledged, and how missed
 * versions are recovered.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import http, { type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OwnerRules } from 'contract/edge-rules';
import { startRulesEdge, startRulesStore, type RulesEdge } from 'tests/support/rules-link';

const domain = 'gate.example';

let folder: string;
let ends: (() => Promise<unknown>)[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'rules-link-'));
  ends = [];
});
afterEach(async () => {
  for (let end of ends.reverse()) await end();
  rmSync(folder, { recursive: true, force: true });
});

async function store(port?: number) {
  let started = await startRulesStore(port);
  ends.push(started.close);
  return started;
}

function edge(storePort: number): RulesEdge {
  let started = startRulesEdge(folder, domain, storePort);
  ends.push(started.close);
  return started;
}

/** Rules identified by the one host they serve. */
function at(host: string): OwnerRules {
  return { packages: {}, pixels: [], pixelHosts: [host] };
}

function hostsOf({ table }: RulesEdge): string[] {
  return [...(table.current()?.hosts.keys() ?? [])].filter((host) => host !== `static.${domain}`).sort();
}

describe('a change', () => {
  it('is acknowledged when every edge has it', async () => {
    let { takeRules, port } = await store();
    let edges = [edge(port), edge(port)];
    await takeRules(new Map([['ada', at('a.example')]]));
    await Promise.all(edges.map(({ table }) => table.ready));
    await takeRules(new Map([['grace', at('b.example')]]));
    for (let one of edges) expect(hostsOf(one)).toEqual(['a.example', 'b.example']);
    await takeRules(new Map([['ada', null]]));
    for (let one of edges) expect(hostsOf(one)).toEqual(['b.example']);
  });

  it('is acknowledged when a disconnected edge is back and has it', async () => {
    let { takeRules, port, breakOff } = await store();
    let one = edge(port);
    await takeRules(new Map([['ada', at('a.example')]]));
    await one.table.ready;
    breakOff();
    await takeRules(new Map([['ada', at('b.example')]]));
    expect(hostsOf(one)).toEqual(['b.example']);
  });

  it('is acknowledged within seconds when the edge does not respond', { tags: 'slow' }, async () => {
    let { takeRules, port } = await store();
    let headers = { 'x-landfall-link': 'a secret of the tests' };
    let silent = http.request({ host: '127.0.0.1', port, method: 'POST', path: '/rules', headers });
    silent.on('error', () => undefined).flushHeaders();
    ends.push(async () => silent.destroy());
    await pause(100);
    let started = performance.now();
    await takeRules(new Map([['ada', at('a.example')]]));
    expect(performance.now() - started).toBeGreaterThan(1_500);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it('that changes nothing is not sent', async () => {
    let { takeRules, port } = await store();
    let one = edge(port);
    await takeRules(new Map([['ada', at('a.example')]]));
    await one.table.ready;
    await takeRules(new Map([['ada', at('a.example')]]));
    await takeRules(new Map([['grace', null]]));
    await takeRules(new Map([['linus', at('c.example')]]));
    expect(one.taken).toEqual([['ada'], ['linus']]);
  });
});

describe('an edge that connects', () => {
  it('gets the differences from a restarted store side, and drops owners without rules', async () => {
    let first = await store();
    let one = edge(first.port);
    await first.takeRules(new Map(['ada', 'grace', 'linus'].map((name) => [name, at(`${name}.example`)])));
    await one.table.ready;
    await first.close();
    let second = await store(first.port);
    one.taken.splice(0);
    await second.takeRules(
      new Map([
        ['grace', at('grace.example')],
        ['linus', at('moved.example')],
      ]),
    );
    await vi.waitFor(() => expect(hostsOf(one)).toEqual(['grace.example', 'moved.example']), 30_000);
    expect(one.taken.map((owners) => owners.sort())).toEqual([['ada', 'linus']]);
  });

  it('keeps its own rules while the store side has none', async () => {
    let first = await store();
    let one = edge(first.port);
    await first.takeRules(new Map([['ada', at('a.example')]]));
    await one.table.ready;
    await first.close();
    await store(first.port);
    await pause(500);
    expect(hostsOf(one)).toEqual(['a.example']);
  });
});

describe('an edge that has missed a version', () => {
  it('requests all rules once, and changes nothing before they arrive', async () => {
    let asked: string[] = [];
    let send: ServerResponse | undefined;
    let server = http.createServer((request, response) => {
      send = response.writeHead(200);
      request.setEncoding('utf8').on('data', (text: string) => asked.push(...text.trim().split('\n')));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ends.push(async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    });
    let one = edge((server.address() as AddressInfo).port);
    await vi.waitUntil(() => send, 30_000);
    let say = (...lines: object[]) => send!.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    let ada = { owner: 'ada', rules: at('a.example') };
    say(ada, { version: 7, whole: true });
    await vi.waitUntil(() => asked.length === 1, 30_000);
    say({ owner: 'grace', rules: at('b.example') }, { version: 9, whole: false });
    say({ owner: 'linus', rules: at('c.example') }, { version: 10, whole: false });
    await vi.waitUntil(() => asked.length === 2, 30_000);
    expect(hostsOf(one)).toEqual(['a.example']);
    say(ada, { owner: 'grace', rules: at('b.example') }, { version: 10, whole: true });
    await vi.waitUntil(() => asked.length === 3, 30_000);
    say({ owner: 'ada', rules: null }, { version: 11, whole: false });
    await vi.waitUntil(() => asked.length === 4, 30_000);
    expect(hostsOf(one)).toEqual(['b.example']);
    expect(asked).toEqual(['{"has":7}', '{"asks":"rules"}', '{"has":10}', '{"has":11}']);
  });

  it('gets all rules when it requests them', async () => {
    let { takeRules, port } = await store();
    await takeRules(new Map([['ada', at('a.example')]]));
    let headers = { 'x-landfall-link': 'a secret of the tests' };
    let request = http.request({ host: '127.0.0.1', port, method: 'POST', path: '/rules', headers });
    ends.push(async () => request.destroy());
    request.on('error', () => undefined).flushHeaders();
    let [response] = (await once(request, 'response')) as [http.IncomingMessage];
    let told = '';
    response.setEncoding('utf8').on('data', (text: string) => (told += text));
    let whole = `${JSON.stringify({ owner: 'ada', rules: at('a.example') })}\n{"version":1,"whole":true}\n`;
    await vi.waitUntil(() => told === whole, 30_000);
    request.write('{"asks":"rules"}\n');
    await vi.waitUntil(() => told === whole + whole, 30_000);
  });
});
