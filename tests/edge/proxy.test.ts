/**
 * Docker pulls through the edge, from a small registry on 127.0.0.1 that implements the real
 * protocol: tokens, redirects, streams, refusals.
 */
import { createHash } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { tryPackage } from 'app/gateway/gateway-addresses';
import { responseHeaders } from 'edge/upstream/forwarded-headers';
import { ids, startEdge, type EdgeWorld } from './edge-world';

const host = 'ada.docker.localhost';
const manifest = JSON.stringify({ schemaVersion: 2, mediaType: 'application/vnd.oci.image.manifest.v1+json' });
const digest = `sha256:${createHash('sha256').update(manifest).digest('hex')}`;
const blob = Buffer.alloc(300_000, 'layer ');
const bearer = { authorization: 'Bearer good' };

/** What the registry says of the next page of a list of tags. */
let nextPage = '</v2/app/tags/list?last=b&n=2>; rel="next"';
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

/** A registry that requires a token for every request, as public registries do. */
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
    '/v2/app/manifests/hostile': () =>
      send(
        200,
        {
          'content-type': 'text/html',
          'content-length': '27',
          'content-security-policy': "default-src *; script-src 'unsafe-inline'",
          'strict-transport-security': 'max-age=31536000; includeSubDomains',
          'x-content-type-options': 'sniff',
          'set-cookie': '__session=planted; Domain=localhost',
          'clear-site-data': '"*"',
          refresh: '0; url=/x',
          'access-control-allow-origin': '*',
          'service-worker-allowed': '/',
          'oci-filters-applied': 'artifactType',
        },
        '<script>steal()</script>...',
      ),
    '/v2/app/manifests/page': () => send(403, { 'content-type': 'text/html' }, '<h1>No</h1>'),
    '/v2/app/manifests/moved': () => send(307, { location: '/v2/app/manifests/1.0' }),
    '/v2/app/manifests/loop': () => send(307, { location: '/v2/app/manifests/loop' }),
    '/v2/app/manifests/slow-down': () => send(429, { 'retry-after': '60' }, '{}'),
    '/v2/app/manifests/broken': () => send(500, {}, 'oops'),
    '/v2/app/manifests/cut': () => {
      res.writeHead(200, { 'content-length': '1000' }).write('half');
      setImmediate(() => res.destroy());
    },
    '/v2/app/blobs/sha256:hangs': () => {},
    '/v2/app/blobs/sha256:1': () =>
      send(200, { 'content-type': 'application/octet-stream', 'content-length': String(blob.length) }, blob),
    '/v2/app/blobs/sha256:2': () => send(307, { location: '/storage/sha256:2?sig=1' }),
    '/v2/app/tags/list': () => send(200, { link: nextPage }, '{"name":"app","tags":["a","b"]}'),
  };
  (answers[path] ?? (() => send(404, {}, '{"errors":[{"code":"MANIFEST_UNKNOWN"}]}')))();
}

/** The number of events of a reference. */
async function pulls(version: string, from = world): Promise<number> {
  return (await from.events(ids.docker)).filter((event) => event.version === version).length;
}

test('calls of a stranger that never end take no place of other clients', async () => {
  let hanging = () => asked.filter(({ url }) => url === '/v2/app/blobs/sha256:hangs').length;
  let headers = { host, ...bearer };
  let open = Array.from({ length: 140 }, () => {
    let path = '/v2/app/blobs/sha256:hangs';
    return http
      .get({ host: '127.0.0.1', localAddress: '127.0.0.2', port: world.port, path, headers })
      .on('error', () => {});
  });
  // Of one client and owner at once.
  await vi.waitFor(() => expect(hanging()).toBe(128), 10_000);
  expect((await world.get(host, '/v2/app/manifests/1.0', { headers: bearer })).status).toBe(200);
  for (let request of open) request.destroy();
  await vi.waitFor(async () => {
    let { status } = await fromStranger('/v2/app/manifests/1.0');
    expect(status).toBe(200);
  }, 10_000);
  expect(hanging()).toBe(128);
});

function fromStranger(path: string): Promise<{ status: number | undefined }> {
  return new Promise((resolve, reject) => {
    let headers = { host, ...bearer };
    http
      .get({ host: '127.0.0.1', localAddress: '127.0.0.2', port: world.port, path, headers }, (answer) => {
        answer.resume();
        resolve({ status: answer.statusCode });
      })
      .on('error', reject);
  });
}

describe('a pull', () => {
  test('the request for a token is passed through in both directions', async () => {
    let answer = await world.get(host, '/v2/');
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toContain('scope="repository:app:pull"');
    expect((await world.get(host, '/v2/', { headers: bearer })).status).toBe(200);
  });

  test('a manifest arrives complete and counts as one pull; a request without a token does not count', async () => {
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

  test('the registry gets path, query and protocol headers, but never the client’s identity or address', async () => {
    await world.get(host, '/v2/app/manifests/1.0?ns=docker.io', {
      headers: {
        ...bearer,
        cookie: 'a=1',
        'user-agent': 'skopeo/1.9',
        te: 'trailers',
        accept: 'a/b',
        'accept-encoding': 'br',
        'x-forwarded-for': '192.0.2.1',
        'x-real-ip': '192.0.2.1',
        referer: 'https://intranet.example/',
      },
    });
    expect(asked.map((req) => [req.method, req.url])).toEqual([['GET', '/v2/app/manifests/1.0?ns=docker.io']]);
    let { headers } = asked[0]!;
    expect(headers).toEqual({
      host: registryHost,
      connection: 'keep-alive',
      accept: 'a/b',
      authorization: 'Bearer good',
      'user-agent': 'skopeo/1.9',
    });
  });

  test('the client gets only the protocol headers of the registry', async () => {
    let { headers } = await world.get(host, '/v2/app/manifests/1.0', { headers: bearer });
    for (let gone of ['set-cookie', 'x-hop']) expect(headers[gone]).toBeUndefined();
    let hostile = await world.get(host, '/v2/app/manifests/hostile', { headers: bearer });
    expect(hostile.status).toBe(200);
    expect(hostile.headers).toEqual({
      connection: 'keep-alive',
      'keep-alive': expect.any(String) as string,
      date: expect.any(String) as string,
      'content-length': '27',
      'content-type': 'application/octet-stream',
      'docker-distribution-api-version': 'registry/2.0',
      'oci-filters-applied': 'artifactType',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    });
  });

  test('an HTML error of the registry is not displayed as a page', async () => {
    let { status, headers } = await world.get(host, '/v2/app/manifests/page', { headers: bearer });
    expect([status, headers['content-type']]).toEqual([403, 'application/octet-stream']);
  });

  test.each([
    'application/vnd.oci.image.index.v1+json',
    'application/vnd.docker.distribution.manifest.v2+json; charset=utf-8',
    'application/vnd.docker.image.rootfs.diff.tar.gzip',
    'application/vnd.cncf.helm.chart.content.v1.tar+gzip',
    'application/problem+json',
    'application/json',
    'text/plain; charset=utf-8',
    'binary/octet-stream',
  ])('the content type %s passes', (type) => {
    expect(responseHeaders({ 'content-type': type })['content-type']).toBe(type);
  });

  test.each([
    'text/html',
    'Text/HTML; charset=utf-8',
    'application/xhtml+xml',
    'application/vnd.mozilla.xul+xml',
    'image/svg+xml',
    'text/javascript',
    'application/javascript',
    'application/json, text/html',
    'application/pdf',
  ])('the content type %s is replaced', (type) => {
    expect(responseHeaders({ 'content-type': type })['content-type']).toBe('application/octet-stream');
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

  test('the next page of a list comes through the gateway, however the registry writes its address', async () => {
    let link = async (registryLink: string) => {
      nextPage = registryLink;
      return (await world.get(host, '/v2/app/tags/list?n=2', { headers: bearer })).headers.link;
    };
    let here = '</v2/app/tags/list?last=b&n=2>; rel="next"';
    expect(await link(here)).toBe(here);
    expect(await link('<https://registry.internal/v2/app/tags/list?last=b&n=2>; rel="next"')).toBe(here);
    expect(await link('<?last=b&n=2>; rel="next"')).toBe(here);
    let other = '<https://registry.internal/about>; rel="help"';
    expect(await link(other)).toBe(other);
  });

  test('DNT is served and counted without any details', async () => {
    await world.get(host, '/v2/app/manifests/1.0', { headers: { ...bearer, dnt: '1' } });
    expect((await world.events(ids.docker)).at(-1)).toMatchObject({ doNotTrack: true, version: '' });
  });

  test('a client that can follow redirects is redirected to the registry, with its query, and counted', async () => {
    let answer = await world.get(host, '/v2/app/manifests/2.0?ns=x', {
      headers: { 'user-agent': 'docker/24.0.5 os/linux' },
    });
    expect([answer.status, answer.headers.location]).toEqual([307, `http://${registryHost}/v2/app/manifests/2.0?ns=x`]);
    expect(asked).toEqual([]);
    expect(await pulls('2.0')).toBe(1);
  });
});

test('the sample command of an image is counted for every kind of image and registry', async () => {
  let item = { type: 'docker', name: 'app', owner: 'ada' } as const;
  let line = tryPackage({ domain: 'localhost', port: 8081 }, item, []) ?? '';
  let [, agent = ''] = / -A (\S+)/.exec(line) ?? [];
  let path = new URL(/'(http[^']+)'$/.exec(line)?.[1] ?? '').pathname;
  let before = await pulls('latest');
  expect((await world.get(host, path, { headers: { 'user-agent': agent } })).status).toBe(307);
  expect(await pulls('latest')).toBe(before + 1);
});

describe('redirects of the registry', () => {
  test('between registries are followed', async () => {
    let answer = await world.get(host, '/v2/app/manifests/moved', { headers: bearer });
    expect([answer.status, answer.body.toString()]).toEqual([200, manifest]);
    expect(await pulls('moved')).toBe(1);
  });

  test('to blob storage are passed to the client, with an absolute URL', async () => {
    let answer = await world.get(host, '/v2/app/blobs/sha256:2', { headers: bearer });
    expect([answer.status, answer.headers.location]).toEqual([307, `http://${registryHost}/storage/sha256:2?sig=1`]);
  });

  test('in a loop end with an error', async () => {
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

  test('a response that breaks off is an error for the client, and the edge keeps running', async () => {
    await expect(world.get(host, '/v2/app/manifests/cut', { headers: bearer })).rejects.toThrow();
    expect((await world.get(host, '/v2/', { headers: bearer })).status).toBe(200);
  });

  test('an unreachable registry is a 502 in the registry’s format, and the pull counts', async () => {
    let lonely = await startEdge({ registry: '127.0.0.1:1', privateTargets: ['127.0.0.1:1'] });
    let answer = await lonely.get(host, '/v2/app/manifests/1.0');
    expect(answer.status).toBe(502);
    expect(JSON.parse(answer.body.toString())).toMatchObject({ errors: [{ code: 'UNAVAILABLE' }] });
    expect(await pulls('1.0', lonely)).toBe(1);
    await lonely.close();
  });

  test.each(['127.0.0.1', 'localhost', '10.0.0.1', '169.254.169.254', '[::1]', 'registry.localhost'])(
    'a registry at %s is not contacted unless the operator allows it',
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
