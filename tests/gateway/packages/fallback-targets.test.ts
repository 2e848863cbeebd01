/** Fallback targets: when downloads go there, what counts, and when they come back. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { auditApi } from 'contract/admin/audit';
import { aggregationsApi } from 'contract/analytics/aggregations';
import { fallbackTargetsApi } from 'contract/packages/fallback-targets';
import { packagesApi } from 'contract/packages/packages';
import { whoMay } from 'tests/support/authorization';
import { startFileServer, type FileServer } from 'tests/support/file-server';
import { answerOf } from 'tests/support/http-answer';
import { createWorld, type Caller, type World } from 'tests/support/world';

const mine = { owner: 'ada' };
const { getFallbackTargets, setFallbackTargets } = fallbackTargetsApi;
const manifest = '/v2/ada/mill/manifests/1.0';
/** A client that is never redirected. */
const proxied = { 'user-agent': 'kaniko/1' };

let world: World;
let ada: Caller;
let first: FileServer;
let second: FileServer;
let server: http.Server;

beforeEach(async () => {
  [first, second] = await Promise.all([startFileServer(), startFileServer()]);
  world = await createWorld({ port: '8443', edgePrivateTargets: ['127.0.0.1', 'localhost'] });
  ada = await world.as('ada');
  server = http.createServer((req, res) => world.edge.handle(req, res));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  await world.close();
  await Promise.all([first.close(), second.close()]);
});

const hostOf = ({ url }: FileServer) => `localhost:${new URL(url).port}`;

async function create(body: object): Promise<string> {
  return (await ada.ask(packagesApi.createPackage, { params: mine, body: body as never })).id;
}

const image = () => create({ type: 'docker', name: 'ada/mill', backend_registry: hostOf(first) });
const fileOf = () =>
  create({ type: 'file', name: 'mill', incoming_path: '/{v}', outgoing_url: 'https://Files.example:443/mill-{v}' });
const moduleOf = () => create({ type: 'go', name: 'example.com/mill', repository_url: first.url });

function setFallbacks(package_id: string, targets: string[]) {
  return ada.ask(setFallbackTargets, { params: { ...mine, package_id }, body: { targets } });
}

/** Each request is of another client, so that each counts. */
let clients = 0;

function ask(type: string, path: string, given: Record<string, string> = {}) {
  let headers = { 'user-agent': `tool/${(clients += 1)}`, ...given };
  let { port } = server.address() as AddressInfo;
  let host = `ada.${type}.localhost`;
  return answerOf(http.request, { host: '127.0.0.1', port, path, headers: { host, ...headers }, agent: false });
}

async function byFallback(): Promise<Record<string, number>> {
  await world.edge.idle();
  let rows = await ada.ask(aggregationsApi.exportEntityAggregations, {
    params: mine,
    query: { breakdown_set: 'by-fallback' },
  });
  return Object.fromEntries(rows.map(({ fallback = '', total }) => [fallback, total]));
}

const status = (server: FileServer, code: number, headers = {}) =>
  (server.behaviour = (_, response) => void response.writeHead(code, headers).end());

describe('a proxied pull', () => {
  it('that is limited is answered by the fallback, with the reason', async () => {
    let id = await image();
    await setFallbacks(id, [hostOf(second)]);
    first.behaviour = (request, response) =>
      void response.writeHead(request.method === 'HEAD' ? 200 : 429, { 'retry-after': '120' }).end();
    second.files.set(manifest.slice(1), '{}');
    let answer = await ask('docker', manifest, { ...proxied, authorization: 'Bearer of the first' });
    expect([answer.status, String(answer.body)]).toEqual([200, '{}']);
    expect(await byFallback()).toEqual({ 'rate-limit': 1 });
    let {
      downloads,
      last_at,
      first: targets,
    } = await ada.ask(getFallbackTargets, { params: { ...mine, package_id: id } });
    expect(downloads).toEqual({ away: 0, rate_limit: 1 });
    expect(last_at).not.toBeNull();
    expect(targets).toEqual([hostOf(first)]);
  });

  it('carries no token of the first registry to the fallback', async () => {
    await setFallbacks(await image(), [hostOf(second)]);
    status(first, 503);
    let seen: (string | undefined)[] = [];
    second.behaviour = (request, response) => {
      if (request.method === 'GET') seen.push(request.headers.authorization);
      response.writeHead(200).end('{}');
    };
    await ask('docker', manifest, { ...proxied, authorization: 'Bearer of the first' });
    expect(seen).toEqual([undefined]);
  });

  it('that is limited is told so if the fallback wants a token, which only itself would know', async () => {
    await setFallbacks(await image(), [hostOf(second)]);
    first.behaviour = (request, response) => void response.writeHead(request.method === 'HEAD' ? 401 : 429).end('slow');
    status(second, 401, { 'www-authenticate': `Bearer realm="${second.url}token"` });
    let answer = await ask('docker', manifest, proxied);
    expect([answer.status, String(answer.body)]).toEqual([429, 'slow']);
    expect(answer.headers).not.toHaveProperty('www-authenticate');
  });

  it('gets the last answer if all fail, and that of the only registry without fallbacks', async () => {
    let id = await image();
    status(first, 429);
    status(second, 503);
    expect((await ask('docker', manifest, proxied)).status).toBe(429);
    await setFallbacks(id, [hostOf(second)]);
    expect((await ask('docker', manifest, proxied)).status).toBe(503);
  });
});

describe('what a registry says to one', () => {
  const tarball = '/mill/-/mill-1.0.0.tgz';
  const packument = () => {
    let dist = { tarball: `${first.url}mill/-/mill-1.0.0.tgz` };
    return JSON.stringify({ name: 'mill', versions: { '1.0.0': { name: 'mill', dist } }, 'dist-tags': {} });
  };

  /** A registry that works, except where `isLimited`. */
  function limitWhere(code: number, isLimited: (request: http.IncomingMessage) => boolean) {
    first.behaviour = (request, response) => {
      if (isLimited(request)) return void response.writeHead(code, { 'retry-after': '900' }).end();
      response.writeHead(200, { 'content-type': 'application/json' }).end(packument());
    };
  }

  /** Lets the edge ask the registry itself, and sees where downloads of others go. */
  async function othersStay() {
    let asked = () => first.requests.filter((one) => one.startsWith('HEAD')).length;
    for (let before = asked(); asked() < before + 3;) {
      expect((await ask('docker', manifest, proxied)).status).toBe(200);
      expect((await ask('npm', tarball)).headers.location).toBe(first.url + tarball.slice(1));
      await new Promise((done) => setTimeout(done, 10));
    }
    expect(second.requests.filter((one) => one === `GET ${manifest}`)).toEqual(strangers);
    expect(second.requests.filter((one) => one.startsWith('GET /mill'))).toEqual([]);
  }
  /** Pulls that the fallback has answered to the stranger. */
  let strangers: string[];

  async function imageAndPackage() {
    await setFallbacks(await image(), [hostOf(second)]);
    let body = { type: 'npm', name: 'mill', repository_url: first.url };
    await setFallbacks(await create(body), [second.url]);
    second.files.set(manifest.slice(1), '{}');
    strangers = [];
  }

  it.each([429, 503])('client’s token is about that client alone: %s', async (code) => {
    await imageAndPackage();
    limitWhere(code, ({ headers }) => headers.authorization !== undefined);
    await othersStay();
    for (let i = 0; i < 3; i++) {
      strangers.push(`GET ${manifest}`);
      expect((await ask('docker', manifest, { ...proxied, authorization: 'Bearer stranger' })).status).toBe(200);
    }
    await othersStay();
  });

  it.each([429, 503])('owner’s package is about that package alone: %s', async (code) => {
    await imageAndPackage();
    limitWhere(code, ({ url = '' }) => url.startsWith('/elsewhere/') || url.includes('/v2/hopper/'));
    let grace = await world.as('grace');
    let params = { owner: 'hopper-labs' };
    let at = `${first.url}elsewhere/`;
    let bodies = [
      { type: 'npm' as const, name: 'clock', repository_url: at },
      { type: 'docker' as const, name: 'hopper/clock', backend_registry: hostOf(first) },
    ];
    for (let body of bodies) {
      let { id } = await grace.ask(packagesApi.createPackage, { params, body });
      let targets = [body.type === 'npm' ? second.url : hostOf(second)];
      await grace.ask(setFallbackTargets, { params: { ...params, package_id: id }, body: { targets } });
    }
    for (let i = 0; i < 3; i++) {
      await ask('npm', '/clock', { host: 'hopper-labs.npm.localhost' });
      await ask('npm', '/clock/-/clock-1.0.0.tgz', { host: 'hopper-labs.npm.localhost' });
      await ask('docker', '/v2/hopper/clock/manifests/1.0', { ...proxied, host: 'hopper-labs.docker.localhost' });
    }
    expect(first.requests).toContain('GET /elsewhere/clock');
    expect(second.requests).toContain('GET /v2/hopper/clock/manifests/1.0');
    await othersStay();
  });
});

describe('a redirected download', () => {
  const zip = '/example.com/mill/@v/v1.0.0.zip';
  const location = async () => (await ask('go', zip)).headers.location;

  it('goes to the fallback while the registry is away, and back', async () => {
    await setFallbacks(await moduleOf(), [second.url]);
    expect(await location()).toBe(first.url + zip.slice(1));
    status(first, 503);
    await vi.waitFor(async () => expect(await location()).toBe(second.url + zip.slice(1)), 5_000);
    first.behaviour = undefined;
    await vi.waitFor(async () => expect(await location()).toBe(first.url + zip.slice(1)), 5_000);
    expect(Object.keys(await byFallback()).sort()).toEqual(['', 'away']);
  });

  it('passes over a fallback that is away, and stays where none works', async () => {
    let third = await startFileServer();
    await setFallbacks(await moduleOf(), [second.url, third.url]);
    status(first, 500);
    status(second, 500);
    await vi.waitFor(async () => expect(await location()).toBe(third.url + zip.slice(1)), 5_000);
    status(third, 500);
    await vi.waitFor(async () => expect(await location()).toBe(first.url + zip.slice(1)), 5_000);
    await third.close();
  });

  it('of a file goes to the same path at another host', async () => {
    let outgoing_url = `${new URL(first.url).origin}/files/{version}.zip`;
    let id = await create({ type: 'file', name: 'tool', incoming_path: '/tool/{version}', outgoing_url });
    await setFallbacks(id, [second.url]);
    status(first, 429, { 'retry-after': '1' });
    let to = async () => (await ask('gateway', '/tool/1.0')).headers.location;
    await vi.waitFor(async () => expect(await to()).toBe(`${second.url}files/1.0.zip`), 5_000);
    expect(await byFallback()).toHaveProperty('rate-limit');
  });

  it('goes to the registry again when its fallbacks are removed', async () => {
    let id = await moduleOf();
    await setFallbacks(id, [second.url]);
    status(first, 503);
    await vi.waitFor(async () => expect(await location()).toBe(second.url + zip.slice(1)), 5_000);
    await setFallbacks(id, []);
    expect(await location()).toBe(first.url + zip.slice(1));
    let asked = first.requests.length;
    await new Promise((done) => setTimeout(done, 200));
    expect(first.requests.length).toBeLessThanOrEqual(asked + 1);
  });
});

describe('an index', () => {
  const packument = (registry: string) => {
    let dist = { tarball: `${registry}mill/-/mill-1.0.0.tgz` };
    let text = { name: 'mill', 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': { name: 'mill', dist } } };
    return JSON.stringify(text);
  };
  const serve = (server: FileServer) =>
    (server.behaviour = (_, response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(packument(server.url)));
  /** Its first page works, as those of large registries do. */
  const limit = (server: FileServer) =>
    (server.behaviour = (request, response) =>
      void response.writeHead(request.method === 'HEAD' ? 200 : 429, { 'retry-after': '120' }).end());
  const tarball = '/mill/-/mill-1.0.0.tgz';
  const npmPackage = () => create({ type: 'npm', name: 'mill', repository_url: first.url });

  it('that is limited comes from the fallback in the same request, and so does its tarball', async () => {
    await setFallbacks(await npmPackage(), [second.url]);
    limit(first);
    serve(second);
    let answer = await ask('npm', '/mill');
    expect([answer.status, String(answer.body)]).toEqual([200, expect.stringContaining('mill-1.0.0.tgz')]);
    let asked = first.requests.filter((one) => one.startsWith('GET')).length;
    expect((await ask('npm', tarball)).headers.location).toBe(second.url + tarball.slice(1));
    expect((await ask('npm', '/mill')).status).toBe(200);
    // Once for the full index, and once for the short one.
    expect(first.requests.filter((one) => one.startsWith('GET'))).toHaveLength(asked + 1);
    expect(await byFallback()).toEqual({ 'rate-limit': 1 });
  });

  /** The registry begins to answer, and then fails. */
  async function breaksOff(how: (response: http.ServerResponse) => void) {
    await setFallbacks(await npmPackage(), [second.url]);
    serve(second);
    first.behaviour = (request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      if (request.method === 'HEAD') return void response.end();
      response.write('{"name":"mill",');
      how(response);
    };
    for (let i = 0; i < 2; i++) {
      let answer = await ask('npm', '/mill');
      expect([answer.status, String(answer.body)]).toEqual([200, expect.stringContaining('mill-1.0.0.tgz')]);
    }
  }

  it('that breaks off comes from the fallback in the same request', () =>
    breaksOff((response) => void setTimeout(() => response.destroy(), 10)));

  it('that never ends comes from the fallback', { tags: 'slow', timeout: 30_000 }, () => breaksOff(() => {}));

  it('of one owner does not wait for that of another', async () => {
    let grace = await world.as('grace');
    let versions = '{"versions":["1.0.0"]}';
    let feed = `${first.url}v3/index.json`;
    first.behaviour = (request, response) => {
      if (request.url!.startsWith('/hangs/')) return;
      let index = {
        version: '3.0.0',
        resources: [{ '@id': `${first.url}flat/`, '@type': 'PackageBaseAddress/3.0.0' }],
      };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(request.url === '/v3/index.json' ? JSON.stringify(index) : versions);
    };
    await create({ type: 'nuget', name: 'mill', repository_url: feed });
    let params = { owner: 'hopper-labs' };
    let packageOf = (body: object) => grace.ask(packagesApi.createPackage, { params, body: body as never });
    await packageOf({ type: 'nuget', name: 'mill', repository_url: feed });
    for (let i = 0; i < 4; i++)
      await packageOf({ type: 'npm', name: `clock-${i}`, repository_url: `${first.url}hangs/` });
    let hers = (type: string, path: string) => ask(type, path, { host: `hopper-labs.${type}.localhost` });
    await hers('nuget', '/v3/index.json');
    for (let i = 0; i < 4; i++) void hers('npm', `/clock-${i}`).catch(() => {});
    await vi.waitFor(() => expect(first.requests.filter((one) => one.includes('/hangs/'))).toHaveLength(2));
    void hers('nuget', '/v3/content/mill/index.json').catch(() => {});
    await new Promise((done) => setTimeout(done, 50));
    expect(String((await ask('nuget', '/v3/content/mill/index.json')).body)).toBe(versions);
  });

  it('is tried once more only if all are limited, and not at all without a fallback', async () => {
    let id = await npmPackage();
    limit(first);
    expect((await ask('npm', '/mill')).status).toBe(502);
    expect(first.requests).toEqual(['GET /mill']);
    await setFallbacks(id, [second.url]);
    limit(second);
    world.later(11_000);
    expect((await ask('npm', '/mill')).status).toBe(502);
    expect(second.requests.filter((one) => one.startsWith('GET'))).toHaveLength(1);
  });

  it('of another kind of failure does not move the package', async () => {
    await setFallbacks(await npmPackage(), [second.url]);
    status(first, 403);
    serve(second);
    expect((await ask('npm', '/mill')).status).toBe(502);
    world.later(11_000);
    expect((await ask('npm', '/mill')).status).toBe(502);
    expect(second.requests.filter((one) => one.startsWith('GET'))).toEqual([]);
  });
});

describe('fallback targets', () => {
  it('are read like the registry of their type, and in the audit log', async () => {
    let id = await moduleOf();
    await setFallbacks(id, ['https://mirror.example']);
    let { targets } = await ada.ask(getFallbackTargets, { params: { ...mine, package_id: id } });
    expect(targets).toEqual(['https://mirror.example/']);
    let [entry] = (await ada.ask(auditApi.getAuditEvents, { params: mine })).results;
    expect([entry?.action, entry?.target]).toEqual([
      'fallback-targets-changed',
      'example.com/mill https://mirror.example/',
    ]);
  });

  it.each([
    ['go', ['ftp://a'], 'repository-url-invalid'],
    ['go', [' '], 'repository-url-is-empty'],
    ['go', ['https://ada.gateway.localhost/'], 'repository-url-is-own-domain'],
    ['go', ['https://mirror.example', 'https://mirror.example/'], 'fallback-target-is-repeated'],
    ['go', ['https://10.1.2.3/'], 'fallback-target-is-private'],
    ['docker', ['no host!'], 'backend-registry-has-invalid-characters'],
    ['docker', ['mirror.example', 'Mirror.example'], 'fallback-target-is-repeated'],
    ['docker', ['10.1.2.3:5000'], 'fallback-target-is-private'],
    ['file', ['https://mirror.example', 'HTTPS://MIRROR.example:443/'], 'fallback-target-is-repeated'],
    ['file', ['https://files.example/'], 'fallback-target-is-the-first'],
    ['file', ['https://ada.gateway.localhost'], 'redirect-target-is-own-domain'],
    ['file', ['https://mirror.example/downloads/'], 'fallback-host-is-invalid'],
    ['file', ['mirror.example'], 'fallback-host-is-invalid'],
    ['go', ['https://a', 'https://b', 'https://c', 'https://d'], 'too-many-fallback-targets'],
    ['go', [`https://${'a'.repeat(2_000)}.example`], 'fallback-target-is-too-long'],
  ])('of a %s package are not %j', async (type, targets, code) => {
    let package_id = await (type === 'docker' ? image() : type === 'file' ? fileOf() : moduleOf());
    expect((await ada.refusal(setFallbackTargets, { params: { ...mine, package_id }, body: { targets } })).code).toBe(
      code,
    );
  });

  it('are not the registry itself', async () => {
    let params = { ...mine, package_id: await moduleOf() };
    let { code } = await ada.refusal(setFallbackTargets, { params, body: { targets: [first.url] } });
    expect(code).toBe('fallback-target-is-the-first');
  });

  it('are other servers of this machine, at another port than the gateway', async () => {
    let package_id = await moduleOf();
    await setFallbacks(package_id, ['http://localhost:4874/']);
    let params = { ...mine, package_id };
    expect((await ada.ask(getFallbackTargets, { params })).targets).toEqual(['http://localhost:4874/']);
    let { code } = await ada.refusal(setFallbackTargets, { params, body: { targets: ['http://localhost:8443/'] } });
    expect(code).toBe('repository-url-is-own-domain');
  });

  it('need a first target that the gateway may reach', async () => {
    let body = { type: 'go' as const, name: 'example.com/inside', repository_url: 'https://10.1.2.3/' };
    let { id } = await ada.ask(packagesApi.createPackage, { params: mine, body });
    let targets = ['https://mirror.example/'];
    let params = { ...mine, package_id: id };
    expect((await ada.refusal(setFallbackTargets, { params, body: { targets } })).code).toBe('first-target-is-private');
    await setFallbacks(id, []);
  });

  it('are not used because the gateway may not reach the first one', async () => {
    let id = await moduleOf();
    await setFallbacks(id, [second.url]);
    let body = { repository_url: 'http://127.0.0.2:1/' };
    await ada.ask(packagesApi.updatePackage, { params: { ...mine, package_id: id }, body });
    await ask('go', '/example.com/mill/@v/v1.0.0.zip');
    let asked = second.requests.length;
    await vi.waitFor(() => expect(second.requests.length).toBeGreaterThan(asked + 4));
    let { headers } = await ask('go', '/example.com/mill/@v/v1.0.0.zip');
    expect(headers.location).toBe('http://127.0.0.2:1/example.com/mill/@v/v1.0.0.zip');
  });
});

whoMay(Object.values(fallbackTargetsApi));
