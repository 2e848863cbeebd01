import tsconfigPaths from 'vite-tsconfig-paths';
import { defineConfig } from 'vitest/config';
import { runReporter, tags } from './tests/support/run-reporter';

export default defineConfig({
  plugins: [tsconfigPaths()],
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    globalSetup: ['tests/support/memory-folder.ts'],
    setupFiles: ['tests/support/setup.ts'],
    env: { NODE_ENV: 'test', SESSION_SECRETS: 'a-secret-of-the-tests-0123456789-0123456789' },
    reporters: [
      'default',
      ['json', { outputFile: 'test-results/unit.json' }],
      runReporter('test-results/unit-run.json'),
    ],
    tags,
    // Only against tests that never end: on a busy machine a slow one takes three times as long.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // One more than cores of a small machine: tests also wait, for timers and for other threads.
    maxWorkers: 3,
    // Files of a worker share what they import, which takes longer than the tests of most;
    // tests/support/setup.ts tidies up behind each.
    isolate: false,
  },
});
