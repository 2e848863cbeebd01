/**
 * `npx tsx tools/tests/test-many.ts`: what processes share in both stores, before they are started.
 */
import tsconfigPaths from 'vite-tsconfig-paths';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [tsconfigPaths()],
  test: {
    include: ['tests/many/**/*.many.ts'],
    setupFiles: ['tests/support/setup.ts'],
    env: { NODE_ENV: 'test', SESSION_SECRETS: 'a-secret-of-the-tests-0123456789-0123456789' },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 1,
  },
});
