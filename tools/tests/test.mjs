/**
 * `npm test` and `npm run test:slow`: run every check of theirs, print the number of passed tests,
 * and fail if a step failed. `npm test -- quick` runs the checks that need no build.
 */
import '../node-version.mjs';
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * Steps run one after the other. Those marked `beside` run from the start beside all others, on
 * processor time that these leave, and print their output in one piece when they end.
 */
const usual = [
  ['format', 'npx', ['prettier', '--check', '--cache', '--log-level', 'warn', '.'], 'beside'],
  ['lint', 'npm', ['run', '--silent', 'lint'], 'beside'],
  ['unused files, exports and packages', 'npx', ['knip', '--cache'], 'beside'],
  ['types', 'npm', ['run', '--silent', 'types'], 'beside'],
  ['arrows between rooms', 'npm', ['run', '--silent', 'arrows'], 'beside'],
  ['statements of the specification', 'npx', ['tsx', 'tools/spec-coverage.ts', '--check'], 'beside'],
  ['build', 'node', ['tools/build.mjs']],
  ['unit and integration tests', 'npx', ['vitest', 'run', '--tags-filter=!slow']],
  ['browser tests', 'npx', ['playwright', 'test', '--grep-invert=@slow|no-script-others']],
];

/**
 * The tests with the tag `slow`, flows without JavaScript that are no main ones, and all real
 * clients.
 */
const slow = [
  ['build', 'node', ['tools/build.mjs']],
  ['unit and integration tests', 'npx', ['vitest', 'run', '--tags-filter=slow', ...taggedFiles()]],
  ['real clients', 'bash', ['tools/tests/real-clients.sh']],
  ['browser tests', 'npx', ['playwright', 'test', '--grep=@slow|no-script-others']],
];

function taggedFiles() {
  return readdirSync('tests', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => path.join('tests', file))
    .filter((file) => /\btags\b.*'slow'/.test(readFileSync(file, 'utf8')));
}

/**
 * Runs a command; returns whether it succeeded, its seconds, and its output unless that was
 * printed. One that runs beside others lets them go first.
 */
function run(command, args, isBeside) {
  let started = Date.now();
  let said = [];
  return new Promise((resolve) => {
    let child = spawn(command, args, {
      stdio: isBeside ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, NODE_ENV: undefined },
    });
    if (isBeside && child.pid) os.setPriority(child.pid, Math.max(os.getPriority(), lowPriority));
    for (let stream of [child.stdout, child.stderr]) stream?.on('data', (part) => said.push(part));
    let end = (isOk) =>
      resolve({ isOk, seconds: Math.round((Date.now() - started) / 1000), said: Buffer.concat(said).toString() });
    child.on('error', (error) => {
      said.push(Buffer.from(`${error.message}\n`));
      end(false);
    });
    child.on('close', (status) => end(status === 0));
  });
}

const lowPriority = os.constants.priority.PRIORITY_BELOW_NORMAL;

/** Lines that the summary has of each failed unit test. */
const failureLines = 20;

rmSync('test-results', { recursive: true, force: true });
let failedSteps = [];
async function take([name, command, args, when]) {
  let isBeside = when === 'beside';
  if (!isBeside) process.stdout.write(`\n== ${name}\n`);
  let { isOk, seconds, said } = await run(command, args, isBeside);
  if (isBeside) process.stdout.write(`\n== ${name}\n${said}`);
  process.stdout.write(`== ${name}: ${isOk ? 'ok' : 'FAILED'} in ${seconds} s\n`);
  if (!isOk) failedSteps.push(name);
}
let isBeside = ([, , , when]) => when === 'beside';
let isQuick = process.argv.includes('quick');
let steps = process.argv.includes('slow') ? slow : isQuick ? usual.filter(isBeside) : usual;
let beside = steps.filter(isBeside).map(take);
for (let step of steps) if (!isBeside(step)) await take(step);
await Promise.all(beside);
if (isQuick) process.exit(failedSteps.length ? 1 : 0);

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
function counts(file, read) {
  let result = readJson(file);
  return result ? read(result) : { passed: 0, failed: 0, skipped: 0, failures: [] };
}
let unitRun = readJson('test-results/unit-run.json') ?? { leftOut: 0 };
/** The first lines of why a test failed: the last step prints thousands of lines after it. */
function failuresOf({ assertionResults, name, message }) {
  let failed = assertionResults.filter(({ status }) => status === 'failed');
  if (!failed.length && message) return [`${name}\n${message}`];
  return failed.map(({ fullName, failureMessages }) => `${name} > ${fullName}\n${failureMessages.join('\n')}`);
}
let unit = counts('test-results/unit.json', (r) => ({
  failures: r.testResults.flatMap(failuresOf),
  passed: r.numPassedTests,
  failed: r.numFailedTests,
  skipped: r.numPendingTests + r.numTodoTests - unitRun.leftOut,
}));
let browser = counts('test-results/e2e.json', (r) => ({
  passed: r.stats.expected,
  failed: r.stats.unexpected,
  skipped: r.stats.skipped,
}));
let stepsWithoutTests = failedSteps.filter((name) => !name.includes('tests')).length;
let passed = unit.passed + browser.passed;
let failed = unit.failed + browser.failed + stepsWithoutTests;
if (failedSteps.length) process.stdout.write(`\nFailed: ${failedSteps.join(', ')}\n`);
for (let failure of unit.failures)
  process.stdout.write(`\nFailed: ${failure.split('\n').slice(0, failureLines).join('\n')}\n`);
process.stdout.write(`\nSkipped: ${unit.skipped} unit and integration tests, ${browser.skipped} browser tests\n`);
if (unitRun.leftOut && !process.argv.includes('slow')) process.stdout.write('npm run test:slow runs the slow ones.\n');
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failedSteps.length || passed === 0 ? 1 : 0);
