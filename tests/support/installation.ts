/**
 * An installation as docs/install.md describes it: each version in a folder of its own, the link
 * `current`, and the server started from there.
 */
import { spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { end, type BuiltProduct, seed, waitUntilReady } from '../../tools/bench/product';

export interface Installation {
  /** The folder with the versions, and the link `current`. */
  versions: string;
  data: string;
  /** The server as it was started last. */
  product: BuiltProduct;
  /** Starts the server of `current`, and resolves when it answers. */
  start(): Promise<void>;
  /** Kills all of its processes, without a chance to finish anything. */
  kill(): Promise<void>;
  remove(): Promise<void>;
}

/** The scripts and stylesheets of a version. */
export const scripts = (folder: string) =>
  readdirSync(path.join(folder, 'build/client/assets')).filter((name) => /\.(js|css)$/.test(name));

/** The build as a version in a folder of its own. */
export function makeVersion(folder: string): void {
  mkdirSync(folder);
  cpSync('build', path.join(folder, 'build'), { recursive: true });
  cpSync('package.json', path.join(folder, 'package.json'));
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
}

/**
 * Gives every script and stylesheet of a version another name, as a build of changed sources does.
 */
export function renameScripts(folder: string): void {
  let assets = path.join(folder, 'build/client/assets');
  let names = scripts(folder);
  let renamed = new Map(names.map((name) => [name, name.replace(/(.)(\.\w+)$/, (_, last, end) => `${last}0${end}`)]));
  let [, version] = /manifest-(\w+)\.js/.exec(names.join('\n'))!;
  let known = new RegExp([...names, `"${version}"`].map((name) => name.replaceAll(/[.$]/g, '\\$&')).join('|'), 'g');
  let change = (file: string) =>
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replaceAll(known, (found) => renamed.get(found) ?? `"${version}0"`),
    );
  for (let name of readdirSync(assets)) {
    if (/\.(br|gz)$/.test(name)) rmSync(path.join(assets, name));
    if (!renamed.has(name)) continue;
    change(path.join(assets, name));
    renameSync(path.join(assets, name), path.join(assets, renamed.get(name)!));
  }
  let server = path.join(folder, 'build/server');
  for (let name of readdirSync(server, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.js')) change(path.join(server, name));
}

/** The two lines of the documentation that let `current` lead to a version, in one step. */
export function switchTo(versions: string, name: string): void {
  let next = path.join(versions, 'next');
  symlinkSync(path.join(versions, name), next);
  renameSync(next, path.join(versions, 'current'));
}

/**
 * Sample data and version 1, started; `port` is that of the dashboard, and the next one's the
 * gateway's.
 */
export async function createInstallation(port: number): Promise<Installation> {
  let folder = mkdtempSync(path.join(tmpdir(), 'upgrade-'));
  let [versions, data] = [path.join(folder, 'versions'), path.join(folder, 'data')];
  for (let one of [versions, data]) mkdirSync(one);
  await seed(data, 200);
  makeVersion(path.join(versions, '1'));
  switchTo(versions, '1');
  let installation: Installation = {
    versions,
    data,
    product: spawned(versions, data, port),
    async start() {
      installation.product = spawned(versions, data, port);
      await waitUntilReady(installation.product);
    },
    kill: () => end(installation.product, 'SIGKILL'),
    async remove() {
      await installation.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await waitUntilReady(installation.product);
  return installation;
}

function spawned(versions: string, data: string, port: number): BuiltProduct {
  let supervisor = spawn(process.execPath, [path.join(versions, 'current/build/server.js')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: data,
      PORT: String(port),
      GATEWAY_PORT: String(port + 1),
      LOG_LEVEL: 'error',
    },
  });
  return { process: supervisor, dashboard: `http://localhost:${port}`, gatewayPort: port + 1, logged: () => '' };
}
