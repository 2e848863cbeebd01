/** The list of erasures next to backups: restoring applies it, so that nothing comes back. */
import { readFileSync, rmSync } from 'node:fs';
import { errorCode } from 'contract/floor/error-code';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Names } from '../floor/names';
import type { Records, TombstoneRow } from '../floor/db/schema';
import { erasedKinds } from '../floor/db/tombstone';
import { dropUnusedDomains } from '../packages/hosts/custom-domains';
import { deleteCompanyRecords, deleteCorrections } from '../floor/tombstones';

export const erasureListName = 'erasures.json';

const ErasureList = z.object({
  format: z.literal(1),
  made_at: z.string().datetime(),
  tombstones: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(erasedKinds),
      owner_id: z.string(),
      target: z.string(),
      but_not: z.string(),
      until: z.number().nullable(),
      created_at: z.number(),
    }),
  ),
});
export type ErasureList = z.infer<typeof ErasureList>;

/** Merges the tombstones with an earlier list. */
export function mergeErasureList(tombstones: readonly TombstoneRow[], earlier: ErasureList | undefined, now: number) {
  let all = new Map([...(earlier?.tombstones ?? []), ...tombstones].map((one) => [one.id, one]));
  let list: ErasureList = { format: 1, made_at: new Date(now).toISOString(), tombstones: [...all.values()] };
  return list;
}

/** Undefined if the file does not exist. Throws if it cannot be read. */
export function readErasureList(file: string): ErasureList | undefined {
  try {
    return ErasureList.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw new Error(`${file} is not a list of erasures, or was written by a newer version of Landfall.`, {
      cause: error,
    });
  }
}

/**
 * Deletes the records that the file lists, writes tombstones for their events, and deletes the file.
 * Of several processes, the one that inserts a tombstone deletes its records.
 */
export async function applyErasureList(records: Records, names: Names, file: string, log: Logger): Promise<void> {
  let list = readErasureList(file);
  if (!list) return;
  let taken = 0;
  for (let tombstone of list.tombstones)
    await records.transaction().execute(async (change) => {
      let { numInsertedOrUpdatedRows } = await change
        .insertInto('tombstones')
        .values(tombstone)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (!numInsertedOrUpdatedRows) return;
      await deleteErased(change, names, tombstone);
      taken += 1;
    });
  rmSync(file, { force: true });
  log.info({ erasures: taken, made_at: list.made_at }, 'repeating erasures made after the backup');
}

async function deleteErased(change: Records, names: Names, tombstone: TombstoneRow): Promise<void> {
  let { kind, owner_id, target, created_at } = tombstone;
  if (kind === 'owner') {
    let owner = await change.selectFrom('owners').selectAll().where('id', '=', target).executeTakeFirst();
    if (owner) await names.deleteOwner(change, owner, created_at);
  }
  if (kind === 'artifact') {
    for (let table of ['packages', 'pixels'] as const)
      await change.deleteFrom(table).where('id', '=', target).where('owner_id', '=', owner_id).execute();
    await dropUnusedDomains(change, owner_id);
  }
  if (kind === 'company') {
    await deleteCompanyRecords(change, { ownerId: owner_id, target });
    await deleteCorrections(change, owner_id, target);
  }
}
