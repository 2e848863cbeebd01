/** Daily exports: setup, test file, manual runs and removal. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditApi } from 'contract/admin/audit';
import { rawEventColumns } from 'contract/analytics/events';
import { scheduledExportsPerOwnerMax } from 'gateway/exports/scheduled-exports';
import { scheduledExportsApi } from 'contract/exports/scheduled-exports';
import { dayMs } from 'contract/floor/time';
import { startFakeS3, storageBucket, storageKeys, storageRegion, type FakeS3 } from '../../support/fake-s3';
import type { Caller, World } from '../../support/world';
import { bodyOf, createExportWorld, day, history, make, org, versions } from './export-world';

const { createScheduledExport, deleteScheduledExport, getScheduledExports, runScheduledExport } = scheduledExportsApi;

let s3: FakeS3;
let world: World;
let grace: Caller;

beforeAll(async () => void (s3 = await startFakeS3()));
afterAll(() => s3.close());

beforeEach(async () => {
  s3.objects.clear();
  s3.failure = undefined;
  ({ world, grace } = await createExportWorld());
});
afterEach(() => world.close());

describe('setting up', () => {
  // @spec 7: Exports: schedule-export and its history, by the published paths
  it('writes a test file with the header first, and returns all settings except the secret', async () => {
    let made = await make(grace, s3, { include_company_rollups: true, company_domains: ['acme.example'] });
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
  ])('refuses %o and stores nothing', async (place, code) => {
    let refusal = await grace.refusal(createScheduledExport, { ...org, body: bodyOf(s3, {}, place) });
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
    expect((await grace.refusal(createScheduledExport, { ...org, body: bodyOf(s3, more) })).code).toBe(code);
    expect(s3.requests).toBe(before);
  });

  it('is limited in number', { tags: 'slow' }, async () => {
    for (let i = 0; i < scheduledExportsPerOwnerMax; i++) await make(grace, s3);
    let refusal = await grace.refusal(createScheduledExport, { ...org, body: bodyOf(s3) });
    expect(refusal.code).toBe('too-many-scheduled-exports');
  });

  it('is in the audit log, as is the removal', async () => {
    let { id } = await make(grace, s3);
    await grace.call(deleteScheduledExport, { ...org, body: { id } });
    let action = ['scheduled-export-created', 'scheduled-export-deleted'] as const;
    let { results } = await grace.ask(auditApi.getAuditEvents, { ...org, query: { action: [...action] } });
    expect(results.map((event) => [event.action, event.actor, event.target])).toEqual(
      [...action].reverse().map((name) => [name, 'grace', `s3://${storageBucket}/daily/landfall`]),
    );
  });
});

describe('run now', () => {
  it('exports yesterday, or another day that has ended, and replaces earlier files', async () => {
    let { id } = await make(grace, s3);
    let started = await grace.ask(runScheduledExport, { ...org, body: { id } });
    expect(started).toMatchObject({ scheduled_export_id: id, date: day(world, -1), cause: 'manual' });
    await world.gateway.exports.runDue();
    expect(versions(s3, day(world, -1))).toEqual(['yesterday']);
    expect((await history(grace))[0]).toMatchObject({ id: started.id, status: 'done', cause: 'manual' });
    await grace.ask(runScheduledExport, { ...org, body: { id, date: day(world, -30) } });
    await world.gateway.exports.runDue();
    expect(versions(s3, day(world, -30))).toEqual([]);
    for (let date of [day(world, 0), '2026-02-30'])
      expect((await grace.refusal(runScheduledExport, { ...org, body: { id, date } })).code).toBe('range-invalid');
  });

  it('reports a failure at once', async () => {
    let { id } = await make(grace, s3);
    s3.failure = { status: 403, code: 'InvalidAccessKeyId' };
    await grace.ask(runScheduledExport, { ...org, body: { id } });
    await world.gateway.exports.runDue();
    expect((await history(grace))[0]).toMatchObject({
      status: 'failed',
      attempts: 1,
      reason: 'Unknown access key.',
    });
  });

  it('works for the owner’s own exports only', async () => {
    let { id } = await make(grace, s3);
    let ada = await world.as('ada');
    let theirs = { params: { owner: 'ada' }, body: { id } };
    for (let route of [runScheduledExport, deleteScheduledExport])
      expect((await ada.refusal(route, theirs)).code).toBe('scheduled-export-not-found');
  });
});

it('stops when its export is removed: nothing more is written, and past runs stay listed', async () => {
  let { id } = await make(grace, s3);
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
