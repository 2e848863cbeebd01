/**
 * Real clients of npm packages behind a gateway, configured as pages describe: the requests of
 * each, and the counted downloads. Clients that cannot be installed are skipped.
 */
import { execFile, execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { npmTexts as texts } from 'app/features/packages/types/npm.server';
import { registryTests } from 'app/text/registry-commands';
import { npmHost, npmIds, startNpmWorld, type NpmWorld } from 'tests/edge/npm-world';
import { startNamesProxy, type NamesProxy } from 'tests/support/names-proxy';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { report, reportSkipped } from './report';

interface Client {
  name: string;
  program: string[];
  /** The label of the configuration on pages, and the file it belongs to. */
  label: RegExp;
  file: string;
  /** Additional configuration for an installation on this machine. */
  more?: string;
  add: string;
  /** Installs from the lockfile. */
  again: string;
  /** The client named by its events. */
  seenAs: string;
}

const folder = path.resolve('node_modules/.cache/npm-clients');
const at = (file: string) => path.join(folder, 'node_modules', file);
// The configuration on pages ends with a list of hosts without TLS. The test's registry is another
// host.
const yarn4 = '  - "127.0.0.1"\nnodeLinker: node-modules\nenableTelemetry: false\nenableGlobalCache: false\n';

const clients: Client[] = [
  { name: 'npm', program: ['npm'], label: /npmrc/, file: '.npmrc', add: 'install', again: 'ci', seenAs: 'npm' },
  {
    name: 'Yarn 1',
    program: ['node', at('yarn-1/bin/yarn.js')],
    label: /npmrc/,
    file: '.npmrc',
    add: 'add',
    again: 'install --frozen-lockfile',
    seenAs: 'yarn',
  },
  {
    name: 'Yarn 4',
    program: ['node', at('@yarnpkg/cli-dist/bin/yarn.js')],
    label: /yarnrc/,
    file: '.yarnrc.yml',
    more: yarn4,
    add: 'add',
    again: 'install --immutable',
    seenAs: 'yarn',
  },
  {
    name: 'pnpm',
    program: [at('.bin/pnpm')],
    label: /npmrc/,
    file: '.npmrc',
    add: 'add',
    again: 'install --frozen-lockfile',
    seenAs: 'pnpm',
  },
  {
    name: 'Bun',
    program: [at('.bin/bun')],
    label: /bunfig/,
    file: 'bunfig.toml',
    add: 'add',
    again: 'install --frozen-lockfile',
    seenAs: 'bun',
  },
];

/** Installs the missing clients, once. */
function installClients(): void {
  if (existsSync(at('.bin/bun'))) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }\n');
  let packages = ['yarn-1@npm:yarn@1', '@yarnpkg/cli-dist', 'pnpm', 'bun'];
  let flags = ['--no-save', '--no-audit', '--no-fund', '--loglevel', 'error'];
  execFileSync('npm', ['install', ...flags, ...packages], { cwd: folder, stdio: 'inherit' });
}

const run = promisify(execFile);
let world: NpmWorld;
let proxy: NamesProxy;
let origin: string;

try {
  installClients();
} catch {
  process.stdout.write('Some clients cannot be installed here.\n');
}

beforeAll(async () => {
  world = await startNpmWorld();
  proxy = await startNamesProxy();
  origin = `http://${npmHost}:${world.port}`;
});

afterAll(async () => {
  await proxy?.close();
  await world?.close();
});

/** The projects of one client, each with its own home directory. */
function projectOf({ program, file, more = '' }: Client, project: string) {
  let home = path.join(project, '.home');
  let env = {
    PATH: process.env.PATH,
    NODE_ENV: process.env.NODE_ENV,
    HOME: home,
    CI: '',
    HTTP_PROXY: proxy.url,
    http_proxy: proxy.url,
    NO_PROXY: '',
    npm_config_proxy: proxy.url,
    npm_config_noproxy: '',
    npm_config_cache: path.join(home, 'npm-cache'),
    npm_config_update_notifier: 'false',
    npm_config_registry: world.registry.url,
    pnpm_config_registry: world.registry.url,
    // npm asks the registry it is set to for tarballs of its own registry, and since version 12 for no
    // others. Here another host stands for that registry.
    npm_config_replace_registry_host: new URL(world.registry.url).hostname,
    YARN_HTTP_PROXY: proxy.url,
    YARN_NPM_REGISTRY_SERVER: world.registry.url,
    YARN_CACHE_FOLDER: path.join(home, 'yarn-cache'),
    BUN_CONFIG_REGISTRY: world.registry.url,
    BUN_INSTALL_CACHE_DIR: path.join(home, 'bun-cache'),
  } as NodeJS.ProcessEnv;
  return {
    env,
    configure(text: string) {
      writeFileSync(path.join(project, 'package.json'), '{"name":"project","version":"1.0.0"}');
      appendFileSync(path.join(project, file), `${text}\n${more}`);
    },
    async run(line: string) {
      let [command = '', ...rest] = [...program, ...line.split(' ')];
      let failed = ({ stdout, stderr }: { stdout: string; stderr: string }) => {
        throw new Error(`${line}: ${stdout}${stderr}`);
      };
      return (await run(command, rest, { cwd: project, env }).catch(failed)).stdout.trim();
    },
    async forget() {
      for (let name of ['node_modules', '.home', '.yarn'])
        await rm(path.join(project, name), { recursive: true, force: true });
    },
  };
}

describe.each(clients)('$name', (client) => {
  let isMissing = client.program.some((part) => path.isAbsolute(part) && !existsSync(part));
  if (isMissing) reportSkipped(client.name, 'cannot be had here');
  test.skipIf(isMissing).each(['scope', 'whole'] as const)(
    '%s registry: each installation from a cold cache counts as one download, from a warm one as none',
    async (wanted) => {
      let folder = await mkdtemp(path.join(tmpdir(), 'npm-client-'));
      let project = projectOf(client, folder);
      if (wanted === 'whole') {
        delete project.env.npm_config_registry;
        delete project.env.pnpm_config_registry;
        delete project.env.YARN_NPM_REGISTRY_SERVER;
        delete project.env.BUN_CONFIG_REGISTRY;
      }
      let way = texts.installMethods('@ada/engine', origin)[wanted === 'scope' ? 0 : 1]!;
      project.configure(way.texts.find(({ label }) => client.label.test(label))!.text);
      let version = await project.run('--version');
      let counted = async (what: string, line: string, expected: number) => {
        let [requests, events] = [proxy.requests.length, (await world.versions(npmIds.engine)).length];
        await project.run(line);
        let found = (await world.versions(npmIds.engine)).length - events;
        let sent = proxy.requests.slice(requests).filter((one) => one.includes(npmHost));
        let row = { client: client.name, version, what: `${wanted} registry, ${what}`, requests: sent.length };
        report({ ...row, counted: found, expected });
        expect(found, sent.join('\n')).toBe(expected);
      };
      await counted(client.add, `${client.add} @ada/engine@1.0.0`, 1);
      await rm(path.join(folder, 'node_modules'), { recursive: true, force: true });
      await counted(`${client.again}, warm cache`, client.again, 0);
      await project.forget();
      await counted(`${client.again}, cold cache`, client.again, 1);
      let event = (await world.events(npmIds.engine)).at(-1);
      expect([event!.client, event!.version]).toEqual([client.seenAs, '1.0.0']);
      await rm(folder, { recursive: true });
    },
  );
});

test('npm: a lock file without addresses counts each time, one with addresses only with a cold cache', async () => {
  let npm = clients.find(({ name }) => name === 'npm')!;
  for (let isWithout of [true, false]) {
    let folder = await mkdtemp(path.join(tmpdir(), 'npm-client-'));
    let project = projectOf(npm, folder);
    project.configure(`@ada:registry=${origin}/\nomit-lockfile-registry-resolved=${isWithout}\naudit=false`);
    let version = await project.run('--version');
    let counted = async (line: string, expected: number) => {
      let [requests, events] = [proxy.requests.length, (await world.versions(npmIds.engine)).length];
      await project.run(line);
      let found = (await world.versions(npmIds.engine)).length - events;
      let sent = proxy.requests.slice(requests).filter((one) => one.includes(npmHost));
      let what = `lock file ${isWithout ? 'without' : 'with'} addresses: ${line}`;
      report({ client: 'npm', version, what, requests: sent.length, counted: found, expected });
      expect(found, sent.join('\n')).toBe(expected);
    };
    await counted('install @ada/engine@1.0.0', 1);
    for (let _ of [1, 2]) {
      await rm(path.join(folder, 'node_modules'), { recursive: true });
      await counted('ci', isWithout ? 1 : 0);
    }
    await project.forget();
    await counted('ci', 1);
    await rm(folder, { recursive: true });
  }
});

test('npm: the test command of a package counts as one download', async () => {
  let folder = await mkdtemp(path.join(tmpdir(), 'npm-client-'));
  let { env } = projectOf(clients[0]!, folder);
  let before = (await world.versions(npmIds.engine)).length;
  await run('sh', ['-c', registryTests.npm('@ada/engine', { host: npmHost, origin })], { cwd: folder, env });
  expect((await world.versions(npmIds.engine)).length - before).toBe(1);
  await rm(folder, { recursive: true });
});
