/** Crates at the edge: configuration, index files, archives, and failing registries. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { notWhole } from 'tests/support/not-whole';
import { startRegistryWorld, type RegistryWorld } from '../../edge/registry-world';

type Behaviour = NonNullable<RegistryWorld['registry']['behaviour']>;

const checksum = 'ab'.repeat(32);
const line = (vers: string) => `${JSON.stringify({ name: 'Engine', vers, deps: [], cksum: checksum })}\n`;

let world: RegistryWorld;
beforeAll(async () => {
  world = await startRegistryWorld('cargo', ['Engine', 'absent', 'a', 'abc']);
}, 60_000);
afterAll(() => world.close());
beforeEach(() => {
  world.later(120_000);
  world.registry.behaviour = undefined;
  world.registry.requests.length = 0;
  world.registry.files.set('config.json', '{"dl":"https://files.example/{lowerprefix}/{crate}-{version}","api":"x"}');
  world.registry.files.set('en/gi/engine', line('1.0.0') + line('1.1.0+b1').trimEnd());
});

const archive = (crate: string, version: string) => `/dl/${crate}/${version}/${checksum}`;

describe('the index', () => {
  test('the configuration names the gateway for downloads and is otherwise unchanged', async () => {
    let { status, body } = await world.ask('/config.json');
    expect(status).toBe(200);
    expect(JSON.parse(body.toString())).toEqual({
      dl: `${world.origin}/dl/{crate}/{version}/{sha256-checksum}`,
      api: 'x',
    });
  });

  test('the index file of a crate is that of the registry; a client with the same ETag gets 304', async () => {
    let first = await world.ask('/en/gi/engine');
    expect(first.body.toString()).toBe(world.registry.files.get('en/gi/engine'));
    expect((await world.ask('/en/gi/engine', { 'if-none-match': first.headers.etag! })).status).toBe(304);
    expect(world.registry.requests).toEqual(['GET /en/gi/engine']);
    world.registry.files.set('en/gi/engine', line('2.0.0'));
    world.later(61_000);
    expect((await world.ask('/en/gi/engine')).body.toString()).toBe(line('2.0.0'));
  });

  test('index files of other crates are redirected; a missing crate is a 404', async () => {
    for (let path of ['/le/ft/left', '/1/b', '/2/ab', '/3/x/xyz'])
      expect(await world.ask(path)).toMatchObject({
        status: 307,
        headers: { location: world.registry.url + path.slice(1) },
      });
    for (let path of ['/ab/se/absent', '/1/a', '/3/a/abc']) {
      let { status, body } = await world.ask(path);
      expect([status, JSON.parse(body.toString())]).toEqual([404, { errors: [{ detail: expect.any(String) }] }]);
    }
  });
});

describe('archives', () => {
  // @spec 3: Crates are created, served with their index, redirected and counted
  test('an archive is redirected to its URL at the registry and counted', async () => {
    let before = (await world.versions('Engine')).length;
    expect(await world.ask(archive('Engine', '1.1.0+b1'))).toMatchObject({
      status: 307,
      headers: { location: 'https://files.example/en/gi/Engine-1.1.0+b1', 'cache-control': 'no-store' },
    });
    expect((await world.versions('Engine')).slice(before)).toEqual(['1.1.0+b1']);
    expect((await world.ask(archive('Engine', '1.0.0'), {}, 'HEAD')).status).toBe(307);
    for (let headers of notWhole) expect((await world.ask(archive('Engine', '1.0.0'), headers)).status).toBe(307);
    expect(await world.versions('Engine')).toHaveLength(before + 1);
  });

  test.each([
    ['https://files.example/all/', 'https://files.example/all/Engine/1.0.0/download'],
    ['https://files.example/{prefix}/{sha256-checksum}', `https://files.example/En/gi/${checksum}`],
  ])('the URL of an archive follows the template %s', async (dl, location) => {
    world.registry.files.set('config.json', JSON.stringify({ dl }));
    expect(await world.ask(archive('Engine', '1.0.0'))).toMatchObject({ status: 307, headers: { location } });
  });

  test('an unknown version is a 404 and not counted; other crates are redirected', async () => {
    let before = await world.versions('Engine');
    for (let path of [archive('Engine', '9.9.9'), archive('absent', '1.0.0')])
      expect(await world.ask(path)).toMatchObject({ status: 404, headers: { 'content-type': 'application/json' } });
    let other = await world.ask(archive('left', '1.0.0'));
    expect(other).toMatchObject({ status: 307, headers: { location: 'https://files.example/le/ft/left-1.0.0' } });
    expect(await world.versions('Engine')).toEqual(before);
    for (let path of ['/dl/Engine/1.0.0/short', '/dl/../etc/passwd', '/dl/Engine/1%2F0/x'])
      expect((await world.ask(path)).headers.location).not.toContain('files.example');
  });
});

describe('a registry that fails', () => {
  let bad: [what: string, answer: Behaviour][] = [
    ['is down', (_, response) => void response.destroy()],
    ['sends pages', (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>')],
    ['sends invalid JSON', (_, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('x\n')],
    ['redirects to itself', (request, response) => response.writeHead(302, { location: request.url! }).end()],
    [
      'redirects to a private address',
      (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
    ],
    [
      'sends an endless line',
      (_, response) => void response.writeHead(200, { 'content-type': 'text/plain' }).end(`{"a":"${'x'.repeat(2e6)}`),
    ],
  ];
  let silence: typeof bad = [['does not respond', () => {}]];

  async function isBridged(_: string, answer: Behaviour): Promise<void> {
    let fresh = await startRegistryWorld('cargo', ['engine']);
    fresh.registry.behaviour = answer;
    let paths = ['/config.json', '/en/gi/engine', archive('engine', '1.0.0')];
    for (let { status, body } of await Promise.all(paths.map((path) => fresh.ask(path))))
      expect([status, JSON.parse(body.toString())]).toEqual([502, { errors: [{ detail: expect.any(String) }] }]);
    expect(await fresh.versions('engine')).toEqual([]);
    await fresh.close();
    let before = [(await world.ask('/config.json')).body, (await world.ask('/en/gi/engine')).body];
    world.later(120_000);
    world.registry.behaviour = answer;
    expect([(await world.ask('/config.json')).body, (await world.ask('/en/gi/engine')).body]).toEqual(before);
    expect((await world.ask(archive('Engine', '1.0.0'))).status).toBe(307);
  }

  test.each(bad)('and %s: cached data is sent, otherwise an error in cargo’s format', isBridged);
  test.each(silence)('and %s: cached data is sent, otherwise an error in cargo’s format', { tags: 'slow' }, isBridged);
});
