/** pip behind a gateway, as the pages of a package tell to set it up: what it asks and what counts. */
import { python } from 'app/features/packages/types/python.server';
import { pythonHost, pythonIds, startPythonWorld, type PythonWorld } from 'tests/gateway/python-world';
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
  // No setting of this machine is read: pip looks for its own in these places.
  let nowhere = { PIP_CONFIG_FILE: '/dev/null', XDG_CONFIG_DIRS: '/dev/null' };
  project = await startProject({ host: pythonHost, versions }, nowhere);
});
afterAll(async () => {
  await project?.close();
  await world?.close();
});
beforeEach(() => {
  // The gateway keeps pages for a minute.
  world?.later(2 * minute);
  project?.proxy.requests.splice(0);
});

/** What the pages say about a package: for the whole index, and beside another index. */
function textsOf(name: string, way: 'whole index' | 'beside another'): Record<string, string> {
  let texts = python.ways(name, `http://${pythonHost}:${world.port}`)[way === 'whole index' ? 0 : 1]!.texts;
  return Object.fromEntries(texts.map(({ label, text }) => [label, text]));
}

/** The lines of a shell that set up pip and run it, by the label of the text on the pages. */
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

/** Runs a line, and expects so many downloads of `ada-engine`. */
const counted = (line: string, downloads: number) => project.counted('ada-engine', line, downloads, pip);

/** Removes what is installed, and tells what it was. */
async function takeInstalled(): Promise<string> {
  let program = 'import ada_engine, left; print(ada_engine.version, left.version)';
  let found = await project.run(`PYTHONPATH=installed python3 -c '${program}'`);
  await project.run('rm -rf installed');
  return found.trim();
}

/** Paths that were asked for at a host since the test began. */
function asked(host: string): string[] {
  return project.proxy.requests.flatMap((one) => (one.startsWith(`GET ${host}/`) ? [one.slice(4 + host.length)] : []));
}

describe.each(['JSON', 'HTML'])('pip, from a registry that speaks %s', (format) => {
  beforeEach(() => {
    if (version) world.registry.isHtmlOnly = format === 'HTML';
  });

  test.skipIf(!version).each(['pip, once', 'pip.conf', 'requirements.txt'])(
    'whole index, %s: an own package is one download, one of others that it needs is none',
    async (label) => {
      await counted(linesOf(textsOf('ada-engine', 'whole index'), '')[label]!, 1);
      expect(await takeInstalled()).toBe('1.1.0 1.0.0');
      // Old versions of pip do not ask for metadata.
      let paths = asked(`${pythonHost}:${world.port}`).filter((path) => !path.endsWith('.metadata'));
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
    'beside another index that has the same files, %s: the gateway’s are taken, as one download',
    async (label) => {
      let other = label === 'pip.conf' ? '' : `--index-url ${world.registry.url}`;
      let texts = textsOf('ada-engine', 'beside another');
      texts['pip.conf'] += `\nindex-url = ${world.registry.url}\n`;
      await counted(linesOf(texts, other)[label]!, 1);
      expect(await takeInstalled()).toBe('1.1.0 1.0.0');
    },
  );

  test.skipIf(!version)('a package of others through the whole index is no download', async () => {
    let line = linesOf(textsOf('left', 'whole index'), '')['pip, once']!;
    await counted(line, 0);
    expect(await project.run('ls installed/left')).toContain('__init__.py');
    await project.run('rm -rf installed');
    let { host } = new URL(world.registry.url);
    expect(asked(host)).toContain('/files/left-1.0.0-py3-none-any.whl');
    for (let id of [pythonIds.tool, pythonIds.absent]) expect(await world.versions(id)).toEqual([]);
  });

  test.skipIf(!version)('an older version that a project pins, with its hash, is one download', async () => {
    let page = world.registry.page('ada-engine', 'json');
    let hash: string = JSON.parse(page).files[0].hashes.sha256;
    let texts = textsOf('ada-engine', 'whole index');
    texts['requirements.txt'] = texts['requirements.txt']!.replace(/$/, `==1.0.0 --hash=sha256:${hash}`);
    await counted(linesOf(texts, '--no-deps')['requirements.txt']!, 1);
    expect((await world.events(pythonIds.engine)).at(-1)!.version).toBe('1.0.0');
    await project.run('rm -rf installed');
  });
});
