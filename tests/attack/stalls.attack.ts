/**
 * How long one request may hold an event loop: of the process of downloads, and of the store side
 * with the API and the dashboard. Measured by their own metrics.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { costOf, startTarget, type Target } from './target';

/** Nobody else waits longer. */
const holdMaxMs = 100;

/** Below this, differences are those of garbage collection and timers. */
const noiseMs = 60;

/** Indexes by the path at which a registry has them. */
let indexes = new Map<string, { type: string; text: string }>();
let registry: Server;
let at: string;
let target: Target;
let token: string;
let cookie: string;

beforeAll(async () => {
  registry = createServer((request, response) => {
    let { type = 'text/plain', text } = indexes.get(request.url!) ?? {};
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': type });
    response.end(text);
  });
  await new Promise<void>((done) => registry.listen(0, '127.0.0.1', done));
  at = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
  target = await startTarget({ PRIVATE_TARGETS: '*' });
  token = await target.signIn('grace');
  cookie = await target.cookieOf('grace');
});
afterAll(async () => {
  await target.close();
  registry.closeAllConnections();
  await new Promise((done) => registry.close(done));
});

type Role = 'edge' | 'store';

const runs = 5;

/**
 * Since it was last asked: the longest wait of the loop, and the processor time of the process so
 * far.
 */
async function measured(role: Role): Promise<{ longestMs: number; processorMs: number }> {
  let text = await target.metrics();
  let valueOf = (name: string) =>
    1_000 * Number(new RegExp(`^landfall_${role}_${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)![1]);
  return {
    longestMs: valueOf('nodejs_eventloop_lag_max_seconds'),
    processorMs: valueOf('process_cpu_seconds_total'),
  };
}

/**
 * How long `work` holds the loop at most, in the best of some runs: no longer than it waited, and
 * no longer than the process computed, which is less where other programs have the processor.
 */
async function stallOf(role: Role, work: () => Promise<unknown>): Promise<number> {
  let least = Infinity;
  for (let run = 0; run < runs && least >= holdMaxMs; run++) {
    let before = await measured(role);
    await work();
    let { longestMs, processorMs } = await measured(role);
    least = Math.min(least, longestMs, processorMs - before.processorMs);
  }
  return least;
}

const MB = 1024 * 1024;
const filled = (part: string, bytes: number) => part.repeat(Math.ceil(bytes / part.length));
const numbered = (count: number, part: (i: number) => string) => Array.from({ length: count }, (_, i) => part(i));

describe('an index of a registry holds no download up', () => {
  let number = 0;
  /** The index at a new registry, which is fetched and read once for each. */
  async function readOnce(type: string, document: (place: string) => Record<string, string>, path: string, name = 'a') {
    let place = `${number++}/`;
    for (let [file, text] of Object.entries(document(at + place)))
      indexes.set(`/${place}${file}`, { type: /^\s*[{[]/.test(text) ? 'application/json' : typeOf(type), text });
    let owner = `stall-${number}`;
    let organization = { name: owner, billing_email: 'grace@example.com' };
    expect((await target.api('POST', '/v2/organizations', organization, token)).status).toBe(201);
    let fields = { type, name, repository_url: at + place };
    let made = await target.api('POST', `/v2/packages/${owner}`, fields, token);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return async () => {
      let { status } = await target.gateway(`${owner}.${type}.localhost`, path);
      expect([200, 502]).toContain(status);
    };
  }
  let typeOf = (type: string) => (type === 'python' ? 'text/html' : 'text/plain');

  it.each<[string, string, string, (place: string) => Record<string, string>]>([
    [
      'npm: tiny versions',
      'npm',
      '/a',
      (place) => ({
        a: `{"name":"a","versions":{${numbered(60_000, (i) => `"0.0.${i}":{"dist":{"tarball":"${place}a-${i}.tgz"}}`).join()}}}`,
      }),
    ],
    [
      'helm: a line of addresses',
      'helm',
      '/index.yaml',
      () => ({
        'index.yaml': `entries:\n  a:\n  - version: 1.0.0\n    urls: [${filled('a,', MB - 100)}]\n`,
      }),
    ],
    [
      'helm: a line of versions',
      'helm',
      '/index.yaml',
      () => ({ 'index.yaml': `entries: {a: [${filled('{urls: [x]},', MB - 100)}]}\n` }),
    ],
    [
      'helm: long lines of versions',
      'helm',
      '/index.yaml',
      () => ({ 'index.yaml': `entries: {a: [\n${filled(`${filled('{urls: [x]},', 8_000)}\n`, 2 * MB)}]}\n` }),
    ],
    [
      'helm: JSON of addresses',
      'helm',
      '/index.yaml',
      () => ({ 'index.yaml': `{"entries":{"a":[{"urls":[${filled('"x",', 2 * MB)}"x"]}]}}` }),
    ],
    [
      'helm: JSON of versions',
      'helm',
      '/index.yaml',
      () => ({ 'index.yaml': `{"entries":{"a":[${filled('{"version":"1","urls":["x"]},', 2 * MB)}{}]}}` }),
    ],
    ['cargo: a long line', 'cargo', '/1/a', () => ({ '1/a': `{"vers":"1","x":[${filled('{},', MB - 100)}1]}\n` })],
    [
      'cargo: tiny versions',
      'cargo',
      '/1/a',
      () => ({ '1/a': numbered(200_000, (i) => `{"vers":"${i}"}\n`).join('') }),
    ],
    [
      'composer: many keys',
      'composer',
      '/packages.json',
      () => ({ 'packages.json': `{${numbered(200_000, (i) => `"${i}":1`).join()}}` }),
    ],
    [
      'nuget: tiny resources',
      'nuget',
      '/v3/index.json',
      () => ({ 'v3/index.json': `{"resources":[${filled('{"@id":"https:a","@type":"x"},', 64_000)}{}]}` }),
    ],
    [
      'nuget: tiny versions',
      'nuget',
      '/v3/content/a/index.json',
      (place) => ({
        'v3/index.json': `{"resources":[{"@id":"${place}","@type":"PackageBaseAddress/3.0.0"}]}`,
        'a/index.json': `{"versions":[${numbered(200_000, (i) => `"0.0.${i}"`).join()}]}`,
      }),
    ],
    [
      'nuget: registrations',
      'nuget',
      '/v3/registrations/plain/a/index.json',
      (place) => ({
        'v3/index.json': `{"resources":[${['PackageBaseAddress/3.0.0', 'RegistrationsBaseUrl'].map((type) => `{"@id":"${place}","@type":"${type}"}`).join()}]}`,
        'a/index.json': `{"items":[${numbered(60_000, (i) => `{"@id":"${place}a/${i}","packageContent":"${place}a/0.0.${i}"}`).join()}]}`,
      }),
    ],
    [
      'python: JSON of files',
      'python',
      '/simple/a/',
      () => ({
        'a/': `{"files":[${numbered(100_000, (i) => `{"url":"a-${i}.zip"}`).join()}]}`,
      }),
    ],
    [
      'python: links',
      'python',
      '/simple/a/',
      () => ({ 'a/': numbered(100_000, (i) => `<a href=a-${i}.zip>`).join('') }),
    ],
    ['python: open tags', 'python', '/simple/a/', () => ({ 'a/': filled('<a ', 2 * MB) })],
  ])('%s', async (_, type, path, document) => {
    let name = type === 'composer' ? 'a/a' : 'a';
    let works: (() => Promise<void>)[] = [];
    for (let run = 0; run < runs; run++) works.push(await readOnce(type, document, path, name));
    let run = 0;
    expect(await stallOf('edge', () => works[run++]!())).toBeLessThan(holdMaxMs);
    expect(target.isAlive()).toBe(true);
  });
});

describe('what strangers send holds no download up', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['a long path', () => target.gateway('hopper-labs.gateway.localhost', `/${'a/'.repeat(6_000)}`)],
    ['encoded steps', () => target.gateway('hopper-labs.gateway.localhost', `/${'%2e%2f'.repeat(2_500)}`)],
    ['a long query', () => target.gateway('hopper-labs.gateway.localhost', `/?${'a=1&'.repeat(3_500)}`)],
    ['a long agent', () => gatewayWith({ 'user-agent': 'Mozilla/5.0 ('.repeat(1_000) })],
    ['many forwarded addresses', () => gatewayWith({ 'x-forwarded-for': '1.1.1.1,'.repeat(1_700) })],
    ['many languages', () => gatewayWith({ 'accept-language': 'de;q=0.1,'.repeat(1_500) })],
    [
      'many names of an image',
      () => target.gateway('hopper-labs.docker.localhost', `/v2/${'a/'.repeat(6_000)}manifests/1`),
    ],
  ])('%s', async (_, work) => {
    expect(await stallOf('edge', work)).toBeLessThan(holdMaxMs);
    expect(target.isAlive()).toBe(true);
  });

  let gatewayWith = (headers: Record<string, string>) =>
    target.gateway('hopper-labs.gateway.localhost', '/flowmatic/2.5.0/flowmatic-linux.tar.gz', { headers });
});

describe('what is sent to the API and the dashboard holds no other request up', () => {
  /** As long as a body may be. */
  const bytes = 255 * 1024;
  let list = (part: string) => `[${filled(`${part},`, bytes - 200 - part.length)}${part}]`;
  let headers = () => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });
  let body = (method: string, path: string, text: string) => async () => {
    let { status } = await target.gateway('localhost', path, { method, headers: headers(), body: text });
    expect(status).toBeLessThan(500);
  };
  let call = (params: string) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`;
  let page = (path: string) => () => target.dashboard(path, { headers: { cookie } });
  let form = (path: string, text: string) => () =>
    target.dashboard(path, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
      body: text,
    });

  it.each<[string, () => () => Promise<unknown>]>([
    ['to assistants: a list of requests', () => body('POST', '/mcp', list('{}'))],
    ['to assistants: numbers', () => body('POST', '/mcp', call(list('0')))],
    ['to assistants: deep lists', () => body('POST', '/mcp', call('['.repeat(60_000) + ']'.repeat(60_000)))],
    [
      'to assistants: many arguments',
      () =>
        body(
          'POST',
          '/mcp',
          call(`{"name":"count_downloads","arguments":{${numbered(20_000, (i) => `"a${i}":1`).join()}}}`),
        ),
    ],
    [
      'to assistants: a list of breakdowns',
      () => body('POST', '/mcp', call(`{"name":"count_downloads","arguments":{"breakdowns":${list('1')}}}`)),
    ],
    ['a filter of many values', () => body('POST', '/v2/insights/hopper-labs/filters', filterOf(list('"a"')))],
    ['a filter of values of no type', () => body('POST', '/v2/insights/hopper-labs/filters', filterOf(list('{}')))],
    [
      'a filter of many conditions',
      () =>
        body(
          'POST',
          '/v2/insights/hopper-labs/filters',
          `{"name":"x",${numbered(8_000, (i) => `"a${i}":{"op":"x"}`).join()}}`,
        ),
    ],
    ['a package of lists', () => body('POST', '/v2/packages/hopper-labs', list('[]'))],
    [
      'a sign-in of a long address',
      () => body('POST', '/internal/login', `{"email":"${'a@'.repeat(60_000)}","password":"x"}`),
    ],
    [
      'a question of many breakdowns',
      () => () =>
        target.gateway(
          'localhost',
          `/v3/insights/hopper-labs/aggregations/export?${'breakdown_set=by-total&'.repeat(600)}`,
          {
            headers: headers(),
          },
        ),
    ],
    [
      'a question of many packages',
      () => () =>
        target.gateway('localhost', `/v3/insights/hopper-labs/aggregations/export?package_id=${'a,'.repeat(7_000)}`, {
          headers: headers(),
        }),
    ],
    ['a search of many words', () => page(`/docs?q=${'a+'.repeat(7_000)}`)],
    ['a form of many fields', () => form('/login', numbered(5_000, (i) => `a${i}=1`).join('&'))],
    ['a form of one field many times', () => form('/login', 'email=a&'.repeat(8_000))],
    ['a form of deep fields', () => form('/login', `${'a.'.repeat(20_000)}=1`)],
    ['a form of indexed fields', () => form('/login', numbered(4_000, (i) => `a[${i}].b[9]=1`).join('&'))],
  ])('%s', async (_, make) => {
    let work = make();
    await work();
    expect(await stallOf('store', work)).toBeLessThan(holdMaxMs);
    expect(target.isAlive()).toBe(true);
  });

  /** Pages that were made before are kept. */
  let number = 0;
  it.each([
    ['a long search', `search=${'a%20'.repeat(3_500)}`],
    ['a long value that is not known', `a=${'b'.repeat(12_000)}`],
    ['many packages', 'package=a&'.repeat(1_400)],
  ])('a report with %s costs no more than three usual ones', async (_, query) => {
    let report = (text: string) => () => page(`/analytics/hopper-labs?n=${number++}&${text}`)();
    await report('')();
    let usual = await costOf(target, report(''));
    expect(await costOf(target, report(query))).toBeLessThan(3 * usual + noiseMs);
  });

  let filterOf = (values: string) => `{"name":"x","request_client":{"op":"equals","values":${values}}}`;
});
