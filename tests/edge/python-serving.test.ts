/** Python packages at the edge, with an index on 127.0.0.1: responses and counts. */
import { gunzipSync } from 'node:zlib';
import { htmlType, jsonType } from 'tests/support/python-registry';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { notWhole } from 'tests/support/not-whole';
import { pythonHost, pythonIds, startPythonWorld, type PythonWorld } from './python-world';
import { withdraw } from './registry-package';

const minute = 60_000;
/** The `Accept` header of pip. */
const anyPage = `${jsonType}, ${htmlType}; q=0.1, text/html; q=0.01`;
const agent =
  'pip/25.1 {"ci":true,"cpu":"x86_64","installer":{"name":"pip","version":"25.1"},"python":"3.12.3","system":{"name":"Linux","release":"6.8.0"}}';

let world: PythonWorld;
let at: string;
beforeAll(async () => {
  world = await startPythonWorld();
  at = `http://${pythonHost}:${world.port}/simple`;
}, 60_000);
afterAll(() => world.close());
beforeEach(() => {
  world.later(2 * minute);
  world.registry.behaviour = undefined;
  world.registry.isHtmlOnly = false;
  world.registry.requests.length = 0;
});

function get(target: string, headers: Record<string, string> = {}, method = 'GET') {
  return world.get(`${pythonHost}:${world.port}`, target, { method, headers: { 'user-agent': agent, ...headers } });
}

/** The registry's page, with the files of a project at the gateway. */
function rewritten(project: string, type: 'json' | 'html'): string {
  let from = type === 'json' ? world.registry.place('') : '../../files/';
  return world.registry.page(project, type).replaceAll(`"${from}`, `"${at}/${project}/`);
}

describe('the page of a project with a withdrawn version', () => {
  afterAll(() => withdraw(world, pythonIds.engine));

  test.each([
    ['withdrawn', false, 'Withdrawn by its maintainers. Leaks tokens.'],
    ['deprecated', true, 'Leaks tokens.'],
  ])('stays in JSON, with %s files marked and every other field of all files', async (_, isServed, notice) => {
    await withdraw(world, pythonIds.engine, '1.1.0', isServed);
    let answer = await get('/simple/ada-engine/', { accept: anyPage });
    expect(answer.headers['content-type']).toBe(jsonType);
    let page = JSON.parse(rewritten('ada-engine', 'json'));
    expect(page.files.map((file: object) => 'upload-time' in file && 'size' in file)).toEqual([true, true]);
    page.files[1].yanked = notice;
    expect(JSON.parse(answer.body.toString())).toEqual(page);
    // A parser may refuse a member that is there twice.
    expect(answer.body.toString().match(/"yanked"/g)).toHaveLength(2);
  });

  test('is marked by an index that is JSON only, and by one that is HTML only', async () => {
    await withdraw(world, pythonIds.engine, '1.1.0');
    world.registry.behaviour = (_, response) =>
      void response.writeHead(200, { 'content-type': jsonType }).end(world.registry.page('ada-engine', 'json'));
    let json = await get('/simple/ada-engine/', { accept: anyPage });
    expect(JSON.parse(json.body.toString()).files.map(({ yanked }: { yanked: unknown }) => yanked)).toEqual([
      false,
      'Withdrawn by its maintainers. Leaks tokens.',
    ]);
    world.registry.behaviour = undefined;
    world.registry.isHtmlOnly = true;
    world.later(2 * minute);
    let html = await get('/simple/ada-engine/', { accept: anyPage });
    expect(html.headers['content-type']).toBe(`${htmlType}; charset=utf-8`);
    expect(html.body.toString().match(/data-yanked="Withdrawn by its maintainers. Leaks tokens."/g)).toHaveLength(1);
  });
});

describe('the page of a project', () => {
  test.each(['ada-engine', 'ada-tool'])(
    '%s in JSON is the page of the registry, byte for byte except for the files',
    async (project) => {
      let answer = await get(`/simple/${project}/`, { accept: anyPage, 'accept-encoding': 'gzip' });
      expect(answer.headers).toMatchObject({
        'content-type': jsonType,
        'content-encoding': 'gzip',
        'cache-control': 'public, max-age=60',
        vary: 'Accept, Accept-Encoding',
      });
      expect(gunzipSync(answer.body).toString()).toBe(rewritten(project, 'json'));
      expect(rewritten(project, 'json')).toContain(`"url": "${at}/${project}/`);
    },
  );

  test.each(['ada-engine', 'ada-tool'])(
    '%s in HTML is the page of the registry, byte for byte except for the files',
    async (project) => {
      let answer = await get(`/simple/${project}/`, { accept: 'text/html' });
      expect(answer.headers['content-type']).toBe('text/html');
      expect(answer.body.toString()).toBe(rewritten(project, 'html'));
      expect(rewritten(project, 'html')).toContain(`href="${at}/${project}/`);
    },
  );

  test.each([
    ['', 'text/html'],
    ['*/*', 'text/html'],
    [anyPage, jsonType],
    ['application/vnd.pypi.simple.latest+json', jsonType],
    ['application/vnd.pypi.simple.latest+html', htmlType],
    [`${htmlType}, ${jsonType}; q=0.5`, htmlType],
    ['text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8', 'text/html'],
  ])('a client that accepts “%s” gets %s', async (accept, type) => {
    let answer = await get('/simple/ada-engine/', accept ? { accept } : {});
    expect([answer.status, answer.headers['content-type']]).toEqual([200, type]);
    expect(answer.body.toString()).toBe(rewritten('ada-engine', type === jsonType ? 'json' : 'html'));
  });

  test('a format in the query has priority over the Accept header', async () => {
    for (let format of [jsonType, encodeURIComponent(jsonType)]) {
      let answer = await get(`/simple/ada-engine/?format=${format}`, { accept: 'text/html' });
      expect(answer.headers['content-type']).toBe(jsonType);
    }
  });

  test.each(['application/json', 'application/vnd.pypi.simple.v2+json', `${jsonType};q=0`])(
    'a client that accepts only %s gets 406',
    async (accept) => {
      expect(await get('/simple/ada-engine/', { accept })).toMatchObject({ status: 406 });
      expect(await get('/simple/', { accept })).toMatchObject({ status: 406 });
    },
  );

  test('a client with the current version gets 304, and HEAD has no body', async () => {
    let { etag = '' } = (await get('/simple/ada-engine/', { accept: anyPage })).headers;
    expect(etag).toMatch(/^W\/"/);
    let again = { accept: anyPage, 'if-none-match': etag };
    expect(await get('/simple/ada-engine/', again)).toMatchObject({ status: 304 });
    let head = await get('/simple/ada-engine/', { accept: anyPage }, 'HEAD');
    expect(head).toMatchObject({ status: 200, body: Buffer.alloc(0), headers: { etag } });
  });

  test('one fetch serves all clients for a minute, then a new version is found', async () => {
    await Promise.all(Array.from({ length: 20 }, () => get('/simple/ada-engine/', { accept: anyPage })));
    expect(world.registry.requests).toEqual(['GET /simple/ada-engine/']);
    world.registry.publish({ name: 'ada-engine', version: '1.2.0', needs: ['left>=1'] });
    world.later(minute + 1);
    let page = await get('/simple/ada-engine/', { accept: anyPage });
    expect(page.body.toString()).toContain('ada_engine-1.2.0-py3-none-any.whl');
  });

  test('a registry with HTML only: clients get it as a type they accept', async () => {
    world.registry.isHtmlOnly = true;
    for (let [accept, type] of [
      [anyPage, htmlType],
      ['text/html', 'text/html'],
    ] as const) {
      let { headers, body } = await get('/simple/ada-tool/', { accept });
      expect(headers['content-type']!.replace(/; charset=utf-8$/, '')).toBe(type);
      expect(body.toString()).toBe(rewritten('ada-tool', 'html'));
    }
    expect(await get('/simple/ada-tool/', { accept: jsonType })).toMatchObject({ status: 406 });
    expect(await get('/simple/ada-tool/ada_tool-1.0-py2.7.egg')).toMatchObject({
      status: 301,
      headers: { location: world.registry.place('ada_tool-1.0-py2.7.egg') },
    });
  });

  test('a directory listing at another address: its files are found there', async () => {
    let links = '<a href="?C=N">Name</a> <a href="../">Up</a> <a href=\'ada_tool-1.0.tar.gz\'>1.0</a>';
    world.registry.behaviour = (request, response) => {
      if (request.url === '/simple/ada-tool/') response.writeHead(302, { location: '/tree/a/' }).end();
      else response.writeHead(200, { 'content-type': 'text/html' }).end(`<html><body>${links}</body></html>`);
    };
    let { body } = await get('/simple/ada-tool/', { accept: 'text/html' });
    let expected = links.replace("'ada_tool", `'${at}/ada-tool/ada_tool`);
    expect(body.toString()).toBe(`<html><body>${expected}</body></html>`);
    expect(await get('/simple/ada-tool/ada_tool-1.0.tar.gz')).toMatchObject({
      headers: { location: new URL('/tree/a/ada_tool-1.0.tar.gz', world.registry.url).href },
    });
  });

  test('the base element of a page determines the address of its files', async () => {
    world.registry.behaviour = (_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<base href="https://files.example/a/"><a href="ada_tool-1.0.zip?a=1&amp;b=2#md5=x">1.0</a>');
    let { body } = await get('/simple/ada-tool/', { accept: 'text/html' });
    expect(body.toString()).toContain(`href="${at}/ada-tool/ada_tool-1.0.zip#md5=x"`);
    for (let [file, place] of [
      ['ada_tool-1.0.zip', 'https://files.example/a/ada_tool-1.0.zip?a=1&b=2'],
      ['ada_tool-1.0.zip.metadata', 'https://files.example/a/ada_tool-1.0.zip.metadata?a=1&b=2'],
    ])
      expect(await get(`/simple/ada-tool/${file}`)).toMatchObject({ headers: { location: place } });
  });
});

describe('names', () => {
  test.each([
    ['/simple', '/simple/'],
    ['/simple/ada-engine', '/simple/ada-engine/'],
    ['/simple/Ada_Engine/', '/simple/ada-engine/'],
    ['/simple/ada.tool', '/simple/ada-tool/'],
    ['/simple/Ada--Tool/?format=text/html', '/simple/ada-tool/?format=text/html'],
  ])('%s is redirected to %s', async (path, location) => {
    expect(await get(path)).toMatchObject({ status: 307, headers: { location } });
  });

  test('the list of projects has those of the host, in HTML and JSON', async () => {
    let json = await get('/simple/', { accept: jsonType });
    expect(JSON.parse(json.body.toString())).toEqual({
      meta: { 'api-version': '1.0' },
      projects: [{ name: 'ada-absent' }, { name: 'ada-engine' }, { name: 'Ada.Tool' }],
    });
    let html = await get('/simple/', { accept: 'text/html' });
    expect(html.body.toString()).toContain('<a href="/simple/ada-tool/">Ada.Tool</a>');
    expect(await get('/simple/', { 'if-none-match': html.headers.etag! })).toMatchObject({ status: 304 });
  });
});

describe('files', () => {
  const wheel = '/simple/ada-engine/ada_engine-1.0.0-py3-none-any.whl';

  // @spec 3: Python packages are created, served as an index, redirected and counted
  test('a GET is redirected to the registry and counted with its version', async () => {
    expect(await get(wheel)).toMatchObject({
      status: 301,
      headers: {
        location: world.registry.place('ada_engine-1.0.0-py3-none-any.whl'),
        'cache-control': 'private, max-age=31536000, immutable',
      },
    });
    let [event, ...more] = await world.events(pythonIds.engine);
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      type: 'binary-download',
      artifactType: 'package',
      version: '1.0.0',
      client: 'pip',
      platform: 'linux',
      audience: 'ci',
      requestDomain: pythonHost,
    });
  });

  test('HEAD, metadata, signatures, the rest of a download and a conditional request are not counted', async () => {
    let before = await world.versions(pythonIds.engine);
    let place = world.registry.place('ada_engine-1.0.0-py3-none-any.whl');
    expect((await get(wheel, {}, 'HEAD')).status).toBe(301);
    // uv reads the metadata in this way when the index offers none.
    for (let headers of notWhole) expect((await get(wheel, headers)).status).toBe(301);
    for (let suffix of ['.metadata', '.asc'])
      expect(await get(wheel + suffix)).toMatchObject({ status: 307, headers: { location: place + suffix } });
    expect(await world.versions(pythonIds.engine)).toEqual(before);
  });

  test('the version comes from the name of the file, in normalized form', async () => {
    for (let file of [
      'Ada.Tool-0.9-beta.2.tar.gz',
      'ada_tool-1.0-py2.7.egg',
      'ada_tool-1.0%2Bcu_118-1-py3-none-any.whl',
    ])
      expect((await get(`/simple/ada-tool/${file}`)).status).toBe(301);
    let versions = await world.versions(pythonIds.tool);
    expect(versions).toEqual(expect.arrayContaining(['0.9b2', '1.0', '1.0+cu.118']));
  });

  test('an unknown file, version or project is a 404 and is not counted', async () => {
    let before = await world.versions(pythonIds.engine);
    for (let path of [
      '/simple/ada-engine/ada_engine-9.9.9-py3-none-any.whl',
      '/simple/ada-engine/ada_engine-9.9.9-py3-none-any.whl.metadata',
      '/simple/ada-engine/readme.txt',
      '/simple/ada-absent/',
      '/simple/ada-absent/ada_absent-1.0.tar.gz',
      '/elsewhere',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    expect(await world.versions(pythonIds.engine)).toEqual(before);
    expect(await world.versions(pythonIds.absent)).toEqual([]);
  });

  test('a file that only the newer of the two pages has is found', async () => {
    await get('/simple/ada-engine/', { accept: anyPage });
    world.later(minute / 2);
    world.registry.publish({ name: 'ada-engine', version: '1.3.0' });
    let page = await get('/simple/ada-engine/', { accept: 'text/html' });
    expect(page.body.toString()).toContain('1.3.0');
    expect((await get('/simple/ada-engine/ada_engine-1.3.0-py3-none-any.whl')).status).toBe(301);
  });
});

test('other projects are redirected to the registry, with all paths below them', async () => {
  for (let path of ['left/', 'left', 'Left_Pad/?format=text/html', 'left/left-1.0.0.tar.gz'])
    expect(await get(`/simple/${path}`)).toMatchObject({
      status: 307,
      headers: { location: world.registry.url + path },
    });
  expect((await get('/simple/ada-engine/', {}, 'POST')).status).toBe(405);
});
