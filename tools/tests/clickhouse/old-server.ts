/**
 * ClickHouse 18.16 as Debian has it: a real server with files, connections and restarts. Its
 * packages are unpacked into a folder of their own, so nothing is installed on the machine.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const startLimitMs = 30_000;
const lookMs = 50;

export interface OldServer {
  /** Of its HTTP interface; the same after each start. */
  url: string;
  /** Resolves when it answers; where it is running, at once. */
  start(): Promise<void>;
  /** Resolves when it has ended; SIGTERM lets it finish what it does. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** The first column of a question, read from the server itself. */
  column(question: string): Promise<string[]>;
  /** Deletes all that it has stored; it has to be stopped. */
  empty(): void;
}

/** Unpacks the server into a folder; false where this is no Debian that has it. */
export function unpackOldServer(folder: string): boolean {
  if (existsSync(programIn(folder))) return true;
  let files = path.join(folder, 'packages');
  mkdirSync(files, { recursive: true });
  try {
    let plan = execFileSync('apt-get', ['-s', 'install', '--no-install-recommends', 'clickhouse-server'], {
      encoding: 'utf8',
    });
    let names = [...plan.matchAll(/^Inst (\S+)/gm)].map(([, name = '']) => name);
    execFileSync('apt-get', ['-q', 'download', ...names], { cwd: files, stdio: 'ignore' });
    for (let file of readdirSync(files)) execFileSync('dpkg', ['-x', path.join(files, file), folder]);
  } catch {
    return false;
  }
  rmSync(files, { recursive: true });
  return existsSync(programIn(folder));
}

function programIn(folder: string): string {
  return path.join(folder, 'usr/sbin/clickhouse-server');
}

/** Where the libraries of its packages are, which the machine need not have. */
function librariesIn(folder: string): string {
  return ['usr/lib', 'lib']
    .map((place) => path.join(folder, place))
    .filter((place) => existsSync(place))
    .flatMap((place) => readdirSync(place).map((name) => path.join(place, name)))
    .filter((place) => place.endsWith('-linux-gnu'))
    .join(':');
}

/** A server of the unpacked programs that has its files in `home`; `start` starts it. */
export function createOldServer(programs: string, home: string, [http, native]: readonly number[]): OldServer {
  let data = path.join(home, 'data');
  let url = `http://127.0.0.1:${http}/`;
  let running: ChildProcess | undefined;
  mkdirSync(data, { recursive: true });
  let config = path.join(home, 'config.xml');
  writeFileSync(
    config,
    `<yandex><logger><level>error</level><log>${home}/log</log><errorlog>${home}/errors</errorlog></logger>
<http_port>${http}</http_port><tcp_port>${native}</tcp_port><listen_host>127.0.0.1</listen_host>
<mark_cache_size>100000000</mark_cache_size><path>${data}/</path><tmp_path>${data}/tmp/</tmp_path>
<users_config>users.xml</users_config><default_profile>default</default_profile>
<default_database>default</default_database></yandex>\n`,
  );
  writeFileSync(
    path.join(home, 'users.xml'),
    `<yandex><profiles><default/></profiles><quotas><default/></quotas><users><default><password></password>
<networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota></default></users></yandex>\n`,
  );

  async function column(question: string): Promise<string[]> {
    let answer = await fetch(url, { method: 'POST', body: question });
    let text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return text.split('\n').slice(0, -1);
  }

  async function stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    let server = running;
    running = undefined;
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    let gone = once(server, 'exit');
    server.kill(signal);
    await gone;
  }

  return {
    url,
    column,
    stop,
    async start() {
      if (running) return;
      let env = { ...process.env, LD_LIBRARY_PATH: librariesIn(programs) };
      let server = spawn(programIn(programs), [`--config-file=${config}`], { cwd: home, env, stdio: 'ignore' });
      running = server;
      for (let end = performance.now() + startLimitMs; ; await pause(lookMs)) {
        if (await column('SELECT 1').catch(() => undefined)) return;
        if (server.exitCode !== null || performance.now() > end)
          throw new Error(`ClickHouse of Debian does not start; see ${home}/errors`);
      }
    },
    empty() {
      rmSync(data, { recursive: true });
      mkdirSync(data);
    },
  };
}
