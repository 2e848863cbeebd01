/** npm packages at the edge, with a registry on 127.0.0.1: responses and counts. */
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { notWhole } from 'tests/support/not-whole';
import { npmHost, npmIds, startNpmWorld, type NpmWorld } from './npm-world';

const minute = 60_000;
const short = 'application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8, */*';

let world: NpmWorld;
let port: number;
beforeAll(async () => {
  world = await startNpmWorld();
  port = world.port;
}, 60_000);
afterAll(() => world.close());
beforeEach(() => {
  world.later(2 * minute);
  world.registry.behaviour = undefined;
  world.registry.requests.length = 0;
});

function get(target: string, headers: Record<string, string> = {}, method = 'GET') {
  return world.get(`${npmHost}:${port}`, target, { method, headers: { 'user-agent': agent, ...headers } });
}

const agent = 'npm/11.19.1 node/v20.20.2 linux x64 workspaces/false ci/github-actions';

/** The registry's document, with the tarballs of @ada/engine at the gateway. */
function rewritten(isShort: boolean): string {
  let text = world.registry.packument('@ada/engine', isShort).toString();
  let tarball = (origin: string) => `"tarball":${isShort ? '' : ' '}"${origin}@ada/engine/-/engine-`;
  return text.replaceAll(tarball(world.registry.url), tarball(`http://${npmHost}:${port}/`));
}

describe('packuments', () => {
  test.each(['/@ada%2fengine', '/@ada%2Fengine', '/@ada/engine', '/%40ada%2fengine'])(
    '%s is the document of the registry, byte for byte except for the tarballs',
    async (path) => {
      let answer = await get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe('application/json');
      expect(answer.body.toString()).toBe(rewritten(false));
      expect(rewritten(false)).toContain(`http://${npmHost}:${port}/@ada/engine/-/engine-1.1.0.tgz`);
    },
  );

  test('the abbreviated packument is sent to clients that prefer it', async () => {
    let answer = await get('/@ada%2fengine', { accept: short, 'accept-encoding': 'gzip' });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/vnd.npm.install-v1+json',
      'content-encoding': 'gzip',
      vary: 'Accept, Accept-Encoding',
    });
    expect(gunzipSync(answer.body).toString()).toBe(rewritten(true));
    let full = await get('/@ada%2fengine', { accept: 'application/json, application/vnd.npm.install-v1+json; q=0.5' });
    expect(full.body.toString()).toBe(rewritten(false));
  });

  test('a client with the current version gets 304, and HEAD has no body', async () => {
    let first = await get('/@ada%2fengine', { accept: short });
    let etag = first.headers.etag!;
    expect(etag).toMatch(/^W\/"/);
    expect(await get('/@ada%2fengine', { accept: short, 'if-none-match': etag })).toMatchObject({ status: 304 });
    expect(await get('/@ada%2fengine', { accept: short, 'if-none-match': '"other"' })).toMatchObject({ status: 200 });
    let head = await get('/@ada%2fengine', { accept: short }, 'HEAD');
    expect(head).toMatchObject({ status: 200, body: Buffer.alloc(0), headers: { etag } });
  });

  test('a date does not tell the short document from the full one, so none is given', async () => {
    let date = 'Mon, 02 Nov 2026 08:00:00 GMT';
    let type = { 'content-type': 'application/json', 'last-modified': date };
    world.registry.behaviour = (_, response) => void response.writeHead(200, type).end('{"versions":{}}');
    for (let accept of [short, 'application/json']) {
      let answer = await get('/@ada%2fengine', { accept, 'if-modified-since': date });
      expect([answer.status, answer.headers['last-modified']]).toEqual([200, undefined]);
    }
  });

  test('one fetch serves all clients for a minute, then the registry is asked for changes', async () => {
    await Promise.all(Array.from({ length: 20 }, () => get('/@ada%2fengine', { accept: short })));
    expect(world.registry.requests).toEqual(['GET /@ada%2fengine']);
    world.later(minute + 1);
    let statuses: number[] = [];
    world.registry.behaviour = (request, response) => {
      world.registry.behaviour = undefined;
      statuses.push(request.headers['if-none-match'] ? 304 : 200);
      response.writeHead(304).end();
    };
    expect((await get('/@ada%2fengine', { accept: short })).body.toString()).toBe(rewritten(true));
    expect(statuses).toEqual([304]);
    await world.registry.publish({ name: '@ada/engine', version: '1.2.0' });
    world.later(minute + 1);
    expect((await get('/@ada%2fengine', { accept: short })).body.toString()).toContain('engine-1.2.0.tgz');
  });

  test('dist-tags, and the manifest of a version or a tag, are served', async () => {
    expect(JSON.parse((await get('/-/package/ada-tool/dist-tags')).body.toString())).toEqual({ latest: '2.0.0-rc.1' });
    expect((await get('/-/package/@ada%2fengine/dist-tags')).body.toString()).toContain('latest');
    for (let version of ['1.0.0', 'latest']) {
      let { status, body } = await get(`/@ada%2fengine/${version}`);
      let manifest = JSON.parse(body.toString()) as { version: string; dist: { tarball: string; shasum: string } };
      expect(status).toBe(200);
      let at = `http://${npmHost}:${port}/@ada/engine/-/engine-${manifest.version}.tgz`;
      expect(manifest.dist).toMatchObject({ tarball: at, shasum: expect.stringMatching(/^[0-9a-f]{40}$/) });
    }
  });

  test('none of these requests is counted', async () => {
    expect(await world.versions(npmIds.engine)).toEqual([]);
  });
});

describe('tarballs', () => {
  // @spec 3: npm packages are created, served as a registry, redirected and counted
  test('a GET is redirected to the registry and counted with its version', async () => {
    let answer = await get('/@ada/engine/-/engine-1.0.0.tgz');
    expect(answer).toMatchObject({
      status: 307,
      headers: {
        location: `${world.registry.url}@ada/engine/-/engine-1.0.0.tgz`,
        'cache-control': 'no-store',
      },
    });
    let [event, ...more] = await world.events(npmIds.engine);
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      type: 'binary-download',
      artifactType: 'package',
      version: '1.0.0',
      client: 'npm',
      platform: 'linux',
      audience: 'ci',
      requestDomain: npmHost,
    });
  });

  test.each([
    ['got (https://github.com/sindresorhus/got)', 'yarn', 'tool/2'],
    ['axios/1.7.9', 'node', 'library/2'],
    ['pnpm/10.4.1 npm/? node/v20.18.0 win32 x64', 'pnpm', 'tool/2'],
  ])('%j at a host of npm is %s', async (userAgent, client, audienceReason) => {
    await get('/@ada/engine/-/engine-1.0.0.tgz', { 'user-agent': userAgent });
    let events = await world.events(npmIds.engine);
    expect(events.at(-1)).toMatchObject({ client, audienceReason, isBot: false });
  });

  test('the version of a name with hyphens is complete', async () => {
    await get('/ada-tool/-/ada-tool-2.0.0-rc.1.tgz');
    expect(await world.versions(npmIds.tool)).toEqual(['2.0.0-rc.1']);
  });

  test('HEAD, parts, conditional requests and what is fetched ahead are not counted', async () => {
    let path = '/ada-tool/-/ada-tool-2.0.0-rc.1.tgz';
    expect((await get(path, {}, 'HEAD')).status).toBe(307);
    for (let headers of notWhole) expect((await get(path, headers)).status).toBe(307);
    expect(await world.versions(npmIds.tool)).toHaveLength(1);
    expect((await get(path, { range: 'bytes=0-' })).status).toBe(307);
    expect(await world.versions(npmIds.tool)).toHaveLength(2);
  });

  test('a tarball at another URL of the registry is found there, by either name', async () => {
    let packument = world.registry.packument('ada-tool', true).toString();
    let elsewhere = 'https://files.example/download/ada-tool/2/package.tgz?a=1';
    world.registry.behaviour = (_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(packument.replace(/"tarball":"[^"]*"/, `"tarball":"${elsewhere}"`));
    let given = JSON.parse((await get('/ada-tool', { accept: short })).body.toString()) as {
      versions: Record<string, { dist: { tarball: string } }>;
    };
    let tarball = new URL(given.versions['2.0.0-rc.1']!.dist.tarball);
    for (let path of [tarball.pathname, '/ada-tool/-/package.tgz'])
      expect(await get(path)).toMatchObject({ status: 307, headers: { location: elsewhere } });
  });
});

describe('other requests', () => {
  test('for other packages, their tarballs and all other paths are redirected to the registry', async () => {
    for (let path of ['/left', '/left/-/left-1.0.0.tgz', '/@grace%2Fkit', '/-/v1/search?text=a', '/-/npm/v1/keys'])
      expect(await get(path)).toMatchObject({ status: 307, headers: { location: world.registry.url + path.slice(1) } });
  });

  test('for an unknown version, file, tag or package get a 404 in npm’s format, and are not counted', async () => {
    let before = (await world.versions(npmIds.engine)).length;
    let paths = [
      '/@ada/engine/-/engine-9.9.9.tgz',
      '/@ada/engine/-/other.txt',
      '/@ada%2fengine/9.9.9',
      '/@ada%2fengine/next',
      '/@ada%2fabsent',
      '/@ada/absent/-/absent-1.0.0.tgz',
    ];
    for (let path of paths) {
      let { status, headers, body } = await get(path);
      expect([path, status, headers['content-type']]).toEqual([path, 404, 'application/json']);
      expect(JSON.parse(body.toString())).toEqual({ error: expect.any(String) });
    }
    expect(await world.versions(npmIds.engine)).toHaveLength(before);
    expect(await world.versions(npmIds.absent)).toEqual([]);
  });

  test('for an audit are redirected, and publishing is refused', async () => {
    let audit = await get('/-/npm/v1/security/advisories/bulk', {}, 'POST');
    expect(audit).toMatchObject({
      status: 307,
      headers: { location: `${world.registry.url}-/npm/v1/security/advisories/bulk` },
    });
    expect((await get('/@ada%2fengine', {}, 'PUT')).status).toBe(405);
  });
});
