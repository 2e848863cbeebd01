/**
 * `npm run test:postgres`: the gateway's tests with the control store on a PostgreSQL server that
 * is started for them.
 */
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const port = process.env.TEST_POSTGRES_PORT ?? '19290';
const home = '/usr/lib/postgresql';

function findPrograms() {
  let versions = existsSync(home) ? readdirSync(home).sort((a, b) => Number(b) - Number(a)) : [];
  let found = versions
    .map((version) => path.join(home, version, 'bin'))
    .find((bin) => existsSync(path.join(bin, 'initdb')));
  if (!found) throw new Error(`No PostgreSQL below ${home}; install the package "postgresql".`);
  return found;
}

/** PostgreSQL refuses to run as root; then the system's user for it is used. */
function serverUser() {
  if (process.getuid?.() !== 0) return {};
  let id = (flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

function run(program, args, options = {}) {
  let { status, error } = spawnSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'], ...options });
  if (status !== 0) throw error ?? new Error(`${path.basename(program)} ended with ${status}.`);
}

let bin = findPrograms();
let user = serverUser();
let folder = mkdtempSync(path.join(tmpdir(), 'postgres-'));
if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
let data = path.join(folder, 'data');
let server = { ...user, cwd: folder };
let status = 1;
try {
  run(path.join(bin, 'initdb'), ['-D', data, '-U', 'tests', '--auth=trust', '--encoding=UTF8', '--no-sync'], server);
  let flags = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200`;
  run(path.join(bin, 'pg_ctl'), ['-D', data, '-o', flags, '-l', path.join(folder, 'log'), '-w', 'start'], server);
  let url = `postgres://tests@127.0.0.1:${port}/postgres`;
  let chosen = process.argv.length > 2 ? process.argv.slice(2) : ['tests/gateway'];
  let env = { ...process.env, TEST_DATABASE_URL: url };
  status = spawnSync('npx', ['vitest', 'run', ...chosen], { stdio: 'inherit', env }).status ?? 1;
} finally {
  if (existsSync(path.join(data, 'postmaster.pid')))
    run(path.join(bin, 'pg_ctl'), ['-D', data, '-m', 'fast', 'stop'], server);
  rmSync(folder, { recursive: true, force: true });
}
process.exit(status);
