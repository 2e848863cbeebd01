/** What processes over one PostgreSQL share; `npx tsx tools/tests/test-many.ts` runs it. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createAttempts, defaultAttemptLimits } from 'gateway/people/accounts/attempts';
import { listenForNotifications, notifyOwnersChanged, notifyJob } from 'gateway/floor/db/pg-notifications';
import { takeJobsLock } from 'gateway/floor/db/jobs-lock';
import { openMigratedRecords, openRecords } from 'gateway/floor/db/open';
import type { Records } from 'gateway/floor/db/schema';
import { createPgRangeStore } from 'gateway/events/clickhouse/range-notes';

const log = pino({ level: 'silent' });
const server = process.env.TEST_DATABASE_URL!;
let databaseUrl: string;
let records: Records;
let closings: (() => unknown)[];

beforeEach(async () => {
  let name = `many_${randomUUID().replaceAll('-', '')}`;
  let client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  let url = new URL(server);
  url.pathname = `/${name}`;
  databaseUrl = url.href;
  closings = [];
});
afterEach(async () => {
  for (let close of closings.reverse()) await close();
});

async function open(): Promise<void> {
  records = await openRecords({ databaseUrl });
  closings.push(() => records.destroy());
}

it('a process hears what another one says, and that it may have missed something', async () => {
  await open();
  let [owners, jobs]: [string[], string[]] = [[], []];
  let times = 0;
  let hearing = listenForNotifications({
    databaseUrl,
    changed: (some) => owners.push(...some),
    wake: (job) => jobs.push(job),
    connected: () => (times += 1),
    log,
  });
  closings.push(hearing.close);
  await expect.poll(() => times).toBe(1);
  await sql`select pg_notify('landfall', 'no JSON')`.execute(records);
  await notifyOwnersChanged(records, ['ada', 'grace']);
  await notifyJob(records, 'alerts');
  await expect.poll(() => [owners, jobs]).toEqual([['ada', 'grace'], ['alerts']]);
  let client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' or query = 'select 1'",
  );
  await client.end();
  await expect.poll(() => times).toBe(2);
  await notifyOwnersChanged(records, ['linus']);
  await expect.poll(() => owners).toEqual(['ada', 'grace', 'linus']);
});

it('one process has the lock of the jobs, and another one gets it when that one ends', async () => {
  let never = new AbortController();
  let first = await takeJobsLock(databaseUrl, never.signal, log);
  let second: Awaited<typeof first> | undefined;
  let waiting = takeJobsLock(databaseUrl, never.signal, log).then((session) => (second = session));
  await pause(1_500);
  expect(second).toBeUndefined();
  first.close();
  await waiting;
  closings.push(() => second!.close());
  await expect(first.query('select 1')).rejects.toThrow(/lost/);
  expect(await second!.query('select 1 as one')).toEqual([{ one: 1 }]);
});

it('a suspended process loses the lock of the jobs within a minute, and ends when it is resumed', async () => {
  let program = 'tests/support/jobs-lock-holder.ts';
  let holder = spawn(process.execPath, ['--import', 'tsx', program, databaseUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  closings.push(() => void holder.kill('SIGKILL'));
  let ended = once(holder, 'exit');
  await once(holder.stdout, 'data');
  holder.kill('SIGSTOP');
  let next = await takeJobsLock(databaseUrl, AbortSignal.timeout(60_000), log);
  closings.push(() => next.close());
  holder.kill('SIGCONT');
  expect(await ended).toEqual([3, null]);
}, 90_000);

it('the process that takes over knows the range being sent', async () => {
  await open();
  let first = await takeJobsLock(databaseUrl, new AbortController().signal, log);
  let range = { token: 'one', first: 3, end: 5, events: [], artifacts: [], changes: [], marks: [] };
  await createPgRangeStore(first).shipped(3);
  await createPgRangeStore(first).write(range);
  first.close();
  let second = await takeJobsLock(databaseUrl, new AbortController().signal, log);
  closings.push(() => second.close());
  let ranges = createPgRangeStore(second);
  expect([await ranges.pending(), await ranges.lastShipped()]).toEqual([range, 3]);
  await ranges.shipped(5);
  expect([await ranges.pending(), await ranges.lastShipped()]).toEqual([undefined, 5]);
});

it('wrong passwords are counted together by all dashboards, and a right one frees all of them', async () => {
  await open();
  let dashboards = [0, 1].map(() => {
    let pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
    closings.push(() => pool.end());
    return createAttempts({ ...defaultAttemptLimits, perGuesser: 4 }, pool);
  });
  let guess = { account: 'ada', address: '192.0.2.1', device: undefined };
  for (let i = 0; i < 4; i++) await dashboards[i % 2]!.password(guess);
  await expect(dashboards[1]!.password(guess)).rejects.toMatchObject({ code: 'too-many-sign-ins' });
  await dashboards[0]!.passwordWasRight(guess);
  await dashboards[1]!.password(guess);
  let rows = await records.selectFrom('attempts').select('key').execute();
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toMatch(/ada|192\.0/);
});

it('an edge node refuses tables of an earlier version, and changes nothing', async () => {
  await expect(openMigratedRecords({ databaseUrl })).rejects.toThrow(/ROLE=web or ROLE=jobs of this version first/);
  await open();
  await (await openMigratedRecords({ databaseUrl })).destroy();
});
