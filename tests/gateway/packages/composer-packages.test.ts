/** Composer packages at the edge: the root file, metadata, and install notifications. */
import * as limits from 'contract/floor/limits';
import { sentEventsPerMinute } from 'edge/receive-events';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startEdge } from '../../edge/edge-world';
import { addRegistryPackage } from '../../edge/registry-package';
import { startRegistryWorld, type RegistryWorld } from '../../edge/registry-world';

type Behaviour = NonNullable<RegistryWorld['registry']['behaviour']>;

let world: RegistryWorld;
beforeAll(async () => {
  world = await startRegistryWorld('composer', ['ada/engine', 'Ada/Old', 'ada/absent']);
}, 60_000);
afterAll(() => world.close());
beforeEach(() => {
  world.later(120_000);
  world.registry.behaviour = undefined;
  world.registry.requests.length = 0;
  world.registry.files.clear();
  world.registry.files.set('packages.json', JSON.stringify(root));
  offer('ada/engine', [
    { version: 'v1.2.0', version_normalized: '1.2.0.0', 'notification-url': 'https://other.example/told', dist },
    { version: '1.1', version_normalized: '1.1.0.0' },
  ]);
});

const dist = { type: 'zip', url: 'https://files.example/engine.zip', reference: 'ab', shasum: '' };
const root = { packages: [], 'metadata-url': '/all/p2/%package%.json', 'available-packages': ['ada/engine'] };

function offer(name: string, versions: object[], file = name): void {
  let document = { minified: 'composer/2.0', packages: { [name.toLowerCase()]: versions } };
  world.registry.files.set(`all/p2/${file.toLowerCase()}.json`, JSON.stringify(document));
}

function sendBatch(body: unknown, headers: Record<string, string> = {}) {
  let text = typeof body === 'string' ? body : JSON.stringify(body);
  let given = { 'content-type': 'application/json', ...headers };
  return world.get(`${world.host}:${world.port}`, '/notify-batch', { method: 'POST', headers: given, body: text });
}

const batchOf = (...told: [name: string, version: string][]) => ({
  downloads: told.map(([name, version]) => ({ name, version })),
});

/** The versions of a package that are counted during `act`. */
async function counted(name: string, act: () => Promise<unknown>): Promise<string[]> {
  let before = (await world.downloads(name)).length;
  await act();
  return (await world.downloads(name)).slice(before).map(({ version }) => version);
}

describe('the root', () => {
  test('names the gateway for metadata and install notifications and is otherwise unchanged', async () => {
    let { status, body } = await world.ask('/packages.json');
    expect(status).toBe(200);
    let text = JSON.stringify({ ...root, 'metadata-url': `${world.origin}/p2/%package%.json` });
    expect(body.toString()).toBe(`${text.slice(0, -1)},"notify-batch":"${world.origin}/notify-batch"}`);
  });

  test('its relative URLs lead to the registry, absolute ones are unchanged', async () => {
    let addresses = {
      'notify-batch': '/told',
      search: '/search.json?q=%query%&type=%type%',
      list: 'https://list.example/',
      'providers-url': '/p/%package%$%hash%.json',
      'providers-lazy-url': '/lazy/%package%.json',
      'security-advisories': { metadata: true, 'api-url': '/advisories' },
      mirrors: [{ 'dist-url': '/dist/%package%/%version%.%type%', preferred: true }],
      packages: { 'bob/left': { '1.0': { search: '/stays' } } },
    };
    world.registry.files.set('packages.json', JSON.stringify(addresses));
    let at = world.registry.url.slice(0, -1);
    expect(JSON.parse((await world.ask('/packages.json')).body.toString())).toEqual({
      ...addresses,
      'notify-batch': `${world.origin}/notify-batch`,
      search: at + addresses.search,
      'providers-url': at + addresses['providers-url'],
      'providers-lazy-url': `${at}/lazy/%package%.json`,
      'security-advisories': { metadata: true, 'api-url': `${at}/advisories` },
      mirrors: [{ 'dist-url': `${at}/dist/%package%/%version%.%type%`, preferred: true }],
    });
  });

  test.each(['p2/%package%.json', 'https://registry.example/p2', ''])('%j is not a metadata URL', async (given) => {
    world.registry.files.set('packages.json', JSON.stringify({ 'metadata-url': given }));
    let { body } = await world.ask('/packages.json');
    expect(JSON.parse(body.toString())).toMatchObject({ 'metadata-url': given });
    let location = `${world.registry.url}p2/ada/engine.json`;
    expect(await world.ask('/p2/ada/engine.json')).toMatchObject({ status: 307, headers: { location } });
    expect(await counted('ada/engine', () => sendBatch(batchOf(['ada/engine', '3.0.0.0-beta2'])))).toEqual([
      '3.0.0-beta2',
    ]);
  });
});

describe('metadata', () => {
  test('of a package names the gateway for install notifications; archive URLs are unchanged', async () => {
    let given = world.registry.files.get('all/p2/ada/engine.json') as string;
    let { body } = await world.ask('/p2/ada/engine.json');
    expect(body.toString()).toBe(given.replace('https://other.example/told', `${world.origin}/notify-batch`));
    expect(body.toString()).toContain(dist.url);
  });

  test('a client that has the current version gets 304, by ETag or by date', async () => {
    let date = 'Mon, 02 Nov 2026 08:00:00 GMT';
    world.registry.behaviour = ({ url }, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'last-modified': date })
        .end(url === '/packages.json' ? JSON.stringify(root) : '{"packages":{}}');
    let { headers } = await world.ask('/p2/ada/engine.json');
    expect(headers['last-modified']).toBe(date);
    let known: Record<string, string>[] = [{ 'if-modified-since': date }, { 'if-none-match': headers.etag! }];
    for (let one of known) expect((await world.ask('/p2/ada/engine.json', one)).status).toBe(304);
    let unknown: typeof known = [
      { 'if-modified-since': 'Mon, 02 Nov 2026 09:00:00 GMT' },
      { ...known[0], 'if-none-match': '"x"' },
    ];
    for (let one of unknown) expect((await world.ask('/p2/ada/engine.json', one)).status).toBe(200);
  });

  test('of other packages is redirected; that of a missing package is a 404', async () => {
    for (let file of ['bob/left', 'bob/left~dev'])
      expect(await world.ask(`/p2/${file}.json?a=1`)).toMatchObject({
        status: 307,
        headers: { location: `${world.registry.url}all/p2/${file}.json?a=1` },
      });
    expect((await world.ask('/p2/ada/absent.json')).status).toBe(404);
    expect((await world.ask('/p2/ada/engine~dev.json')).status).toBe(404);
    expect((await world.ask('/search.json?q=a')).headers.location).toBe(`${world.registry.url}search.json?q=a`);
  });
});

describe('an install notification', () => {
  // @spec 3: Composer packages are created, their metadata is served, and installations that
  //   clients tell are counted
  test('counts the packages of the host once, by the version name at the registry', async () => {
    offer('Ada/Old', [{ version: 'V2.0-b1' }, { version: '2.x-dev' }, { version: '20261102' }]);
    offer('Ada/Old', [{ version: 'dev-main', version_normalized: '9999999-dev' }], 'Ada/Old~dev');
    let told = batchOf(['ada/engine', '1.2.0.0'], ['bob/left', '1.0.0.0'], ['ada/engine', '1.2.0.0']);
    expect(await counted('ada/engine', async () => expect((await sendBatch(told)).status).toBe(200))).toEqual([
      'v1.2.0',
    ]);
    for (let [version, normal] of [
      ['V2.0-b1', '2.0.0.0-beta1'],
      ['20261102', '20261102'],
      ['dev-main', 'dev-main'],
    ])
      expect(await counted('Ada/Old', () => sendBatch(batchOf(['Ada/Old', normal!])))).toEqual([version]);
    let event = (await world.downloads('Ada/Old')).at(-1);
    expect(event).toMatchObject({ type: 'binary-download', requestPath: '/notify-batch/Ada/Old/dev-main' });
  });

  test('with a version or a package that the registry does not have counts nothing', async () => {
    let told = batchOf(['ada/engine', '9.0.0.0'], ['ada/absent', '1.0.0.0'], ['ada/engine', '<b>']);
    expect(await counted('ada/engine', () => sendBatch(told))).toEqual([]);
    expect(await world.downloads('ada/absent')).toEqual([]);
  });

  test('is redirected to the registry if the registry accepts notifications, also for other packages', async () => {
    world.registry.files.set('packages.json', JSON.stringify({ ...root, 'notify-batch': 'https://told.example/a?b' }));
    expect(await sendBatch(batchOf(['bob/left', '1.0.0.0']))).toMatchObject({
      status: 307,
      headers: { location: 'https://told.example/a?b' },
    });
  });

  test('has limits, and counts only packages of its host', async () => {
    let large = ' '.repeat(limits.noticeBytesMax);
    expect((await sendBatch(`${large}{}`)).status).toBe(413);
    expect((await sendBatch(`${large}{}`, { 'transfer-encoding': 'chunked' })).status).toBe(413);
    for (let body of ['', 'name=ada/engine', '[]', '{"downloads":[', '{} {}'])
      expect((await sendBatch(body)).status).toBe(422);
    for (let body of ['{}', { downloads: 'ada/engine' }, { downloads: [{ name: 'ada/engine' }, 'ada/engine', null] }])
      expect(await counted('ada/engine', async () => expect((await sendBatch(body)).status).toBe(200))).toEqual([]);
    let many = Array.from({ length: 2_000 }, (_, i): [string, string] => [`bob/left-${i}`, '1.0.0.0']);
    let told = batchOf(...many, ['ada/engine', '1.1.0.0']);
    expect(await counted('ada/engine', () => sendBatch(told))).toEqual(['1.1']);
    expect((await world.get(`${world.host}:${world.port}`, '/notify-batch', { method: 'PUT' })).status).toBe(405);
  });

  test('is accepted from one address up to a limit per minute', { tags: 'slow' }, async () => {
    let now = Date.now();
    let still = await startEdge({ clock: () => now, privateTargets: ['127.0.0.1:9'] });
    let id = '00000000-0000-4000-8000-000000000300';
    await addRegistryPackage(still, 'composer', id, 'ada/engine', 'http://127.0.0.1:9/');
    let body = JSON.stringify(batchOf(['ada/engine', '1.1.0.0']));
    let statuses: number[] = [];
    for (let i = 0; i <= sentEventsPerMinute; i++)
      statuses.push((await still.get(`${world.host}:${still.port}`, '/notify-batch', { method: 'POST', body })).status);
    expect(statuses.filter((status) => status !== 200)).toEqual([429]);
    await still.close();
  });
});

describe('a registry that fails', () => {
  let bad: [what: string, answer: Behaviour][] = [
    ['is down', (_, response) => void response.destroy()],
    ['sends pages', (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>')],
    ['sends invalid JSON', (_, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('x\n')],
    ['sends incomplete JSON', (_, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('{"a":')],
  ];
  let silence: typeof bad = [['does not respond', () => {}]];
  let title = 'and %s: cached data is sent, otherwise an error; a notification counts the version it names';

  async function isBridged(_: string, answer: Behaviour): Promise<void> {
    let fresh = await startRegistryWorld('composer', ['ada/engine']);
    fresh.registry.behaviour = answer;
    for (let version of ['2.9999999.9999999.9999999-dev', '<b>']) {
      let given = { method: 'POST', body: JSON.stringify(batchOf(['ada/engine', version])) };
      expect((await fresh.get(`${fresh.host}:${fresh.port}`, '/notify-batch', given)).status).toBe(200);
    }
    for (let { status } of await Promise.all(['/packages.json', '/p2/ada/engine.json'].map((path) => fresh.ask(path))))
      expect(status).toBe(502);
    expect(await fresh.versions('ada/engine')).toEqual(['2.x-dev']);
    await fresh.close();
    let paths = ['/packages.json', '/p2/ada/engine.json'];
    let before = await Promise.all(paths.map(async (path) => (await world.ask(path)).body));
    world.later(120_000);
    world.registry.behaviour = answer;
    expect(await Promise.all(paths.map(async (path) => (await world.ask(path)).body))).toEqual(before);
    expect(await counted('ada/engine', () => sendBatch(batchOf(['ada/engine', '1.2.0.0'])))).toEqual(['v1.2.0']);
  }

  test.each(bad)(title, isBridged);
  test.each(silence)(title, { tags: 'slow' }, isBridged);
});
