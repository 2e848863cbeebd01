/** Stored imports of owners. */
import type { EventImport, ImportLog, ImportOptions, ImportStatus } from 'contract/exports/event-imports';
import { dayMs } from 'contract/floor/time';
import * as limits from 'contract/floor/limits';
import { newestPage } from '../floor/db/page';
import type { EventImportRow, Records } from '../floor/db/schema';
import { ApiError } from '../floor/calls/api-error';
import { noImportCounts, type ImportCounts } from './batches';

/** A file that is not started is deleted after a day. */
const importWaitMs = dayMs;

export type ImportRow = EventImportRow;

/** Adds an uploaded file, which waits to be started. */
export async function addImport(
  records: Records,
  about: Pick<ImportRow, 'id' | 'owner_id' | 'file_name' | 'byte_count' | 'format' | 'created_by' | 'created_at'>,
): Promise<ImportRow> {
  let { lastLine, leftOut, ...counts } = noImportCounts;
  let row: ImportRow = {
    ...about,
    ...counts,
    left_out: leftOut,
    last_line: lastLine,
    options: '{}',
    secret: '',
    status: 'uploaded',
    reason: '',
    bytes_read: 0,
    log_bytes: 0,
    attempts: 0,
    due_at: 0,
    updated_at: about.created_at,
  };
  await records.insertInto('event_imports').values(row).execute();
  return row;
}

/** Throws import-not-found. */
export async function importById(records: Records, ownerId: string, id: string): Promise<ImportRow> {
  let row = await records
    .selectFrom('event_imports')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  if (!row) throw new ApiError('import-not-found');
  return row;
}

/** Newest first. */
export async function importPage(
  records: Records,
  ownerId: string,
  { status, ...page }: { status: readonly ImportStatus[]; after?: string | undefined; per_page: number },
): Promise<ImportRow[]> {
  let some = records
    .selectFrom('event_imports')
    .where('owner_id', '=', ownerId)
    .$if(status.length > 0, (q) => q.where('status', 'in', status));
  return (await newestPage(some, page)).rows;
}

/** Oldest first. */
export async function importsByStatus(records: Records, status: readonly ImportStatus[]): Promise<ImportRow[]> {
  return records.selectFrom('event_imports').selectAll().where('status', 'in', status).orderBy('id').execute();
}

/** Fewest attempts first, then oldest first. */
export async function dueImports(records: Records, now: number): Promise<ImportRow[]> {
  return records
    .selectFrom('event_imports')
    .selectAll()
    .where('status', '=', 'importing')
    .where('due_at', '<=', now)
    .orderBy('attempts')
    .orderBy('id')
    .execute();
}

/** Returns false if the import has left the states `from`. */
export async function updateImport(
  records: Records,
  id: string,
  from: readonly ImportStatus[],
  change: Partial<ImportRow>,
): Promise<boolean> {
  let { numUpdatedRows } = await records
    .updateTable('event_imports')
    .set(change)
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Aborts uploads that were not started, and deletes old imports. */
export async function expireImports(records: Records, now: number): Promise<void> {
  await records
    .updateTable('event_imports')
    .set({ status: 'aborted', updated_at: now })
    .where('status', '=', 'uploaded')
    .where('created_at', '<', now - importWaitMs)
    .execute();
  await records
    .deleteFrom('event_imports')
    .where('status', 'in', ['done', 'aborted', 'failed'])
    .where('updated_at', '<', now - limits.importHistoryDays * dayMs)
    .execute();
}

export function storedImportCounts({ stored, known, refused, left_out, last_line }: ImportRow): ImportCounts {
  return { stored, known, refused, leftOut: left_out, lastLine: last_line };
}

export function countColumns({ lastLine, leftOut, ...counts }: ImportCounts): Partial<ImportRow> {
  return { ...counts, left_out: leftOut, last_line: lastLine };
}

export function importOptions({ options }: ImportRow): ImportOptions {
  return JSON.parse(options);
}

export function presentImport(row: ImportRow, owner: string, sample: readonly ImportLog[]): EventImport {
  let { stored, known, refused, left_out } = row;
  return {
    id: row.id,
    owner,
    status: row.status,
    events_total: stored + known + refused + left_out,
    events_successfully_imported: stored + known,
    events_failed_to_import: refused,
    error_log_sample: sample.filter((line) => line.class === 'error'),
    warning_log_sample: sample.filter((line) => line.class === 'warning'),
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
    events_known: known,
    events_left_out: left_out,
    file_name: row.file_name,
    byte_count: row.byte_count,
    bytes_read: row.bytes_read,
    format: row.format,
    reason: row.reason,
    created_by: row.created_by,
  };
}
