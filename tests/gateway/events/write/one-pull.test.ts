/**
 * One pull is one download, and so is one download of a file. Sends the requests of real clients in
 * their order to a real edge with its event store.
 */
import { createHash } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AggregateRow } from 'gateway/events/shape/store';
import { ids, startEdge, type EdgeWorld } from '../../../edge/edge-world';

const dockerHost = 'ada.docker.localhost';
const fileHost = 'ada.gateway.localhost';
const types = {
  index: 'application/vnd.oci.image.index.v1+json',
  manifest: 'application/vnd.oci.image.manifest.v1+json',
};
const platform = JSON.stringify({ schemaVersion: 2, mediaType: types.manifest });
const [amd64, arm64] = [digestOf(platform), digestOf(`${platform} `)];
const index = JSON.stringify({ schemaVersion: 2, mediaType: types.index, manifests: [amd64, arm64] });
const latest = digestOf(index);
const hex = 'a'.repeat(64);

/** Clients that follow redirects, and one that the edge proxies. */
const agents = {
  dockerd: 'docker/20.10.24+dfsg1 go/go1.19.8 os/linux arch/amd64',
  ctr: 'containerd/1.6.20~ds1',
  skopeo: 'skopeo/1.9.3',
  podman: 'containers/5.24.1 (github.com/containers/image)',
  buildah: 'Buildah/1.28.2',
};

let registry: http.Server;
let world: EdgeWorld;
let now = Date.UTC(2026, 2, 12, 12);

beforeAll(async () => {
  registry = http.createServer(serveRegistry);
  await new Promise<void>((done) => registry.listen(0, '127.0.0.1', done));
});
afterAll(() => {
  registry.closeAllConnections();
  registry.close();
});
beforeEach(async () => {
  let at = `127.0.0.1:${(registry.address() as AddressInfo).port}`;
  world = await startEdge({ registry: at, privateTargets: [at], clock: () => now });
});
afterEach(() => world.close());

function digestOf(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

function serveRegistry(req: IncomingMessage, res: ServerResponse): void {
  let reference = (req.url ?? '').split('/manifests/')[1] ?? '';
  let isIndex = ['1.0', '1.1', latest].includes(reference);
  if (!isIndex && reference !== amd64 && reference !== arm64 && !reference.startsWith('sha256-'))
    return void res.writeHead(404).end('{"errors":[{"code":"MANIFEST_UNKNOWN"}]}');
  let digest = isIndex ? latest : reference;
  if (req.headers['if-none-match'] === digest) return void res.writeHead(304).end();
  let type = isIndex ? types.index : types.manifest;
  res
    .writeHead(200, { 'content-type': type, 'docker-content-digest': digest })
    .end(req.method === 'HEAD' ? undefined : isIndex ? index : platform);
}

type Asked = readonly [method: 'HEAD' | 'GET', reference: string, headers?: Record<string, string>];

async function pull(agent: string, requests: readonly Asked[], more: Record<string, string> = {}): Promise<void> {
  for (let [method, reference, headers] of requests) {
    await world.get(dockerHost, `/v2/app/manifests/${reference}`, {
      method,
      headers: { 'user-agent': agent, ...more, ...headers },
    });
    now += 500;
  }
}

async function fetchFile(path: string, headers: Record<string, string> = {}): Promise<void> {
  await world.get(fileHost, path, { headers });
  now += 200;
}

/** Counted downloads by version. */
async function counted(artifactId: string = ids.docker): Promise<Record<string, number>> {
  await world.settled();
  let rows: AggregateRow[] = await world.aggregate(artifactId);
  return Object.fromEntries(rows.map(({ values, total }) => [values.version, total]));
}

describe('one pull', () => {
  it.each<[client: string, agent: string, requests: Asked[], requested: number]>([
    [
      'dockerd',
      agents.dockerd,
      [
        ['HEAD', '1.0'],
        ['GET', latest],
        ['GET', amd64],
      ],
      2,
    ],
    [
      'dockerd, one architecture',
      agents.dockerd,
      [
        ['HEAD', '1.0'],
        ['GET', amd64],
      ],
      1,
    ],
    [
      'ctr',
      agents.ctr,
      [
        ['HEAD', '1.0'],
        ['GET', latest],
        ['GET', amd64],
      ],
      2,
    ],
    [
      'ctr, again after sign-in',
      agents.ctr,
      [
        ['HEAD', '1.0'],
        ['GET', latest],
        ['GET', latest],
        ['GET', amd64],
      ],
      3,
    ],
    [
      'skopeo',
      agents.skopeo,
      [
        ['GET', '1.0'],
        ['GET', amd64],
      ],
      2,
    ],
    [
      'skopeo copy --all',
      agents.skopeo,
      [
        ['GET', '1.0'],
        ['GET', amd64],
        ['GET', arm64],
      ],
      3,
    ],
    [
      'podman',
      agents.podman,
      [
        ['GET', '1.0'],
        ['GET', amd64],
      ],
      2,
    ],
    [
      'buildah',
      agents.buildah,
      [
        ['GET', '1.0'],
        ['GET', amd64],
      ],
      2,
    ],
    [
      'a client that is passed through and checks first',
      'containerd/1.7.2',
      [
        ['HEAD', '1.0'],
        ['GET', latest],
        ['GET', amd64],
      ],
      2,
    ],
  ])('%s: counts once, by its tag', async (_, agent, requests, requested) => {
    await pull(agent, requests);
    expect(await counted()).toEqual({ '1.0': 1 });
    expect(await world.events(ids.docker)).toHaveLength(requested);
    now += 31_000;
    await pull(agent, requests);
    expect(await counted()).toEqual({ '1.0': 2 });
  });

  it('without a check counts once, by its digest', async () => {
    await pull(agents.dockerd, [
      ['GET', latest],
      ['GET', amd64],
    ]);
    expect(await counted()).toEqual({ [latest]: 1 });
  });

  it('of two tags at the same time counts twice, each by its tag', async () => {
    await pull('containerd/1.7.2', [
      ['HEAD', '1.0'],
      ['HEAD', '1.1'],
      ['GET', '1.0'],
      ['GET', '1.1'],
      ['GET', amd64],
    ]);
    expect(await counted()).toEqual({ '1.0': 1, '1.1': 1 });
  });

  it('of an image that is up to date does not count', async () => {
    await pull(agents.dockerd, [
      ['HEAD', '1.0'],
      ['HEAD', '1.0'],
    ]);
    await pull(agents.podman, [['GET', '1.0', { 'if-none-match': latest }]]);
    expect(await world.events(ids.docker)).toEqual([]);
  });

  it.each([`sha256-${hex}`, `sha256-${hex}.sig`, `sha256-${hex}.att`, `sha256-${hex}.sbom`])(
    'of the tag %s about an image does not count',
    async (reference) => {
      await pull(agents.podman, [['GET', reference]]);
      await pull(agents.dockerd, [
        ['HEAD', reference],
        ['GET', reference],
      ]);
      expect(await world.events(ids.docker)).toEqual([]);
    },
  );

  it('of an unknown tag does not count if the answer is known, and counts if the client is redirected', async () => {
    await pull(agents.podman, [['GET', 'nope']]);
    expect(await counted()).toEqual({});
    await pull(agents.dockerd, [['GET', 'nope']]);
    expect(await counted()).toEqual({ nope: 1 });
  });

  it('of two origins counts twice', async () => {
    await pull(agents.dockerd, [
      ['HEAD', '1.0'],
      ['GET', latest],
    ]);
    await pull(
      agents.dockerd,
      [
        ['HEAD', '1.0'],
        ['GET', latest],
      ],
      { 'accept-language': 'de' },
    );
    expect(await counted()).toEqual({ '1.0': 2 });
  });

  it('that must not be tracked counts each request, without a tag', async () => {
    await pull(
      agents.dockerd,
      [
        ['HEAD', '1.0'],
        ['GET', latest],
        ['GET', amd64],
      ],
      { dnt: '1' },
    );
    let events = await world.events(ids.docker);
    expect(events.map(({ version, requestPath }) => [version, requestPath])).toEqual([
      ['', ''],
      ['', ''],
    ]);
    expect(await world.untracked(ids.docker)).toBe(2);
  });

  it('counts again 31 s after the request that counted', async () => {
    await pull(agents.skopeo, [['GET', '1.0']]);
    now += 28_500;
    await pull(agents.skopeo, [['GET', '1.0']]);
    expect(await counted()).toEqual({ '1.0': 1 });
    now += 1_500;
    await pull(agents.skopeo, [['GET', '1.0']]);
    expect(await counted()).toEqual({ '1.0': 2 });
  });
});

describe('one file', () => {
  const path = '/tool/2.0';
  it.each<[what: string, ranges: (string | undefined)[], recorded: number]>([
    ['aria2c -x4', [undefined, 'bytes=1048576-', 'bytes=2097152-', 'bytes=0-'], 2],
    ['aria2c, interrupted and resumed', [undefined, 'bytes=500-', 'bytes=0-', 'bytes=700-1000'], 2],
    ['wget -c of the rest, then of a complete file', [undefined, 'bytes=4096-', 'bytes=8192-'], 1],
    ['curl -C -', [undefined, 'bytes=100-'], 1],
    ['curl -r 0-99999 and the next part', ['bytes=0-99999', 'bytes=100000-199999'], 1],
    ['a range in capitals', [undefined, 'BYTES=5-'], 1],
    ['the last bytes only, as for the directory of an archive', [undefined, 'bytes=-500'], 1],
    ['a unit that no server knows', ['pages=2-3'], 1],
  ])('%s: counts once', async (_, ranges, recorded) => {
    for (let range of ranges) await fetchFile(path, { 'user-agent': 'aria2/1.36.0', ...(range && { range }) });
    expect(await counted(ids.file)).toEqual({ '2.0': 1 });
    expect(await world.events(ids.file)).toHaveLength(recorded);
  });

  it('counts again for another path, another client and after 31 s', async () => {
    await fetchFile(path);
    await fetchFile('/tool/2.1');
    await fetchFile(path, { 'user-agent': 'curl/8' });
    now += 31_000;
    await fetchFile(path);
    expect(await counted(ids.file)).toEqual({ '2.0': 3, '2.1': 1 });
  });

  it('counts by the path; query parameters that no route reads are ignored', async () => {
    await fetchFile(`${path}?from=a`);
    await fetchFile(`${path}?from=b`);
    expect(await counted(ids.file)).toEqual({ '2.0': 1 });
  });

  it('each event of a route without a file counts', async () => {
    await fetchFile('/ping/start');
    await fetchFile('/ping/start');
    expect(await counted(ids.file)).toEqual({ '': 2 });
  });

  it('each view of a pixel counts', async () => {
    for (let i = 0; i < 3; i++) await world.get('static.localhost', `/a.png?x-pxid=${ids.pixel}`);
    expect(await world.events(ids.pixel)).toHaveLength(3);
    expect(await counted(ids.pixel)).toEqual({ '': 3 });
  });
});
