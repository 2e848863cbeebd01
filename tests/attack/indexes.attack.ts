/** Package indexes from registries that never respond, or that send large documents. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTarget, type Target } from './target';

let registry: Server;
let target: Target;
let at: string;
/** Requests for packages that get no answer. */
let unanswered = 0;

beforeAll(async () => {
  registry = createServer((request, response) => {
    let name = request.url!.slice(1);
    if (name.startsWith('silent')) return void (unanswered += 1);
    let versions = name.startsWith('large') ? 100_000 : 1;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(packument(name, versions));
  });
  await new Promise<void>((done) => registry.listen(0, '127.0.0.1', done));
  at = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
  target = await startTarget({ PRIVATE_TARGETS: '*' });
});
afterAll(async () => {
  await target.close();
  registry.closeAllConnections();
  await new Promise((done) => registry.close(done));
});

let known = new Map<number, string>();

/** About 100 bytes for each version. */
function packument(name: string, count: number): string {
  let versions =
    known.get(count) ??
    Array.from(
      { length: count },
      (_, i) => `"0.0.${i}":{"dist":{"tarball":"${at}p/-/p-0.0.${i}.tgz","size":${i}}}`,
    ).join();
  known.set(count, versions);
  return `{"name":"${name}","dist-tags":{"latest":"0.0.0"},"versions":{${versions}}}`;
}

/** Makes npm packages of an owner at the registry. */
async function make(owner: string, person: string, names: readonly string[]): Promise<void> {
  let token = await target.signIn(person);
  for (let name of names) {
    let made = await target.api('POST', `/v2/packages/${owner}`, { type: 'npm', name, repository_url: at }, token);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
  }
}

const ask = (owner: string, name: string) => target.gateway(`${owner}.npm.localhost`, `/${name}`);
const names = (first: string, count: number) => Array.from({ length: count }, (_, i) => `${first}-${i}`);

it('a registry that never answers holds up its owner alone, also for a package that others have', async () => {
  let silent = names('silent', 40);
  await make('linus', 'linus', [...silent, 'common']);
  await make('ada', 'ada', ['common', 'fresh']);
  let held = silent.map((name) => ask('linus', name));
  await expect.poll(() => unanswered).toBeGreaterThan(0);
  held.push(ask('linus', 'common'));
  for (let name of ['fresh', 'common']) expect((await ask('ada', name)).status).toBe(200);
  for (let { status } of await Promise.all(held)) expect(status).toBe(502);
});

it('large indexes are forgotten before they fill the memory', async () => {
  let large = names('large', 12);
  await make('ada', 'ada', large);
  let before = target.edgeMemoryMb();
  for (let name of large) {
    let { status, body } = await ask('ada', name);
    expect([status, body.length > 9_000_000]).toEqual([200, true]);
  }
  expect(target.edgeMemoryMb() - before).toBeLessThan(350);
  expect(target.isAlive()).toBe(true);
});
