/** Stored scheduled exports of owners. */
import { ApiError } from '../floor/calls/api-error';
import { recordAudit, type ActorContext } from '../floor/audit';
import { withOwnerLock } from '../floor/db/owner-transaction';
import type { OwnerRow } from '../floor/db/account-schema';
import type { Records, ScheduledExportRow } from '../floor/db/schema';

export const scheduledExportsPerOwnerMax = 20;

export type ListedExport = Omit<ScheduledExportRow, 'secret'> & { created_by_name: string | null };

/** Oldest first. */
export async function scheduledExportsOf(records: Records, ownerId: string): Promise<ListedExport[]> {
  return listed(records).where('scheduled_exports.owner_id', '=', ownerId).orderBy('scheduled_exports.id').execute();
}

function listed(records: Records) {
  return records
    .selectFrom('scheduled_exports')
    .leftJoin('owners', 'owners.id', 'scheduled_exports.created_by')
    .select([
      'scheduled_exports.id',
      'scheduled_exports.owner_id',
      's3_uri',
      'region',
      'endpoint',
      'access_key_id',
      'selection',
      'first_day',
      'created_by',
      'scheduled_exports.created_at',
      'owners.name as created_by_name',
    ]);
}

/** Throws scheduled-export-not-found. */
export async function scheduledExportById(records: Records, ownerId: string, id: string): Promise<ScheduledExportRow> {
  let row = await records
    .selectFrom('scheduled_exports')
    .selectAll()
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  if (!row) throw new ApiError('scheduled-export-not-found');
  return row;
}

/** Throws too-many-scheduled-exports. */
export async function checkExportLimit(records: Records, ownerId: string): Promise<void> {
  let { total } = await records
    .selectFrom('scheduled_exports')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  if (total >= scheduledExportsPerOwnerMax) throw new ApiError('too-many-scheduled-exports');
}

/** Throws too-many-scheduled-exports. */
export async function addScheduledExport(
  records: Records,
  owner: OwnerRow,
  row: ScheduledExportRow,
  act: ActorContext,
): Promise<ListedExport> {
  return withOwnerLock(records, owner.id, async (change) => {
    await checkExportLimit(change, owner.id);
    await change.insertInto('scheduled_exports').values(row).execute();
    await recordAudit(change, act, { action: 'scheduled-export-created', owner, target: row.s3_uri });
    return listed(change).where('scheduled_exports.id', '=', row.id).executeTakeFirstOrThrow();
  });
}

/** Also deletes its waiting runs. Throws scheduled-export-not-found. */
export async function removeScheduledExport(
  records: Records,
  owner: OwnerRow,
  id: string,
  act: ActorContext,
): Promise<void> {
  await withOwnerLock(records, owner.id, async (change) => {
    let { s3_uri } = await scheduledExportById(change, owner.id, id);
    await change.deleteFrom('scheduled_exports').where('id', '=', id).execute();
    await change
      .deleteFrom('export_runs')
      .where('scheduled_export_id', '=', id)
      .where('status', '=', 'waiting')
      .execute();
    await recordAudit(change, act, { action: 'scheduled-export-deleted', owner, target: s3_uri });
  });
}
