/** Docker pulls through the edge, against a small registry on 127.0.0.1 that speaks the real protocol: token sign-in, redirects, streams, refusals. */
import { createHash } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ids, startEdge, type EdgeWorld } from './edge-world';

const host = 'ada.docker.localhost';
const manifest = JSON.stringify({ schemaVersion: 2, mediaType: 'application/vnd.oci.image.manifest.v1+json' });
const digest = `sha256:${createHash('sha256').update(manifest).digest('hex')}`;
const blob = Buffer.alloc(300_000, 'layer ');
const bearer = { authorization: 'Bearer good' };

let asked: IncomingMessage[] = [];
let registry: http.Server;
let registryHost: string;
let world: EdgeWorld;

beforeAll(async () => {
  registry = http.createServer(serveRegistry);
  await new Promise<void>((done) => registry.listen(0, '127.0.0.1', done));
  registryHost = `127.0.0.1:${(registry.address() as AddressInfo).port}`;
  world = await startEdge({ registry: registryHost, privateTargets: [registryHost] });
});
afterAll(async () => {
  await world.close();
  registry.closeAllConnections();
  registry.close();
});
beforeEach(() => {
  asked = [];
});

/** Everything but `/v2/free…` wants a token, as public registries do. */
function serveRegistry(req: IncomingMessage, res: ServerResponse): void {
  asked.push(req);
  let path = (req.url ?? '').split('?')[0]!;
  let send = (status: number, headers: Record<string, string>, body: string | Buffer = '') =>
    res.writeHead(status, { 'docker-distribution-api-version': 'registry/2.0', ...headers }).end(body);
  if (req.headers.authorization !== 'Bearer good') {
    let realm = `Bearer realm="http://${registryHost}/token",service="registry",scope="repository:app:pull"`;
    return void send(401, { 'www-authenticate': realm }, '{"errors":[{"code":"UNAUTHORIZED"}]}');
  }
  let type = 'application/vnd.oci.image.manifest.v1+json';
  let answers: Record<string, () => void> = {
    '/v2/': () => send(200, {}, '{}'),
    '/v2/app/manifests/1.0': () =>
      send(
        200,
        {
          'content-type': type,
          'docker-content-digest': digest,
          connection: 'x-hop',
          'x-hop': '1',
          'set-cookie': 'a=1',
        },
        manifest,
      ),
    '/v2/app/manifests/moved': () => send(307, { location: '/v2/app/manifests/1.0' }),
    '/v2/app/manifests/loop': () => send(307, { location: '/v2/app/manifests/loop' }),
    '/v2/app/manifests/slow-down': () => send(429, { 'retry-after': '60' }, '{}'),
    '/v2/app/manifests/broken': () => send(500, {}, 'oops'),
    '/v2/app/manifests/cut': () => {
      res.writeHead(200, { 'content-length': '1000' }).write('half');
      setImmediate(() => res.destroy());
    },
    '/v2/app/blobs/sha256:1': () =>
      send(200, { 'content-type': 'application/octet-stream', 'content-length': String(blob.length) }, blob),
    '/v2/app/blobs/sha256:2': () => send(307, { location: '/storage/sha256:2?sig=1' }),
    '/v2/app/tags/list': () =>
      send(200, { link: '</v2/app/tags/list?last=b&n=2>; rel="next"' }, '{"name":"app","tags":["a","b"]}'),
  };
  (answers[path] ?? (() => send(404, {}, '{"errors":[{"code":"MANIFEST_UNKNOWN"}]}')))();
}

/** How many pulls of a reference are written down. */
async function pulls(version: string, from = world): Promise<number> {
  return (await from.events(ids.docker)).filter((event) => event.version === version).length;
}

describe('a pull', () => {
  test('the question for a token passes through, both ways', async () => {
    let answer = await world.get(host, '/v2/');
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toContain('scope="repository:app:pull"');
    expect((await world.get(host, '/v2/', { headers: bearer })).status).toBe(200);
  });

  test('a manifest arrives whole and is one pull; asking without a token is none', async () => {
    let before = await pulls('1.0');
    expect((await world.get(host, '/v2/app/manifests/1.0')).status).toBe(401);
    let answer = await world.get(host, '/v2/app/manifests/1.0?ns=docker.io', {
      headers: {
        ...bearer,
        accept: 'application/vnd.oci.image.manifest.v1+json',
        'user-agent': 'containers/5.24.1 (github.com/containers/image)',
      },
    });
    expect(answer).toMatchObject({ status: 200, headers: { 'docker-content-digest': digest } });
    expect(answer.body.toString()).toBe(manifest);
    expect(await pulls('1.0')).toBe(before + 1);
    expect((await world.events(ids.docker)).at(-1)).toMatchObject({
      type: 'manifest-fetch',
      client: 'containers/image',
    });
  });

  test('what the registry is asked: the path with its query, the client, no cookies, nothing about this connection', async () => {
    await world.get(host, '/v2/app/manifests/1.0?ns=docker.io', {
      headers: {
        ...bearer,
        cookie: 'a=1',
        'user-agent': 'skopeo/1.9',
        te: 'trailers',
        accept: 'a/b',
        'accept-encoding': 'br',
      },
    });
    expect(asked.map((req) => [req.method, req.url])).toEqual([['GET', '/v2/app/manifests/1.0?ns=docker.io']]);
    let { headers } = asked[0]!;
    expect(headers).toMatchObject({
      host: registryHost,
      accept: 'a/b',
      'user-agent': 'skopeo/1.9',
      'x-forwarded-for': '127.0.0.1',
    });
    for (let gone of ['cookie', 'te', 'accept-encoding']) expect(headers[gone]).toBeUndefined();
  });

  test('what the client gets: no cookies, nothing about the other connection', async () => {
    let { headers } = await world.get(host, '/v2/app/manifests/1.0', { headers: bearer });
    for (let gone of ['set-cookie', 'x-hop']) expect(headers[gone]).toBeUndefined();
  });

  test('HEAD is passed on and not counted', async () => {
    let before = await pulls('1.0');
    let answer = await world.get(host, '/v2/app/manifests/1.0', { method: 'HEAD', headers: bearer });
    expect(answer).toMatchObject({ status: 200, headers: { 'docker-content-digest': digest }, body: Buffer.alloc(0) });
    expect(asked[0]?.method).toBe('HEAD');
    expect(await pulls('1.0')).toBe(before);
  });

  test('layers and tag lists stream through and are not counted', async () => {
    let before = (await world.events(ids.docker)).length;
    expect((await world.get(host, '/v2/app/blobs/sha256:1', { headers: bearer })).body.equals(blob)).toBe(true);
    let tags = await world.get(host, '/v2/app/tags/list?n=2', { headers: bearer });
    expect(tags.headers.link).toContain('/v2/app/tags/list?last=b&n=2');
    expect((await world.events(ids.docker)).length).toBe(before);
  });

  test('DNT hides the address from the registry too', async () => {
    await world.get(host, '/v2/app/manifests/1.0', { headers: { ...bearer, dnt: '1' } });
    expect(asked[0]?.headers['x-forwarded-for']).toBeUndefined();
    expect((await world.events(ids.docker)).at(-1)).toMatchObject({ doNotTrack: true, version: '' });
  });

  test('a client that can follow is sent to the registry, with its query, and counted', async () => {
    let answer = await world.get(host, '/v2/app/manifests/2.0?ns=x', {
      headers: { 'user-agent': 'docker/24.0.5 os/linux' },
    });
    expect([answer.status, answer.headers.location]).toEqual([307, `http://${registryHost}/v2/app/manifests/2.0?ns=x`]);
    expect(asked).toEqual([]);
    expect(await pulls('2.0')).toBe(1);
  });
});

describe('redirects of the registry', () => {
  test('from registry to registry they are followed', async () => {
    let answer = await world.get(host, '/v2/app/manifests/moved', { headers: bearer });
    expect([answer.status, answer.body.toString()]).toEqual([200, manifest]);
    expect(await pulls('moved')).toBe(1);
  });

  test("to blob storage they are the client's, with an absolute address", async () => {
    let answer = await world.get(host, '/v2/app/blobs/sha256:2', { headers: bearer });
    expect([answer.status, answer.headers.location]).toEqual([307, `http://${registryHost}/storage/sha256:2?sig=1`]);
  });

  test('a loop ends', async () => {
    expect((await world.get(host, '/v2/app/manifests/loop', { headers: bearer })).status).toBe(307);
    expect(asked).toHaveLength(11);
  });
});

describe('refusals', () => {
  test.each([
    ['missing', 404, 0],
    ['slow-down', 429, 0],
    ['broken', 500, 1],
  ])('%s: the status %i passes through, pulls counted: %i', async (tag, status, counted) => {
    expect((await world.get(host, `/v2/app/manifests/${tag}`, { headers: bearer })).status).toBe(status);
    expect(await pulls(tag)).toBe(counted);
  });

  test('an answer that breaks off is seen as broken by the client, and the edge lives on', async () => {
    await expect(world.get(host, '/v2/app/manifests/cut', { headers: bearer })).rejects.toThrow();
    expect((await world.get(host, '/v2/', { headers: bearer })).status).toBe(200);
  });

  test('a registry that is not there is a 502 in its own words, and the pull counts', async () => {
    let lonely = await startEdge({ registry: '127.0.0.1:1', privateTargets: ['127.0.0.1:1'] });
    let answer = await lonely.get(host, '/v2/app/manifests/1.0');
    expect(answer.status).toBe(502);
    expect(JSON.parse(answer.body.toString())).toMatchObject({ errors: [{ code: 'UNAVAILABLE' }] });
    expect(await pulls('1.0', lonely)).toBe(1);
    await lonely.close();
  });

  test.each(['127.0.0.1', 'localhost', '10.0.0.1', '169.254.169.254', '[::1]', 'registry.localhost'])(
    'a registry at %s is not reached unless the operator allows it',
    async (place) => {
      let closed = await startEdge({ registry: `${place}:${registryHost.split(':')[1]}` });
      let answer = await closed.get(host, '/v2/app/manifests/1.0', { headers: bearer });
      expect(answer.status).toBe(502);
      expect(answer.body.toString()).toContain('private network');
      expect(asked).toEqual([]);
      await closed.close();
    },
  );
});
