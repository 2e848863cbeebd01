/** cabal with an unsigned repository behind a gateway: its requests, and which of them count. */
import { hackage as texts } from 'app/features/packages/types/hackage.server';
import { startRegistryWorld, type RegistryWorld } from 'tests/gateway/registry-world';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installed, startProject, tarball, type Project } from './registry-client';

const version = installed('cabal');
let world: RegistryWorld;
let project: Project;

beforeAll(async () => {
  if (!version) return;
  world = await startRegistryWorld('hackage', ['engine']);
  let cabal = (name: string) => `cabal-version: 2.0\nname: ${name}\nversion: 1.2\nbuild-type: Simple\nlibrary\n`;
  for (let name of ['engine', 'left'])
    world.registry.files.set(`package/${name}-1.2.tar.gz`, tarball({ [`${name}-1.2/${name}.cabal`]: cabal(name) }));
  let index = tarball({ 'engine/1.2/engine.cabal': cabal('engine'), 'left/1.2/left.cabal': cabal('left') });
  world.registry.files.set('00-index.tar.gz', index);
  project = await startProject(world);
});
afterAll(async () => {
  await project?.close();
  await world?.close();
});

test.skipIf(!version)(
  'cabal: a package counts as one download; other packages and the index do not count',
  async () => {
    let text = texts.ways('engine', world.origin)[0]!.texts[0]!.text;
    // Outside a project cabal reads its own configuration, which has the same lines.
    let lines = text.replace('secure: True', 'secure: False').replace('active-repositories:', '-- active:');
    project.write('.cabal/config', `${lines}\nremote-repo-cache: ${project.folder}/.cabal/packages\n`);
    await project.counted('engine', 'cabal update', 0);
    await project.counted('engine', 'cabal get engine', 1);
    await project.counted('engine', 'cabal get left', 0);
    await project.run('rm -rf engine-1.2 .cabal/packages && cabal update');
    await project.counted('engine', 'cabal get engine', 1);
    let event = (await world.downloads('engine')).at(-1);
    expect([event!.client, event!.version]).toEqual(['cabal', '1.2']);
  },
);
