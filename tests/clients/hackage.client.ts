/**
 * cabal with a signed and an unsigned repository behind a gateway: its requests, and which of them
 * count.
 */
import { hackageTexts as texts } from 'app/features/packages/types/hackage.server';
import { registryTests } from 'app/text/registry-commands';
import { startRegistryWorld, type RegistryWorld } from 'tests/edge/registry-world';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { installed, startProject, tarball, type Project } from './registry-client';
import { signedRepository } from './signed-hackage';

const version = installed('cabal');
let world: RegistryWorld;
let project: Project;
/** The key of the signed repository that clients trust. */
let rootKey: string;

function cabalFile(name: string): string {
  return `cabal-version: 2.0\nname: ${name}\nversion: 1.2\nbuild-type: Simple\nlibrary\n`;
}

beforeAll(async () => {
  if (!version) return;
  world = await startRegistryWorld('hackage', ['engine']);
  let archives = new Map<string, Buffer>();
  for (let name of ['engine', 'left'])
    archives.set(`${name}-1.2`, tarball({ [`${name}-1.2/${name}.cabal`]: cabalFile(name) }));
  let signed = signedRepository(archives, cabalFile);
  rootKey = signed.rootKey;
  for (let [path, content] of signed.files) world.registry.files.set(path, content);
  // The index of clients that do not check signatures.
  let names = ['engine', 'left'].map((name) => [`${name}/1.2/${name}.cabal`, cabalFile(name)]);
  world.registry.files.set('00-index.tar.gz', tarball(Object.fromEntries(names)));
});
afterAll(() => world?.close());
afterEach(() => project?.close());

/** A new project whose cabal uses the repository of the page, in lines changed by `change`. */
async function useRepository(change: (lines: string) => string) {
  project = await startProject(world);
  let text = texts.installMethods('engine', world.origin)[0]!.texts[0]!.text;
  // Outside a project cabal reads its own configuration, which has the same lines.
  let lines = change(text).replace('active-repositories:', '-- active:');
  project.write('.cabal/config', `${lines}\nremote-repo-cache: ${project.folder}/.cabal/packages\n`);
}

test.skipIf(!version).each([
  ['without signatures', (lines: string) => lines.replace('secure: True', 'secure: False')],
  ['signed, with the lines of the page', (lines: string) => lines],
  [
    'signed, with the root key entered',
    (lines: string) => lines.replace('secure: True', `secure: True\n  root-keys: ${rootKey}\n  key-threshold: 1`),
  ],
])('cabal, repository %s: a package is one download; other packages and the index are none', async (_, change) => {
  await useRepository(change);
  await project.counted('engine', 'cabal update', 0);
  await project.counted('engine', 'cabal get engine', 1);
  await project.counted('engine', 'cabal get left', 0);
  await project.run('rm -rf engine-1.2 .cabal/packages && cabal update');
  await project.counted('engine', 'cabal get engine', 1);
  let event = (await world.downloads('engine')).at(-1);
  expect([event!.client, event!.version]).toEqual(['cabal', '1.2']);
});

test.skipIf(!version)('cabal refuses a signed repository of another root key, and nothing counts', async () => {
  await useRepository((lines) =>
    lines.replace('secure: True', `secure: True\n  root-keys: ${'0'.repeat(64)}\n  key-threshold: 1`),
  );
  let before = (await world.downloads('engine')).length;
  await expect(project.run('cabal update && cabal get engine')).rejects.toThrow(/signatures/i);
  expect((await world.downloads('engine')).length).toBe(before);
});

test.skipIf(!version)('cabal: the test command of a package counts as one download', async () => {
  project = await startProject(world);
  await project.counted(
    'engine',
    registryTests.hackage('engine', { host: world.host, origin: world.origin }),
    1,
    'cabal',
  );
});
