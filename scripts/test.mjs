/** `npm test`: every check there is, one after the other, and how many tests passed. Stops at nothing, fails if anything failed. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';

const steps = [
  ['format', 'npx', ['prettier', '--check', '--log-level', 'warn', '.']],
  ['lint', 'npx', ['oxlint', '--deny-warnings']],
  ['types', 'npx', ['tsc', '--noEmit']],
  ['unit and integration tests', 'npx', ['vitest', 'run']],
  ['build', 'node', ['scripts/build.mjs']],
  ['browser tests', 'npx', ['playwright', 'test']],
];

rmSync('test-results', { recursive: true, force: true });
let failedSteps = [];
for (let [name, command, args] of steps) {
  let started = Date.now();
  process.stdout.write(`\n== ${name}\n`);
  let { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, NODE_ENV: undefined } });
  process.stdout.write(
    `== ${name}: ${status === 0 ? 'ok' : 'FAILED'} in ${Math.round((Date.now() - started) / 1000)} s\n`,
  );
  if (status !== 0) failedSteps.push(name);
}

function counts(file, read) {
  return existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : { passed: 0, failed: 0 };
}
let unit = counts('test-results/unit.json', (r) => ({ passed: r.numPassedTests, failed: r.numFailedTests }));
let browser = counts('test-results/e2e.json', (r) => ({
  passed: r.stats.expected + r.stats.flaky,
  failed: r.stats.unexpected,
}));
let stepsWithoutTests = failedSteps.filter((name) => !name.includes('tests')).length;
let passed = unit.passed + browser.passed;
let failed = unit.failed + browser.failed + stepsWithoutTests;
if (failedSteps.length) process.stdout.write(`\nFailed: ${failedSteps.join(', ')}\n`);
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failedSteps.length || passed === 0 ? 1 : 0);
