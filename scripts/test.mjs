/** `npm test`: runs every check, prints the number of passed tests, and fails if a step failed. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';

/**
 * Groups run one after the other. Steps of a group run in parallel, and print their output in one
 * piece, but those marked `at once`.
 */
const groups = [
  [
    ['format', 'npx', ['prettier', '--check', '--log-level', 'warn', '.']],
    ['lint', 'npx', ['oxlint', '--deny-warnings']],
    ['types', 'npx', ['tsc', '--noEmit']],
    ['arrows between rooms', 'npm', ['run', '--silent', 'arrows']],
    ['build', 'node', ['scripts/build.mjs']],
  ],
  [
    ['unit and integration tests', 'npx', ['vitest', 'run'], 'at once'],
    // Those that npm installs, and those that most machines have; all of them: npm run test:clients.
    ['real clients', 'bash', ['scripts/real-clients.sh', 'npm', 'scarf', 'files', 'python']],
  ],
  [['browser tests', 'npx', ['playwright', 'test'], 'at once']],
];

/**
 * Runs a command; returns whether it succeeded, its seconds, and its output unless that was
 * printed.
 */
function run(command, args, speaksAtOnce) {
  let started = Date.now();
  let said = [];
  return new Promise((resolve) => {
    let child = spawn(command, args, {
      stdio: speaksAtOnce ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: undefined },
    });
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

/** Lines that the summary has of each failed unit test. */
const failureLines = 20;

rmSync('test-results', { recursive: true, force: true });
let failedSteps = [];
for (let group of groups) {
  await Promise.all(
    group.map(async ([name, command, args, when]) => {
      let speaksAtOnce = when === 'at once';
      if (speaksAtOnce) process.stdout.write(`\n== ${name}\n`);
      let { isOk, seconds, said } = await run(command, args, speaksAtOnce);
      if (!speaksAtOnce) process.stdout.write(`\n== ${name}\n${said}`);
      process.stdout.write(`== ${name}: ${isOk ? 'ok' : 'FAILED'} in ${seconds} s\n`);
      if (!isOk) failedSteps.push(name);
    }),
  );
}

function counts(file, read) {
  return existsSync(file)
    ? read(JSON.parse(readFileSync(file, 'utf8')))
    : { passed: 0, failed: 0, skipped: 0, flaky: 0, failures: [] };
}
let unitFlaky = existsSync('test-results/unit-flaky.json')
  ? JSON.parse(readFileSync('test-results/unit-flaky.json', 'utf8'))
  : [];
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
  skipped: r.numPendingTests + r.numTodoTests,
}));
let browser = counts('test-results/e2e.json', (r) => ({
  passed: r.stats.expected + r.stats.flaky,
  failed: r.stats.unexpected,
  skipped: r.stats.skipped,
  flaky: r.stats.flaky,
}));
let stepsWithoutTests = failedSteps.filter((name) => !name.includes('tests')).length;
let passed = unit.passed + browser.passed;
let failed = unit.failed + browser.failed + stepsWithoutTests;
if (failedSteps.length) process.stdout.write(`\nFailed: ${failedSteps.join(', ')}\n`);
for (let failure of unit.failures)
  process.stdout.write(`\nFailed: ${failure.split('\n').slice(0, failureLines).join('\n')}\n`);
for (let name of unitFlaky) process.stdout.write(`\nFlaky: ${name}`);
process.stdout.write(
  `\nUnit and integration tests: ${unitFlaky.length} flaky (passed when tried again), ${unit.skipped} skipped`,
);
process.stdout.write(`\nBrowser tests: ${browser.flaky} flaky (passed when tried again), ${browser.skipped} skipped\n`);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failedSteps.length || passed === 0 ? 1 : 0);
