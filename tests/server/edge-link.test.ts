/**
 * Rules over the link: which edge gets which rules, when a change is acknowledged, and how missed
 * versions are recovered.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import net, { type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OwnerRules } from 'contract/edge/edge-rules';
import { linkSecret, startRulesEdge, startRulesStore, type RulesEdge } from 'tests/support/rules-link';
import { listen, portOf, stop } from '../../server/listener';
import { acceptEdge, connectToStore } from '../../server/verified-connection';

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

/** A proven connection of an edge that reads and says nothing by itself. */
async function silentEdge(port: number): Promise<Socket> {
  let socket = await connectToStore(port, linkSecret, 'rules');
  socket.on('error', () => undefined);
  ends.push(async () => socket.destroy());
  return socket;
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

  it('waits once, within seconds, for an edge that does not respond', { tags: 'slow' }, async () => {
    let { takeRules, port } = await store();
    await silentEdge(port);
    let started = performance.now();
    await takeRules(new Map([['ada', at('a.example')]]));
    expect(performance.now() - started).toBeGreaterThan(1_500);
    expect(performance.now() - started).toBeLessThan(10_000);
    // One edge that hangs does not hold up every change from then on.
    started = performance.now();
    await takeRules(new Map([['ada', at('b.example')]]));
    expect(performance.now() - started).toBeLessThan(1_500);
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
    let send: Socket | undefined;
    let server = net.createServer((socket) => {
      void acceptEdge(socket, linkSecret).then(() => {
        send = socket;
        socket.setEncoding('utf8').on('data', (text: string) => asked.push(...text.trim().split('\n')));
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ends.push(async () => {
      send?.destroy();
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
    let socket = await silentEdge(port);
    let received = '';
    socket.setEncoding('utf8').on('data', (text: string) => (received += text));
    let whole = `${JSON.stringify({ owner: 'ada', rules: at('a.example') })}\n{"version":1,"whole":true}\n`;
    await vi.waitUntil(() => received === whole, 30_000);
    socket.write('{"asks":"rules"}\n');
    await vi.waitUntil(() => received === whole + whole, 30_000);
  });
});

describe('a call', () => {
  it('is answered to its end after the link is closed', async () => {
    let rest: (() => void) | undefined;
    let { port, close: closeStore } = await startRulesStore(0, (_, response) => {
      response.writeHead(200).write('first ');
      rest = () => response.end('last');
    });
    let { link, close } = startRulesEdge(folder, domain, port);
    let clients = await listen((request, response) => link.passOn(request, response, '127.0.0.1'), {
      port: 0,
      host: '127.0.0.1',
    });
    ends.push(closeStore, close, () => stop(clients));
    let answer = await fetch(`http://127.0.0.1:${portOf(clients)}/openapi.json`);
    link.close();
    await pause(50);
    rest!();
    expect(await answer.text()).toBe('first last');
  });
});

describe('the port of the link', () => {
  const strangers = {
    'a request for the rules': 'POST /rules HTTP/1.1\r\nhost: localhost\r\n\r\n{"has":0}\n',
    'a line that is not a handshake': 'rules\n',
    'a wrong proof': `rules ${'a'.repeat(22)}\n${'b'.repeat(43)}\n`,
    'a line without an end': 'r'.repeat(10_000),
    'bytes that are not text': Buffer.alloc(1_000, 0xff),
  };

  it.each(Object.entries(strangers))('refuses %s, and keeps running', async (_, sent) => {
    let { takeRules, port } = await store();
    await takeRules(new Map([['ada', at('secret.example')]]));
    let socket = net.connect(port, '127.0.0.1');
    let answered = '';
    socket.setEncoding('utf8').on('data', (text: string) => (answered += text));
    socket.on('error', () => undefined).write(sent);
    await once(socket, 'close');
    expect(answered).not.toContain('secret.example');
    let one = edge(port);
    await one.table.ready;
    expect(hostsOf(one)).toEqual(['secret.example']);
  });

  it('proves to the edge that it belongs to the installation', async () => {
    let taken = '';
    let other = net.createServer((socket) => {
      socket.setEncoding('utf8').on('data', (text: string) => (taken += text));
      socket.on('error', () => undefined).write(`${'a'.repeat(22)} ${'b'.repeat(43)}\n`);
    });
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    ends.push(() => new Promise((done) => other.close(done)));
    await expect(connectToStore((other.address() as AddressInfo).port, linkSecret, 'api')).rejects.toThrow('prove');
    expect(taken).not.toContain(linkSecret);
  });

  it('ends a connection whose line it cannot read, and takes the next one', async () => {
    let { takeRules, port } = await store();
    await takeRules(new Map([['ada', at('a.example')]]));
    for (let line of ['x', '{', '{"has":"1"}', '{"metrics":{}}', 'null']) {
      let socket = await silentEdge(port);
      socket.resume().write(`${line}\n`);
      await once(socket, 'close');
    }
    let one = edge(port);
    await one.table.ready;
    expect(hostsOf(one)).toEqual(['a.example']);
  });

  it('cuts off an edge that asks for rules again and again without reading them', async () => {
    let { takeRules, port } = await store();
    await takeRules(
      new Map([['ada', { ...at('a.example'), pixels: Array.from({ length: 200_000 }, String) } as never]]),
    );
    let socket = await silentEdge(port);
    socket.pause().write('{"asks":"rules"}\n'.repeat(1_000));
    // Its end is seen once it reads; until then nothing more was kept for it.
    await pause(200);
    let bytes = 0;
    socket.on('data', (part: Buffer) => (bytes += part.length)).resume();
    await once(socket, 'close');
    expect(bytes).toBeLessThan(10_000_000);
  });

  it('gives no counters of an edge that does not answer, instead of waiting for it', async () => {
    let { metrics, port } = await store();
    await silentEdge(port);
    expect(await metrics()).toBe('');
    expect(await metrics()).toBe('');
  });
});
