/** Registries other than npm: what each is asked, what it answers, and days from totals. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countSources, CountSourceList, type CountedType, countUrlsOf } from 'contract/analytics/count-sources';
import { registryCountsApi } from 'contract/analytics/registry-counts';
import { packagesApi } from 'contract/packages/packages';
import { dayMs, dayOf, hourMs } from 'contract/floor/time';
import { madeEvent } from 'tests/support/made-event';
import { createWorld, type Caller, type World } from 'tests/support/world';

const { getRegistryCounts, setRegistryCounts } = registryCountsApi;
const mine = { owner: 'ada' };

/** Answers by path; other paths are unknown. */
let answers: Map<string, unknown>;
let asked: string[];
let server: http.Server;
let url: string;
let world: World;
let ada: Caller;

beforeAll(async () => {
  server = http.createServer((request, response) => {
    asked.push(request.url!);
    let answer = answers.get(request.url!);
    if (typeof answer === 'number') return void response.writeHead(answer, { 'x-ratelimit-remaining': '0' }).end();
    if (answer === undefined) return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => new Promise((done) => server.close(done)));

beforeEach(async () => {
  answers = new Map();
  asked = [];
  let urls = Object.fromEntries(Object.keys(countSources).map((type) => [type, url]));
  world = await createWorld({ registryCounts: { urls, privateTargets: ['127.0.0.1'], answerLimitMs: 1_000 } });
  // At noon, so that no test crosses midnight.
  world.later(dayMs - (world.now() % dayMs) + 12 * hourMs);
  ada = await world.as('ada');
});
afterEach(() => world.close());

const ago = (days: number) => dayOf(world.now() - days * dayMs);

async function watch(type: CountedType, name: string, more: object = {}) {
  let repository_url = 'https://registry.example/';
  let body = { type, name, repository_url, ...more } as never;
  let { id: package_id } = await ada.ask(packagesApi.createPackage, { params: mine, body });
  let params = { ...mine, package_id };
  await ada.ask(setRegistryCounts, { params, body: { is_on: true } });
  await world.gateway.registryCounts.wake();
  return params;
}

const countsOf = (params: { owner: string; package_id: string }) => ada.ask(getRegistryCounts, { params });

describe('a registry that counts days', () => {
  it('is PyPI, without mirrors and under the normal form of a name', async () => {
    answers.set('/api/packages/mill-engine/overall?mirrors=false', {
      data: [
        { category: 'without_mirrors', date: ago(2), downloads: 3 },
        { category: 'with_mirrors', date: ago(2), downloads: 9 },
        { category: 'without_mirrors', date: ago(4), downloads: 5 },
      ],
      package: 'mill-engine',
      type: 'overall_downloads',
    });
    let { registry, downloads, total } = await countsOf(await watch('python', 'Mill_Engine'));
    expect([registry, total]).toEqual(['PyPI', null]);
    expect(downloads.map(({ day, downloads: of }) => [day, of])).toEqual([
      [ago(4), 5],
      [ago(3), 0],
      [ago(2), 3],
    ]);
  });

  it('is crates.io, whose newest versions are listed one by one', async () => {
    answers.set('/api/v1/crates/mill/downloads', {
      version_downloads: [
        { version: 1, downloads: 2, date: ago(1) },
        { version: 2, downloads: 4, date: ago(1) },
      ],
      meta: { extra_downloads: [{ date: ago(1), downloads: 10 }] },
    });
    let { downloads } = await countsOf(await watch('cargo', 'mill'));
    expect(downloads).toEqual([{ day: ago(1), downloads: 16 }]);
  });
});

describe('a registry that tells a total', () => {
  type Case = [type: CountedType, name: string, path: string, answer: (total: number) => unknown, more?: object];

  const cases: Case[] = [
    ['rubygems', 'mill', '/api/v1/gems/mill.json', (downloads) => ({ name: 'mill', downloads, version: '1.0.0' })],
    [
      'composer',
      'ada/mill',
      '/packages/ada/mill.json',
      (total) => ({ package: { name: 'ada/mill', downloads: { total, monthly: 1, daily: 0 } } }),
    ],
    [
      'nuget',
      'Ada.Mill',
      '/query?q=packageid%3AAda.Mill&prerelease=true&semVerLevel=2.0.0&take=1',
      (totalDownloads) => ({ totalHits: 1, data: [{ id: 'Ada.Mill', version: '1.0.0', totalDownloads }] }),
    ],
    [
      'docker',
      'ada/mill',
      '/v2/repositories/ada/mill/',
      (pull_count) => ({ user: 'ada', name: 'mill', namespace: 'ada', pull_count, star_count: 0 }),
      { backend_registry: 'docker.io' },
    ],
    [
      'file',
      'mill',
      '/repos/ada/mill/releases?per_page=100&page=1',
      (total) => [{ tag_name: 'v1', assets: [{ name: 'a.zip', download_count: total - 1 }, { download_count: 1 }] }],
      {
        incoming_path: '/mill/{version}',
        outgoing_url: 'https://github.com/ada/mill/releases/download/{version}/mill.zip',
      },
    ],
  ];

  it.each(cases)('is asked about %s, and a day has what was added', async (type, name, path, answer, more) => {
    answers.set(path, answer(1_000));
    let params = await watch(type, name, more);
    expect(asked).toEqual([path]);
    expect(await countsOf(params)).toMatchObject({ registry: countSources[type].name, total: 1_000, downloads: [] });
    world.later(dayMs);
    answers.set(path, answer(1_007));
    await world.gateway.registryCounts.wake();
    world.later(3 * dayMs);
    answers.set(path, answer(1_017));
    await world.gateway.registryCounts.wake();
    await world.events.append([madeEvent({ artifactId: params.package_id, time: world.now() - 2 * dayMs })]);
    expect(await countsOf(params)).toMatchObject({
      total: 1_017,
      gateway_downloads: 1,
      downloads: [
        { day: ago(4), downloads: 7 },
        { day: ago(3), downloads: 3 },
        { day: ago(2), downloads: 3 },
        { day: ago(1), downloads: 4 },
      ],
    });
  });

  it('has no days where its total has become smaller', async () => {
    let [type, name, path, answer] = cases[0]!;
    answers.set(path, answer(1_000));
    let params = await watch(type, name);
    for (let total of [900, 905]) {
      world.later(dayMs);
      answers.set(path, answer(total));
      await world.gateway.registryCounts.wake();
    }
    expect(await countsOf(params)).toMatchObject({ total: 905, downloads: [{ day: ago(1), downloads: 5 }] });
  });

  it('adds the pages of releases, and waits when GitHub’s limit is used up', async () => {
    let [type, name, path, answer, more] = cases.at(-1)!;
    let [release] = answer(10) as [object];
    answers.set(
      path,
      Array.from({ length: 100 }, () => release),
    );
    answers.set(path.replace('&page=1', '&page=2'), answer(5));
    let params = await watch(type, name, more);
    expect((await countsOf(params)).total).toBe(1_005);
    world.later(dayMs);
    answers.set(path, 403);
    await world.gateway.registryCounts.wake();
    expect(await countsOf(params)).toMatchObject({ failure: 'too-many-requests', total: 1_005 });
  });

  it('is not there for images of other registries and files of other hosts', async () => {
    let refusal = async (body: object) => {
      let { id: package_id } = await ada.ask(packagesApi.createPackage, { params: mine, body: body as never });
      let params = { ...mine, package_id };
      return (await ada.refusal(setRegistryCounts, { params, body: { is_on: true } })).code;
    };
    let refused = 'registry-counts-not-available';
    expect(await refusal({ type: 'docker', name: 'ada/other', backend_registry: 'ghcr.io' })).toBe(refused);
    let outgoing_url = 'https://files.example/{version}';
    expect(await refusal({ type: 'file', name: 'other', incoming_path: '/o/{version}', outgoing_url })).toBe(refused);
    expect(await refusal({ type: 'go', name: 'example.com/o', repository_url: 'https://r.example' })).toBe(refused);
  });

  it('is not understood if it tells of another package', async () => {
    answers.set('/api/v1/gems/mill.json', { name: 'other', downloads: 5 });
    expect((await countsOf(await watch('rubygems', 'mill'))).failure).toBe('not-understood');
  });
});

describe('the setting', () => {
  it('names registries, each with its public address or another', () => {
    expect(CountSourceList.parse('none')).toEqual({});
    expect(CountSourceList.parse('cargo, python=https://stats.example/ ,npm=https://counts.example')).toEqual({
      cargo: 'https://crates.io/',
      python: 'https://stats.example/',
      npm: 'https://counts.example/',
    });
  });

  it('has all public services without a choice, and npm’s beside its public registry', () => {
    let all = countUrlsOf({});
    expect(Object.keys(all)).toEqual(Object.keys(countSources).filter((type) => type !== 'npm'));
    let npm = countUrlsOf({ npm_config_registry: 'https://registry.npmjs.org/' }).npm;
    expect(npm).toBe('https://registry.npmjs.org/'.replace('registry', 'api'));
    expect(countUrlsOf({ npm_config_registry: 'https://registry.example/' })).toEqual(all);
    expect(countUrlsOf({ REGISTRY_COUNTS: {} })).toEqual({});
  });

  it.each(['npm', 'none,npm', 'go', 'python=ftp://a', 'constructor'])('refuses %s', (list) => {
    expect(CountSourceList.safeParse(list).success).toBe(false);
  });
});
