/**
 * Daily exports: how they are set up and tried out, what each day sends, and what happens when it
 * does not work.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import pino from 'pino';
import { dayMs, minuteMs } from 'contract/time';
import { getAuditEvents } from 'contract/audit';
import { rawEventColumns } from 'contract/events';
import { createFilter, deleteFilter } from 'contract/filters';
import { createPackage, deletePackage } from 'contract/packages';
import { createTrackingPixel } from 'contract/pixels';
import * as limits from 'contract/limits';
import * as scheduled from 'contract/scheduled-exports';
import { createCompanyData } from 'gateway/company-data/company-data';
import { startScheduler } from 'gateway/exports/scheduler';
import { createStorage } from 'gateway/exports/storage';
import { createSealer } from 'gateway/sealer';
import { startFakeS3, storageBucket, storageKeys, storageRegion, type FakeS3 } from '../support/fake-s3';
import { madeEvent } from '../support/made-event';
import { routesOf, whoMay } from '../support/authorization';
import { createWorld, type Caller, type World } from '../support/world';

const {
  createScheduledExport,
  deleteScheduledExport,
  getScheduledExportHistory,
  getScheduledExports,
  runScheduledExport,
} = scheduled;
const org = { params: { owner: 'hopper-labs' } };

let s3: FakeS3;
let world: World;
let grace: Caller;
let engine: string;
let notes: string;
let manual: string;

beforeAll(async () => void (s3 = await startFakeS3()));
afterAll(() => s3.close());

beforeEach(async () => {
  s3.objects.clear();
  s3.failure = undefined;
  world = await createWorld({ exportPrivateTargets: ['127.0.0.1'] });
  // Noon, so that no test stands at the edge of a day.
  world.later(dayMs - (world.now() % dayMs) + dayMs / 2);
  grace = await world.as('grace');
  let docker = (name: string) => ({ type: 'docker' as const, name, backend_registry: 'ghcr.io' });
  engine = (await grace.ask(createPackage, { ...org, body: docker('engine') })).id;
  notes = (await grace.ask(createPackage, { ...org, body: docker('notes') })).id;
  manual = (await grace.ask(createTrackingPixel, { ...org, body: { name: 'manual' } })).id;
  let today = Math.floor(world.now() / dayMs) * dayMs;
  let acme = { companyName: 'Acme', companyDomain: 'acme.example' };
  let view = { artifactType: 'tracking-pixel', type: 'pixel-fetch' } as const;
  await world.events.append([
    madeEvent({ artifactId: engine, time: today - 1, version: 'yesterday', variables: { team: 'a', secret: 'b' } }),
    madeEvent({ artifactId: engine, time: today, version: 'first' }),
    madeEvent({ ...acme, artifactId: notes, time: today + dayMs - 1, version: 'last' }),
    madeEvent({ ...acme, ...view, artifactId: manual, time: today + 5 }),
    madeEvent({ artifactId: engine, time: today + dayMs, version: 'tomorrow' }),
  ]);
});
afterEach(() => world.close());

type Body = Parameters<typeof scheduled.CreateScheduledExport.parse>[0] & Record<string, unknown>;

function bodyOf(more: Record<string, unknown> = {}, place: Record<string, unknown> = {}) {
  let { accessKeyId: access_key_id, secretAccessKey: secret_access_key } = storageKeys;
  let s3_uri = `s3://${storageBucket}/daily/landfall`;
  let spec = { type: 's3', s3_uri, region: storageRegion, endpoint: s3.endpoint, access_key_id, secret_access_key };
  return { cloud_service_spec: { ...spec, ...place }, ...more } as Body as never;
}

function make(more: Record<string, unknown> = {}, place: Record<string, unknown> = {}) {
  return grace.ask(createScheduledExport, { ...org, body: bodyOf(more, place) });
}

/** The UTC day so many days after the one the test begins on. */
function day(later: number): string {
  return new Date(world.now() + later * dayMs).toISOString().slice(0, 10);
}

function fileOf(date: string, kind = 'events'): string {
  return `daily/landfall/${kind}-scarf-export-${date}-${date}.csv`;
}

async function history() {
  return (await grace.ask(getScheduledExportHistory, { ...org, query: { per_page: 'max' } })).results;
}

function versions(date: string): string[] | undefined {
  return s3
    .text(fileOf(date))
    ?.trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',')[4] ?? '');
}

describe('setting up', () => {
  it('writes a test file with the header first, and returns all settings except the secret', async () => {
    let made = await make({ include_company_rollups: true, company_domains: ['acme.example'] });
    expect(s3.text('daily/landfall/scarf-test.csv')).toBe(`${rawEventColumns.join(',')}\n`);
    expect(made).toMatchObject({
      owner: 'hopper-labs',
      cloud_service_spec: {
        type: 's3',
        s3_uri: `s3://${storageBucket}/daily/landfall`,
        region: storageRegion,
        endpoint: s3.endpoint,
        access_key_id: storageKeys.accessKeyId,
      },
      package_ids: 'all',
      tracking_pixel_ids: 'all',
      company_domains: ['acme.example'],
      include_company_rollups: true,
      filter_id: null,
      created_by: 'grace',
    });
    let listed = await grace.call(getScheduledExports, org);
    expect(listed.body).toEqual({ results: [made] });
    expect(listed.text).not.toContain(storageKeys.secretAccessKey);
    let { secret } = await world.records.selectFrom('scheduled_exports').select('secret').executeTakeFirstOrThrow();
    expect(secret).not.toContain(storageKeys.secretAccessKey);
  });

  it.each([
    [{ s3_uri: 'bucket/path' }, 'invalid-s3-uri'],
    [{ endpoint: 'not an address' }, 'invalid-url'],
    [{ region: 'Über all' }, 'invalid-region'],
    [{ access_key_id: '' }, 'field-is-required'],
    [{ s3_uri: 's3://another-bucket' }, 'export-bucket-not-found'],
    [{ s3_uri: 's3://locked-exports' }, 'export-access-denied'],
    [{ access_key_id: 'AKIANOBODY' }, 'export-access-key-not-valid'],
    [{ secret_access_key: 'wrong' }, 'export-secret-not-valid'],
    [{ region: 'us-east-1' }, 'export-region-is-wrong'],
    [{ endpoint: 'http://127.0.0.1:1' }, 'export-storage-not-reached'],
    [{ endpoint: 'http://10.1.2.3' }, 'export-endpoint-is-private'],
    [{ endpoint: 'http://localhost:9' }, 'export-endpoint-is-private'],
  ])('refuses %o and keeps nothing', async (place, code) => {
    let refusal = await grace.refusal(createScheduledExport, { ...org, body: bodyOf({}, place) });
    expect(refusal).toMatchObject({ status: 422, code });
    expect((await grace.ask(getScheduledExports, org)).results).toEqual([]);
  });

  it.each([
    [{ package_ids: 'none', tracking_pixel_ids: [] }, 'export-selection-is-empty'],
    [{ package_ids: ['00000000-0000-7000-8000-000000000000'] }, 'package-not-found'],
    [{ tracking_pixel_ids: ['00000000-0000-7000-8000-000000000000'] }, 'pixel-not-found'],
    [{ filter_id: 'no-such-filter' }, 'filter-not-found'],
  ])('refuses %o before anything is sent', async (more, code) => {
    let before = s3.requests;
    expect((await grace.refusal(createScheduledExport, { ...org, body: bodyOf(more) })).code).toBe(code);
    expect(s3.requests).toBe(before);
  });

  it('is limited in number', async () => {
    for (let i = 0; i < limits.scheduledExportsPerOwnerMax; i++) await make();
    let refusal = await grace.refusal(createScheduledExport, { ...org, body: bodyOf() });
    expect(refusal.code).toBe('too-many-scheduled-exports');
  });

  it('is written to the audit log, as is its removal', async () => {
    let { id } = await make();
    await grace.call(deleteScheduledExport, { ...org, body: { id } });
    let action = ['scheduled-export-created', 'scheduled-export-deleted'] as const;
    let { results } = await grace.ask(getAuditEvents, { ...org, query: { action: [...action] } });
    expect(results.map((event) => [event.action, event.actor, event.target])).toEqual(
      [...action].reverse().map((name) => [name, 'grace', `s3://${storageBucket}/daily/landfall`]),
    );
  });
});

describe('every day', () => {
  it('exports the UTC day that has ended, once', async () => {
    await make();
    let date = day(0);
    await world.gateway.exports.runDue();
    expect(await history()).toEqual([]);
    // Nothing right at midnight: the last events may still be on their way.
    world.later(dayMs / 2 + minuteMs);
    await world.gateway.exports.runDue();
    expect(versions(date)).toBeUndefined();
    world.later(10 * minuteMs);
    await world.gateway.exports.runDue();
    expect(versions(date)).toEqual(['first', 'last', '']);
    expect(s3.text(fileOf(date))?.split('\n')[0]).toBe(rawEventColumns.join(','));
    let [run, ...others] = await history();
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
    await make({ package_ids: [engine, notes], tracking_pixel_ids: 'none', company_domains: [] });
    let date = day(0);
    await grace.call(deletePackage, { params: { ...org.params, package_id: notes } });
    world.later(dayMs);
    await world.gateway.exports.runDue();
    expect(versions(date)).toEqual(['first']);
  });

  it('exports companies beside events, and only the selected ones', async () => {
    await make({ package_ids: 'none', include_company_rollups: true, company_domains: ['acme.example'] });
    let date = day(0);
    world.later(dayMs);
    await world.gateway.exports.runDue();
    expect(versions(date)).toEqual(['']);
    let [, ...lines] = (s3.text(fileOf(date, 'company-rollups')) ?? '').trimEnd().split('\n');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('Acme,acme.example,');
    expect((await history())[0]).toMatchObject({
      rows: 2,
      files: [fileOf(date), fileOf(date, 'company-rollups')],
    });
  });

  it('applies its variables and its filter', async () => {
    let body = { name: 'engine', request_version: { op: 'equals' as const, values: ['yesterday'] } };
    let { id } = await grace.ask(createFilter, { ...org, body });
    let made = await make({ filter_id: id, variables: ['team'] });
    await grace.ask(runScheduledExport, { ...org, body: { id: made.id } });
    await world.gateway.exports.runDue();
    let file = s3.text(fileOf(day(-1))) ?? '';
    expect(file.trimEnd().split('\n')).toHaveLength(2);
    expect(file).toContain('"{""team"":""a""}"');
    await grace.call(deleteFilter, { params: { ...org.params, filter_id: id } });
    await grace.ask(runScheduledExport, { ...org, body: { id: made.id } });
    await world.gateway.exports.runDue();
    expect((await history())[0]).toMatchObject({ status: 'failed', reason: 'This filter does not exist.' });
  });

  it('writes only the header for a day without events', async () => {
    await make();
    world.later(2 * dayMs);
    let empty = day(-1);
    await world.events.append([]);
    world.later(dayMs);
    await world.gateway.exports.runDue();
    let last = day(-1);
    expect(last > empty).toBe(true);
    expect(s3.text(fileOf(last))).toBe(`${rawEventColumns.join(',')}\n`);
  });

  it('exports missed days afterwards, seven at most', async () => {
    await make();
    world.later(10 * dayMs);
    await world.gateway.exports.runDue();
    expect((await history()).map(({ date }) => date)).toEqual([-1, -2, -3, -4, -5, -6, -7].map(day));
    expect(s3.objects.size).toBe(8);
  });

  it('is listed for ninety days', async () => {
    let { id } = await make();
    await grace.ask(runScheduledExport, { ...org, body: { id } });
    await world.gateway.exports.runDue();
    await grace.call(deleteScheduledExport, { ...org, body: { id } });
    world.later(90 * dayMs - minuteMs);
    await world.gateway.exports.runDue();
    grace = await world.as('grace');
    expect(await history()).toHaveLength(1);
    world.later(2 * minuteMs);
    await world.gateway.exports.runDue();
    expect(await history()).toEqual([]);
  });
});

describe('when it fails', () => {
  it('is retried three times, and then marked as failed', async () => {
    await make();
    world.later(dayMs);
    s3.failure = { status: 404, code: 'NoSuchBucket' };
    let waits = [5, 30, 120];
    for (let wait of waits) {
      await world.gateway.exports.runDue();
      let [run] = await history();
      expect(run).toMatchObject({ status: 'waiting', reason: 'Bucket not found.', finished_at: null });
      expect(Date.parse(run!.next_attempt_at!) - world.now()).toBeGreaterThan((wait - 1) * minuteMs);
      let before = s3.requests;
      world.later((wait - 1) * minuteMs);
      await world.gateway.exports.runDue();
      expect(s3.requests).toBe(before);
      world.later(minuteMs + 1_000);
    }
    await world.gateway.exports.runDue();
    expect(await history()).toMatchObject([{ status: 'failed', attempts: 4, reason: 'Bucket not found.' }]);
    world.later(5 * 60 * minuteMs);
    await world.gateway.exports.runDue();
    expect(await history()).toHaveLength(1);
  });

  it('is marked as done when a later attempt succeeds', async () => {
    await make();
    let date = day(0);
    world.later(dayMs);
    s3.failure = { status: 503, code: 'SlowDown' };
    await world.gateway.exports.runDue();
    s3.failure = undefined;
    world.later(6 * minuteMs);
    await world.gateway.exports.runDue();
    expect(await history()).toMatchObject([{ status: 'done', attempts: 2, reason: null, rows: 3 }]);
    expect(versions(date)).toEqual(['first', 'last', '']);
  });

  it('does not delay the exports of other owners', async () => {
    await make();
    let ada = await world.as('ada');
    let body = bodyOf({ include_company_rollups: true }, { s3_uri: `s3://${storageBucket}/of-ada` });
    await ada.ask(createScheduledExport, { params: { owner: 'ada' }, body });
    await world.records
      .updateTable('scheduled_exports')
      .set({ secret: 'spoilt' })
      .where('owner_id', '=', world.ids.get('hopper-labs') ?? '')
      .execute();
    let date = day(0);
    world.later(dayMs);
    await world.gateway.exports.runDue();
    expect((await history())[0]?.reason).toBe(
      'The secret can no longer be read here. Please schedule the export anew.',
    );
    expect(s3.text(`of-ada/events-scarf-export-${date}-${date}.csv`)).toBeDefined();
  });
});

describe('several processes', () => {
  function another() {
    let { records, events, now: clock } = world;
    let sealer = createSealer(['salt of the tests'], 'records');
    let log = pino({ level: 'silent' });
    let companyData = createCompanyData({ records, sealer, provider: undefined, clock, log });
    let storage = createStorage(['127.0.0.1']);
    let publicUrl = 'http://dashboard.test';
    return startScheduler({ records, events, storage, sealer, companyData, publicUrl, clock, log });
  }

  it('export a day once, and not again after a restart', async () => {
    await make();
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
    expect(await history()).toHaveLength(1);
  });

  it('take over the run of a process that ended, after a while', async () => {
    await make();
    world.later(dayMs);
    s3.failure = { status: 503, code: 'SlowDown' };
    await world.gateway.exports.runDue();
    s3.failure = undefined;
    let due = world.now() + 5 * minuteMs;
    await world.records.updateTable('export_runs').set({ status: 'running', due_at: due }).execute();
    await world.gateway.exports.runDue();
    expect(await history()).toMatchObject([{ status: 'running', attempts: 1 }]);
    world.later(6 * minuteMs);
    await world.gateway.exports.runDue();
    expect(await history()).toMatchObject([{ status: 'done', attempts: 2 }]);
  });

  it('give up a run that crashes every process that takes it', async () => {
    await make();
    world.later(dayMs);
    s3.failure = { status: 503, code: 'SlowDown' };
    await world.gateway.exports.runDue();
    await world.records.updateTable('export_runs').set({ status: 'running', attempts: 4, due_at: 0 }).execute();
    await world.gateway.exports.runDue();
    expect(await history()).toMatchObject([
      { status: 'failed', reason: 'The export was interrupted again and again.' },
    ]);
  });

  it('put their current run back when they are stopped', async () => {
    await make();
    world.later(dayMs);
    let one = another();
    let running = one.runDue();
    await one.close();
    await running.catch(() => undefined);
    await world.gateway.exports.runDue();
    let runs = await history();
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatchObject({ status: 'done', attempts: 1 });
  });
});

describe('run now', () => {
  it('exports yesterday, or another day that has ended, and replaces earlier files', async () => {
    let { id } = await make();
    let started = await grace.ask(runScheduledExport, { ...org, body: { id } });
    expect(started).toMatchObject({ scheduled_export_id: id, date: day(-1), cause: 'manual' });
    await world.gateway.exports.runDue();
    expect(versions(day(-1))).toEqual(['yesterday']);
    expect((await history())[0]).toMatchObject({ id: started.id, status: 'done', cause: 'manual' });
    await grace.ask(runScheduledExport, { ...org, body: { id, date: day(-30) } });
    await world.gateway.exports.runDue();
    expect(versions(day(-30))).toEqual([]);
    for (let date of [day(0), '2026-02-30'])
      expect((await grace.refusal(runScheduledExport, { ...org, body: { id, date } })).code).toBe('range-invalid');
  });

  it('reports a failure at once', async () => {
    let { id } = await make();
    s3.failure = { status: 403, code: 'InvalidAccessKeyId' };
    await grace.ask(runScheduledExport, { ...org, body: { id } });
    await world.gateway.exports.runDue();
    expect((await history())[0]).toMatchObject({
      status: 'failed',
      attempts: 1,
      reason: 'The storage does not know this access key.',
    });
  });

  it('works for the owner’s own exports only', async () => {
    let { id } = await make();
    let ada = await world.as('ada');
    let theirs = { params: { owner: 'ada' }, body: { id } };
    for (let route of [runScheduledExport, deleteScheduledExport])
      expect((await ada.refusal(route, theirs)).code).toBe('scheduled-export-not-found');
  });
});

it('stops with its export: nothing more is written, and past runs stay listed', async () => {
  let { id } = await make();
  world.later(dayMs);
  s3.failure = { status: 503, code: 'SlowDown' };
  await world.gateway.exports.runDue();
  await grace.call(deleteScheduledExport, { ...org, body: { id } });
  s3.failure = undefined;
  world.later(3 * dayMs);
  let before = s3.requests;
  await world.gateway.exports.runDue();
  expect(s3.requests).toBe(before);
  expect((await grace.ask(getScheduledExports, org)).results).toEqual([]);
  expect((await grace.refusal(deleteScheduledExport, { ...org, body: { id } })).code).toBe(
    'scheduled-export-not-found',
  );
});

whoMay(routesOf(scheduled));
