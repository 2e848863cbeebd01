/**
 * Package types whose requests are all redirected to their registry: which requests count, and by
 * which version.
 */
import type { PackageType } from 'contract/packages/package-types/list';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { notWhole } from 'tests/support/not-whole';
import { startRegistryWorld, type RegistryWorld } from './registry-world';

interface Case {
  type: PackageType;
  names: string[];
  /** Paths that count, with the package and the version. */
  counted: [path: string, name: string, version: string][];
  /** Paths that do not count. */
  others: string[];
}

const cases: Case[] = [
  {
    type: 'hackage',
    names: ['engine', 'engine-core', 'base64-2x'],
    counted: [
      ['/package/engine-1.0.tar.gz', 'engine', '1.0'],
      ['/package/engine-core-0.12.3.1.tar.gz', 'engine-core', '0.12.3.1'],
      ['/package/base64-2x-3.tar.gz', 'base64-2x', '3'],
      ['/package/engine-1.0/engine-1.0.tar.gz', 'engine', '1.0'],
    ],
    others: [
      '/root.json',
      '/timestamp.json',
      '/snapshot.json',
      '/mirrors.json',
      '/01-index.tar.gz',
      '/01-index.tar',
      '/package/left-1.0.tar.gz',
      '/package/engine-1.0/engine.cabal',
      '/package/engine-1.0/revision/1.cabal',
      '/package/engine-1.0/docs.tar.gz',
      '/package/engine-1.0.tar.gz.sig',
      '/package/engine.tar.gz',
      '/package/engine',
    ],
  },
  {
    type: 'go',
    names: ['example.com/ada/engine', 'example.com/ada/engine/v2', 'example.com/Ada/Engine'],
    counted: [
      ['/example.com/ada/engine/@v/v1.2.0.zip', 'example.com/ada/engine', 'v1.2.0'],
      ['/example.com/ada/engine/@v/v1.0.0-!r!c.1.zip', 'example.com/ada/engine', 'v1.0.0-RC.1'],
      [
        '/example.com/ada/engine/@v/v0.0.0-20260102030405-abcdefabcdef.zip',
        'example.com/ada/engine',
        'v0.0.0-20260102030405-abcdefabcdef',
      ],
      ['/example.com/ada/engine/@v/v3.0.0+incompatible.zip', 'example.com/ada/engine', 'v3.0.0+incompatible'],
      ['/example.com/ada/engine/v2/@v/v2.0.0.zip', 'example.com/ada/engine/v2', 'v2.0.0'],
      ['/example.com/%21ada/%21engine/@v/v1.0.0.zip', 'example.com/Ada/Engine', 'v1.0.0'],
      ['/example.com/!ada/!engine/@v/v1.1.0.zip', 'example.com/Ada/Engine', 'v1.1.0'],
    ],
    others: [
      '/example.com/ada/engine/@v/list',
      '/example.com/ada/engine/@latest',
      '/example.com/ada/engine/@v/v1.2.0.info',
      '/example.com/ada/engine/@v/v1.2.0.mod',
      '/example.com/ada/engine/@v/master.info',
      '/example.com/ada/engine/@v/master.zip',
      '/example.com/ada/left/@v/v1.2.0.zip',
      '/example.com/ada/engine/v3/@v/v3.0.0.zip',
      '/example.com/Ada/Engine/@v/v1.0.0.zip',
      '/sumdb/sum.example/supported',
      '/sumdb/sum.example/lookup/example.com/ada/engine@v1.2.0',
    ],
  },
  {
    type: 'maven',
    names: ['org.ada:engine', 'org.ada.engine:engine-core', 'ada:engine'],
    counted: [
      ['/org/ada/engine/1.0/engine-1.0.jar', 'org.ada:engine', '1.0'],
      ['/org/ada/engine/1.1-rc.1/engine-1.1-rc.1.war', 'org.ada:engine', '1.1-rc.1'],
      ['/org/ada/engine/1.2/engine-1.2-linux-x86_64.exe', 'org.ada:engine', '1.2'],
      ['/org/ada/engine/1.3/engine-1.3-bin.tar.gz', 'org.ada:engine', '1.3'],
      ['/org/ada/engine/2.0-SNAPSHOT/engine-2.0-20260801.101500-3.jar', 'org.ada:engine', '2.0-SNAPSHOT'],
      ['/org/ada/engine/2.1-SNAPSHOT/engine-2.1-SNAPSHOT-all.jar', 'org.ada:engine', '2.1-SNAPSHOT'],
      ['/org/ada/engine/engine-core/1%2B2/engine-core-1%2B2.aar', 'org.ada.engine:engine-core', '1+2'],
      ['/ada/engine/1.0/engine-1.0.klib', 'ada:engine', '1.0'],
    ],
    others: [
      '/org/ada/engine/maven-metadata.xml',
      '/org/ada/engine/maven-metadata.xml.sha1',
      '/org/ada/engine/2.0-SNAPSHOT/maven-metadata.xml',
      '/org/ada/engine/1.0/engine-1.0.pom',
      '/org/ada/engine/1.0/engine-1.0.module',
      '/org/ada/engine/1.0/engine-1.0-cyclonedx.json',
      '/org/ada/engine/1.0/engine-1.0.pom.sha1',
      '/org/ada/engine/1.0/engine-1.0-sources.jar',
      '/org/ada/engine/1.0/engine-1.0-test-sources.jar',
      '/org/ada/engine/1.0/engine-1.0-javadoc.jar',
      '/org/ada/engine/1.0/engine-1.0-tests.jar',
      '/org/ada/engine/1.0/engine-1.0-tests.jar.asc',
      ...['sha1', 'sha256', 'sha512', 'md5', 'asc', 'asc.md5', 'sigstore.json'].map(
        (end) => `/org/ada/engine/1.0/engine-1.0.jar.${end}`,
      ),
      '/org/ada/engine/1.0/engine-1.0',
      '/org/ada/engine/1.0/engine-1.0.',
      '/org/ada/engine/1.0/engine-2.0.jar',
      '/org/ada/engine/2.0-SNAPSHOT/engine-2.0-20260801-3.jar',
      '/org/ada/engine/1.0/motor-1.0.jar',
      '/org/ada/motor/1.0/motor-1.0.jar',
      '/org.ada/engine/1.0/engine-1.0.jar',
      '/engine/1.0/engine-1.0.jar',
      '/',
    ],
  },
  {
    type: 'rubygems',
    names: ['engine', 'engine-core', 'engine-2', 'Engine_x.y'],
    counted: [
      ['/gems/engine-1.0.0.gem', 'engine', '1.0.0'],
      ['/gems/engine-2.gem', 'engine', '2'],
      ['/gems/engine-1.1.0.rc1.gem', 'engine', '1.1.0.rc1'],
      ['/gems/engine-1.2.0-java.gem', 'engine', '1.2.0'],
      ['/gems/engine-1.3.0-x86_64-linux.gem', 'engine', '1.3.0'],
      ['/gems/engine-1.4.0-x86_64-linux-musl.gem', 'engine', '1.4.0'],
      ['/gems/engine-1.5.0-arm64-darwin-23.gem', 'engine', '1.5.0'],
      ['/gems/engine-1.6.0-x64-mingw-ucrt.gem', 'engine', '1.6.0'],
      ['/gems/engine-1.7.0-x86-mswin32-60.gem', 'engine', '1.7.0'],
      ['/gems/engine-core-0.1.gem', 'engine-core', '0.1'],
      ['/gems/engine-2-3.0-x86_64-darwin.gem', 'engine-2', '3.0'],
      ['/gems/Engine_x.y-1.0.gem', 'Engine_x.y', '1.0'],
    ],
    others: [
      '/versions',
      '/names',
      '/info/engine',
      '/specs.4.8.gz',
      '/latest_specs.4.8.gz',
      '/prerelease_specs.4.8.gz',
      '/quick/Marshal.4.8/engine-1.0.0.gemspec.rz',
      '/api/v1/dependencies?gems=engine',
      '/gems/left-1.0.0.gem',
      '/gems/engine-core-extra-1.0.0.gem',
      '/gems/engine-3-tools-1.0.0.gem',
      '/gems/engine.gem',
      '/gems/engine-1.0.0.gem.sig',
      '/gems/engine-1.0.0.gemspec',
    ],
  },
];

/** Headers of requests that do not fetch a complete file. */
describe.each(cases)('$type', ({ type, names, counted, others }) => {
  let world: RegistryWorld;
  beforeAll(async () => {
    world = await startRegistryWorld(type, names);
  }, 60_000);
  afterAll(() => world.close());

  async function all(): Promise<Record<string, string[]>> {
    return Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await world.versions(name)] as const)),
    );
  }

  let redirect = (path: string) => ({
    status: 307,
    headers: { location: world.registry.url + path.slice(1), 'cache-control': 'no-store' },
  });

  test('a request that does not download a package of ada is redirected and not counted', async () => {
    for (let path of others) expect(await world.ask(path), path).toMatchObject(redirect(path));
    for (let [path] of counted) expect(await world.ask(path, {}, 'HEAD')).toMatchObject(redirect(path));
    let [path] = counted[0]!;
    for (let headers of notWhole) expect(await world.ask(path, headers)).toMatchObject(redirect(path));
    expect(await world.ask(`${others[0]}?a=1`)).toMatchObject(redirect(`${others[0]}?a=1`));
    expect(await world.ask(counted[0]![0], {}, 'PUT')).toMatchObject({ status: 405 });
    expect(await all()).toEqual(Object.fromEntries(names.map((name) => [name, []])));
    expect(world.registry.requests).toEqual([]);
  });

  // @spec 3: Hackage packages are created, redirected to their repository and counted
  // @spec 3: Go modules are created, redirected to their proxy and counted
  // @spec 3: Gems are created, redirected to their server and counted
  test('the download of a package is redirected and counted once, with its version', async () => {
    for (let [path] of counted) expect(await world.ask(path), path).toMatchObject(redirect(path));
    let expected = names.map((name) => {
      let versions = counted.filter(([, of]) => of === name).map(([, , version]) => version);
      return [name, versions.sort()];
    });
    expect(await all()).toEqual(Object.fromEntries(expected));
    expect(world.registry.requests).toEqual([]);
  });
});

// @spec 3: Maven artifacts are created, redirected to their repository and counted
test('files of one version count as one download, including those of snapshots', async () => {
  let world = await startRegistryWorld('maven', ['org.ada:engine']);
  for (let file of ['1.0/engine-1.0.jar', '1.0/engine-1.0-linux.jar', '2-SNAPSHOT/engine-2-20260801.101500-3.jar'])
    await world.ask(`/org/ada/engine/${file}`);
  let events = await world.downloads('org.ada:engine');
  expect(events.map(({ requestPath }) => requestPath)).toEqual([
    '/org/ada/engine/1.0/',
    '/org/ada/engine/1.0/',
    '/org/ada/engine/2-SNAPSHOT/',
  ]);
  await world.close();
});

test.each([
  ['go', 'example.com/ada/engine', '/example.com/ada/engine/@v/v1.2.0.zip', 'Go-http-client/2.0', 'tool/2'],
  ['go', 'example.com/ada/engine', '/example.com/ada/engine/@v/v1.2.0.zip', 'Athens/v0.14.0', 'mirror-agent/1'],
  ['hackage', 'engine', '/package/engine-1.0.tar.gz', 'Go-http-client/2.0', 'library/2'],
] as const)('at a host of %s, %s of %s by %j is judged as %s', async (type, name, path, userAgent, audienceReason) => {
  let world = await startRegistryWorld(type, [name]);
  await world.ask(path, { 'user-agent': userAgent });
  expect(await world.downloads(name)).toMatchObject([{ audienceReason, isBot: false }]);
  await world.close();
});
