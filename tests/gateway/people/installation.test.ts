/** The state of the installation for platform admins, and the test mail. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installationApi, jobIds } from 'contract/admin/installation';
import { dayMs, minuteMs } from 'contract/floor/time';
import { createJobs } from 'gateway/floor/jobs';
import { startMailServer } from 'tests/support/mail-server';
import { whoMay } from 'tests/support/authorization';
import { madeEvent } from 'tests/support/made-event';
import { serverUrl } from 'tests/support/records-place';
import { createWorld, type World } from 'tests/support/world';

const { getInstallationStatus, sendTestMail } = installationApi;

let world: World;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'status-'));
  writeFileSync(path.join(folder, 'records.sqlite'), 'x'.repeat(1_000));
  writeFileSync(path.join(folder, 'records.sqlite-wal'), 'x'.repeat(500));
  world = await createWorld({ installation: { version: '1.2.3', commit: 'abc1234', folder } });
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

async function status(of = world) {
  return (await of.as('root')).ask(getInstallationStatus);
}

describe('the status', () => {
  it('shows the version and the start of the process', async () => {
    let { version, commit, node, started_at, now, memory } = await status();
    expect([version, commit, node]).toEqual(['1.2.3', 'abc1234', process.version]);
    expect(Date.parse(now) - Date.parse(started_at)).toBeGreaterThan(0);
    expect(memory.resident).toBeGreaterThan(10_000_000);
    expect(memory.heap_limit).toBeGreaterThan(memory.heap_used);
  });

  it('adds up the file sizes of the data folder', async () => {
    let { disk } = await status();
    expect(disk).toMatchObject({ folder, used: 1_500 });
    expect(disk?.total).toBeGreaterThan(disk?.free ?? 0);
    expect(disk?.parts).toContainEqual({ part: 'records', bytes: 1_500 });
    expect(disk?.parts).toContainEqual({ part: 'outbox', bytes: 0 });
  });

  it('counts the contents of the stores', async () => {
    let before = await status();
    expect(before.records).toMatchObject({
      engine: serverUrl ? 'postgres' : 'sqlite',
      steps_missing: [],
      people: 5,
      organizations: 1,
      packages: 0,
      suspended: 0,
    });
    expect(before.records?.last_step).toMatch(/^\d{4}-/);
    expect(before.records?.bytes).toBeGreaterThan(4_096);
    expect(before.events).toEqual({ count: 0, oldest: null, newest: null, waiting: 0, last_event: 0 });
    let artifactId = '55555555-5555-4555-8555-555555555555';
    let time = Date.UTC(2026, 4, 1);
    await world.events.load([madeEvent({ artifactId, time }), madeEvent({ artifactId, time: time + 60_000 })]);
    expect((await status()).events).toEqual({
      count: 2,
      oldest: '2026-05-01T00:00:00.000Z',
      newest: '2026-05-01T00:01:00.000Z',
      waiting: 0,
      last_event: 2,
    });
    await world.events.append([madeEvent({ artifactId, time: time + 120_000 })]);
    let after = (await status()).events;
    expect(after?.count).toBe(3);
  });

  it('lists jobs with their last runs', async () => {
    await world.gateway.exports.runDue();
    let { jobs } = await status();
    expect(jobs.map(({ id }) => id).sort()).toEqual([...jobIds].sort());
    let exports = jobs.find(({ id }) => id === 'scheduled-exports');
    expect(exports).toMatchObject({ every_ms: 60_000, is_running: false, failure: null, failures: 0 });
    expect(exports?.runs).toBeGreaterThan(0);
    expect(exports?.last_ms).toBeGreaterThan(0);
    // Any of these jobs may have started since the start of this test, because some run every
    // minute.
    for (let job of jobs) expect([job.id, job.last_started_at === null]).toEqual([job.id, job.runs === 0]);
    let summaries = jobs.find(({ id }) => id === 'lead-reports');
    expect(Date.parse(summaries?.next_at ?? '')).toBeGreaterThan(world.now() - 1_000);
  });

  it('is null for a part that fails, and complete for the other parts', async () => {
    let bare = await createWorld();
    let caller = await bare.as('root');
    await bare.events.close();
    let { version, commit, disk, events, records } = await caller.ask(getInstallationStatus);
    expect([version, commit, disk, events]).toEqual([null, null, null, null]);
    expect(records?.people).toBe(5);
    await bare.close();
  });
});

describe('a job', () => {
  let now = Date.UTC(2026, 4, 1, 11, 50, 20);
  let silent = () => undefined;

  it('records its result, and fails when its work fails', async () => {
    let jobs = createJobs(() => now);
    let work = () => Promise.reject(new Error('no disk'));
    let job = jobs.start('recounts', () => work(), silent);
    expect(jobs.notes()).toMatchObject([
      {
        id: 'recounts',
        lastStartedAt: null,
        lastMs: null,
        runs: 0,
        everyMs: minuteMs,
        nextAt: now + 40_000,
        dueAt: now + 40_000,
      },
    ]);
    await expect(job.run()).rejects.toThrow('no disk');
    expect(jobs.notes()).toMatchObject([{ lastStartedAt: now, failure: 'no disk', runs: 1, failures: 1 }]);
    let end: () => void = () => undefined;
    work = () => new Promise((resolve) => (end = resolve as () => void));
    let running = job.run();
    await expect.poll(() => jobs.notes()).toMatchObject([{ isRunning: true, failure: 'no disk' }]);
    end();
    await running;
    expect(jobs.notes()).toMatchObject([{ isRunning: false, failure: null, runs: 2, failures: 1 }]);
    await job.stop();
  });

  it('runs every minute, every quarter of an hour, or at three in the morning', async () => {
    let jobs = createJobs(() => now);
    let ids = ['scheduled-exports', 'lead-reports', 'audit-retention'] as const;
    let started = ids.map((id) => jobs.start(id, () => Promise.resolve(), silent));
    expect(jobs.notes().map(({ everyMs, nextAt }) => [everyMs, new Date(nextAt).toISOString()])).toEqual([
      [minuteMs, '2026-05-01T11:51:00.000Z'],
      [15 * minuteMs, '2026-05-01T12:00:00.000Z'],
      [dayMs, '2026-05-02T03:00:00.000Z'],
    ]);
    for (let job of started) await job.stop();
  });

  it('runs at its times, and logs failures', { tags: 'slow' }, async () => {
    let reports: unknown[] = [];
    let jobs = createJobs(() => now, { recounts: '* * * * * *' });
    let job = jobs.start(
      'recounts',
      () => Promise.reject(new Error('no disk')),
      (error) => reports.push(error),
    );
    await expect.poll(() => reports, { timeout: 30_000 }).toMatchObject([{ message: 'no disk' }]);
    await job.stop();
  });

  it('never overlaps with itself, and does not run once it is stopped', async () => {
    let jobs = createJobs(() => now);
    let order: string[] = [];
    let job = jobs.start(
      'recounts',
      async () => {
        order.push('starts');
        await new Promise(setImmediate);
        order.push('ends');
      },
      silent,
    );
    void job.run();
    void job.wake();
    await job.stop();
    expect(order).toEqual(['starts', 'ends', 'starts', 'ends']);
    await job.run();
    expect(jobs.notes()).toMatchObject([{ runs: 2 }]);
  });
});

describe('a test mail', () => {
  it('is written to the outbox for the address of the caller', async () => {
    let root = await world.as('root');
    let result = await root.ask(sendTestMail);
    expect(result).toMatchObject({ to: 'root@example.com', way: 'outbox', failure: null });
    expect((await world.lettersTo('root@example.com')).at(-1)?.subject).toBe('Test email');
    expect((await status()).mail).toMatchObject({ way: 'outbox', waiting: 0, last_failure: null });
    expect((await status()).mail.last_delivered_at).not.toBeNull();
  });

  it('shows the mail server’s answer, without its password', async () => {
    let server = await startMailServer();
    let posting = await createWorld({ smtpUrl: server.url });
    let root = await posting.as('root');
    let place = new URL(server.url).host;
    expect(await root.ask(sendTestMail)).toEqual({ to: 'root@example.com', way: 'smtp', place, failure: null });
    expect(server.taken).toHaveLength(1);
    server.refuse(1);
    let refused = await root.ask(sendTestMail);
    expect(refused.failure).toContain('451 Try again later');
    let { mail } = await root.ask(getInstallationStatus);
    expect(mail).toMatchObject({ way: 'smtp', place, last_failure: { words: refused.failure } });
    expect(JSON.stringify(mail)).not.toMatch(/posts(:|%3A)mail|landfall:/);
    await posting.close();
    await server.close();
  });

  it('reports that the mail server does not answer', async () => {
    let posting = await createWorld({ smtpUrl: 'smtp://somebody:a-password@127.0.0.1:9' });
    let { failure } = await (await posting.as('root')).ask(sendTestMail);
    expect(failure).toContain('ECONNREFUSED');
    await posting.close();
  });
});

whoMay(Object.values(installationApi));
