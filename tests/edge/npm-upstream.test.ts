/** npm registries that are down, slow, oversized or wrong. Clients get a response in time. */
import http, { type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startEdge } from './edge-world';
import { npmHost, npmIds, startNpmWorld, type NpmWorld } from './npm-world';
import { addRegistryPackage } from './registry-package';

let world: NpmWorld;
beforeAll(async () => {
  world = await startNpmWorld();
}, 60_000);
afterAll(() => world.close());
beforeEach(() => {
  world.later(120_000);
  world.registry.behaviour = undefined;
});

const json = { 'content-type': 'application/json' };

/** npm clients give up after five minutes. The limit of the gateway is much lower. */
const soon = 20_000;

function get(path: string) {
  return world.get(`${npmHost}:${world.port}`, path);
}

let made = 0;

/** A package that nothing is cached for. */
async function unknown(): Promise<string> {
  made += 1;
  let name = `unknown-${made}`;
  let id = `00000000-0000-4000-8000-0000000001${String(made).padStart(2, '0')}`;
  await addRegistryPackage(world, 'npm', id, name, world.registry.url);
  return name;
}

async function expectFailure(name: string) {
  let { status, headers, body } = await get(`/${name}`);
  expect([status, headers['content-type']]).toEqual([502, 'application/json']);
  expect(JSON.parse(body.toString())).toEqual({ error: 'The registry of this package did not answer' });
}

describe('npm’s error, when nothing is cached for the package', { timeout: soon }, () => {
  let bad: [what: string, answer: (response: ServerResponse) => void][] = [
    ['an error', (r) => r.writeHead(500, json).end('{}')],
    ['a page', (r) => r.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>')],
    ['a page with the content type of JSON', (r) => r.writeHead(200, json).end('<html></html>')],
    ['an incomplete document', (r) => r.writeHead(200, json).end('{"name":"x","versions":{')],
    [
      'a connection that is cut off',
      (r) => (r.writeHead(200, { ...json, 'content-length': '900' }).write('{'), r.destroy()),
    ],
    ['a request for authentication', (r) => r.writeHead(401, json).end('{}')],
    ['a 304 for a document that was never sent', (r) => r.writeHead(304).end()],
    ['a redirect to itself', (r) => r.writeHead(302, { location: r.req.url! }).end()],
    ['a redirect to a private address', (r) => r.writeHead(302, { location: 'http://127.0.0.1:9/secret' }).end()],
    ['a redirect to a file', (r) => r.writeHead(302, { location: 'file:///etc/passwd' }).end()],
    [
      'a document with an unknown content encoding',
      (r) => r.writeHead(200, { ...json, 'content-encoding': 'x' }).end('{}'),
    ],
  ];
  let slow: typeof bad = [
    [
      'a small response that decompresses to 100 MB',
      (r) => r.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(gzipSync(`{"readme":"${'0'.repeat(1e8)}"}`)),
    ],
    ['no response', () => {}],
    ['an endless document', (r) => endless(r.writeHead(200, json))],
    ['one byte at a time', (r) => drip(r.writeHead(200, json))],
  ];

  async function isSent(_: string, answer: (response: ServerResponse) => void): Promise<void> {
    let name = await unknown();
    world.registry.behaviour = (_, response) => answer(response);
    await expectFailure(name);
    expect(await get('/left')).toMatchObject({ status: 307 });
  }

  test.each(bad)('%s', isSent);
  test.each(slow)('%s', { tags: 'slow' }, isSent);

  test.each([
    ['is on a private network that the operator does not allow', []],
    ['is down', ['*']],
  ])('a registry that %s', async (_, privateTargets) => {
    let other = await startEdge({ privateTargets });
    let asked: string[] = [];
    let server = http.createServer((request, response) => (asked.push(request.url!), response.end('{}')));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    let { port } = server.address() as AddressInfo;
    if (privateTargets.length > 0) await new Promise((done) => server.close(done));
    await addRegistryPackage(other, 'npm', npmIds.engine, 'engine', `http://127.0.0.1:${port}/`);
    expect(await other.get(npmHost, '/engine')).toMatchObject({ status: 502 });
    expect(asked).toEqual([]);
    await other.close();
    await new Promise((done) => server.close(done));
  });
});

function endless(response: ServerResponse): void {
  let part = `"${'x'.repeat(65_000)}",`;
  response.write('{"a":[');
  let more = () => {
    while (!response.destroyed && response.write(part));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
}

function drip(response: ServerResponse): void {
  response.write('{');
  let timer = setInterval(() => response.write(' '), 200);
  response.on('close', () => clearInterval(timer));
}

describe('cached data', { timeout: soon }, () => {
  test('is sent while the registry is down, slow or wrong', async () => {
    let before = await get('/@ada%2fengine');
    expect(before.status).toBe(200);
    let bad = [
      (r: ServerResponse) => void r.destroy(),
      (r: ServerResponse) => void r.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
      () => {},
    ];
    for (let answer of bad) {
      world.later(120_000);
      world.registry.behaviour = (_, response) => answer(response);
      expect(await get('/@ada%2fengine')).toMatchObject({ status: 200, body: before.body });
    }
  });

  test('lists the versions while the registry is down', { tags: 'slow' }, async () => {
    expect((await get('/@ada/engine/-/engine-1.0.0.tgz')).status).toBe(307);
    world.later(120_000);
    world.registry.behaviour = (_, response) => void response.destroy();
    expect((await get('/@ada/engine/-/engine-1.0.0.tgz')).status).toBe(307);
    expect((await get('/@ada/engine/-/engine-9.9.9.tgz')).status).toBe(404);
  });

  test('is dropped when the registry reports that the package is gone', async () => {
    expect((await get('/ada-tool')).status).toBe(200);
    world.later(120_000);
    world.registry.behaviour = (_, response) => response.writeHead(404, json).end('{}');
    expect((await get('/ada-tool')).status).toBe(404);
  });
});

test(
  'leads a tarball to its usual URL while the registry cannot be reached, and counts it',
  { timeout: soon },
  async () => {
    let name = await unknown();
    world.registry.behaviour = (_, response) => void response.destroy();
    expect(await get(`/${name}/-/${name}-1.2.3.tgz`)).toMatchObject({
      status: 307,
      headers: { location: `${world.registry.url}${name}/-/${name}-1.2.3.tgz` },
    });
    expect((await get(`/${name}/-/other-1.2.3.tgz`)).status).toBe(404);
    let [{ id } = { id: '' }] = await world.records
      .selectFrom('packages')
      .select('id')
      .where('name', '=', name)
      .execute();
    expect(await world.versions(id)).toEqual(['1.2.3']);
  },
);
