/** A PostgreSQL server in a new folder, which is deleted with it. */
import { spawnSync, type SpawnSyncOptions } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface Postgres {
  /** The address of its first database. */
  url: string;
  start(): void;
  stop(): void;
  /** Sends a signal to all processes of the server: SIGSTOP hangs it, SIGCONT resumes it. */
  signal(signal: NodeJS.Signals): void;
  /** Stops it and deletes its files. */
  remove(): void;
}

const home = '/usr/lib/postgresql';

function programs(): string | undefined {
  let versions = existsSync(home) ? readdirSync(home).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => path.join(home, version, 'bin')).find((bin) => existsSync(path.join(bin, 'initdb')));
}

export function hasPostgres(): boolean {
  return programs() !== undefined;
}

function findPrograms(): string {
  let found = programs();
  if (!found) throw new Error(`No PostgreSQL below ${home}; install the package "postgresql".`);
  return found;
}

/** PostgreSQL refuses to run as root, so it then runs as the system's user for it. */
function serverUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  let id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

/** Makes the files of a server, which `start` starts. */
export function createPostgres(port: string | number): Postgres {
  let bin = findPrograms();
  let user = serverUser();
  let folder = mkdtempSync(path.join(tmpdir(), 'postgres-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid!);
  let data = path.join(folder, 'data');
  let run = (program: string, args: string[]) => {
    let options: SpawnSyncOptions = { stdio: ['ignore', 'ignore', 'inherit'], ...user, cwd: folder };
    let { status, error } = spawnSync(path.join(bin, program), args, options);
    if (status !== 0) throw error ?? new Error(`${program} ended with ${status}.`);
  };
  run('initdb', ['-D', data, '-U', 'tests', '--auth=trust', '--encoding=UTF8', '--no-sync']);
  let stop = () => existsSync(path.join(data, 'postmaster.pid')) && run('pg_ctl', ['-D', data, '-m', 'fast', 'stop']);
  return {
    url: `postgres://tests@127.0.0.1:${port}/postgres`,
    start() {
      let flags = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200`;
      run('pg_ctl', ['-D', data, '-o', flags, '-l', path.join(folder, 'log'), '-w', 'start']);
    },
    stop: () => void stop(),
    signal(signal) {
      for (let pid of processesBelow(data)) process.kill(pid, signal);
    },
    remove() {
      stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The process of a data folder and its children. */
function processesBelow(data: string): number[] {
  let first = Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
  let children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return [first, ...children.map(Number)];
}
