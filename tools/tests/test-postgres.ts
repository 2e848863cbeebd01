/**
 * `npx tsx tools/tests/test-postgres.ts`: the gateway's tests with the control store on a
 * PostgreSQL server that runs only for them.
 */
import { spawnSync } from 'node:child_process';
import { createPostgres } from './postgres';

let server = createPostgres(process.env.TEST_POSTGRES_PORT ?? '19290');
let status = 1;
try {
  server.start();
  let chosen = process.argv.length > 2 ? process.argv.slice(2) : ['tests/gateway', 'tests/edge'];
  let env = { ...process.env, TEST_DATABASE_URL: server.url };
  status = spawnSync('npx', ['vitest', 'run', ...chosen], { stdio: 'inherit', env }).status ?? 1;
} finally {
  server.remove();
}
process.exit(status);
