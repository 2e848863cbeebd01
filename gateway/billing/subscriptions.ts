import { uuidv7 } from 'uuidv7';
import { dayMs } from 'contract/floor/time';
import type { PaidPlan, Plan, SubscriptionStatus } from 'contract/billing/billing';
import type { PriceRow, SubscriptionRow } from '../floor/db/billing-schema';
import type { Records } from '../floor/db/schema';

/** States in which a subscription may still be paid; an owner has at most one of them. */
const liveStatuses: readonly SubscriptionStatus[] = ['active', 'trialing', 'past_due', 'unpaid', 'incomplete'];

/**
 * A subscription with what its price and product say; these are null in a trial without a price.
 */
export interface PricedSubscription extends SubscriptionRow {
  amount: number | null;
  currency: PriceRow['currency'] | null;
  interval: PriceRow['interval'] | null;
  product: string | null;
  plan: PaidPlan | null;
  discount_code: string | null;
}

function priced(records: Records) {
  return records
    .selectFrom('subscriptions')
    .leftJoin('prices', 'prices.id', 'subscriptions.price_id')
    .leftJoin('products', 'products.id', 'prices.product_id')
    .leftJoin('discounts', 'discounts.id', 'subscriptions.discount_id')
    .selectAll('subscriptions')
    .select(['prices.amount', 'prices.currency', 'prices.interval'])
    .select(['products.name as product', 'products.plan', 'discounts.code as discount_code']);
}

export async function subscriptionsOf(records: Records, ownerId: string): Promise<PricedSubscription[]> {
  return priced(records)
    .where('subscriptions.owner_id', '=', ownerId)
    .orderBy('subscriptions.created_at', 'desc')
    .orderBy('subscriptions.id', 'desc')
    .execute();
}

export async function liveSubscription(records: Records, ownerId: string): Promise<PricedSubscription | undefined> {
  let all = await subscriptionsOf(records, ownerId);
  return all.find((row) => liveStatuses.includes(row.status));
}

/**
 * The plan an owner has now: an unpaid or incomplete subscription gives `free`. `now` in
 * milliseconds.
 */
export async function planOf(records: Records, ownerId: string, now = Date.now()): Promise<Plan> {
  let row = await liveSubscription(records, ownerId);
  if (!row || hasRunOut(row, now)) return 'free';
  if (row.status === 'trialing') return (row.trial_end ?? 0) > now ? 'trial' : (row.plan ?? 'free');
  return row.status === 'active' || row.status === 'past_due' ? (row.plan ?? 'free') : 'free';
}

/**
 * Whether an owner has a subscription that is, or will be, charged; such an owner cannot be
 * deleted. A trial without a price is none.
 */
export async function hasActiveSubscription(records: Records, ownerId: string, now = Date.now()): Promise<boolean> {
  let row = await liveSubscription(records, ownerId);
  return row !== undefined && row.price_id !== null && row.status !== 'incomplete' && !hasRunOut(row, now);
}

function hasRunOut(row: SubscriptionRow, now: number): boolean {
  return row.cancel_at_period_end === 1 && (row.period_end ?? Infinity) <= now;
}

/** Starts a trial of some days for an organization that never subscribed; `days` may be 0. */
export async function startTrial(records: Records, ownerId: string, days: number, now: number): Promise<void> {
  if (days <= 0 || (await subscriptionsOf(records, ownerId)).length > 0) return;
  let trialEnd = now + days * dayMs;
  await records
    .insertInto('subscriptions')
    .values({
      ...newSubscription(ownerId, now),
      status: 'trialing',
      period_end: trialEnd,
      trial_end: trialEnd,
    })
    .execute();
}

export function newSubscription(ownerId: string, now: number): Omit<SubscriptionRow, 'status'> {
  return {
    id: uuidv7(),
    owner_id: ownerId,
    price_id: null,
    started_at: now,
    anchor_at: now,
    period_start: now,
    period_end: null,
    trial_end: null,
    cancel_at_period_end: 0,
    past_due_since: null,
    ended_at: null,
    discount_id: null,
    discount_ends_at: null,
    provider_id: null,
    created_at: now,
    updated_at: now,
  };
}

export async function changeSubscription(
  records: Records,
  id: string,
  change: Partial<SubscriptionRow>,
  now: number,
): Promise<void> {
  await records
    .updateTable('subscriptions')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .execute();
}
