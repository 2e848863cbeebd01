/**
 * `npm run test:clients`: real clients, as they are installed here or at the registry that npm uses,
 * download through a gateway. `tools/tests/real-clients.sh` prints a table of what they did.
 */
import tsconfigPaths from 'vite-tsconfig-paths';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [tsconfigPaths()],
  test: {
    include: ['tests/clients/**/*.client.ts'],
    env: { NODE_ENV: 'test' },
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
