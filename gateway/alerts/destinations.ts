/** Stored destinations of owners. */
import type { DestinationKind } from 'contract/alerts/destinations';
import * as limits from 'contract/floor/limits';
import { auditTargetMax, recordAudit, type ActorContext } from '../floor/audit';
import type { OwnerRow } from '../floor/db/account-schema';
import type { DestinationRow } from '../floor/db/alert-schema';
import { withOwnerLock } from '../floor/db/owner-transaction';
import type { Records } from '../floor/db/schema';
import { ApiError } from '../floor/calls/api-error';

/** What a destination has at first. */
export const newDestination = {
  shown: '',
  address: '',
  secret: '',
  earlier_secret: '',
  earlier_until: null,
  paused_at: null,
  failing_since: null,
  noticed_at: null,
  created_by: null,
};

/** A destination of an owner: not the account of a person. */
export interface ListedDestination extends DestinationRow {
  kind: DestinationKind;
  created_by_name: string | null;
  /** The person, if the destination is an email. */
  username: string | null;
}

/** Destinations of an owner, oldest first. */
export async function destinationsOf(records: Records, ownerId: string): Promise<ListedDestination[]> {
  return listed(records).where('destinations.owner_id', '=', ownerId).orderBy('destinations.id').execute();
}

function listed(records: Records) {
  return records
    .selectFrom('destinations')
    .leftJoin('owners as maker', 'maker.id', 'destinations.created_by')
    .leftJoin('owners as person', 'person.id', 'destinations.user_id')
    .where('destinations.kind', '<>', 'account')
    .selectAll('destinations')
    .select(['maker.name as created_by_name', 'person.name as username'])
    .$narrowType<{ kind: DestinationKind }>();
}

/** Throws destination-not-found. */
export async function destinationById(records: Records, ownerId: string, id: string): Promise<ListedDestination> {
  let row = await listed(records)
    .where('destinations.owner_id', '=', ownerId)
    .where('destinations.id', '=', id)
    .executeTakeFirst();
  if (!row) throw new ApiError('destination-not-found');
  return row;
}

/** Throws too-many-destinations. */
export async function addDestination(
  records: Records,
  owner: OwnerRow,
  row: DestinationRow,
  act: ActorContext,
): Promise<ListedDestination> {
  return withOwnerLock(records, owner.id, async (change) => {
    let { total } = await change
      .selectFrom('destinations')
      .select((e) => e.fn.countAll<number>().as('total'))
      .where('owner_id', '=', owner.id)
      .where('kind', '<>', 'account')
      .executeTakeFirstOrThrow();
    if (Number(total) >= limits.destinationsPerOwnerMax) throw new ApiError('too-many-destinations');
    await change.insertInto('destinations').values(row).execute();
    let made = await destinationById(change, owner.id, row.id);
    await recordAudit(change, act, { action: 'destination-created', owner, target: auditTarget(made) });
    return made;
  });
}

/** Throws destination-not-found. */
export async function updateDestination(
  records: Records,
  owner: OwnerRow,
  { id, action, changesOf }: DestinationChange,
  act: ActorContext,
): Promise<ListedDestination> {
  return withOwnerLock(records, owner.id, async (change) => {
    let set = changesOf(await destinationById(change, owner.id, id));
    if (Object.keys(set).length > 0) await change.updateTable('destinations').set(set).where('id', '=', id).execute();
    let changed = await destinationById(change, owner.id, id);
    await recordAudit(change, act, { action, owner, target: auditTarget(changed) });
    return changed;
  });
}

interface DestinationChange {
  id: string;
  action: 'destination-changed' | 'destination-secret-renewed';
  /** Called with the locked destination. */
  changesOf(before: DestinationRow): Partial<DestinationRow>;
}

/** Deletes its deliveries too. Throws destination-not-found. */
export async function removeDestination(
  records: Records,
  owner: OwnerRow,
  id: string,
  act: ActorContext,
): Promise<void> {
  await withOwnerLock(records, owner.id, async (change) => {
    let row = await destinationById(change, owner.id, id);
    await change.deleteFrom('destinations').where('id', '=', id).execute();
    await recordAudit(change, act, { action: 'destination-deleted', owner, target: auditTarget(row) });
  });
}

/** `Team: example.com/hook`. */
function auditTarget({ name, shown, username }: ListedDestination): string {
  return `${name}: ${username ?? shown}`.slice(0, auditTargetMax);
}

/** The destination of a person's own rules; their first message makes it. */
export async function accountOf(change: Records, userId: string, now: number): Promise<{ id: string }> {
  let found = await change
    .selectFrom('destinations')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'account')
    .executeTakeFirst();
  if (found) return found;
  let about = { id: userId, owner_id: userId, user_id: userId, kind: 'account' as const, name: '', created_at: now };
  await change
    .insertInto('destinations')
    .values({ ...newDestination, ...about })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return about;
}

/** Sets or clears `failing_since`. */
export async function recordAttempt(
  records: Records,
  { id, failing_since }: Pick<DestinationRow, 'id' | 'failing_since'>,
  isDelivered: boolean,
  now: number,
): Promise<void> {
  if (isDelivered === (failing_since === null)) return;
  let set = isDelivered ? { failing_since: null, noticed_at: null } : { failing_since: now };
  await records.updateTable('destinations').set(set).where('id', '=', id).execute();
}

/** True for one process per `everyMs`, which then notifies the owners. */
export async function claimNotice(records: Records, id: string, now: number, everyMs: number): Promise<boolean> {
  let { numUpdatedRows } = await records
    .updateTable('destinations')
    .set({ noticed_at: now })
    .where('id', '=', id)
    .where((e) => e.or([e('noticed_at', 'is', null), e('noticed_at', '<=', now - everyMs)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
