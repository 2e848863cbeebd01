/** Two processes with ROLE=jobs over PostgreSQL and ClickHouse of their own, one of which works. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { openRecords } from 'gateway/floor/db/open';
import { installEngine, removeEngine, startEngine } from '../clickhouse/engine';
import { createProcess } from '../many/processes';
import { createPostgres, type Postgres } from '../postgres';

export interface Jobs {
  postgres: Postgres;
  /** The ports of their counters. */
  metrics: number[];
  end(): Promise<void>;
}

/** Starts them with data in `folder`, on eight ports from `first` on. */
export async function startJobs(folder: string, first: number): Promise<Jobs> {
  let postgres = createPostgres(first);
  installEngine();
  postgres.start();
  await openRecords({ databaseUrl: postgres.url }).then((records) => records.destroy());
  let clickhouse = path.join(folder, 'clickhouse');
  mkdirSync(clickhouse, { recursive: true });
  let { server, url } = await startEngine(clickhouse, first + 1);
  let metrics = [first + 2, first + 3];
  let env = {
    NODE_ENV: 'production',
    ROLE: 'jobs',
    JOBS_URL: '',
    DATABASE_URL: postgres.url,
    EVENTS_URL: new URL('landfall', url).href,
    SECRETS_ENCRYPTION_KEY: 'a-key-of-the-test-0123456789-0123456789',
  };
  let processes = metrics.map((port, i) =>
    createProcess(`jobs${i + 1}`, {
      folder,
      dashboard: first + 4 + i,
      gateway: first + 6 + i,
      env: { ...env, METRICS_PORT: String(port) },
    }),
  );
  for (let one of processes) {
    one.start();
    await one.ready();
  }
  return {
    postgres,
    metrics,
    async end() {
      for (let one of processes) await one.kill();
      server.kill('SIGKILL');
      postgres.remove();
      removeEngine();
    },
  };
}
