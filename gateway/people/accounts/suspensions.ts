/** Suspending people and organizations: docs/decisions/0015-sessions.md. */
import { recordAdministration, refuseLastAdministrator } from './administrators';
import { recordAudit, type ActorContext } from '../../floor/audit';
import { withOwnerLock } from '../../floor/db/owner-transaction';
import { dropSignInSecrets } from './one-time-secrets';
import type { OwnerRow } from '../../floor/db/account-schema';
import type { Records } from '../../floor/db/schema';
import { ApiError } from '../../floor/calls/api-error';

/**
 * Suspends; false when it was suspended already. Pending links become invalid. Refuses with
 * last-administrator.
 */
export async function suspendOwner(
  records: Records,
  owner: OwnerRow,
  reason: string,
  act: ActorContext,
): Promise<boolean> {
  return withOwnerLock(records, owner.id, async (change) => {
    await refuseLastAdministrator(change, owner.id);
    if (!(await setSuspended(change, owner.id, act.time))) return false;
    await dropSignInSecrets(change, owner.id);
    await recordAudit(change, act, { action: 'suspended', owner, target: reason });
    await recordAdministration(change, act, `suspended ${owner.name}${reason && `: ${reason}`}`);
    return true;
  });
}

/** Lifts a suspension; false when there was none. */
export async function liftSuspension(records: Records, owner: OwnerRow, act: ActorContext): Promise<boolean> {
  return withOwnerLock(records, owner.id, async (change) => {
    if (!(await setSuspended(change, owner.id, null))) return false;
    await recordAudit(change, act, { action: 'suspension-lifted', owner });
    await recordAdministration(change, act, `lifted the suspension of ${owner.name}`);
    return true;
  });
}

async function setSuspended(change: Records, id: string, since: number | null): Promise<boolean> {
  let { numUpdatedRows } = await change
    .updateTable('owners')
    .set({ suspended_at: since })
    .where('id', '=', id)
    .where('suspended_at', since === null ? 'is not' : 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function refuseSuspended({ suspended_at }: Pick<OwnerRow, 'suspended_at'>): void {
  if (suspended_at !== null) throw new ApiError('account-suspended');
}
