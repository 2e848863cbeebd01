/** Charts at the edge: the index in all its forms, archives, and failing repositories. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { notWhole } from 'tests/support/not-whole';
import { startRegistryWorld, type RegistryWorld } from '../../edge/registry-world';

type Behaviour = NonNullable<RegistryWorld['registry']['behaviour']>;

let world: RegistryWorld;
beforeAll(async () => {
  world = await startRegistryWorld('helm', ['engine', 'engine-core']);
}, 60_000);
afterAll(() => world.close());
beforeEach(() => {
  world.later(120_000);
  world.registry.behaviour = undefined;
  world.registry.requests.length = 0;
});

/** An index as Helm writes it: keys in Helm's order, list dashes at the indentation of the key. */
const index = (url: string) => `apiVersion: v1
entries:
  engine:
  - apiVersion: v2
    appVersion: "1.0"
    created: "2026-08-20T15:58:20.000000000Z"
    dependencies:
    - name: left
      repository: https://charts.example
      version: 9.9.9
    description: |-
      urls:
      - https://files.example/engine-0.0.0.tgz
    digest: ${'ab'.repeat(32)}
    keywords:
    - urls
    name: engine
    urls:
    - ${url}
    version: 1.2.0+b1
  - name: engine
    urls:
    - https://files.example/v1.1/chart.tgz?x=1
    - oci://images.example/engine:1.1.0
    version: 1.1.0
  left:
  - name: left
    urls:
    - charts/left-1.0.0.tgz
    - https://files.example/left-1.0.0.tgz
    version: 1.0.0
generated: "2026-08-20T15:58:20Z"
`;

async function indexOf(text: string): Promise<string> {
  world.later(61_000);
  world.registry.files.set('index.yaml', text);
  let { status, body } = await world.ask('/index.yaml');
  expect(status).toBe(200);
  return body.toString();
}

/**
 * Requests an archive URL of the index, and expects a redirect to `location` that counts as
 * `version`.
 */
async function expectArchive(address: string, location: string, version: string): Promise<void> {
  expect(address.startsWith(`${world.origin}/dl/engine`), address).toBe(true);
  let before = await world.versions('engine');
  expect(await world.ask(address.slice(world.origin.length))).toMatchObject({ status: 307, headers: { location } });
  expect(await world.versions('engine')).toEqual([...before, version].sort());
}

describe('the index', () => {
  // @spec 3: Charts are created, served with their index, redirected and counted
  test('has the archives of its charts at the gateway, and is otherwise unchanged byte for byte', async () => {
    let text = index('https://files.example/engine-1.2.0+b1.tgz');
    let changed = await indexOf(text);
    let chart = /http\S+\/dl\/engine\/[0-9a-f]{16}\/chart\.tgz/.exec(changed)![0];
    expect(changed).toBe(
      text
        .replace('https://files.example/engine-1.2.0+b1.tgz', `${world.origin}/dl/engine/engine-1.2.0+b1.tgz`)
        .replace('https://files.example/v1.1/chart.tgz?x=1', chart),
    );
    await expectArchive(
      `${world.origin}/dl/engine/engine-1.2.0+b1.tgz`,
      'https://files.example/engine-1.2.0+b1.tgz',
      '1.2.0+b1',
    );
    await expectArchive(chart, 'https://files.example/v1.1/chart.tgz?x=1', '1.1.0');
  });

  test('is requested once a minute, and a client that has the current version gets 304', async () => {
    await indexOf(index('a/engine-1.2.0.tgz'));
    let { headers } = await world.ask('/index.yaml');
    expect((await world.ask('/index.yaml', { 'if-none-match': headers.etag! })).status).toBe(304);
    await world.ask('/dl/engine/engine-1.2.0.tgz');
    expect(world.registry.requests).toEqual(['GET /index.yaml']);
  });

  let one = 'https://files.example/engine-1.0.0.tgz';
  let escaped = one.replaceAll('/', '\\/');
  let json = JSON.stringify({ entries: { engine: [{ urls: ['@', 'oci://x'], version: '1.0.0' }] } });
  // `@` is replaced by the URL: first as in the repository, then as the gateway writes it, in
  // `quotes`.
  test.each<[what: string, text: string, address?: string, quotes?: string]>([
    ['indented dashes', 'entries:\n  engine:\n    - version: 1.0.0\n      urls:\n        - @\n'],
    ['dashes alone', `entries:\n    "engine":\n    -\n      urls:\n      -\n        @\n      version: '1.0.0'`],
    ['double quotes', '"entries":\n  "engine":\n  - "version": "1.0.0"\n    "urls":\n    - "@"\n'],
    ['escapes', 'entries:\n  engine:\n  - version: 1.0.0\n    urls:\n    - "@"\n', escaped],
    ['single quotes', `'entries':\n 'engine':\n - 'version': '1.0.0' # last\n   'urls':\n   - '@' # here\n`],
    ['a list in brackets', `entries:\n  engine:\n  - urls: ["@", 'oci://x.example/y']\n    version: 1.0.0\n`],
    ['brackets without quotes', 'entries:\n  engine:\n  - urls: [@, oci://x]  # [\n    version: 1.0.0\n', one, '"'],
    ['a version in braces', 'entries:\n  engine:\n  - {name: engine, version: 1.0.0, urls: [@]}\n', one, '"'],
    [
      'a version in braces over lines, with keys in quotes and other lists',
      `entries:\n  engine:\n    - { "urls":["@"],  # } ]\n        maintainers: [{name: a, version: 9}],\n        'version' : 1.0.0 }\n`,
    ],
    ['versions in brackets', `entries:\n  engine: [{urls: ['@'], version: 1.0.0},\n   {version: 0.9.0}]\n`],
    ['versions in brackets on the next line', 'entries:\n  engine:\n    [ {version: 1.0.0, urls: ["@"]} ]\n'],
    [
      'charts in braces',
      'entries: {left: [{urls: [x]}],\n  engine: [{version: 1.0.0, urls: ["@"]}]}\napiVersion: v1\n',
    ],
    ['charts in braces on the next line', 'entries:\n  {engine: [{version: 1.0.0, urls: ["@"]}]}\n'],
    [
      'braces before other versions',
      `entries:\n  left:\n  - {version: 3.0.0}\n  engine:\n  - version: 1.0.0\n    urls: ['@']\n`,
    ],
    ['brackets on lines', 'entries:\n  engine:\n  - urls: [\n      @,\n    ]\n    version: 1.0.0\n', one, '"'],
    ['folded text', 'entries:\n  engine:\n  - urls:\n    - >-\n      @\n    version: 1.0.0\n'],
    ['Windows line breaks', 'entries:\r\n  engine:\r\n  - urls:\r\n    - @\r\n    version: 1.0.0\r\n'],
    [
      'comments',
      '---\n# a\nentries: # b\n\n  # c\n  engine: # d\n  - version: 1.0.0\n    urls: # e\n    # f\n    - @ # g',
    ],
    ['an anchor', 'entries:\n  engine:\n  - urls: &a\n    - @\n    version: 1.0.0\n'],
    ['no final line break', 'entries:\n  engine:\n  - version: 1.0.0\n    urls:\n    - @'],
    ['JSON', ` ${json}`],
    ['JSON on lines', JSON.stringify(JSON.parse(json), null, 2)],
  ])('may have %s', async (_, text, address = one, quotes = '') => {
    let own = `${world.origin}/dl/engine/engine-1.0.0.tgz`;
    expect(await indexOf(text.replace('@', address))).toBe(text.replace('@', quotes + own + quotes));
    await expectArchive(own, one, '1.0.0');
  });

  test('in JSON keeps the URLs of each version, whichever key comes first', async () => {
    let file = (version: string) => `https://files.example/engine-${version}.tgz`;
    let versions = ['1.0.0', '1.1.0', '1.2.0'];
    for (let engine of [
      versions.map((version) => ({ version, urls: [file(version), file(`${version}-copy`)] })),
      versions.map((version) => ({ urls: [file(version), file(`${version}-copy`)], version })),
    ]) {
      let read = JSON.parse(await indexOf(JSON.stringify({ entries: { engine, left: engine } })));
      for (let { version, urls } of read.entries.engine)
        for (let [i, end] of ['', '-copy'].entries()) await expectArchive(urls[i], file(version + end), version);
      expect(read.entries.left).toEqual(engine);
    }
  });

  test('relative URLs of other charts still lead to the repository', async () => {
    let text = (...urls: string[]) =>
      `entries:\n  left:\n  - urls:\n${urls.map((url) => `    - ${url}\n`).join('')}    version: 1.0.0\n`;
    let { url } = world.registry;
    let here = text('left-1.tgz', './a/left-1.tgz', '/left-1.tgz?a=1', 'http://[', 'https://files.example/x');
    expect(await indexOf(here)).toBe(here);
    expect((await world.ask('/a/left-1.tgz')).headers.location).toBe(`${url}a/left-1.tgz`);
    expect(await indexOf(text('//files.example/left-1.tgz'))).toBe(text('http://files.example/left-1.tgz'));
  });

  test('of a repository in a folder has absolute URLs for archives outside the folder', async () => {
    let folder = await startRegistryWorld('helm', ['engine'], 'all/');
    let place = folder.registry.url;
    folder.registry.files.set('all/index.yaml', 'entries:\n  left:\n  - urls: [a/x.tgz, /b/x.tgz, "../c/x.tgz"]\n');
    expect((await folder.ask('/index.yaml')).body.toString()).toBe(
      `entries:\n  left:\n  - urls: [a/x.tgz, "${place}b/x.tgz", "${place}c/x.tgz"]\n`,
    );
    expect((await folder.ask('/a/x.tgz')).headers.location).toBe(`${place}all/a/x.tgz`);
    await folder.close();
  });

  test('may arrive in parts of any size', async () => {
    let text = index('https://files.example/engine-1.2.0.tgz');
    let whole = await indexOf(text);
    world.later(61_000);
    world.registry.behaviour = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/yaml' });
      for (let byte of Buffer.from(text)) response.write(Buffer.of(byte));
      response.end();
    };
    expect((await world.ask('/index.yaml')).body.toString()).toBe(whole);
  });
});

describe('archives', () => {
  test('only a complete download counts; the signature is redirected', async () => {
    await indexOf(index('charts/engine-1.2.0.tgz'));
    let before = await world.versions('engine');
    let place = `${world.registry.url}charts/engine-1.2.0.tgz`;
    expect((await world.ask('/dl/engine/engine-1.2.0.tgz', {}, 'HEAD')).headers.location).toBe(place);
    for (let headers of notWhole)
      expect((await world.ask('/dl/engine/engine-1.2.0.tgz', headers)).headers.location).toBe(place);
    expect((await world.ask('/dl/engine/engine-1.2.0.tgz.prov')).headers.location).toBe(`${place}.prov`);
    expect(await world.versions('engine')).toEqual(before);
    await expectArchive(`${world.origin}/dl/engine/engine-1.2.0.tgz`, place, '1.2.0+b1');
  });

  test('the signature of a file with a query has its suffix before the query', async () => {
    let changed = await indexOf(index('a'));
    let [path] = /\/dl\/engine\/[0-9a-f]{16}\/chart\.tgz/.exec(changed)!;
    expect((await world.ask(`${path}.prov`)).headers.location).toBe('https://files.example/v1.1/chart.tgz.prov?x=1');
  });

  test('an unknown version is a 404 and not counted; other paths are redirected', async () => {
    await indexOf(index('charts/engine-1.2.0.tgz'));
    let before = await world.versions('engine');
    for (let path of [
      '/dl/engine/engine-9.0.0.tgz',
      '/dl/engine/engine-9.0.0.tgz.prov',
      '/dl/engine/',
      '/dl/engine-core/x',
    ])
      expect((await world.ask(path)).status, path).toBe(404);
    for (let path of ['/dl/left/left-1.0.0.tgz', '/charts/engine-1.2.0.tgz', '/', '/dl'])
      expect((await world.ask(path)).headers.location, path).toBe(world.registry.url + path.slice(1));
    expect(await world.versions('engine')).toEqual(before);
  });
});

describe('a repository that fails', () => {
  let send = (type: string, text: string) => (_: IncomingMessage, response: ServerResponse) =>
    void response.writeHead(200, { 'content-type': type }).end(text);
  let bad: [what: string, answer: Behaviour][] = [
    ['is down', (_, response) => void response.destroy()],
    ['sends a page', send('text/html', '<html></html>')],
    ['sends YAML that is not an index', send('text/yaml', 'a: b\n')],
    ['sends nothing', send('text/yaml', ' \n')],
    ['sends incomplete JSON', send('application/json', '{"entries":{')],
    ['sends braces without end', send('text/yaml', `entries: {${'['.repeat(100_000)}`)],
    ['sends a version with many addresses', send('text/yaml', `entries:\n  a:\n  - urls:\n${'    - x\n'.repeat(101)}`)],
    ['sends a long line of versions', send('text/yaml', `entries: {a: [${'{urls: [x]},'.repeat(1_000)}]}\n`)],
    ['sends an endless line', send('text/yaml', `entries:\n  a: ${'x'.repeat(2e6)}`)],
  ];
  let silence: typeof bad = [['does not respond', () => {}]];

  async function isBridged(_: string, answer: Behaviour): Promise<void> {
    let fresh = await startRegistryWorld('helm', ['engine']);
    fresh.registry.behaviour = answer;
    for (let path of ['/index.yaml', '/dl/engine/engine-1.2.0.tgz']) expect((await fresh.ask(path)).status).toBe(502);
    expect(await fresh.versions('engine')).toEqual([]);
    await fresh.close();
    let before = await indexOf(index('charts/engine-1.2.0.tgz'));
    world.later(120_000);
    world.registry.behaviour = answer;
    expect((await world.ask('/index.yaml')).body.toString()).toBe(before);
    expect((await world.ask('/dl/engine/engine-1.2.0.tgz')).status).toBe(307);
  }

  test.each(bad)('and %s: cached data is sent, otherwise an error', isBridged);
  test.each(silence)('and %s: cached data is sent, otherwise an error', { tags: 'slow' }, isBridged);

  test('and has no index: 404', async () => {
    let fresh = await startRegistryWorld('helm', ['engine']);
    for (let path of ['/index.yaml', '/dl/engine/engine-1.2.0.tgz']) expect((await fresh.ask(path)).status).toBe(404);
    await fresh.close();
  });
});
