/** pip behind a gateway, configured as pages describe: its requests, and which of them count. */
import { pythonTexts } from 'app/features/packages/types/python.server';
import { registryTests } from 'app/text/registry-commands';
import { pythonHost, pythonIds, startPythonWorld, type PythonWorld } from 'tests/edge/python-world';
import { withdraw } from 'tests/edge/registry-package';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { installed, startProject, type Project } from './registry-client';

const minute = 60_000;
const pip = 'python3 -m pip';
const version = installed(pip);
let world: PythonWorld;
let project: Project;

beforeAll(async () => {
  if (!version) return;
  world = await startPythonWorld();
  let versions = (name: string) => world.versions(name === 'ada-engine' ? pythonIds.engine : pythonIds.tool);
  // Without these, pip would read the settings of this machine.
  let nowhere = { PIP_CONFIG_FILE: '/dev/null', XDG_CONFIG_DIRS: '/dev/null' };
  project = await startProject({ host: pythonHost, versions }, nowhere);
});
afterAll(async () => {
  await project?.close();
  await world?.close();
});
beforeEach(() => {
  // The gateway caches pages for a minute.
  world?.later(2 * minute);
  project?.proxy.requests.splice(0);
});

/**
 * The configurations that pages show for a package: as the only index, and beside another index.
 */
function textsOf(name: string, way: 'whole index' | 'beside another'): Record<string, string> {
  let texts = pythonTexts.installMethods(name, `http://${pythonHost}:${world.port}`)[way === 'whole index' ? 0 : 1]!
    .texts;
  return Object.fromEntries(texts.map(({ label, text }) => [label, text]));
}

/** The shell lines that configure and run pip, by the label of the configuration on pages. */
function linesOf(texts: Record<string, string>, other: string): Record<string, string> {
  let into = `--disable-pip-version-check --no-cache-dir --target installed ${other}`;
  project.write('pip.conf', texts['pip.conf']!);
  project.write('requirements.txt', texts['requirements.txt']!);
  return {
    'pip, once': `${texts['pip, once']!.replace('pip', `${pip} --isolated`)} ${into}`,
    'pip.conf': `PIP_CONFIG_FILE=pip.conf ${pip} install ada-engine ${into}`,
    'requirements.txt': `${pip} --isolated install -r requirements.txt ${into}`,
  };
}

/** Runs a line, and expects this number of downloads of `ada-engine`. */
const counted = (line: string, downloads: number) => project.counted('ada-engine', line, downloads, pip);

/** Removes the installed packages, and returns their versions. */
async function removeInstalled(): Promise<string> {
  let program = 'import ada_engine, left; print(ada_engine.version, left.version)';
  let found = await project.run(`PYTHONPATH=installed python3 -c '${program}'`);
  await project.run('rm -rf installed');
  return found.trim();
}

/** Paths requested from a host since the test began. */
function requestedPaths(host: string): string[] {
  return project.proxy.requests.flatMap((one) => (one.startsWith(`GET ${host}/`) ? [one.slice(4 + host.length)] : []));
}

describe.each(['JSON', 'HTML'])('pip, with a registry that serves %s', (format) => {
  beforeEach(() => {
    if (version) world.registry.isHtmlOnly = format === 'HTML';
  });

  test.skipIf(!version).each(['pip, once', 'pip.conf', 'requirements.txt'])(
    'whole index, %s: a package counts as one download; its dependency at the registry does not count',
    async (label) => {
      await counted(linesOf(textsOf('ada-engine', 'whole index'), '')[label]!, 1);
      expect(await removeInstalled()).toBe('1.1.0 1.0.0');
      // Old versions of pip do not ask for metadata.
      let paths = requestedPaths(`${pythonHost}:${world.port}`).filter((path) => !path.endsWith('.metadata'));
      expect(paths.sort()).toEqual([
        '/simple/ada-engine/',
        '/simple/ada-engine/ada_engine-1.1.0-py3-none-any.whl',
        '/simple/left/',
      ]);
      let event = (await world.events(pythonIds.engine)).at(-1);
      expect(event).toMatchObject({ client: 'pip', version: '1.1.0', requestDomain: pythonHost });
    },
  );

  test.skipIf(!version).each(['pip, once', 'pip.conf', 'requirements.txt'])(
    'beside another index with the same files, %s: pip uses the gateway’s files, which count as one download',
    async (label) => {
      let other = label === 'pip.conf' ? '' : `--index-url ${world.registry.url}`;
      let texts = textsOf('ada-engine', 'beside another');
      texts['pip.conf'] += `\nindex-url = ${world.registry.url}\n`;
      await counted(linesOf(texts, other)[label]!, 1);
      expect(await removeInstalled()).toBe('1.1.0 1.0.0');
    },
  );

  test.skipIf(!version)('a package that is only at the registry does not count', async () => {
    let line = linesOf(textsOf('left', 'whole index'), '')['pip, once']!;
    await counted(line, 0);
    expect(await project.run('ls installed/left')).toContain('__init__.py');
    await project.run('rm -rf installed');
    let { host } = new URL(world.registry.url);
    expect(requestedPaths(host)).toContain('/files/left-1.0.0-py3-none-any.whl');
    for (let id of [pythonIds.tool, pythonIds.absent]) expect(await world.versions(id)).toEqual([]);
  });

  test.skipIf(!version)('an older version pinned with its hash counts as one download', async () => {
    let page = world.registry.page('ada-engine', 'json');
    let hash: string = JSON.parse(page).files[0].hashes.sha256;
    let texts = textsOf('ada-engine', 'whole index');
    texts['requirements.txt'] = texts['requirements.txt']!.replace(/$/, `==1.0.0 --hash=sha256:${hash}`);
    await counted(linesOf(texts, '--no-deps')['requirements.txt']!, 1);
    expect((await world.events(pythonIds.engine)).at(-1)!.version).toBe('1.0.0');
    await project.run('rm -rf installed');
  });
});

test.skipIf(!version)(
  'pip chooses another version than a withdrawn one, and says why a pinned one is old',
  async () => {
    let line = linesOf(textsOf('ada-engine', 'whole index'), '--no-deps')['pip, once']!;
    await withdraw(world, pythonIds.engine, '1.1.0');
    await counted(line, 1);
    expect((await world.events(pythonIds.engine)).at(-1)!.version).toBe('1.0.0');
    await project.run('rm -rf installed');
    let pinned = `${line.replace('install ada-engine', 'install ada-engine==1.1.0')} 2>&1`;
    expect(await project.run(`${pinned} || true`)).toContain('403');
    await withdraw(world, pythonIds.engine, '1.1.0', true);
    expect(await project.run(pinned)).toMatch(/yanked[^]*Leaks tokens\./);
    await project.run('rm -rf installed');
    await withdraw(world, pythonIds.engine);
    await world.versions(pythonIds.engine);
  },
);

test.skipIf(!version)('pip: an installation counts with a cold cache, and none with a warm one', async () => {
  let trusted = [`${pythonHost}:${world.port}`, new URL(world.registry.url).host];
  let line =
    `${pip} --isolated install ada-engine==1.0.0 --no-deps --disable-pip-version-check --cache-dir cache ` +
    `--target installed --index-url http://${trusted[0]}/simple/ ${trusted.map((one) => `--trusted-host ${one}`).join(' ')}`;
  // pip keeps answers of hosts alone that it is told to trust, where they have no TLS.
  for (let expected of [1, 0, 0]) {
    let files = () => requestedPaths(trusted[1]!).filter((path) => path.endsWith('.whl')).length;
    let before = files();
    await counted(line, expected);
    expect(files() - before).toBe(expected);
    await project.run('rm -r installed');
  }
  await project.run('rm -r cache');
  await counted(line, 1);
  await project.run('rm -r installed cache');
});

test.skipIf(!version)('pip: the test command of a package counts as one download', async () => {
  let at = { host: pythonHost, origin: `http://${pythonHost}:${world.port}` };
  await counted(registryTests.python('ada-engine', at).replace('pip', `${pip} --isolated`), 1);
});
