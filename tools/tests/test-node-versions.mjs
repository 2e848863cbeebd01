/**
 * `node tools/tests/test-node-versions.mjs`: unit tests, build and some browser tests with every
 * supported version of Node: the oldest and the newest of each line. Other versions can be named
 * after `--`. The programs come from the npm package `node` and are cached in node_modules/.cache.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const promised = ['20.19.0', '22.12.0', '24'];
/** The tests of what depends on Node: built programs, forms, streamed files, sealed cookies. */
const browserTests = ['authentication', 'bundle', 'exports', 'packages', 'with-script'].map(
  (name) => `e2e/${name}.spec`,
);

/** The folder of the program `node` of a version, which is installed if it is missing. */
function folderOf(version) {
  let home = path.resolve('node_modules/.cache/node-versions', version);
  let folder = path.join(home, 'node_modules/node/bin');
  if (existsSync(path.join(folder, 'node'))) return folder;
  mkdirSync(home, { recursive: true });
  // The package downloads the program for this machine when it is installed.
  writeFileSync(path.join(home, 'package.json'), '{ "private": true, "allowScripts": { "node": true } }\n');
  let flags = ['--no-save', '--no-audit', '--no-fund', '--loglevel', 'error'];
  execFileSync('npm', ['install', ...flags, `node@${version}`], { cwd: home, stdio: 'inherit' });
  return folder;
}

function counts(file, read) {
  return existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : 'no result';
}

/** Runs all steps with one version, even after a failure; returns a summary line. */
function tryOut(version) {
  let env = { ...process.env, NODE_ENV: undefined, PATH: `${folderOf(version)}${path.delimiter}${process.env.PATH}` };
  let node = execFileSync('node', ['--version'], { env, encoding: 'utf8' }).trim();
  let isOk = true;
  let run = (name, ...args) => {
    process.stdout.write(`\n== Node ${node}: ${name}\n`);
    let { status } = spawnSync('npx', args, { env, stdio: 'inherit' });
    isOk &&= status === 0;
    return status === 0;
  };
  rmSync('test-results', { recursive: true, force: true });
  run('unit tests', 'vitest', 'run');
  let unit = counts('test-results/unit.json', (r) => `${r.numPassedTests} passed, ${r.numFailedTests} failed`);
  let isBuilt = run('build', 'node', 'tools/build.mjs');
  if (isBuilt) run('browser tests', 'playwright', 'test', ...browserTests);
  let browser = counts('test-results/e2e.json', ({ stats }) => `${stats.expected} passed, ${stats.unexpected} failed`);
  let line = `Node ${node}: unit tests ${unit}; build ${isBuilt ? 'ok' : 'FAILED'}; browser tests ${browser}`;
  return { isOk, line };
}

let given = process.argv.slice(2);
let tries = (given.length > 0 ? given : promised).map(tryOut);
process.stdout.write(`\n${tries.map(({ isOk, line }) => `${isOk ? 'ok    ' : 'FAILED'} ${line}`).join('\n')}\n`);
process.exit(tries.every(({ isOk }) => isOk) ? 0 : 1);
