/** gem and Bundler with a gem server behind a gateway: their requests, and which of them count. */
import { rubygemsTexts as texts } from 'app/features/packages/types/rubygems.server';
import { registryTests } from 'app/text/registry-commands';
import { startRegistryWorld, type RegistryWorld } from 'tests/edge/registry-world';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gemServer } from './gem-server';
import { installed, startProject, type Project } from './registry-client';

const [gem, bundle] = [installed('gem'), installed('bundle')];
let world: RegistryWorld;
let project: Project;

beforeAll(async () => {
  if (!gem) return;
  world = await startRegistryWorld('rubygems', ['engine', 'engine-core']);
  let published = gemServer([
    { name: 'engine', version: '1.0.0', needs: ['left'] },
    { name: 'engine', version: '1.1.0', needs: ['left'] },
    { name: 'engine-core', version: '2.0' },
    { name: 'engine-core', version: '2.0', platform: 'java' },
    { name: 'left', version: '1.0' },
  ]);
  for (let [path, bytes] of published) world.registry.files.set(path, bytes);
  project = await startProject(world, { GEM_HOME: 'gems', GEM_SPEC_CACHE: 'specs', BUNDLE_PATH: 'bundled' });
});
afterAll(async () => {
  await project?.close();
  await world?.close();
});

/** Removes installed gems, indexes and settings. */
async function reset(gemfile = ''): Promise<void> {
  await project.run('rm -rf gems specs bundled .bundle .gem .gemrc .cache .local Gemfile.lock');
  if (gemfile) project.write('Gemfile', `${gemfile}\n`);
}

test.skipIf(!gem)('gem: a gem counts as one download with the command shown on its page', async () => {
  await reset();
  let once = texts.installMethods('engine', world.origin)[0]!.texts[1]!.text;
  await project.counted('engine', once, 1);
  await project.counted('engine', once, 0);
  await project.counted('engine-core', once.replace('engine', 'left'), 0);
  let event = (await world.downloads('engine')).at(-1);
  expect([event!.client, event!.version]).toEqual(['rubygems', '1.1.0']);
});

test.skipIf(!gem)('gem: a gem counts as one download with a settings file, with and without a platform', async () => {
  await reset();
  project.write('.gemrc', texts.installMethods('engine', world.origin)[0]!.texts[2]!.text);
  await project.counted('engine', 'gem list --remote', 0);
  await project.counted('engine', 'gem install engine --version 1.0.0', 1);
  await project.counted('engine', 'gem update engine', 1);
  await project.counted('engine-core', 'gem fetch engine-core --platform java', 1);
  await project.counted('engine-core', 'gem install engine-core', 1);
  expect((await world.versions('engine-core')).slice(-2)).toEqual(['2.0', '2.0']);
});

test.skipIf(!gem)(
  'gem: a gem counts as one download when the gateway replaces another source, and does not count after another source',
  async () => {
    await reset();
    project.write('.gemrc', `:sources:\n- ${world.registry.url}\n`);
    let replace = texts.installMethods('engine', world.origin)[1]!.texts[1]!.text;
    await project.run(replace.replace(/ --remove.*/, ''));
    await project.counted('engine', 'gem install engine', 0);
    await reset();
    project.write('.gemrc', ':sources:\n- https://source.example/\n');
    await project.run(replace);
    await project.counted('engine', 'gem install engine', 1);
  },
);

test.skipIf(!gem)('gem: a gem counts as one download from a server without the compact index', async () => {
  await reset();
  let { files } = world.registry;
  let before = new Map(files);
  for (let path of before.keys()) if (/^(?:info\/|versions$)/.test(path)) files.delete(path);
  world.later(70_000);
  await project.counted('engine', texts.installMethods('engine', world.origin)[0]!.texts[1]!.text, 1);
  for (let [path, bytes] of before) files.set(path, bytes);
  world.later(70_000);
});

test.skipIf(!bundle).each(['whole', 'block'] as const)(
  'bundle: a gem counts as one download with a %s source',
  async (of) => {
    let [whole, , beside] = texts.installMethods('engine', world.origin);
    let block = `source "${world.registry.url}"\n${beside!.texts[0]!.text}`;
    await reset(of === 'whole' ? whole!.texts[0]!.text : block);
    await project.counted('engine', 'bundle install', 1);
    await project.counted('engine', 'bundle install', 0);
    await project.run('rm -rf bundled .local .cache');
    await project.counted('engine', 'bundle install', 1);
    let event = (await world.downloads('engine')).at(-1);
    // Bundler downloads with the RubyGems library, and since version 4 says who it is.
    expect(event!.client).toMatch(/^(?:rubygems|bundler)$/);
    expect(event!.version).toBe('1.1.0');
  },
);

test.skipIf(!bundle)(
  'bundle: a gem counts as one download with a mirror, and the lockfile keeps its source',
  async () => {
    await reset('source "https://source.example"\ngem "engine"\ngem "engine-core"');
    await project.run(texts.installMethods('engine', world.origin)[1]!.texts[0]!.text);
    await project.counted('engine', 'bundle install', 1);
    expect(await project.run('cat Gemfile.lock')).toContain('remote: https://source.example/');
    await project.run('rm -rf bundled .local .cache');
    await project.counted('engine-core', 'bundle install', 1);
  },
);

test.skipIf(!gem)('gem: the test command of a gem counts as one download', async () => {
  await reset();
  await project.counted('engine', registryTests.rubygems('engine', { host: world.host, origin: world.origin }), 1);
});
