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
import { isLatest, takeJobsLock } from 'gateway/floor/db/jobs-lock';
import { joinLeases, type Leases } from 'gateway/floor/db/leases';
import { openPgSession } from 'gateway/floor/db/session';
import { firstOf } from 'gateway/events/shape/ends';
import { openMigratedRecords, openRecords } from 'gateway/floor/db/open';
import type { Records } from 'gateway/floor/db/schema';
import { createRangeNotes, rangesShipped } from 'gateway/events/clickhouse/range-notes';

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

it('the process that takes over partitions knows the ranges being sent, and those from before', async () => {
  await open();
  let [first, second] = [await openPgSession(databaseUrl), await openPgSession(databaseUrl)];
  closings.push(first.close, second.close);
  let spans = (partition: number) => [{ partition, first: firstOf(partition) + 3, end: firstOf(partition) + 5 }];
  let range = (partition: number) => ({
    token: 'one',
    spans: spans(partition),
    events: [],
    artifacts: [],
    changes: [],
    marks: [],
  });
  let [ranges, others] = [createRangeNotes(first, [1, 2]), createRangeNotes(second, [2, 3])];
  await ranges.write(range(1));
  expect(await others.pending()).toEqual([]);
  await ranges.write(range(2));
  let [pending] = await others.pending();
  expect(pending).toEqual(range(2));
  await others.shipped(pending!);
  expect([await ranges.pending(), await others.pending()]).toEqual([[], []]);
  // Nobody else may complete one that only says how far the journals are.
  await ranges.write({ ...range(1), spans: [] });
  expect([await ranges.pending(), await others.pending()]).toEqual([[], []]);
  expect((await ranges.lastShipped())[2]).toBe(firstOf(2) + 5);
  let { spans: _, ...before } = range(0);
  let text = JSON.stringify({ ...before, first: 3, end: 5 });
  await first.query("insert into notes (name, text) values ('events on their way', $1), ('events shipped', '3')", [
    text,
  ]);
  let [old] = await others.pending();
  expect([old, await others.lastShipped()]).toEqual([range(0), [3, undefined, firstOf(2) + 5]]);
  await others.shipped(old!);
  expect([await ranges.pending(), (await ranges.lastShipped())[0]]).toEqual([[], 5]);
});

it('what waits for ranges waits for those of its own partitions', async () => {
  await open();
  let [first, second] = [await openPgSession(databaseUrl), await openPgSession(databaseUrl)];
  closings.push(first.close, second.close);
  let ranges = createRangeNotes(first, [1]);
  let spans = [{ partition: 1, first: firstOf(1), end: firstOf(1) + 2 }];
  let range = { token: 'one', spans, events: [], artifacts: [], changes: [], marks: [] };
  await ranges.write(range);
  await rangesShipped(second, [2, 3]);
  let isOver = false;
  let waiting = rangesShipped(second, [1, 2]).then(() => (isOver = true));
  await expect(rangesShipped(second, [1], AbortSignal.timeout(300))).rejects.toThrow('abort');
  expect(isOver).toBe(false);
  await ranges.shipped(range);
  await waiting;
});

it('shares of work are divided evenly among processes, and those of one that ends go to others', async () => {
  let sessions = [await openPgSession(databaseUrl), await openPgSession(databaseUrl), await openPgSession(databaseUrl)];
  closings.push(...sessions.map(({ close }) => close));
  let [a, b] = [await joinLeases(sessions[0]!, 64), undefined as Leases | undefined];
  await a.takeMore();
  expect(a.held()).toHaveLength(64);
  b = await joinLeases(sessions[1]!, 64);
  expect(await b.takeMore()).toBe(false);
  await a.giveBack(await a.surplus());
  expect([await b.takeMore(), a.held().length, b.held().length]).toEqual([true, 32, 32]);
  expect(new Set([...a.held(), ...b.held()]).size).toBe(64);
  let c = await joinLeases(sessions[2]!, 64);
  for (let one of [a, b]) await one.giveBack(await one.surplus());
  await c.takeMore();
  expect([a, b, c].map((one) => one.held().length)).toEqual([22, 22, 20]);
  sessions[1]!.close();
  await expect.poll(async () => (await a.takeMore(), await c.takeMore(), a.held().length + c.held().length)).toBe(64);
});

it('no process of an earlier version works next to one of this version', async () => {
  let [earlier, later] = [await openPgSession(databaseUrl), await openPgSession(databaseUrl)];
  closings.push(earlier.close, later.close);
  let takes = () => earlier.query('select pg_try_advisory_lock(7208441935) as has');
  expect(await takes()).toEqual([{ has: true }]);
  expect(await isLatest(later)).toBe(false);
  await earlier.query('select pg_advisory_unlock(7208441935)');
  expect(await isLatest(later)).toBe(true);
  expect(await takes()).toEqual([{ has: false }]);
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
