/**
 * Which rule answers a request, and how: hosts, route order, Docker calls, clients that follow
 * redirects, pixels.
 */
import { describe, expect, test } from 'vitest';
import type { Decision, DecisionContext } from 'edge/requests/decision';
import { createRoutingTable, decideRequest } from 'edge/routing-table';
import type { EdgeRequest } from 'edge/requests/edge-request';
import type { OwnerRules } from 'contract/edge/edge-rules';
import type { RouteRule } from 'contract/packages/package-types/file';
import { notWhole } from 'tests/support/not-whole';

const owner = { ownerId: 'owner', trackCompanies: true };

function file(incomingPath: string, outgoingUrl: string | null = null, packageId = incomingPath): RouteRule {
  return { ...owner, packageId, host: 'Files.example.com', incomingPath, outgoingUrl };
}

const rules: OwnerRules = {
  packages: {
    docker: [
      {
        ...owner,
        packageId: 'nginx',
        host: 'images.example.com',
        repositoryName: 'library/nginx',
        registry: 'docker.io',
      },
      { ...owner, packageId: 'deep', host: 'images.example.com', repositoryName: 'a/b/c', registry: 'docker.io' },
      { ...owner, packageId: 'local', host: 'local.example.com', repositoryName: 'app', registry: '127.0.0.1:5000' },
      {
        ...owner,
        packageId: 'plain',
        host: 'plain.example.com',
        repositoryName: 'app',
        registry: 'registry.example.com:80',
      },
    ],
    file: [
      file('/{+rest}'),
      file('/{a}/{b}'),
      file('/releases/{version}'),
      file('/releases/latest', 'https://dl.example.com/latest?from=site'),
      file('/releases/{version}/app-{platform}.zip', 'https://dl.example.com/{version}/{platform}.zip'),
      file('/broken/{', 'https://dl.example.com/'),
      file('/other{', null),
      file('/host/{h}', 'https://{h}/x'),
    ],
  },
  pixels: [{ ...owner, keepReferrerQuery: false, pixelId: '0d9f6f0a-8a54-4d2c-9d0e-3b0c8d1d1f00' }],
  pixelHosts: ['px.example.com'],
};
const routing = createRoutingTable('example.com');
routing.take(new Map([[owner.ownerId, rules]]));
const table = routing.current()!;

function ask(target: string, given: Partial<EdgeRequest> = {}): Decision {
  let url = new URL(target);
  let request: EdgeRequest = {
    method: 'GET',
    host: url.hostname,
    path: url.pathname,
    query: url.search.slice(1),
    address: '',
    userAgent: '',
    referer: '',
    language: '',
    doNotTrack: false,
    headers: {},
    ...given,
  };
  return decideRequest(
    table,
    request,
    (registry) => registry.startsWith('127.0.0.1') || registry === 'registry.example.com:80',
  );
}

describe('files', () => {
  test.each([
    ['/releases/latest', '/releases/latest'],
    ['/releases/1.0', '/releases/{version}'],
    ['/releases/1.0/app-linux.zip', '/releases/{version}/app-{platform}.zip'],
    ['/x/y', '/{a}/{b}'],
    ['/x/y/z', '/{+rest}'],
    ['/host/evil.com', '/{a}/{b}'],
  ])('%s is answered by the most specific route, %s', (path, route) => {
    expect(ask(`https://files.example.com${path}`)).toMatchObject({ count: { artifactId: route } });
  });

  test('a redirect has captured variables and the query; the event has the version', () => {
    expect(ask('https://files.example.com/releases/2.1/app-macos.zip?ref=docs&platform=linux')).toEqual({
      kind: 'redirect',
      location: 'https://dl.example.com/2.1/macos.zip?ref=docs&platform=linux',
      count: {
        ...owner,
        type: 'binary-download',
        artifactType: 'package',
        artifactId: '/releases/{version}/app-{platform}.zip',
        version: '2.1',
        requestPath: '/releases/2.1/app-macos.zip',
        page: '',
        variables: { version: '2.1', platform: 'macos', ref: 'docs' },
      },
    });
  });

  test('without a target the response is empty', () => {
    expect(ask('https://files.example.com/releases/2.1')).toMatchObject({ kind: 'empty', count: { version: '2.1' } });
  });

  test('HEAD is answered like GET and not counted', () => {
    expect(ask('https://files.example.com/releases/latest', { method: 'HEAD' })).toEqual({
      kind: 'redirect',
      location: 'https://dl.example.com/latest?from=site',
      count: null,
    });
  });

  test('variables are bounded in number and length', () => {
    let many = Array.from({ length: 100 }, (_, i) => `k${i}=${'v'.repeat(2_000)}`).join('&');
    let decision = ask(`https://files.example.com/releases/1?version=9&${many}`);
    let variables = decision.kind === 'empty' ? (decision.count?.variables ?? {}) : {};
    expect(Object.keys(variables)).toHaveLength(32);
    expect(variables.version).toBe('1');
    expect(variables.k0).toHaveLength(500);
  });

  test('control characters and JavaScript property names are harmless', () => {
    let decision = ask('https://files.example.com/releases/1?__proto__=x&a=%00%0d%0ab&%00=y');
    expect(decision.kind === 'empty' && { ...decision.count?.variables }).toEqual({
      version: '1',
      ['__proto__']: 'x',
      a: ' b',
      ' ': 'y',
    });
  });
});

describe('no rule', () => {
  test.each<[string, Partial<EdgeRequest>, Partial<Decision>]>([
    ['https://nobody.example.com/x', {}, { status: 404, body: 'host' }],
    ['https://nobody.example.com/v2/app/manifests/1', {}, { status: 404, body: 'image' }],
    ['https://images.example.com/x', {}, { status: 404, body: 'path' }],
    ['https://static.example.com/', {}, { status: 404, body: 'path' }],
    ['https://files.example.com/', {}, { status: 404, body: 'path' }],
    ['https://files.example.com/', { method: 'POST' }, { status: 405, body: 'method' }],
    ['https://images.example.com/v2/library/nginx/blobs/uploads/', { method: 'POST' }, { status: 405, body: 'method' }],
  ])('%s %o is refused', (target, given, refusal) => {
    expect(ask(target, given)).toEqual({ kind: 'refuse', ...refusal });
  });
});

describe('docker', () => {
  const manifest = 'https://images.example.com/v2/library/nginx/manifests/1.25';
  const hub = 'https://registry-1.docker.io/v2/library/nginx/manifests/1.25';

  test.each([
    [
      'docker/24.0.5 go/go1.20.6 git-commit/a61e2b4 kernel/5.15 os/linux arch/amd64 UpstreamClient(Docker-Client/24.0.5 \\(linux\\))',
      'redirect',
    ],
    ['Docker-Client/24.0.5 (linux)', 'redirect'],
    ['Watchtower (Docker)', 'redirect'],
    ['containerd/1.7.2', 'proxy'],
    ['containerd/1.5.9', 'proxy'],
    ['containers/5.24.1 (github.com/containers/image)', 'proxy'],
    ['my-docker/1', 'proxy'],
    ['', 'proxy'],
  ])('%s: %s', (userAgent, kind) => {
    let where = kind === 'redirect' ? { location: hub } : { address: hub };
    expect(ask(manifest, { userAgent })).toMatchObject({
      kind,
      ...where,
      count: { version: '1.25', artifactId: 'nginx' },
    });
  });

  // Docker with its containerd image store, and clients with the same library.
  test.each([
    'docker/29.1.0 go/go1.25 os/linux arch/amd64 containerd-client/2.2.0 storage-driver/overlayfs UpstreamClient(Docker-Client/29.1.0 \\(linux\\))',
    'containerd/1.4.9',
    'containerd/1.5.5',
    'containerd/1.6.20+unknown',
  ])('%s is redirected to a public image, and proxied otherwise', async (userAgent) => {
    let looked: string[] = [];
    let settled = async (found: 'there' | 'hidden' | 'missing', target: string, given: Partial<EdgeRequest> = {}) => {
      let decision = ask(target, { userAgent, ...given });
      if (decision.kind !== 'deferred') return decision;
      let look = async (_: string, address: string) => (looked.push(address), found);
      return decision.decide({ registries: { look } } as Partial<DecisionContext> as DecisionContext);
    };
    let counted = { count: { version: '1.25', artifactId: 'nginx' } };
    expect(await settled('there', manifest)).toMatchObject({ kind: 'redirect', location: hub, ...counted });
    for (let found of ['hidden', 'missing'] as const)
      expect(await settled(found, `${manifest}?ns=a`)).toMatchObject({
        kind: 'proxy',
        address: `${hub}?ns=a`,
        ...counted,
      });
    expect(looked).toEqual([hub, hub, hub]);
    expect(await settled('there', manifest, { method: 'HEAD' })).toMatchObject({
      kind: 'redirect',
      check: {},
      count: null,
    });
    // A token was given to it for this host; blobs come with it.
    let headers = { authorization: 'Bearer x' };
    expect(await settled('there', manifest, { headers })).toMatchObject({ kind: 'proxy' });
    expect(await settled('there', manifest.replace('manifests/1.25', 'blobs/sha256:00'))).toMatchObject({
      kind: 'proxy',
    });
  });

  test('a client that sends a password is never redirected', () => {
    let headers = { authorization: 'Basic YTpi' };
    expect(ask(manifest, { userAgent: 'docker/24.0.5', headers }).kind).toBe('proxy');
    expect(ask(manifest, { userAgent: 'docker/24.0.5', headers: { authorization: 'Bearer x' } }).kind).toBe('redirect');
  });

  test.each([
    ['GET', '/v2/library/nginx/manifests/1.25', true],
    ['HEAD', '/v2/library/nginx/manifests/1.25', false],
    ['GET', '/v2/library/nginx/manifests/sha256:0000', true],
    ['GET', '/v2/library/nginx/blobs/sha256:0000', false],
    ['GET', '/v2/library/nginx/tags/list', false],
    ['GET', '/v2/library/nginx/referrers/sha256:0000', false],
    ['GET', '/v2/a/b/c/manifests/latest', true],
    ['GET', '/v2/', false],
    ['GET', '/v2', false],
  ])('%s %s is passed on; counted: %s', (method, path, counted) => {
    let decision = ask(`https://images.example.com${path}?n=5`, { method });
    expect(decision).toMatchObject({ kind: 'proxy', address: `https://registry-1.docker.io${path}?n=5` });
    expect(decision.kind === 'proxy' && decision.count !== null).toBe(counted);
  });

  test.each([
    ['/v2/_catalog', 'none'],
    ['/v2/library/other/manifests/1', 'image'],
    ['/v2/nginx/manifests/1', 'image'],
    ['/v2/library/nginx/manifests/', 'image'],
    ['/v2/library/nginx', 'image'],
    ['/v2/library/nginx/secrets/x', 'image'],
  ])('%s is a 404 with the body %s', (path, body) => {
    expect(ask(`https://images.example.com${path}`)).toEqual({ kind: 'refuse', status: 404, body });
  });

  test('a path outside the image is not passed on', () => {
    let path = '/v2/library/nginx/manifests/../../../other/manifests/1';
    expect(ask('https://images.example.com/', { path })).toMatchObject({ kind: 'refuse', status: 404 });
  });

  test('registries on this machine and allowed ones are called without TLS', () => {
    expect(ask('https://local.example.com/v2/')).toMatchObject({ address: 'http://127.0.0.1:5000/v2/' });
    expect(ask('https://plain.example.com/v2/')).toMatchObject({ address: 'http://registry.example.com:80/v2/' });
  });
});

describe('pixels', () => {
  const id = '0d9f6f0a-8a54-4d2c-9d0e-3b0c8d1d1f00';

  test('a request for a known pixel counts, with its variables and its page', () => {
    let target = `https://static.example.com/a.png?x-pxid=${id.toUpperCase()}&page=https%3A%2F%2Fe.com%2Fdocs&lang=en`;
    expect(ask(target)).toEqual({
      kind: 'image',
      count: {
        ...owner,
        type: 'pixel-fetch',
        artifactType: 'tracking-pixel',
        artifactId: id,
        version: '',
        page: 'https://e.com/docs',
        variables: { lang: 'en' },
      },
    });
  });

  test.each([
    [`/a.png?x-pxid=11111111-1111-1111-1111-111111111111`, 'GET'],
    ['/a.png?x-pxid=', 'GET'],
    ['/a.png', 'GET'],
    [`/deep/er.PNG?x-pxid=${id}`, 'HEAD'],
  ])('%s by %s shows the image and counts nothing', (path, method) => {
    expect(ask(`https://static.example.com${path}`, { method })).toEqual({ kind: 'image', count: null });
  });
});

describe('a whole request', () => {
  const targets = [
    'https://files.example.com/releases/2.1/app-macos.zip',
    'https://files.example.com/releases/2.1',
    `https://static.example.com/a.png?x-pxid=0d9f6f0a-8a54-4d2c-9d0e-3b0c8d1d1f00`,
  ];
  let counts = (headers: EdgeRequest['headers']) =>
    targets.map((target) => {
      let decision = ask(target, { headers });
      return 'count' in decision && decision.count !== null;
    });

  test.each(notWhole.map((headers) => [headers]))('%o counts for no file, event or pixel', (headers) => {
    expect(counts(headers)).toEqual([false, false, false]);
  });

  test.each<[EdgeRequest['headers']]>([
    [{}],
    [{ range: 'bytes=0-' }],
    [{ range: 'bytes=0-65535' }],
    [{ range: 'bytes=0-99,100-' }],
    [{ range: 'items=0-1' }],
  ])('%o counts for each of them', (headers) => {
    expect(counts(headers)).toEqual([true, true, true]);
  });

  test('a manifest that is passed through is judged by the answer, so a question for changes may count', () => {
    let manifest = 'https://images.example.com/v2/library/nginx/manifests/1.25';
    let headers = { 'if-none-match': '"a"' };
    expect(ask(manifest, { headers })).toMatchObject({ kind: 'proxy', count: {} });
    expect(ask(manifest, { headers, userAgent: 'docker/24.0.5' })).toMatchObject({ kind: 'redirect', count: null });
    expect(ask(manifest, { headers: { 'sec-purpose': 'prefetch' } })).toMatchObject({ kind: 'proxy', count: null });
  });
});
