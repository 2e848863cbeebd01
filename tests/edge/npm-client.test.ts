/** The npm of this machine, configured with the commands on the package pages, behind a gateway. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { npmTexts as texts } from 'app/features/packages/types/npm.server';
import { startNamesProxy, type NamesProxy } from 'tests/support/names-proxy';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { npmHost, npmIds, startNpmWorld, type NpmWorld } from './npm-world';
import { withdraw } from './registry-package';

let world: NpmWorld;
let proxy: NamesProxy;
let origin: string;
/** The project of a test, with its own cache and configuration. */
let project: string;

beforeAll(async () => {
  world = await startNpmWorld();
  proxy = await startNamesProxy();
  origin = `http://${npmHost}:${world.port}`;
}, 60_000);
afterAll(async () => {
  await proxy.close();
  await world.close();
});
beforeEach(async () => {
  project = await mkdtemp(path.join(tmpdir(), 'npm-client-'));
  await writeFile(path.join(project, 'package.json'), '{"name":"project","version":"1.0.0"}');
  return () => rm(project, { recursive: true });
});

const run = promisify(execFile);

/** Runs a line. npm's default registry is the one with the packages. */
async function shell(line: string): Promise<string> {
  let env = {
    PATH: process.env.PATH,
    NODE_ENV: process.env.NODE_ENV,
    HOME: project,
    npm_config_userconfig: path.join(project, '.user-npmrc'),
    npm_config_cache: path.join(project, '.cache'),
    npm_config_proxy: proxy.url,
    npm_config_noproxy: '',
    npm_config_update_notifier: 'false',
    npm_config_globalconfig: path.join(project, '.global-npmrc'),
  };
  let { stdout } = await run('sh', ['-c', line], { cwd: project, env });
  return stdout;
}

/** Removes the installed packages and npm's cache. */
async function uninstall(): Promise<void> {
  await rm(path.join(project, 'node_modules'), { recursive: true });
  await rm(path.join(project, '.cache'), { recursive: true });
}

async function installed(name: string): Promise<string> {
  let text = await readFile(path.join(project, 'node_modules', name, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** New downloads of ada's packages since the last call. */
let seen = { engine: 0, tool: 0 };
async function downloads() {
  let engine = await world.versions(npmIds.engine);
  let tool = await world.versions(npmIds.tool);
  let fresh = { engine: engine.length - seen.engine, tool: tool.length - seen.tool };
  seen = { engine: engine.length, tool: tool.length };
  return fresh;
}

const none = { engine: 0, tool: 0 };
const timeout = 120_000;

describe('as the registry of a scope', { timeout }, () => {
  test(
    'install, ci and audit: each installation counts as one download, and other packages bypass the gateway',
    { tags: 'slow' },
    async () => {
      await shell(`npm config set registry ${world.registry.url}`);
      await shell(texts.installMethods('@ada/engine', origin)[0]!.texts[0]!.text);
      await shell('npm install @ada/engine');
      expect([await installed('@ada/engine'), await installed('left')]).toEqual(['1.1.0', '1.0.0']);
      expect(await downloads()).toEqual({ engine: 1, tool: 0 });
      await uninstall();
      await shell('npm ci');
      expect(await installed('@ada/engine')).toBe('1.1.0');
      expect(await downloads()).toEqual({ engine: 1, tool: 0 });
      expect(await shell('npm audit')).toContain('found 0 vulnerabilities');
      expect(await shell('npm view @ada/engine versions')).toContain('1.0.0');
      expect(await shell('npm dist-tag ls @ada/engine')).toContain('latest: 1.1.0');
      expect(await downloads()).toEqual(none);
      expect(proxy.requests.filter((one) => one.includes(`${npmHost}:${world.port}/left`))).toEqual([]);
    },
  );
});

describe('as the registry of all packages', { timeout }, () => {
  // @spec 3: npm packages are created, served as a registry, redirected and counted
  test(
    'install, ci and audit: ada’s packages are counted, other packages come from the registry',
    { tags: 'slow' },
    async () => {
      let once = texts.installMethods('@ada/engine@1.0.0', origin).at(-1)!.texts[0]!.text;
      await shell(once);
      expect(await downloads()).toEqual({ engine: 1, tool: 0 });
      await shell(texts.installMethods('ada-tool', origin)[0]!.texts[1]!.text);
      await shell('npm install ada-tool@2.0.0-rc.1 @grace/kit');
      expect([await installed('@ada/engine'), await installed('ada-tool')]).toEqual(['1.0.0', '2.0.0-rc.1']);
      expect([await installed('left'), await installed('@grace/kit')]).toEqual(['1.0.0', '3.0.0']);
      expect(await downloads()).toEqual({ engine: 0, tool: 1 });
      await uninstall();
      await shell('npm ci');
      expect(await downloads()).toEqual({ engine: 1, tool: 1 });
      expect(await shell('npm audit')).toContain('found 0 vulnerabilities');
      world.registry.vulnerable.add('left');
      expect(await shell('npm audit || true')).toContain('Too old');
      expect(await downloads()).toEqual(none);
    },
  );

  test('npm pack counts as one download, whose event has its version and client', { tags: 'slow' }, async () => {
    await shell(`npm pack @ada/engine@1.1.0 --registry ${origin}/`);
    expect(await downloads()).toEqual({ engine: 1, tool: 0 });
    let event = (await world.events(npmIds.engine)).at(-1);
    expect(event).toMatchObject({ version: '1.1.0', client: 'npm', requestDomain: npmHost });
    expect(event!.platform).not.toBe('');
  });

  test('a missing package is a 404 in npm’s own format', async () => {
    let said = await shell(`npm install @ada/absent --registry ${origin}/ 2>&1 || true`);
    expect(said).toContain('E404');
    expect(await downloads()).toEqual(none);
  });
});

describe('a withdrawn version', { timeout }, () => {
  test('is not chosen for a range, and refused with its message where it is pinned', async () => {
    await withdraw(world, npmIds.engine, '1.1.0');
    await shell(texts.installMethods('@ada/engine', origin)[0]!.texts[0]!.text);
    await shell(`npm config set registry ${world.registry.url}`);
    await shell('npm install @ada/engine@^1.0.0');
    expect(await installed('@ada/engine')).toBe('1.0.0');
    let refused = await shell('npm install @ada/engine@1.1.0').catch((error: { stderr: string }) => error.stderr);
    expect(refused).toMatch(/403.*Version 1\.1\.0 was withdrawn by its maintainers\. Leaks tokens\./s);
  });

  test('that is only deprecated is installed where it is pinned, with the message', async () => {
    await withdraw(world, npmIds.engine, '1.1.0', true);
    await shell(texts.installMethods('@ada/engine', origin)[0]!.texts[0]!.text);
    await shell(`npm config set registry ${world.registry.url}`);
    // Versions are accepted by the times of their release, which are in the same document.
    let said = await shell('npm install @ada/engine@1.1.0 --before 2026-06-01 2>&1');
    expect(said).toContain('deprecated @ada/engine@1.1.0: Leaks tokens.');
    expect(await installed('@ada/engine')).toBe('1.1.0');
    await withdraw(world, npmIds.engine);
  });
});
