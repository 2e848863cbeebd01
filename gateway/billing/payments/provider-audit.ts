/** Logs changes of subscriptions that the payment provider makes by itself. */
import type { AuditAction } from 'contract/admin/audit';
import { paymentProviderActor, recordAudit } from '../../floor/audit';
import type { Records } from '../../floor/db/schema';
import { subscriptionsOf, type PricedSubscription } from '../subscriptions';

type Before = Pick<PricedSubscription, 'status' | 'price_id' | 'cancel_at_period_end'>;

const hasEnded: readonly PricedSubscription['status'][] = ['canceled', 'incomplete_expired'];

/**
 * Logs the difference between a subscription before (undefined: there was none) and now; a new
 * period alone is none. `now` in milliseconds.
 */
export async function noteProvidersChange(
  change: Records,
  { ownerId, id }: { ownerId: string; id: string },
  before: Before | undefined,
  now: number,
): Promise<void> {
  let after = (await subscriptionsOf(change, ownerId)).find((row) => row.id === id);
  let action = after && actionBetween(before, after);
  if (!after || !action) return;
  let owner = await change
    .selectFrom('owners')
    .select(['id', 'name'])
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow();
  let target = `${after.product ?? 'Trial'} (${after.status.replaceAll('_', ' ')})`;
  let act = { actor: paymentProviderActor, actingAs: null, address: '', agent: '', time: now };
  await recordAudit(change, act, { action, owner, target });
}

function actionBetween(before: Before | undefined, after: Before): AuditAction | undefined {
  if (!before) return 'subscription-started';
  if (hasEnded.includes(after.status)) return hasEnded.includes(before.status) ? undefined : 'subscription-canceled';
  if (before.price_id === null && after.price_id !== null) return 'subscription-started';
  if (before.cancel_at_period_end !== after.cancel_at_period_end)
    return after.cancel_at_period_end ? 'subscription-canceled' : 'subscription-resumed';
  let isSame = before.status === after.status && before.price_id === after.price_id;
  return isSame ? undefined : 'subscription-changed';
}
