/**
 * `@scarf/scarf` as a dependency of a package that npm installs: what its post-install script
 * reports to a gateway.
 */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startNpmWorld, type NpmWorld } from 'tests/edge/npm-world';
import { addRegistryPackage } from 'tests/edge/registry-package';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const ids = ['00000000-0000-4000-8000-000000000031', '00000000-0000-4000-8000-000000000032'] as const;
const packages = ['telling-tool', '@ada/telling'] as const;
const folder = mkdtempSync(path.join(tmpdir(), 'scarf-client-'));

let script: string | undefined;
try {
  execFileSync('npm', ['pack', '@scarf/scarf', '--loglevel', 'error'], { cwd: folder });
  script = readdirSync(folder).find((file) => file.endsWith('.tgz'));
} catch {
  process.stdout.write('@scarf/scarf cannot be had here.\n');
}

let world: NpmWorld;
beforeAll(async () => {
  world = await startNpmWorld();
  for (let i of [0, 1] as const) await addRegistryPackage(world, 'npm', ids[i], packages[i], world.registry.url);
});
afterAll(async () => {
  await world?.close();
  rmSync(folder, { recursive: true });
});

/** Packs a package that depends on the script. Returns the path of its tarball. */
async function packed(name: string, version: string): Promise<string> {
  let source = mkdtempSync(path.join(folder, 'package-'));
  let dependencies = { '@scarf/scarf': `file:${path.join(folder, script!)}` };
  writeFileSync(path.join(source, 'package.json'), JSON.stringify({ name, version, dependencies }));
  let { stdout } = await run('npm', ['pack', '--json', '--loglevel', 'silent'], { cwd: source });
  let made = Object.values(JSON.parse(stdout) as Record<string, { filename: string }>);
  return path.join(source, made[0]!.filename);
}

// The script waits three seconds for npm, then it gives up without a word: on a busy machine.
const tries = { retry: 2 };

test.skipIf(!script).each([0, 1] as const)('an installation of package %i is reported once', tries, async (i) => {
  let project = mkdtempSync(path.join(folder, 'project-'));
  // The script finds its package among the dependencies already in package.json.
  let dependencies = { [packages[i]]: `file:${await packed(packages[i], '4.2.0')}` };
  let manifest = { name: 'secret-project', version: '1.0.0', dependencies };
  writeFileSync(path.join(project, 'package.json'), JSON.stringify(manifest));
  let env = {
    ...process.env,
    INIT_CWD: project,
    HOME: project,
    SCARF_LOCAL_PORT: String(world.port),
    SCARF_ANALYTICS: '',
    DO_NOT_TRACK: '',
    npm_config_cache: path.join(project, '.cache'),
    npm_config_allow_scripts: '',
  };
  let before = (await world.events(ids[i])).length;
  await run('npm', ['install', '--loglevel', 'error'], { cwd: project, env });
  let events = (await world.events(ids[i])).slice(before);
  expect(events).toMatchObject([
    { type: 'event', version: '4.2.0', client: 'npm', requestDomain: 'localhost', userAgent: '' },
  ]);
  expect({ ...events[0]!.variables }).toEqual({
    platform: process.platform,
    arch: process.arch,
    node_version: process.versions.node,
  });
});
