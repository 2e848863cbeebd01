import { ApiError } from '../../floor/calls/api-error';
import { recordAudit, type ActorContext } from '../../floor/audit';
import type { Records } from '../../floor/db/schema';
import { platformAdminFeature } from './tokens';

/**
 * Refuses with last-administrator when a person is the only platform admin who can sign in. Locks
 * all platform admins until the transaction ends, so that two who remove each other do so one after
 * the other.
 */
export async function refuseLastAdministrator(change: Records, personId: string): Promise<void> {
  let all = await change
    .updateTable('features')
    .set({ feature: platformAdminFeature })
    .where('feature', '=', platformAdminFeature)
    .returning('owner_id')
    .execute();
  if (!all.some(({ owner_id }) => owner_id === personId)) return;
  let other = await change
    .selectFrom('features')
    .innerJoin('owners', 'owners.id', 'features.owner_id')
    .select('owners.id')
    .where('features.feature', '=', platformAdminFeature)
    .where('owners.suspended_at', 'is', null)
    .where('owners.id', '!=', personId)
    .executeTakeFirst();
  if (!other) throw new ApiError('last-administrator');
}

/**
 * Logs in the admin's own audit log what they did to another account; that account's log has its
 * own line.
 */
export async function recordAdministration(change: Records, act: ActorContext, target: string): Promise<void> {
  let { actor } = act;
  if (actor === null || actor.id === null) return;
  await recordAudit(change, act, {
    action: 'account-administered',
    owner: { id: actor.id, name: actor.name },
    target,
  });
}
