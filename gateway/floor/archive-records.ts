/** Records of archives: requested, claimed by one process, finished, expired. */
import { uuidv7 } from 'uuidv7';
import { dayMs } from 'contract/floor/time';
import * as limits from 'contract/floor/limits';
import { recordAudit, type ActorContext } from './audit';
import type { OwnerRow } from './db/account-schema';
import { withOwnerLock } from './db/owner-transaction';
import type { ArchiveRow, Records } from './db/schema';
import { ApiError } from './calls/api-error';

export const archivesPerOwnerMax = 3;

export type ListedArchive = ArchiveRow & { requested_by_name: string | null };

const open = ['waiting', 'running'] as const;

/** Latest first. */
export async function archivesOf(records: Records, ownerId: string): Promise<ListedArchive[]> {
  return listed(records).where('archives.owner_id', '=', ownerId).orderBy('archives.id', 'desc').execute();
}

/** Refuses with archive-not-found. */
export async function archiveOf(records: Records, ownerId: string, id: string): Promise<ListedArchive> {
  let row = await listed(records)
    .where('archives.owner_id', '=', ownerId)
    .where('archives.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new ApiError('archive-not-found');
  return row;
}

function listed(records: Records) {
  return records
    .selectFrom('archives')
    .leftJoin('owners', 'owners.id', 'archives.requested_by')
    .selectAll('archives')
    .select('owners.name as requested_by_name');
}

/** Deletes the oldest archives above the limit. Refuses with archive-is-being-made. */
export async function addArchive(
  records: Records,
  owner: OwnerRow,
  { act, userId }: { act: ActorContext; userId: string },
): Promise<ListedArchive> {
  let id = uuidv7();
  await withOwnerLock(records, owner.id, async (change) => {
    let all = await archivesOf(change, owner.id);
    if (all.some(isUnfinished)) throw new ApiError('archive-is-being-made');
    let tooMany = all.slice(archivesPerOwnerMax - 1).map((one) => one.id);
    if (tooMany.length > 0) await change.deleteFrom('archives').where('id', 'in', tooMany).execute();
    let row: ArchiveRow = {
      id,
      owner_id: owner.id,
      requested_by: userId,
      status: 'waiting',
      attempts: 0,
      reason: '',
      files_done: 0,
      files_total: 0,
      event_count: 0,
      byte_count: 0,
      due_at: act.time,
      created_at: act.time,
      finished_at: null,
    };
    await change.insertInto('archives').values(row).execute();
    await recordAudit(change, act, { action: 'archive-requested', owner });
  });
  return archiveOf(records, owner.id, id);
}

function isUnfinished({ status }: Pick<ArchiveRow, 'status'>): boolean {
  return open.some((one) => one === status);
}

/** Refuses with archive-not-found. */
export async function deleteArchiveRecord(records: Records, ownerId: string, id: string): Promise<void> {
  await archiveOf(records, ownerId, id);
  await records.deleteFrom('archives').where('id', '=', id).execute();
}

/** Claims the archive that has been due longest; no other process gets it for `leaseMs`. */
export async function claimArchive(records: Records, now: number, leaseMs: number): Promise<ArchiveRow | undefined> {
  for (;;) {
    let row = await records
      .selectFrom('archives')
      .selectAll()
      .where('status', 'in', open)
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst();
    if (!row) return undefined;
    let taken = { status: 'running' as const, attempts: row.attempts + 1, due_at: now + leaseMs };
    if (await changeArchive(records, row, taken)) return { ...row, ...taken };
  }
}

/** False if it was deleted, or claimed by another process since. */
export async function changeArchive(
  records: Records,
  { id, attempts }: Pick<ArchiveRow, 'id' | 'attempts'>,
  change: Partial<ArchiveRow>,
): Promise<boolean> {
  let { numUpdatedRows } = await records
    .updateTable('archives')
    .set(change)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('status', 'in', open)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Milliseconds. */
export function archiveExpiry({ created_at, finished_at }: Pick<ArchiveRow, 'created_at' | 'finished_at'>): number {
  return (finished_at ?? created_at) + limits.archiveDays * dayMs;
}

export async function deleteExpiredArchives(records: Records, now: number): Promise<void> {
  await records
    .deleteFrom('archives')
    .where('finished_at', '<=', now - limits.archiveDays * dayMs)
    .execute();
}

/** Before an erasure, because archives may contain what is erased. */
export async function deleteArchivesOf(change: Records, ownerId: string): Promise<void> {
  await change.deleteFrom('archives').where('owner_id', '=', ownerId).execute();
}
