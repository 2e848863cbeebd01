/**
 * Reports of the install script of npm packages: which package they belong to, and what is stored.
 */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createInstallMemory } from 'edge/installs';
import { changeOwner } from 'gateway/floor/db/owner-transaction';
import { npmHost, npmIds, startNpmWorld, type NpmWorld } from './npm-world';

const minute = 60_000;
const grace = '00000000-0000-4000-8000-000000000021';

let world: NpmWorld;
beforeAll(async () => {
  world = await startNpmWorld();
}, 60_000);
afterAll(() => world.close());
beforeEach(() => world.later(11 * minute));

/** The report that the script sends for a package. */
function reportOf(parent: object, more: object = {}) {
  let hashes = { nameHash: sha256('secret'), versionHash: sha256('1') };
  let dependencyInfo = {
    scarf: { name: '@scarf/scarf', version: '1.4.0' },
    parent: { scarfSettings: { defaultOptIn: true }, ...parent },
    grandparent: hashes,
    rootPackage: hashes,
    anyInChainDisabled: false,
  };
  return {
    libraryType: 'npm',
    rawPlatform: 'darwin',
    rawArch: 'arm64',
    nodeVersion: '20.20.2',
    dependencyInfo,
    ...more,
  };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function sendReport(body: unknown, { path = '', method = 'POST', host = 'localhost' } = {}) {
  let headers = { 'content-type': 'application/json' };
  let text = typeof body === 'string' ? body : JSON.stringify(body);
  return world.get(host, `/package-event/install${path}`, { method, headers, body: text });
}

/** The number of events of a package that are added during `act`. */
async function added(id: string, act: () => Promise<unknown>): Promise<number> {
  let before = (await world.events(id)).length;
  await act();
  return (await world.events(id)).length - before;
}

describe('an installation', () => {
  test('is an event of the package with that name', async () => {
    let answer = await sendReport(reportOf({ name: '@ada/engine', version: '1.1.0' }), { host: 'api.localhost:8081' });
    expect([answer.status, answer.body.length, answer.headers['access-control-allow-origin']]).toEqual([
      200,
      0,
      undefined,
    ]);
    let [event, ...more] = await world.events(npmIds.engine);
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      type: 'event',
      version: '1.1.0',
      platform: 'macos',
      client: 'npm',
      audience: 'person-like',
      userAgent: '',
      isBot: false,
    });
    expect({ ...event!.variables }).toEqual({ platform: 'darwin', arch: 'arm64', node_version: '20.20.2' });
  });

  test('names a private package by the SHA-256 of its name, or any package by its id', async () => {
    let hashed = reportOf({ nameHash: sha256('ada-tool'), version: '1' });
    expect(await added(npmIds.tool, () => sendReport(hashed))).toBe(1);
    let renamed = reportOf({ name: 'renamed', version: '1' });
    expect(await added(npmIds.tool, () => sendReport(renamed, { path: `/${npmIds.tool}` }))).toBe(1);
  });

  test('of a package unknown to this installation is answered and not recorded', async () => {
    let named = await sendReport(reportOf({ name: 'left', version: '1.0.0' }));
    let numbered = await sendReport(reportOf({ name: '@ada/engine', version: '1.0.0' }), { path: '/00000000-none' });
    expect([named.status, numbered.status]).toEqual([200, 200]);
    expect(await world.versions(npmIds.engine)).toEqual(['1.1.0']);
  });

  test.each([
    ['text that is not JSON', 'hello'],
    ['a list', [reportOf({ name: '@ada/engine', version: '1' }), reportOf({ name: '@ada/engine', version: '1' })]],
    ['no package', { libraryType: 'npm', dependencyInfo: {} }],
    ['a name that is not a string', reportOf({ name: { toString: 1 }, version: '1' })],
    ['another library', reportOf({ name: '@ada/engine', version: '1' }, { libraryType: 'gem' })],
    ['nothing', ''],
  ])('with %s is refused with 422', async (_, body) => {
    let answer = await sendReport(body);
    expect(answer.status).toBe(422);
    expect(JSON.parse(answer.body.toString())).toMatchObject({ code: 'install-not-valid' });
  });

  test.each(['GET', 'PUT', 'OPTIONS'])('with %s is refused with 405, and allows POST', async (method) => {
    let answer = await sendReport('', { method });
    expect(answer).toMatchObject({ status: 405, headers: { allow: 'POST' } });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('is accepted only at API hosts, and nothing else at these hosts goes to the edge', () => {
    let owns = (host: string, target: string) => world.edge.owns(host, target);
    expect(
      ['', '/', '/some-id', '?a=1'].map((rest) => owns('localhost:8081', `/package-event/install${rest}`)),
    ).toEqual(Array(4).fill(true));
    let others = [
      '/package-event',
      '/package-event/installs',
      '/package-event/install/a/b',
      '/v2/package-event/install',
    ];
    expect(others.some((target) => owns('localhost', target))).toBe(false);
  });
});

describe('an installation through the gateway', () => {
  let install = reportOf({ name: '@ada/engine', version: '1.0.0' });
  let download = () => world.get(`${npmHost}:${world.port}`, '/@ada/engine/-/engine-1.0.0.tgz');

  test('is counted once, by its tarball', async () => {
    let once = async () => {
      await download();
      await sendReport(install);
    };
    expect(await added(npmIds.engine, once)).toBe(1);
  });

  test('is another event when nothing was downloaded before it, or long ago', async () => {
    let cached = async () => {
      await download();
      await sendReport(install);
      await sendReport(install);
    };
    expect(await added(npmIds.engine, cached)).toBe(2);
    let late = async () => {
      await download();
      world.later(11 * minute);
      await sendReport(install);
    };
    expect(await added(npmIds.engine, late)).toBe(2);
  });
});

describe('a package name of two owners', () => {
  let both = reportOf({ name: '@ada/engine', version: '9.0.0' });

  beforeAll(async () => {
    let at = { created_at: 1, updated_at: 1 };
    await world.records
      .insertInto('owners')
      .values({ id: grace, name: 'Grace', name_key: 'grace', kind: 'user', ...at })
      .execute();
    await changeOwner(world.records, grace, async (change) => {
      let { id: _, ...copied } = await change
        .selectFrom('packages')
        .selectAll()
        .where('id', '=', npmIds.engine)
        .executeTakeFirstOrThrow();
      await change
        .insertInto('packages')
        .values({ ...copied, id: grace, owner_id: grace })
        .execute();
      let domain = { id: grace, owner_id: grace, package_id: grace, pixel_id: null, created_at: 1 };
      await change
        .insertInto('domains')
        .values({ ...domain, name: null })
        .execute();
    });
  });

  test('belongs to neither owner until one of them has a verified domain', async () => {
    expect(await added(npmIds.engine, () => sendReport(both))).toBe(0);
    expect(await world.events(grace)).toEqual([]);
  });

  test('belongs to the owner who serves it at a verified domain', async () => {
    await changeOwner(world.records, grace, async (change) => {
      let checked = { verified_by: 'txt' as const, verified_at: 1, cname: '[]', txt: '[]', answered: 1 };
      await change
        .insertInto('custom_domains')
        .values({
          owner_id: grace,
          name: 'npm.grace.example',
          added_at: 1,
          checked_at: 1,
          next_check_at: null,
          ...checked,
        })
        .execute();
      await change.updateTable('domains').set({ name: 'npm.grace.example' }).where('id', '=', grace).execute();
    });
    expect(await added(npmIds.engine, () => sendReport(both))).toBe(0);
    expect((await world.events(grace)).map(({ version }) => version)).toEqual(['9.0.0']);
  });
});

test('what strangers tell of installations pushes no download out of the memory', () => {
  let memory = createInstallMemory(() => 0);
  let download = { type: 'binary-download', artifactType: 'package', page: '', variables: {} } as const;
  let what = {
    ...download,
    artifactId: 'a',
    ownerId: 'ada',
    trackCompanies: true,
    version: '1',
    mayTellInstall: true,
  } as const;
  memory.sawDownload(what, '192.0.2.1');
  for (let i = 0; i < 20_000; i++) expect(memory.isKnown('a', `invented-${i}`, '192.0.2.1')).toBe(false);
  expect([memory.isKnown('a', '1', '192.0.2.1'), memory.isKnown('a', '1', '192.0.2.1')]).toEqual([true, false]);
});
