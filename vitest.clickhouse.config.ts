/**
 * `npx tsx tools/tests/test-clickhouse.ts`: the event store's tests with the events on ClickHouse.
 */
import tsconfigPaths from 'vite-tsconfig-paths';
import { defineConfig } from 'vitest/config';
import { tags } from './tests/support/run-reporter';

export default defineConfig({
  plugins: [tsconfigPaths()],
  test: {
    include: ['tests/clickhouse/**/*.clickhouse.ts', 'tests/gateway/**/*.test.ts', 'tests/edge/**/*.test.ts'],
    globalSetup: ['tests/support/memory-folder.ts'],
    setupFiles: ['tests/support/setup.ts'],
    env: { NODE_ENV: 'test', SESSION_SECRETS: 'a-secret-of-the-tests-0123456789-0123456789' },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: 2,
    isolate: false,
    tags,
  },
});
