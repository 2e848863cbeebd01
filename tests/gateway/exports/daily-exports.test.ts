/**
 * What daily exports send each day, what happens on failures, and how several processes share them.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import pino from 'pino';
import { rawEventColumns } from 'contract/analytics/events';
import { filtersApi } from 'contract/analytics/filters';
import { packagesApi } from 'contract/packages/packages';
import { scheduledExportsApi } from 'contract/exports/scheduled-exports';
import { dayMs, minuteMs } from 'contract/floor/time';
import { createDataProvider } from 'gateway/reports/data-provider/data-provider';
import { startExportScheduler } from 'gateway/exports/scheduler';
import { createStorage } from 'gateway/exports/storage';
import { createSecretSealer } from 'gateway/floor/sealer';
import { startFakeS3, storageBucket, type FakeS3 } from '../../support/fake-s3';
import type { Caller, World } from '../../support/world';
import { bodyOf, createExportWorld, day, fileOf, history, make, org, versions } from './export-world';

let s3: FakeS3;
let world: World;
let grace: Caller;
let engine: string;
let notes: string;

beforeAll(async () => void (s3 = await startFakeS3()));
afterAll(() => s3.close());

beforeEach(async () => {
  s3.objects.clear();
  s3.failure = undefined;
  ({ world, grace, engine, notes } = await createExportWorld());
});
afterEach(() => world.close());

describe('a daily export', () => {
  it('waits for no storage of another owner', async () => {
    let silent = await startFakeS3();
    let ada = await world.as('ada');
    await ada.ask(scheduledExportsApi.createScheduledExport, { params: { owner: 'ada' }, body: bodyOf(silent) });
    await make(grace, s3);
    let date = day(world, 0);
    silent.isSilent = true;
    let before = silent.requests;
    world.later(dayMs / 2 + 11 * minuteMs);
    let due = world.gateway.exports.runDue();
    await expect.poll(() => silent.requests).toBe(before + 1);
    await expect.poll(() => versions(s3, date)).toEqual(['first', 'last', '']);
    await silent.close();
    await due;
  });

  it('exports the previous UTC day once', async () => {
    await make(grace, s3);
    let date = day(world, 0);
    await world.gateway.exports.runDue();
    expect(await history(grace)).toEqual([]);
    // Nothing is sent at midnight exactly, because the last events may not be stored yet.
    world.later(dayMs / 2 + minuteMs);
    await world.gateway.exports.runDue();
    expect(versions(s3, date)).toBeUndefined();
    world.later(10 * minuteMs);
    await world.gateway.exports.runDue();
    expect(versions(s3, date)).toEqual(['first', 'last', '']);
    expect(s3.text(fileOf(date))?.split('\n')[0]).toBe(rawEventColumns.join(','));
    let [run, ...others] = await history(grace);
    expect(others).toEqual([]);
    expect(run).toMatchObject({
      date,
      cause: 'scheduled',
      status: 'done',
      attempts: 1,
      reason: null,
      rows: 3,
      bytes: Buffer.byteLength(s3.text(fileOf(date)) ?? ''),
      files: [fileOf(date)],
      next_attempt_at: null,
    });
    let before = s3.requests;
    world.later(60 * minuteMs);
    await world.gateway.exports.runDue();
    expect(s3.requests).toBe(before);
  });

  it('exports the selected artifacts that still exist', async () => {
    await make(grace, s3, { package_ids: [engine, notes], tracking_pixel_ids: 'none', company_domains: [] });
    let date = day(world, 0);
    await grace.call(packagesApi.deletePackage, { params: { ...org.params, package_id: notes } });
    world.later(dayMs);
    await world.gateway.exports.runDue();
    expect(versions(s3, date)).toEqual(['first']);
  });

  it('exports companies beside events, and only the selected ones', async () => {
    await make(grace, s3, { package_ids: 'none', include_company_rollups: true, company_domains: ['acme.example'] });
    let date = day(world, 0);
    world.later(dayMs);
    await world.gateway.exports.runDue();
    expect(versions(s3, date)).toEqual(['']);
    let [, ...lines] = (s3.text(fileOf(date, 'company-rollups')) ?? '').trimEnd().split('\n');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('Acme,acme.example,');
    expect((await history(grace))[0]).toMatchObject({
      rows: 2,
      files: [fileOf(date), fileOf(date, 'company-rollups')],
    });
  });

  it('applies its variables and its filter', async () => {
    let body = { name: 'engine', request_version: { op: 'equals' as const, values: ['yesterday'] } };
    let { id } = await grace.ask(filtersApi.createFilter, { ...org, body });
    let made = await make(grace, s3, { filter_id: id, variables: ['team'] });
    await grace.ask(scheduledExportsApi.runScheduledExport, { ...org, body: { id: made.id } });
    await world.gateway.exports.runDue();
    let file = s3.text(fileOf(day(world, -1))) ?? '';
    expect(file.trimEnd().split('\n')).toHaveLength(2);
    expect(file).toContain('"{""team"":""a""}"');
    await grace.call(filtersApi.deleteFilter, { params: { ...org.params, filter_id: id } });
    await grace.ask(scheduledExportsApi.runScheduledExport, { ...org, body: { id: made.id } });
    await world.gateway.exports.runDue();
    expect((await history(grace))[0]).toMatchObject({ status: 'failed', reason: 'Filter not found.' });
  });

  it('writes only the header for a day without events', async () => {
    await make(grace, s3);
    world.later(2 * dayMs);
    let empty = day(world, -1);
    await world.events.append([]);
    world.later(dayMs);
    await world.gateway.exports.runDue();
    let last = day(world, -1);
    expect(last > empty).toBe(true);
    expect(s3.text(fileOf(last))).toBe(`${rawEventColumns.join(',')}\n`);
  });

  it('exports missed days afterwards, at most seven', async () => {
    await make(grace, s3);
    world.later(10 * dayMs);
    await world.gateway.exports.runDue();
    expect((await history(grace)).map(({ date }) => date)).toEqual(
      [-1, -2, -3, -4, -5, -6, -7].map((later) => day(world, later)),
    );
    expect(s3.objects.size).toBe(8);
  });

  it('is listed for ninety days', async () => {
    let { id } = await make(grace, s3);
    await grace.ask(scheduledExportsApi.runScheduledExport, { ...org, body: { id } });
    await world.gateway.exports.runDue();
    await grace.call(scheduledExportsApi.deleteScheduledExport, { ...org, body: { id } });
    await world.runs(90 * dayMs - minuteMs);
    await world.gateway.exports.runDue();
    grace = await world.as('grace');
    expect(await history(grace)).toHaveLength(1);
    world.later(2 * minuteMs);
    await world.gateway.exports.runDue();
    expect(await history(grace)).toEqual([]);
  });
});

describe('a daily export that fails', () => {
  it('is retried three times, and then marked as failed', async () => {
    await make(grace, s3);
    world.later(dayMs);
    s3.failure = { status: 404, code: 'NoSuchBucket' };
    let waits = [5, 30, 120];
    for (let wait of waits) {
      await world.gateway.exports.runDue();
      let [run] = await history(grace);
      expect(run).toMatchObject({ status: 'waiting', reason: 'Bucket not found.', finished_at: null });
      expect(Date.parse(run!.next_attempt_at!) - world.now()).toBeGreaterThan((wait - 1) * minuteMs);
      let before = s3.requests;
      world.later((wait - 1) * minuteMs);
      await world.gateway.exports.runDue();
      expect(s3.requests).toBe(before);
      world.later(minuteMs + 1_000);
    }
    await world.gateway.exports.runDue();
    expect(await history(grace)).toMatchObject([{ status: 'failed', attempts: 4, reason: 'Bucket not found.' }]);
    world.later(5 * 60 * minuteMs);
    await world.gateway.exports.runDue();
    expect(await history(grace)).toHaveLength(1);
  });

  it('is marked as done when a later attempt succeeds', async () => {
    await make(grace, s3);
    let date = day(world, 0);
    world.later(dayMs);
    s3.failure = { status: 503, code: 'SlowDown' };
    await world.gateway.exports.runDue();
    s3.failure = undefined;
    world.later(6 * minuteMs);
    await world.gateway.exports.runDue();
    expect(await history(grace)).toMatchObject([{ status: 'done', attempts: 2, reason: null, rows: 3 }]);
    expect(versions(s3, date)).toEqual(['first', 'last', '']);
  });

  it('does not delay the exports of other owners', async () => {
    await make(grace, s3);
    let ada = await world.as('ada');
    let body = bodyOf(s3, { include_company_rollups: true }, { s3_uri: `s3://${storageBucket}/of-ada` });
    await ada.ask(scheduledExportsApi.createScheduledExport, { params: { owner: 'ada' }, body });
    await world.records
      .updateTable('scheduled_exports')
      .set({ secret: 'spoilt' })
      .where('owner_id', '=', world.ids.get('hopper-labs') ?? '')
      .execute();
    let date = day(world, 0);
    world.later(dayMs);
    await world.gateway.exports.runDue();
    expect((await history(grace))[0]?.reason).toBe('The secret can no longer be decrypted. Schedule the export again.');
    expect(s3.text(`of-ada/events-scarf-export-${date}-${date}.csv`)).toBeDefined();
  });
});

describe('several processes', () => {
  function another() {
    let { records, events, now: clock } = world;
    let sealer = createSecretSealer(['salt of the tests'], 'records');
    let log = pino({ level: 'silent' });
    let dataProvider = createDataProvider({ records, sealer, provider: undefined, clock, log });
    let storage = createStorage(['127.0.0.1']);
    let publicUrl = 'http://dashboard.test';
    return startExportScheduler({ records, events, storage, sealer, dataProvider, publicUrl, clock, log });
  }

  it('export a day once, and not again after a restart', async () => {
    await make(grace, s3);
    world.later(dayMs);
    let before = s3.requests;
    let others = [another(), another()];
    await Promise.all([world.gateway.exports, ...others].map((one) => one.runDue()));
    await Promise.all(others.map((one) => one.close()));
    expect(s3.requests).toBe(before + 1);
    let afterStart = another();
    await afterStart.runDue();
    await afterStart.close();
    expect(s3.requests).toBe(before + 1);
    expect(await history(grace)).toHaveLength(1);
  });

  it('take over the run of a process that ended, after some time', { tags: 'slow' }, async () => {
    await make(grace, s3);
    world.later(dayMs);
    s3.failure = { status: 503, code: 'SlowDown' };
    await world.gateway.exports.runDue();
    s3.failure = undefined;
    let due = world.now() + 5 * minuteMs;
    await world.records.updateTable('export_runs').set({ status: 'running', due_at: due }).execute();
    await world.gateway.exports.runDue();
    expect(await history(grace)).toMatchObject([{ status: 'running', attempts: 1 }]);
    world.later(6 * minuteMs);
    await world.gateway.exports.runDue();
    expect(await history(grace)).toMatchObject([{ status: 'done', attempts: 2 }]);
  });

  it('give up on a run that crashes every process that takes it', { tags: 'slow' }, async () => {
    await make(grace, s3);
    world.later(dayMs);
    s3.failure = { status: 503, code: 'SlowDown' };
    await world.gateway.exports.runDue();
    await world.records.updateTable('export_runs').set({ status: 'running', attempts: 4, due_at: 0 }).execute();
    await world.gateway.exports.runDue();
    expect(await history(grace)).toMatchObject([
      { status: 'failed', reason: 'The export was interrupted too many times.' },
    ]);
  });

  it('release their current run when they are stopped', async () => {
    await make(grace, s3);
    world.later(dayMs);
    let one = another();
    let running = one.runDue();
    await one.close();
    await running.catch(() => undefined);
    await world.gateway.exports.runDue();
    let runs = await history(grace);
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatchObject({ status: 'done', attempts: 1 });
  });
});
