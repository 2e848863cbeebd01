/**
 * Pulls through collections, over a real socket and with a registry on 127.0.0.1: which images
 * match, what the first pull creates, and what counts.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createCollection, deleteCollection } from 'gateway/packages/collections';
import { verifyDomain } from 'gateway/packages/domain-verification';
import { imageAt } from 'gateway/packages/hosts/image-names';
import { createPackage, deletePackage } from 'gateway/packages/package-changes';
import type { OwnerRow } from 'gateway/floor/db/account-schema';
import { ids, ownAddresses, startEdge, type EdgeWorld } from './edge-world';

const host = 'ada.docker.localhost';
/** The longest wait for work that is done after the response. */
const patiently = { timeout: 30_000 };
const asDocker = { 'user-agent': 'docker/24.0.5 os/linux' };

let asked: string[] = [];
let registry: http.Server;
let registryHost: string;
let world: EdgeWorld;
let collectionId: string;
let ada: OwnerRow;

beforeAll(async () => {
  registry = http.createServer((req, res) => {
    let path = req.url ?? '';
    asked.push(`${req.method} ${path}`);
    if (path.includes('/guarded/') && req.headers.authorization !== 'Bearer anybody') {
      let realm = `http://${registryHost}/token`;
      let challenge = `Bearer realm="${realm}",service="registry.test",scope="repository:team/guarded:pull"`;
      return void res.writeHead(401, { 'www-authenticate': challenge }).end();
    }
    if (path.startsWith('/token?')) return void res.end('{"token":"anybody"}');
    if (path.includes('/hidden')) return void res.writeHead(401, { 'www-authenticate': 'Basic realm="r"' }).end();
    if (path.includes('/forbidden')) return void res.writeHead(403).end();
    if (path.includes('/made-up')) return void res.writeHead(404).end();
    res.statusCode = path.includes('/missing/') ? 404 : path.includes('/broken/') ? 500 : 200;
    res.end('{}');
  });
  await new Promise<void>((done) => registry.listen(0, '127.0.0.1', done));
  registryHost = `127.0.0.1:${(registry.address() as AddressInfo).port}`;
  world = await startEdge({ registry: registryHost, privateTargets: [registryHost] });
  ada = await world.records.selectFrom('owners').selectAll().where('id', '=', ids.owner).executeTakeFirstOrThrow();
  collectionId = (await collect('team/*')).id;
  await collect('team/{cli,missing,broken}');
});
afterAll(async () => {
  await world.close();
  registry.closeAllConnections();
  registry.close();
});

function collect(pattern: string, public_domain?: string, isPrivate = false, backend_domain = registryHost) {
  let fields = { pattern, backend_domain, public_domain, private: isPrivate };
  return createCollection({ records: world.records, ...ownAddresses }, ada, fields, act());
}

function act() {
  return { actor: null, actingAs: null, address: '', agent: '', time: Date.now() };
}

function verify(name: string) {
  return verifyDomain(world.records, ada, { name, by: 'administrator' }, act());
}

async function packagesNamed(name: string) {
  await world.settled();
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
  test('creates its package with the registry of the collection, and is its first event', async () => {
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
      {
        type: 'manifest-fetch',
        version: '1.0',
        requestDomain: host,
        ownerId: ids.owner,
        collectionId,
        imagePath: 'team/first',
      },
    ]);
    await pull('team/first');
    expect(await world.events(made?.id ?? '')).toHaveLength(2);
  });

  test('creates one package when many pull at the same moment; each pull counts', async () => {
    let answers = await Promise.all(Array.from({ length: 20 }, (_, i) => pull('team/crowd', i % 2 ? asDocker : {})));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 307]));
    let made = await packagesNamed('team/crowd');
    expect(made).toHaveLength(1);
    await vi.waitFor(async () => expect(await world.events(made[0]?.id ?? '')).toHaveLength(20), patiently);
  });

  test('is redirected when the client can follow redirects, and counts too', async () => {
    let answer = await pull('team/cli', asDocker);
    expect([answer.status, answer.headers.location]).toEqual([307, `http://${registryHost}/v2/team/cli/manifests/1.0`]);
    await vi.waitFor(async () => {
      let [made] = await packagesNamed('team/cli');
      expect(await world.events(made?.id ?? '')).toMatchObject([{ type: 'manifest-fetch', version: '1.0' }]);
    }, patiently);
    expect(asked).toContain('HEAD /v2/team/cli/manifests/1.0');
  });

  test('works on the custom domain of the collection, which the package gets', async () => {
    await collect('lab/*', 'images.ada.example');
    await verify('images.ada.example');
    expect((await pull('lab/tool', {}, 'GET', 'images.ada.example')).status).toBe(200);
    expect(await packagesNamed('lab/tool')).toMatchObject([{ host: 'images.ada.example' }]);
    expect((await pull('lab/tool')).status).toBe(404);
  });
});

describe('no package is created', () => {
  test.each([
    ['by a conditional request', 'team/head', 'HEAD', 200],
    ['for an image the registry does not have', 'team/missing', 'GET', 404],
    ['while the registry is broken', 'team/broken', 'GET', 500],
    ['for an image with more segments', 'team/a/b', 'GET', 404],
    ['for a path that no image can have', 'team/UPPER', 'GET', 404],
    ['for an image of another owner', 'other/app', 'GET', 404],
  ])('%s', async (_, image, method, status) => {
    expect((await pull(image, {}, method)).status).toBe(status);
    expect(await packagesNamed(image)).toEqual([]);
  });

  test('for layers and tag lists, which are passed through', async () => {
    for (let path of ['blobs/sha256:1', 'tags/list'])
      expect((await world.get(host, `/v2/team/layers/${path}`)).status).toBe(200);
    expect(await packagesNamed('team/layers')).toEqual([]);
  });
});

describe('after a redirected pull, the registry is checked without an account', () => {
  /** How many pulls created no package because only the client claimed that the image exists. */
  async function unproven(): Promise<number> {
    return Number(/outcome="unproven"} (\d+)/.exec(await world.edge.metrics.metrics())?.[1]);
  }

  test.each([
    ['an image the registry does not have', 'made-up'],
    ['an image that requires an account', 'hidden'],
    ['an image that it forbids', 'forbidden'],
  ])('%s is served and creates no package', async (_, image) => {
    let before = await unproven();
    let answers = await Promise.all(Array.from({ length: 30 }, (_unused, i) => pull(`team/${image}-${i}`, asDocker)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([307]));
    await vi.waitFor(async () => expect(await unproven()).toBe(before + 30), patiently);
    expect(await packagesNamed(`team/${image}-0`)).toEqual([]);
  });

  test('with the token that the registry gives anonymously', async () => {
    await collect('team/guarded/*');
    expect((await pull('team/guarded/app', asDocker)).status).toBe(307);
    await vi.waitFor(async () => expect(await packagesNamed('team/guarded/app')).toHaveLength(1), patiently);
    let [token] = asked.filter((line) => line.startsWith('GET /token'));
    expect(token).toBe('GET /token?service=registry.test&scope=repository%3Ateam%2Fguarded%3Apull');
  });

  test('pulls of a private collection count if the registry requires an account, and only then', async () => {
    await collect('vault/*', 'vault.example', true);
    await verify('vault.example');
    let before = await unproven();
    for (let image of ['vault/hidden', 'vault/made-up'])
      expect((await pull(image, asDocker, 'GET', 'vault.example')).status).toBe(307);
    await vi.waitFor(async () => expect(await packagesNamed('vault/hidden')).toHaveLength(1), patiently);
    await vi.waitFor(async () => expect(await unproven()).toBe(before + 1), patiently);
    expect(await packagesNamed('vault/made-up')).toEqual([]);
  });

  test('once for many pulls of one image', async () => {
    let before = await unproven();
    await Promise.all(Array.from({ length: 10 }, () => pull('team/made-up', asDocker)));
    await vi.waitFor(async () => expect(await unproven()).toBe(before + 10), patiently);
    expect(asked.filter((line) => line.includes('/team/made-up/'))).toHaveLength(1);
  });
});

test('an event belongs to the package of the same name, even if its domain is different', async () => {
  let fields = { type: 'docker' as const, name: 'team/known', ...imageAt('team/known', 'ghcr.io') };
  let known = await createPackage(
    { records: world.records, ...ownAddresses },
    ada,
    { fields, domain: 'known.example' },
    act(),
  );
  expect((await pull('team/known')).status).toBe(200);
  expect(await packagesNamed('team/known')).toHaveLength(1);
  expect(await world.events(known.id)).toHaveLength(1);
});

test('an exact package has priority over every pattern', async () => {
  let fields = { type: 'docker' as const, name: 'team/exact', ...imageAt('team/exact', registryHost) };
  let exact = await createPackage({ records: world.records, ...ownAddresses }, ada, { fields }, act());
  await pull('team/exact');
  expect(await world.events(exact.id)).toHaveLength(1);
});

test('a collection alone answers the version check; without it the answer is 404', async () => {
  let alone = await collect('solo/*', 'solo.example');
  await verify('solo.example');
  expect((await world.get('solo.example', '/v2/')).status).toBe(200);
  await pull('solo/app', {}, 'GET', 'solo.example');
  await world.settled();
  await deleteCollection(world.records, ada, alone.id, act());
  expect((await pull('solo/app', {}, 'GET', 'solo.example')).status).toBe(200);
  let [made] = await packagesNamed('solo/app');
  await deletePackage(world.records, ada, made?.id ?? '', act());
  expect((await pull('solo/app', {}, 'GET', 'solo.example')).status).toBe(404);
});

test('no more packages are created than the limit of an owner; the download is served, and its event is stored', async () => {
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
  let given = { pattern: 'team/*', backend_domain: registryHost, private: false };
  await createCollection({ records: small.records, ...ownAddresses }, ada, given, act());
  expect((await small.get(host, '/v2/team/late/manifests/1.0')).status).toBe(200);
  let made = await small.records.selectFrom('packages').select('id').where('name', '=', 'team/late').execute();
  expect(made).toEqual([]);
  expect(await small.events('')).toMatchObject([{ ownerId: ids.owner, imagePath: 'team/late', artifactId: '' }]);
  await small.close();
});
