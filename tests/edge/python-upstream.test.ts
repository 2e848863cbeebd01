/** Python indexes that are down, slow, oversized or wrong. Clients get a response in time. */
import { type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { jsonType } from 'tests/support/python-registry';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startEdge } from './edge-world';
import { pythonHost, pythonIds, startPythonWorld, type PythonWorld } from './python-world';
import { addRegistryPackage } from './registry-package';

let world: PythonWorld;
beforeAll(async () => {
  world = await startPythonWorld();
}, 60_000);
afterAll(() => world.close());
beforeEach(() => {
  world.later(120_000);
  world.registry.behaviour = undefined;
});

const json = { 'content-type': jsonType };
const html = { 'content-type': 'text/html' };

/** pip waits 15 seconds for an answer. */
const soon = 15_000;

function get(path: string, accept = `${jsonType}, text/html; q=0.1`) {
  return world.get(`${pythonHost}:${world.port}`, path, { headers: { accept } });
}

let made = 0;

/** A package that nothing is cached for. */
async function unknown(): Promise<{ id: string; name: string }> {
  made += 1;
  let name = `unknown-${made}`;
  let id = `00000000-0000-4000-8000-0000000002${String(made).padStart(2, '0')}`;
  await addRegistryPackage(world, 'python', id, name, world.registry.url);
  return { id, name };
}

describe('502, when nothing is cached for the package', { timeout: soon }, () => {
  let bad: [what: string, answer: (response: ServerResponse) => void][] = [
    ['an error', (r) => r.writeHead(500, json).end('{}')],
    ['an image', (r) => r.writeHead(200, { 'content-type': 'image/png' }).end('x')],
    ['a page with the content type of JSON', (r) => r.writeHead(200, json).end('<html></html>')],
    ['an incomplete document', (r) => r.writeHead(200, json).end('{"name":"x","files":[{')],
    ['an incomplete page', (r) => r.writeHead(200, html).end('<html><body><a href="x.whl')],
    ['an unclosed tag', (r) => r.writeHead(200, html).end(`<a href="${'x'.repeat(200_000)}`)],
    ['a request for authentication', (r) => r.writeHead(401, json).end('{}')],
    ['a 304 for a document that was never sent', (r) => r.writeHead(304).end()],
    ['a redirect to itself', (r) => r.writeHead(302, { location: r.req.url! }).end()],
    ['a redirect to a private address', (r) => r.writeHead(302, { location: 'http://127.0.0.1:9/secret' }).end()],
  ];
  let slow: typeof bad = [
    ['no response', () => {}],
    [
      'a small response that decompresses to 100 MB',
      (r) => r.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end(gzipSync(`<p>${'0'.repeat(1e8)}`)),
    ],
  ];

  async function isSent(_: string, answer: (response: ServerResponse) => void): Promise<void> {
    let { id, name } = await unknown();
    world.registry.behaviour = (_, response) => answer(response);
    let { status, headers, body } = await get(`/simple/${name}/`);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      502,
      'text/plain; charset=utf-8',
      'no-store',
    ]);
    expect(body.toString()).toBe('The registry of this package did not answer, please try again later.\n');
    expect(await get(`/simple/${name}/${name}-1.0.tar.gz`)).toMatchObject({ status: 502 });
    expect(await world.versions(id)).toEqual([]);
    expect(await get('/simple/left/')).toMatchObject({ status: 307 });
  }

  test.each(bad)('%s', isSent);
  test.each(slow)('%s', { tags: 'slow', timeout: 60_000 }, isSent);

  test('a registry on a private network that the operator does not allow', async () => {
    let other = await startEdge({ privateTargets: [] });
    await addRegistryPackage(other, 'python', pythonIds.engine, 'ada-engine', world.registry.url);
    world.registry.requests.length = 0;
    expect(await other.get(pythonHost, '/simple/ada-engine/')).toMatchObject({ status: 502 });
    expect(world.registry.requests).toEqual([]);
    await other.close();
  });
});

// @spec 3: Python packages are created, served as an index, redirected and counted
test('cached data is sent while the registry is down, slow or wrong', { timeout: soon, tags: 'slow' }, async () => {
  let before = await get('/simple/ada-engine/');
  expect(before.status).toBe(200);
  let bad = [
    (r: ServerResponse) => void r.destroy(),
    (r: ServerResponse) => void r.writeHead(200, json).end('<html>'),
    () => {},
  ];
  for (let answer of bad) {
    world.later(120_000);
    world.registry.behaviour = (_, response) => answer(response);
    expect(await get('/simple/ada-engine/')).toMatchObject({ status: 200, body: before.body });
    expect((await get('/simple/ada-engine/ada_engine-1.0.0-py3-none-any.whl')).status).toBe(301);
    expect((await get('/simple/ada-engine/ada_engine-9.9.9-py3-none-any.whl')).status).toBe(404);
  }
});

test(
  'a page of 10 MB is sent in time, and other requests do not wait for it',
  { timeout: 60_000, tags: 'slow' },
  async () => {
    let links = Array.from(
      { length: 40_000 },
      (_, i) => `{"url":"/f/big-1.${i}.tar.gz","hashes":{"sha256":"${'a'.repeat(200)}"}}`,
    );
    let page = `{"files":[${links.join(',\n')}]}`;
    expect(page.length).toBeGreaterThan(9_000_000);
    let { name } = await unknown();
    world.registry.behaviour = (_, response) => response.writeHead(200, json).end(page);
    let fetched = get(`/simple/${name}/`);
    let longest = 0;
    let done = false;
    void fetched.finally(() => (done = true));
    while (!done) {
      let start = performance.now();
      expect((await get('/simple/left/')).status).toBe(307);
      longest = Math.max(longest, performance.now() - start);
    }
    let { status, body } = await fetched;
    expect(status).toBe(200);
    expect(body.toString()).toBe(page.replaceAll('"/f/', `"http://${pythonHost}:${world.port}/simple/${name}/`));
    // Read at once, it would take seconds on a slow machine.
    expect(longest).toBeLessThan(2_000);
    expect(await get(`/simple/${name}/big-1.39999.tar.gz`)).toMatchObject({
      status: 301,
      headers: { location: new URL('/f/big-1.39999.tar.gz', world.registry.url).href },
    });
  },
);
