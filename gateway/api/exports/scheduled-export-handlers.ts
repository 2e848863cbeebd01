/** Daily exports of an owner to a bucket: settings and runs. */
import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import {
  scheduledExportsApi,
  ExportSelection,
  type Chosen,
  type CreateScheduledExport,
  type ExportRun,
  type ScheduledExport,
} from 'contract/exports/scheduled-exports';
import { dayMs, dayOf, time } from 'contract/floor/time';
import { isErrorCode, messageOf } from 'contract/rules/errors';
import { rawEventColumns } from 'contract/analytics/events';
import { amazonEndpoint, readS3Uri } from 'contract/rules/s3-location';
import { parseJson } from 'contract/floor/json';
import { csvHeader } from '../../floor/csv';
import { withTemporaryFile } from '../../exports/temporary-file';
import { exportBucket, objectKey } from '../../exports/upload-day';
import { StorageError } from '../../exports/storage';
import { addManualRun, countOpenRuns, runPage } from '../../exports/export-runs';
import { filterById } from '../../reports/conditions/filters';
import { packageNames } from '../../packages/packages';
import { pixelNames } from '../../packages/pixels';
import {
  addScheduledExport,
  removeScheduledExport,
  checkExportLimit,
  scheduledExportById,
  scheduledExportsOf,
  type ListedExport,
} from '../../exports/scheduled-exports';
import type { ExportRunRow, Records, ScheduledExportRow } from '../../floor/db/schema';
import type { OwnerRow } from '../../floor/db/account-schema';
import { ApiError } from '../../floor/calls/api-error';
import type { Services } from '../http/services';
import { serve } from '../http/handler';
import { presentPage } from '../http/pagination';

/** Less than the time limit of the dashboard. */
const checkMs = 8_000;
/** Unfinished manual runs of one export. */
const askedForMax = 3;

export const scheduledExportEndpoints = serve(scheduledExportsApi, {
  async getScheduledExports({ parts, owner }) {
    return { results: (await scheduledExportsOf(parts.records, owner.id)).map((row) => present(row, owner)) };
  },

  async createScheduledExport({ parts, owner, caller, body, act }) {
    await checkExportLimit(parts.records, owner.id);
    let selection = ExportSelection.parse(body);
    await refuseUnknown(parts.records, owner.id, selection);
    let row = rowOf(parts, { owner, userId: caller.user.id }, body, selection);
    await tryOut(parts, row, body.cloud_service_spec.secret_access_key);
    return present(await addScheduledExport(parts.records, owner, row, act), owner);
  },

  async deleteScheduledExport({ parts, owner, body, act }) {
    await removeScheduledExport(parts.records, owner, body.id, act);
    return undefined;
  },

  async getScheduledExportHistory({ parts, owner, query, url }) {
    let page = await runPage(parts.records, owner.id, query);
    return presentPage(
      page,
      { query, url },
      (row) => row.id,
      (row) => presentRun(row),
    );
  },

  async runScheduledExport({ parts: { records, exporting, clock }, owner, body }) {
    let of = await scheduledExportById(records, owner.id, body.id);
    let now = clock();
    let yesterday = dayOf(now - dayMs);
    let day = body.date ?? yesterday;
    if (day > yesterday) throw new ApiError('range-invalid', 'date');
    if ((await countOpenRuns(records, of.id)) >= askedForMax) throw new ApiError('too-many-requests');
    let run = await addManualRun(records, of, day, now);
    exporting.scheduler.wake();
    return presentRun(run);
  },
});

function rowOf(
  { sealer, clock }: Services,
  { owner, userId }: { owner: OwnerRow; userId: string },
  { cloud_service_spec: spec }: CreateScheduledExport,
  selection: ExportSelection,
): ScheduledExportRow {
  let id = uuidv7();
  let now = clock();
  return {
    id,
    owner_id: owner.id,
    s3_uri: spec.s3_uri,
    region: spec.region,
    endpoint: spec.endpoint ?? amazonEndpoint(spec.region),
    access_key_id: spec.access_key_id,
    secret: sealer.seal(spec.secret_access_key, id),
    selection: JSON.stringify(selection),
    first_day: dayOf(now),
    created_by: userId,
    created_at: now,
  };
}

/** Uploads a test file with only a header. Refuses with the storage's error, on its field. */
async function tryOut({ exporting }: Services, row: ScheduledExportRow, secret: string): Promise<void> {
  let { prefix = '' } = readS3Uri(row.s3_uri) ?? {};
  let signal = AbortSignal.timeout(checkMs);
  try {
    await withTemporaryFile(headerAlone(), (draft) =>
      exporting.storage.put(exportBucket(row, secret), objectKey(prefix, 'scarf-test.csv'), draft, signal),
    );
  } catch (error) {
    if (signal.aborted) throw new ApiError('export-storage-not-reached', 'endpoint');
    throw error instanceof StorageError ? new ApiError(error.code, error.field) : error;
  }
}

async function* headerAlone() {
  yield { content: csvHeader(rawEventColumns), rows: 0 };
}

/**
 * Refuses artifacts and filters of other owners with package-not-found, pixel-not-found and
 * filter-not-found.
 */
async function refuseUnknown(records: Records, ownerId: string, selection: ExportSelection): Promise<void> {
  let { package_ids, tracking_pixel_ids, filter_id } = selection;
  if ((await packageNames(records, ownerId, idsIn(package_ids))).size < idsIn(package_ids).length)
    throw new ApiError('package-not-found', 'package_ids');
  if ((await pixelNames(records, ownerId, idsIn(tracking_pixel_ids))).size < idsIn(tracking_pixel_ids).length)
    throw new ApiError('pixel-not-found', 'tracking_pixel_ids');
  if (filter_id !== null) await filterById(records, ownerId, filter_id);
}

function idsIn(chosen: Chosen): string[] {
  return Array.isArray(chosen) ? [...new Set(chosen)] : [];
}

function present(row: ListedExport, owner: OwnerRow): ScheduledExport {
  let { s3_uri, region, endpoint, access_key_id } = row;
  return {
    id: row.id,
    owner: owner.name,
    cloud_service_spec: { type: 's3', s3_uri, region, endpoint, access_key_id },
    ...ExportSelection.parse(JSON.parse(row.selection)),
    created_by: row.created_by_name,
    created_at: time(row.created_at),
  };
}

function presentRun(row: ExportRunRow): ExportRun {
  return {
    id: row.id,
    scheduled_export_id: row.scheduled_export_id,
    s3_uri: row.s3_uri,
    date: row.day,
    cause: row.cause,
    status: row.status,
    attempts: row.attempts,
    reason: isErrorCode(row.reason) ? messageOf(row.reason) : null,
    rows: row.row_count,
    bytes: row.byte_count,
    files: parseJson(z.array(z.string()), row.files),
    created_at: time(row.created_at),
    finished_at: row.finished_at === null ? null : time(row.finished_at),
    next_attempt_at: row.status === 'waiting' ? time(row.due_at) : null,
  };
}
