/**
 * Writes to an owner's data: one at a time per owner, and announced, so that the edge gets changed
 * rules at once.
 */
import { ApiError } from '../calls/api-error';
import { notifyOwnersChanged } from './pg-notifications';
import type { Records } from './schema';

/** Gets the ids of owners whose packages, routes, domains, pixels or names changed. */
type Listener = (owners: readonly string[]) => void | Promise<void>;

const listeners = new WeakMap<Records, Set<Listener>>();

/** Calls `listener` after each commit. Returns a function to unsubscribe. */
export function onOwnersChanged(records: Records, listener: Listener): () => void {
  let all = listeners.get(records) ?? new Set();
  listeners.set(records, all.add(listener));
  return () => all.delete(listener);
}

/**
 * Runs `work` in a transaction with a lock on the owner, so that rules across rows can be checked.
 * `work` calls `alsoChanged` for another affected owner. Resolves when the write is committed and
 * the edge knows it. Refuses with owner-not-found.
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
  await Promise.all([...(listeners.get(records) ?? [])].map(async (listener) => listener(owners)));
  return result;
}

/**
 * Like `changeOwner`, but not announced, for data the edge does not use. Refuses with
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
 * Locks an owner until the transaction ends. An update without a change takes the row lock in
 * PostgreSQL and the write lock in SQLite. Refuses with owner-not-found.
 */
export async function lockOwner(transaction: Records, ownerId: string): Promise<void> {
  let { numUpdatedRows } = await transaction
    .updateTable('owners')
    .set((e) => ({ updated_at: e.ref('updated_at') }))
    .where('id', '=', ownerId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new ApiError('owner-not-found');
}
