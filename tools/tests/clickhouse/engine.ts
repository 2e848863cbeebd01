/**
 * ClickHouse of today: the server of `CLICKHOUSE_BIN`, or a loopback server in front of its engine. That
 * (the npm package `chdb`, 546 MB) is installed into a folder of its own, which is deleted afterwards;
 * `KEEP=1` keeps it.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePorts } from '../../../tests/attack/target';
import { givenProgram, startServer } from './servers';

const engineVersion = '3.4.0';
/** Where what was fetched for a run is. */
export const home = path.resolve('node_modules/.cache/clickhouse');

export function installEngine(): void {
  if (givenProgram || existsSync(path.join(home, 'node_modules/chdb'))) return;
  mkdirSync(home, { recursive: true });
  writeFileSync(path.join(home, 'package.json'), '{ "private": true }\n');
  let flags = ['--no-save', '--no-audit', '--no-fund', '--loglevel', 'error'];
  execFileSync('npm', ['install', ...flags, `chdb@${engineVersion}`], { cwd: home, stdio: 'inherit' });
}

export function removeEngine(): void {
  if (!process.env.KEEP) rmSync(home, { recursive: true, force: true });
}

/** Clusters of the engine itself, and in one of them a second shard that is always away. */
export const wholeCluster = 'whole';
export const halfCluster = 'half';

const shardOn = (port: number) => `<shard><replica><host>127.0.0.1</host><port>${port}</port></replica></shard>`;
const remoteServers = (native: number) => `<remote_servers>
<${wholeCluster}>${shardOn(native)}</${wholeCluster}>
<${halfCluster}>${shardOn(native)}${shardOn(1)}</${halfCluster}>
</remote_servers>`;
/** Of the engine, which does not listen there. */
const nativePort = 9_000;

/** Starts the server on a folder with its data; on any port where none is given. */
export async function startEngine(data: string, port = 0): Promise<{ server: ChildProcess; url: string }> {
  if (givenProgram) {
    let [http = 0, native = 0] = await freePorts(2);
    let server = await startServer(data, [port || http, native], remoteServers);
    return { server: server.running()!, url: server.url };
  }
  let script = path.join(import.meta.dirname, 'chdb-server.mjs');
  mkdirSync(data, { recursive: true });
  // The engine reads it from the folder in which it starts.
  writeFileSync(
    path.join(data, 'config.xml'),
    `<clickhouse><tcp_port>${nativePort}</tcp_port>${remoteServers(nativePort)}</clickhouse>\n`,
  );
  let server = spawn(process.execPath, [script, home, data, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: data,
  });
  let [line] = (await Promise.race([once(server.stdout, 'data'), once(server, 'exit').then(() => [''])])) as [
    Buffer | string,
  ];
  let [, found] = /^ready (\d+)/.exec(String(line)) ?? [];
  if (!found) throw new Error('The engine does not start.');
  return { server, url: `http://127.0.0.1:${found}/` };
}
