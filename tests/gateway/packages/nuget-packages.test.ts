/** NuGet packages at the edge: service index, versions, registrations, files, and failing feeds. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { notWhole } from 'tests/support/not-whole';
import { startRegistryWorld, type RegistryWorld } from '../../edge/registry-world';

type Behaviour = NonNullable<RegistryWorld['registry']['behaviour']>;

let world: RegistryWorld;
beforeAll(async () => {
  world = await startRegistryWorld('nuget', ['Ada.Engine', 'absent']);
}, 60_000);
afterAll(() => world.close());
beforeEach(() => {
  world.later(120_000);
  world.registry.behaviour = undefined;
  world.registry.requests.length = 0;
  world.registry.files.clear();
  offer('v3/index.json', serviceIndex());
  offer('flat/ada.engine/index.json', { versions: ['1.0.0', '1.1.0-rc.1', '2.0'] });
});

function offer(path: string, document: object): void {
  world.registry.files.set(path, JSON.stringify(document));
}

/** A service index as that of the public feed, with content and registrations at `at`. */
function serviceIndex(content = at('flat/'), registrations = (hive: string) => at(`${hive}/`)) {
  return {
    version: '3.0.0',
    resources: [
      { '@id': at('search'), '@type': 'SearchQueryService/3.5.0', comment: 'Search' },
      { '@id': content, '@type': 'PackageBaseAddress/3.0.0' },
      { '@id': registrations('reg'), '@type': 'RegistrationsBaseUrl' },
      { '@id': registrations('reg-gz'), '@type': 'RegistrationsBaseUrl/3.6.0', comment: 'All' },
      { '@id': registrations('reg-gz'), '@type': ['RegistrationsBaseUrl/Versioned'], clientVersion: '4.3.0-alpha' },
    ],
    '@context': { '@vocab': 'https://schema.example/services#' },
  };
}

const at = (path: string) => world.registry.url + path;
const here = (path: string) => `${world.origin}/v3/${path}`;
const file = (version: string, id = 'ada.engine') => `/v3/content/${id}/${version}/${id}.${version}.nupkg`;
const json = async (path: string) => JSON.parse((await world.ask(path)).body.toString());
const leadsTo = (location: string) => ({ status: 307, headers: { location, 'cache-control': 'no-store' } });

/** The versions of ada's package that are counted during `act`. */
async function counted(act: () => Promise<unknown>): Promise<string[]> {
  let before = (await world.downloads('Ada.Engine')).length;
  await act();
  return (await world.downloads('Ada.Engine')).slice(before).map(({ version }) => version);
}

describe('the service index', () => {
  test('names the gateway for content and registrations and is otherwise unchanged', async () => {
    expect(await json('/v3/index.json')).toEqual(
      serviceIndex(here('content/'), (hive) => here(`registrations/${hive === 'reg' ? 'plain' : '3.6.0'}/`)),
    );
  });

  test('offers no publishing, and keeps resources that are not understood', async () => {
    let strange = [{ '@id': 5, '@type': 'PackageBaseAddress/3.0.0' }, { '@id': 'x', '@type': null }, {}];
    let publish = ['PackagePublish/2.0.0', 'SymbolPackagePublish/4.9.0'].map((type) => ({
      '@id': at('push'),
      '@type': type,
    }));
    let { resources } = serviceIndex();
    offer('v3/index.json', { resources: [...strange, ...publish, resources[1]] });
    let content = { ...resources[1], '@id': here('content/') };
    expect(await json('/v3/index.json')).toEqual({ resources: [...strange, content] });
  });

  test('may be given by its own URL; addresses in it need no slash at the end', async () => {
    let own = await startRegistryWorld('nuget', ['engine'], 'feed/index.json/');
    let resources = [{ '@id': `${own.registry.url}flat`, '@type': 'PackageBaseAddress/3.0.0' }];
    own.registry.files.set('feed/index.json', JSON.stringify({ resources }));
    own.registry.files.set('flat/engine/index.json', '{"versions":["1.0.0"]}');
    expect(await own.ask(file('1.0.0', 'engine'))).toMatchObject(
      leadsTo(`${own.registry.url}flat/engine/1.0.0/engine.1.0.0.nupkg`),
    );
    expect(await own.versions('engine')).toEqual(['1.0.0']);
    expect(await own.ask('/api/v2/package/Other/1.0')).toMatchObject(
      leadsTo(`${own.registry.url}feed/api/v2/package/Other/1.0`),
    );
    await own.close();
  });
});

describe('content', () => {
  // @spec 3: NuGet packages are created, served with their index, redirected and counted
  test('a file is redirected to the feed and counted with its version in normal form', async () => {
    let versions = await counted(async () => {
      expect(await world.ask(file('1.0.0'))).toMatchObject(leadsTo(at('flat/ada.engine/1.0.0/ada.engine.1.0.0.nupkg')));
      world.later(61_000);
      expect(await world.ask(`/v3/content/Ada.Engine/01.0/Ada.Engine.1.0.0.0.nupkg`)).toMatchObject(
        leadsTo(at('flat/ada.engine/1.0.0/ada.engine.1.0.0.nupkg')),
      );
      expect((await world.ask(file('1.1.0-RC.1+b7'))).status).toBe(307);
      // As the feed writes it.
      expect(await world.ask(file('2.0.0'))).toMatchObject(leadsTo(at('flat/ada.engine/2.0/ada.engine.2.0.nupkg')));
    });
    expect(versions).toEqual(['1.0.0', '1.0.0', '1.1.0-rc.1', '2.0.0']);
  });

  test('HEAD, ranges, manifests and lists of versions do not count', async () => {
    let versions = await counted(async () => {
      expect((await world.ask(file('1.0.0'), {}, 'HEAD')).status).toBe(307);
      for (let headers of notWhole) expect((await world.ask(file('1.0.0'), headers)).status).toBe(307);
      let manifest = 'ada.engine/1.0.0/ada.engine.nuspec';
      expect(await world.ask(`/v3/content/${manifest}?a=1`)).toMatchObject(leadsTo(at(`flat/${manifest}?a=1`)));
      expect(await json('/v3/content/Ada.Engine/index.json?semVerLevel=2.0.0')).toEqual({
        versions: ['1.0.0', '1.1.0-rc.1', '2.0'],
      });
      expect((await world.ask(file('1.0.0'), {}, 'PUT')).status).toBe(405);
    });
    expect(versions).toEqual([]);
  });

  test('unknown versions and files of another name are a 404; other packages are redirected', async () => {
    let versions = await counted(async () => {
      for (let path of [
        file('9.9.9'),
        file('1.0.0', 'absent'),
        '/v3/content/absent/index.json',
        '/v3/content/ada.engine/1.0.0/ada.engine.2.0.nupkg',
        '/v3/content/ada.engine/1.0.0/left.1.0.0.nupkg',
        '/v3/content/ada.engine/x/ada.engine.x.nupkg',
        '/v3/content/ada.engine/1.0.0.nupkg',
      ])
        expect([path, (await world.ask(path)).status]).toEqual([path, 404]);
      for (let path of ['left/index.json', 'left/1.0.0/left.1.0.0.nupkg', 'Ada.Engine.Core/1.0.0/x.nupkg'])
        expect(await world.ask(`/v3/content/${path}`)).toMatchObject(leadsTo(at(`flat/${path}`)));
      expect(await world.ask('/v3/else?a=1')).toMatchObject(leadsTo(at('v3/else?a=1')));
    });
    expect(versions).toEqual([]);
  });

  test('a new version is known after a minute; a client with the same list gets 304', async () => {
    let path = '/v3/content/ada.engine/index.json';
    let { headers } = await world.ask(path);
    expect((await world.ask(path, { 'if-none-match': headers.etag! })).status).toBe(304);
    offer('flat/ada.engine/index.json', { versions: ['3.0.0'] });
    expect((await world.ask(file('3.0.0'))).status).toBe(404);
    world.later(61_000);
    expect((await world.ask(file('3.0.0'))).status).toBe(307);
  });
});

describe('registrations', () => {
  const leaf = (version: string, content: string, id = at(`reg-gz/ada.engine/${version}.json`)) => ({
    '@id': id,
    catalogEntry: { '@id': 'https://feed.example/catalog', version, packageContent: content },
    packageContent: content,
  });
  const there = (version: string) => at(`flat/ada.engine/${version}/ada.engine.${version}.nupkg`);
  const page = 'page/1.0.0/1.1.0-rc.1.json';

  beforeEach(() => {
    let inlined = { '@id': at('reg-gz/ada.engine/index.json#2.0'), items: [leaf('2.0.0', there('2.0.0'))] };
    offer('reg-gz/ada.engine/index.json', { items: [{ '@id': at(`reg-gz/ada.engine/${page}`) }, inlined] });
    offer(`reg-gz/ada.engine/${page}`, { '@id': 'x', items: [leaf('1.0.0', there('1.0.0'))] });
    offer('reg-gz/ada.engine/1.0.0.json', { packageContent: there('1.0.0'), catalogEntry: 'https://feed.example/c' });
  });

  test('name the gateway for files, pages and versions', async () => {
    let mine = (path: string) => here(`registrations/3.6.0/ada.engine/${path}`);
    let one = (version: string) => leaf(version, world.origin + file(version), mine(`${version}.json`));
    expect(await json('/v3/registrations/3.6.0/Ada.Engine/index.json')).toEqual({
      items: [{ '@id': mine(page) }, { '@id': mine('index.json#2.0'), items: [one('2.0.0')] }],
    });
    expect(await json(`/v3/registrations/3.6.0/ada.engine/${page}`)).toEqual({ '@id': 'x', items: [one('1.0.0')] });
    expect(await json('/v3/registrations/3.6.0/ada.engine/1.0.0.json')).toEqual({
      packageContent: world.origin + file('1.0.0'),
      catalogEntry: 'https://feed.example/c',
    });
    expect(await counted(() => world.ask(new URL(one('1.0.0').packageContent).pathname))).toEqual(['1.0.0']);
  });

  test('are read where a feed compresses them, and find the version in other addresses of files', async () => {
    let contents = [at('api/v2/package/Ada.Engine/1.0.0'), at('download/ada.engine'), 'none'];
    let document = { items: [{ items: contents.map((content) => leaf('1.0.0', content, 'x')) }] };
    let given = Buffer.from(JSON.stringify(document));
    world.registry.behaviour = ({ url }, response) =>
      url === '/v3/index.json'
        ? response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(serviceIndex()))
        : response.writeHead(200, { 'content-type': 'text/json', 'content-encoding': 'gzip' }).end(gzipSync(given));
    let { items } = await json('/v3/registrations/3.6.0/ada.engine/index.json');
    expect(items[0].items.map((one: { packageContent: string }) => one.packageContent)).toEqual([
      world.origin + file('1.0.0'),
      ...contents.slice(1),
    ]);
  });

  test('are asked for at the feed only if it names them; those of other packages are redirected', async () => {
    let asked = () => world.registry.requests.filter((one) => one.includes('/reg'));
    for (let path of ['9.9.9.json', 'page/1.0.0/9.9.9.json', 'else.json', '../left/index.json', '1.0.0/x.json'])
      expect((await world.ask(`/v3/registrations/3.6.0/ada.engine/${path}`)).status).not.toBe(200);
    expect((await world.ask('/v3/registrations/3.6.0/absent/index.json')).status).toBe(404);
    expect((await world.ask('/v3/registrations/none/ada.engine/index.json')).status).toBe(404);
    expect(new Set(asked())).toEqual(new Set(['GET /reg-gz/ada.engine/index.json', 'GET /reg-gz/absent/index.json']));
    expect(await world.ask('/v3/registrations/plain/left/index.json?a=1')).toMatchObject(
      leadsTo(at('reg/left/index.json?a=1')),
    );
  });
});

describe('a feed that fails', () => {
  let text = (body: string, type = 'application/json'): Behaviour => {
    return (_, response) => void response.writeHead(200, { 'content-type': type }).end(body);
  };
  let bad: [what: string, answer: Behaviour][] = [
    ['is down', (_, response) => void response.destroy()],
    ['sends pages', text('<html></html>', 'text/html')],
    ['sends invalid JSON', text('x\n')],
    ['sends incomplete JSON', text('{"resources":[')],
    ['sends no object', text('[]')],
    ['sends null', text('null')],
    ['sends resources that are not objects', text('{"resources":[null]}')],
    ['does not say where packages are', text('{"resources":[]}')],
    ['sends a large service index', text(`{"resources":["${'x'.repeat(70_000)}`)],
  ];
  let silence: typeof bad = [['does not respond', () => {}]];

  async function isBridged(_: string, answer: Behaviour): Promise<void> {
    let fresh = await startRegistryWorld('nuget', ['ada.engine']);
    fresh.registry.behaviour = answer;
    let paths = ['/v3/index.json', '/v3/content/ada.engine/index.json', file('1.0.0')];
    for (let { status } of await Promise.all(paths.map((path) => fresh.ask(path)))) expect(status).toBe(502);
    expect(await fresh.versions('ada.engine')).toEqual([]);
    await fresh.close();
    let before = await Promise.all(paths.map(async (path) => (await world.ask(path)).body));
    world.later(120_000);
    world.registry.behaviour = answer;
    expect(await Promise.all(paths.map(async (path) => (await world.ask(path)).body))).toEqual(before);
    expect(await counted(() => world.ask(file('1.1.0-rc.1')))).toEqual(['1.1.0-rc.1']);
  }

  test.each(bad)('and %s: cached data is sent, otherwise an error', isBridged);
  test.each(silence)('and %s: cached data is sent, otherwise an error', { tags: 'slow' }, isBridged);

  test('with its list of versions alone: the client is redirected and counts', async () => {
    await world.ask('/v3/index.json');
    world.registry.behaviour = (_, response) => void response.destroy();
    let fresh = file('7.0.0', 'absent');
    expect(await world.ask(fresh)).toMatchObject(leadsTo(at('flat/absent/7.0.0/absent.7.0.0.nupkg')));
    expect((await world.versions('absent')).at(-1)).toBe('7.0.0');
  });
});
