/** Composer behind a gateway: its requests, its install notifications, and which of them count. */
import { createHash } from 'node:crypto';
import { composerTexts as texts } from 'app/features/packages/types/composer.server';
import { registryTests } from 'app/text/registry-commands';
import { startRegistryWorld, type RegistryWorld } from 'tests/edge/registry-world';
import { type FileServer, startFileServer } from 'tests/support/file-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installed, startProject, tarball, type Project } from './registry-client';

const version = installed('composer');
let world: RegistryWorld;
let other: FileServer;
let project: Project;

beforeAll(async () => {
  if (!version) return;
  world = await startRegistryWorld('composer', ['ada/engine']);
  other = await startFileServer();
  project = await startProject(world, { COMPOSER_HOME: 'home', COMPOSER_ALLOW_SUPERUSER: '1' });
  // Install notifications are forwarded to the registry, which accepts them.
  let root = { 'metadata-url': '/p2/%package%.json', 'notify-batch': '/told' };
  for (let { files, url } of [world.registry, other]) {
    files.set('packages.json', JSON.stringify(root));
    files.set('told', '{}');
    offer({ files, url }, 'bob/left', [{ version: '2.0.1' }]);
  }
  offer(world.registry, 'ada/engine', [{ version: 'v1.2.0', require: { 'bob/left': '^2' } }]);
  project.write('home/config.json', '{"repositories":{"packagist":false},"config":{"secure-http":false}}');
});
afterAll(async () => {
  await project?.close();
  await other?.close();
  await world?.close();
});

interface Offered {
  version: string;
  require?: Record<string, string>;
  source?: object;
}

/** Adds versions of a package to a server, newest first, each with an archive. */
function offer({ files, url }: Pick<FileServer, 'files' | 'url'>, name: string, versions: Offered[]): void {
  let list = versions.map((one) => {
    let archive = tarball({ 'package/composer.json': JSON.stringify({ name, require: one.require }) });
    let path = `archives/${name}-${one.version}.tar.gz`;
    files.set(path, archive);
    let shasum = createHash('sha1').update(archive).digest('hex');
    return { name, ...one, dist: { type: 'tar', url: url + path, shasum, reference: shasum } };
  });
  files.set(`p2/${name}.json`, JSON.stringify({ packages: { [name]: list } }));
}

/** The version of the last download. */
async function lastVersion(): Promise<string> {
  let event = (await world.downloads('ada/engine')).at(-1)!;
  expect(event.client).toBe('composer');
  return event.version;
}

test.skipIf(!version)(
  'composer: a package counts as one download when the gateway is the only repository',
  async () => {
    let [settings] = texts.installMethods('ada/engine', world.origin)[0]!.texts;
    project.write('composer.json', settings!.text);
    await project.counted('ada/engine', 'composer require ada/engine', 1);
    expect(await lastVersion()).toBe('v1.2.0');
    await project.counted('ada/engine', 'composer install', 0);
    await project.counted('ada/engine', 'rm -rf vendor && composer install', 1, 'composer');
    await project.counted('ada/engine', 'rm -rf vendor home/cache && composer install', 1, 'composer');
    expect(world.registry.requests.filter((one) => one === 'POST /told')).toHaveLength(3);

    offer(world.registry, 'ada/engine', [{ version: '1.3.0-beta2' }, { version: '1.2.1' }, { version: 'v1.2.0' }]);
    world.later(61_000);
    await project.counted('ada/engine', 'composer update', 1);
    expect(await lastVersion()).toBe('1.2.1');
    await project.counted('ada/engine', 'composer update', 0);
    await project.counted('ada/engine', 'composer require ada/engine:1.3.0-beta2', 1);
    expect(await lastVersion()).toBe('1.3.0-beta2');
  },
);

test.skipIf(!version)('composer: a package counts as one download when there is another repository', async () => {
  let [settings] = texts.installMethods('ada/engine', world.origin)[1]!.texts;
  let parsed = JSON.parse(settings!.text) as { repositories: object[] };
  parsed.repositories.push({ type: 'composer', url: other.url });
  await project.run('rm -rf vendor composer.lock');
  project.write('composer.json', JSON.stringify(parsed));
  let told = world.registry.requests.length;
  await project.counted('ada/engine', 'composer require ada/engine:^1.2 bob/left', 1);
  expect(world.registry.requests.slice(told).some((one) => one.includes('bob/left'))).toBe(false);
  await project.counted('ada/engine', 'composer remove ada/engine', 0);
});

test.skipIf(!version)('composer: an install from source and one of a branch each count as one download', async () => {
  let git = 'git -C sources -c user.name=Ada -c user.email=ada@example.com';
  project.write('sources/composer.json', '{"name":"ada/engine"}');
  await project.run(`git init -q sources && ${git} add . && ${git} commit -qm engine`);
  let reference = (await project.run('git -C sources rev-parse HEAD')).trim();
  let source = { type: 'git', url: `${project.folder}/sources`, reference };
  offer(world.registry, 'ada/engine', [{ version: '1.4.0', source }]);
  let branch = { name: 'ada/engine', version: 'dev-main', version_normalized: 'dev-main', source };
  let branches = { minified: 'composer/2.0', packages: { 'ada/engine': [branch] } };
  world.registry.files.set('p2/ada/engine~dev.json', JSON.stringify(branches));
  world.later(61_000);
  await project.run('rm -rf vendor composer.lock');
  project.write('composer.json', texts.installMethods('ada/engine', world.origin)[0]!.texts[0]!.text);
  await project.counted('ada/engine', 'composer require --prefer-source ada/engine', 1);
  expect(await lastVersion()).toBe('1.4.0');
  await project.counted('ada/engine', 'composer require ada/engine:dev-main', 1);
  expect(await lastVersion()).toBe('dev-main');
});

test.skipIf(!version)('composer: a lock file with addresses of the registry counts after an update', async () => {
  await project.run('rm -rf vendor composer.lock');
  let atRegistry = { type: 'composer', url: world.registry.url };
  project.write('composer.json', JSON.stringify({ repositories: [atRegistry], require: { 'ada/engine': '^1' } }));
  await project.counted('ada/engine', 'composer update', 0);
  let settings = JSON.parse(texts.installMethods('ada/engine', world.origin)[0]!.texts[0]!.text) as object;
  project.write('composer.json', JSON.stringify({ ...settings, require: { 'ada/engine': '^1' } }));
  await project.counted('ada/engine', 'rm -rf vendor && composer install', 0, 'composer');
  await project.run('composer update');
  await project.counted('ada/engine', 'rm -rf vendor && composer install', 1, 'composer');
});

test.skipIf(!version)('composer: the command adds the gateway to a project', async () => {
  await project.run('rm -rf vendor composer.lock');
  project.write('composer.json', '{}');
  let [, add, once] = texts.installMethods('ada/engine', world.origin)[0]!.texts;
  await project.run(add!.text);
  await project.counted('ada/engine', once!.text, 1);
});

test.skipIf(!version)('composer: the test command of a package counts as one download', async () => {
  await project.counted(
    'ada/engine',
    registryTests.composer('ada/engine', { host: world.host, origin: world.origin }),
    1,
  );
});
