/** Pulls by way of collections, over a real socket and against a registry on 127.0.0.1: which images match, what the first pull makes, and what counts. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCollection, deleteCollection } from 'gateway/records/collections';
import { createPackage, deletePackage } from 'gateway/records/package-changes';
import type { OwnerTable } from 'gateway/records/schema';
import { ids, startEdge, type EdgeWorld } from './edge-world';

const host = 'ada.docker.localhost';
const asDocker = { 'user-agent': 'docker/24.0.5 os/linux' };

let registry: http.Server;
let registryHost: string;
let world: EdgeWorld;
let ada: OwnerTable;

beforeAll(async () => {
  registry = http.createServer((req, res) => {
    let path = req.url ?? '';
    res.statusCode = path.includes('/missing/') ? 404 : path.includes('/broken/') ? 500 : 200;
    res.end('{}');
  });
  await new Promise<void>((done) => registry.listen(0, '127.0.0.1', done));
  registryHost = `127.0.0.1:${(registry.address() as AddressInfo).port}`;
  world = await startEdge({ registry: registryHost, privateTargets: [registryHost] });
  ada = await world.records.selectFrom('owners').selectAll().where('id', '=', ids.owner).executeTakeFirstOrThrow();
  await collect('team/*');
  await collect('team/{cli,missing,broken}');
});
afterAll(async () => {
  await world.close();
  registry.closeAllConnections();
  registry.close();
});

function collect(pattern: string, public_domain?: string, backend_domain = registryHost) {
  return createCollection(world.records, ada, { pattern, backend_domain, public_domain }, 'localhost', Date.now());
}

async function packagesNamed(name: string) {
  return world.records
    .selectFrom('packages')
    .innerJoin('domains', 'domains.package_id', 'packages.id')
    .where('packages.name', '=', name)
    .selectAll('packages')
    .select('domains.name as host')
    .execute();
}

function pull(image: string, headers: Record<string, string> = {}, method = 'GET', at = host) {
  return world.get(at, `/v2/${image}/manifests/1.0`, { headers, method });
}

describe('the first pull of a matching image', () => {
  test('makes its package with the registry of the collection, and is its first event', async () => {
    expect((await pull('team/first')).status).toBe(200);
    let [made, ...more] = await packagesNamed('team/first');
    expect(more).toEqual([]);
    expect(made).toMatchObject({
      owner_id: ids.owner,
      type: 'docker',
      backend_registry: registryHost,
      repository_name: 'team/first',
      host: null,
    });
    expect(await world.events(made?.id ?? '')).toMatchObject([
      { type: 'manifest-fetch', version: '1.0', requestDomain: host, ownerId: ids.owner },
    ]);
    await pull('team/first');
    expect(await world.events(made?.id ?? '')).toHaveLength(2);
  });

  test('makes one package, however many pull at the same moment; each of them counts', async () => {
    let answers = await Promise.all(Array.from({ length: 20 }, (_, i) => pull('team/crowd', i % 2 ? asDocker : {})));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 307]));
    let made = await packagesNamed('team/crowd');
    expect(made).toHaveLength(1);
    expect(await world.events(made[0]?.id ?? '')).toHaveLength(20);
  });

  test('is redirected where the client can follow, and counts as well', async () => {
    let answer = await pull('team/cli', asDocker);
    expect([answer.status, answer.headers.location]).toEqual([307, `http://${registryHost}/v2/team/cli/manifests/1.0`]);
    let [made] = await packagesNamed('team/cli');
    expect(await world.events(made?.id ?? '')).toHaveLength(1);
  });

  test('works on the custom domain of the collection, which the package gets', async () => {
    await collect('lab/*', 'images.ada.example');
    expect((await pull('lab/tool', {}, 'GET', 'images.ada.example')).status).toBe(200);
    expect(await packagesNamed('lab/tool')).toMatchObject([{ host: 'images.ada.example' }]);
    expect((await pull('lab/tool')).status).toBe(404);
  });
});

describe('no package is made', () => {
  test.each([
    ['by asking whether there is something new', 'team/head', 'HEAD', 200],
    ['for an image the registry does not have', 'team/missing', 'GET', 404],
    ['while the registry is broken', 'team/broken', 'GET', 500],
    ['for an image of more segments', 'team/a/b', 'GET', 404],
    ['for a path that no image can have', 'team/UPPER', 'GET', 404],
    ['for an image of somebody else', 'other/app', 'GET', 404],
  ])('%s', async (_, image, method, status) => {
    expect((await pull(image, {}, method)).status).toBe(status);
    expect(await packagesNamed(image)).toEqual([]);
  });

  test('by layers and lists of tags, which pass', async () => {
    for (let path of ['blobs/sha256:1', 'tags/list'])
      expect((await world.get(host, `/v2/team/layers/${path}`)).status).toBe(200);
    expect(await packagesNamed('team/layers')).toEqual([]);
  });
});

test('a package of this name counts, although its domain is another', async () => {
  let fields = { type: 'docker' as const, name: 'team/known', backend_registry: 'ghcr.io' };
  let known = await createPackage(world.records, ada, { fields, domain: 'known.example' }, 'localhost', Date.now());
  expect((await pull('team/known')).status).toBe(200);
  expect(await packagesNamed('team/known')).toHaveLength(1);
  expect(await world.events(known.id)).toHaveLength(1);
});

test('an exact package wins over every pattern', async () => {
  let fields = { type: 'docker' as const, name: 'team/exact', backend_registry: registryHost };
  let exact = await createPackage(world.records, ada, { fields }, 'localhost', Date.now());
  await pull('team/exact');
  expect(await world.events(exact.id)).toHaveLength(1);
});

test('a collection alone answers the version check; without it nothing is there', async () => {
  let alone = await collect('solo/*', 'solo.example');
  expect((await world.get('solo.example', '/v2/')).status).toBe(200);
  await pull('solo/app', {}, 'GET', 'solo.example');
  let act = { actor: null, actingAs: null, address: '', agent: '', time: Date.now() };
  await deleteCollection(world.records, ada, alone.id, act);
  expect((await pull('solo/app', {}, 'GET', 'solo.example')).status).toBe(200);
  let [made] = await packagesNamed('solo/app');
  await deletePackage(world.records, ada, made?.id ?? '', act);
  expect((await pull('solo/app', {}, 'GET', 'solo.example')).status).toBe(404);
});

test('no more packages than an owner may have by patterns; the download goes on', async () => {
  let small = await startEdge({ registry: registryHost, privateTargets: [registryHost] });
  let of = { owner_id: ids.owner, type: 'docker' as const, importance: 'mid' as const, track_companies: 1 };
  let many = Array.from({ length: 1_000 }, (_, i) => ({
    id: `many-${i}`,
    name: `many-${i}`,
    name_key: `many-${i}`,
    ...of,
    created_at: 1,
    updated_at: 1,
  }));
  for (let at = 0; at < many.length; at += 100)
    await small.records
      .insertInto('packages')
      .values(
        many.slice(at, at + 100).map((row) => ({ short_description: '', long_description: '', website: '', ...row })),
      )
      .execute();
  let given = { pattern: 'team/*', backend_domain: registryHost };
  await createCollection(small.records, ada, given, 'localhost', Date.now());
  expect((await small.get(host, '/v2/team/late/manifests/1.0')).status).toBe(200);
  let made = await small.records.selectFrom('packages').select('id').where('name', '=', 'team/late').execute();
  expect(made).toEqual([]);
  expect(small.edge.metricsText()).toContain('landfall_events_total{outcome="lost"} 1');
  await small.close();
});
