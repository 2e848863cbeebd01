/**
 * Writes to what an owner has: one at a time per owner, and announced, so that the edge hears of
 * the owner's rules at once.
 */
import { ApiError } from '../api-error';
import { notifyOwnersChanged } from './pg-notifications';
import type { Records } from './schema';

/** Given the ids of the owners whose packages, routes, domains, pixels or names were written. */
type Listener = (owners: readonly string[]) => void | Promise<void>;

const listeners = new WeakMap<Records, Set<Listener>>();

/** Calls `listener` after each committed write. Gives the function that ends this. */
export function onOwnersChanged(records: Records, listener: Listener): () => void {
  let all = listeners.get(records) ?? new Set();
  listeners.set(records, all.add(listener));
  return () => all.delete(listener);
}

/**
 * Runs `work` in one transaction that no other writer of the same owner can overlap, so that rules
 * that span rows can be checked inside; it calls `alsoChanged` with another owner that loses or
 * gains something. When it resolves, the write is committed and the edge knows it. Refuses with
 * owner-not-found.
 */
export async function changeOwner<T>(
  records: Records,
  ownerId: string,
  work: (records: Records, alsoChanged: (otherId: string) => void) => Promise<T>,
): Promise<T> {
  let owners = [ownerId];
  let result = await withOwnerLock(records, ownerId, async (change) => {
    let made = await work(change, (otherId) => void owners.push(otherId));
    await notifyOwnersChanged(change, owners);
    return made;
  });
  await Promise.all([...(listeners.get(records) ?? [])].map((listener) => listener(owners)));
  return result;
}

/**
 * As `changeOwned` for what the edge does not look at, such as members: not announced. Refuses with
 * owner-not-found.
 */
export async function withOwnerLock<T>(
  records: Records,
  ownerId: string,
  work: (records: Records) => Promise<T>,
): Promise<T> {
  return records.transaction().execute(async (transaction) => {
    await lockOwner(transaction, ownerId);
    return work(transaction);
  });
}

/**
 * Keeps others from changing an owner until the transaction ends. Refuses with owner-not-found. An
 * update that changes nothing takes the row lock in PostgreSQL and the write lock in SQLite.
 */
export async function lockOwner(transaction: Records, ownerId: string): Promise<void> {
  let { numUpdatedRows } = await transaction
    .updateTable('owners')
    .set((e) => ({ updated_at: e.ref('updated_at') }))
    .where('id', '=', ownerId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ApiError('owner-not-found');
}
