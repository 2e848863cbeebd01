/**
 * Payment through Stripe: people pay on its pages, cards are stored there, and its webhooks decide.
 */
import type Stripe from 'stripe';
import { dayMs } from 'contract/floor/time';
import { withOwnerLock } from '../../floor/db/owner-transaction';
import type { OwnerRow } from '../../floor/db/account-schema';
import type { Records } from '../../floor/db/schema';
import { liveSubscription, type PricedSubscription } from '../subscriptions';
import { ApiError } from '../../floor/calls/api-error';
import type { NewOrder, PaymentProvider } from './payment-provider';
import { endSubscription, isDue, settleSubscription } from './advance-subscriptions';
import { callStripe, createStripe, type StripeOptions } from './stripe-client';
import { ensureCoupon, ensureCustomer, ensurePrice } from './stripe-catalogue';
import { mirrorSubscription } from './stripe-mirror';
import { createStripeWebhook, type StripeParts } from './stripe-webhook';
import type { Logger } from 'pino';
import { createTestPayments } from './test-provider';

function createStripePayments(parts: StripeParts): PaymentProvider {
  let { stripe, records } = parts;
  let change = async (row: PricedSubscription, update: Stripe.SubscriptionUpdateParams, now: number) =>
    mirrorSubscription(records, await callStripe(stripe.subscriptions.update(ownId(row), update)), now, 'person');
  return {
    kind: 'stripe',
    async settle(ownerId, now) {
      if (await isDue(records, ownerId, now))
        await withOwnerLock(records, ownerId, (locked) => settleSubscription(locked, ownerId, now));
    },
    subscribe: (order, now) => checkout(stripe, records, order, now),
    async changePrice(row, price, now) {
      if (row.currency !== price.currency) throw new ApiError('currency-cannot-change', 'price_id');
      if (price.interval === 'one-time') throw new ApiError('subscription-cannot-change', 'price_id');
      let current = await callStripe(stripe.subscriptions.retrieve(ownId(row)));
      let items = [{ id: current.items.data[0]?.id, price: await ensurePrice(stripe, records, price) }];
      await change(row, { items, cancel_at_period_end: false }, now);
    },
    async cancel(row, at, now) {
      if (row.provider_id?.startsWith('cs_'))
        return withOwnerLock(records, row.owner_id, (locked) => endSubscription(locked, row.id, 'canceled', now));
      if (at === 'period-end') return change(row, { cancel_at_period_end: true }, now);
      await mirrorSubscription(records, await callStripe(stripe.subscriptions.cancel(ownId(row))), now, 'person');
    },
    resume: (row, now) => change(row, { cancel_at_period_end: false }, now),
    async card(ownerId) {
      let customer = await customerOf(records, ownerId);
      if (customer === undefined) return undefined;
      let [method] = (await callStripe(stripe.customers.listPaymentMethods(customer, { type: 'card', limit: 1 }))).data;
      return method?.card;
    },
    saveCard: () => Promise.reject(new ApiError('cards-are-saved-at-the-provider')),
    async portal(ownerId, returnUrl) {
      let customer = await customerOf(records, ownerId);
      if (customer === undefined) throw new ApiError('payment-details-not-found');
      return (await callStripe(stripe.billingPortal.sessions.create({ customer, return_url: returnUrl }))).url;
    },
    hear: createStripeWebhook(parts),
  };
}

/** A subscription paid at Stripe; a trial by us or a one-time payment cannot be changed there. */
function ownId(row: PricedSubscription): string {
  if (!row.provider_id?.startsWith('sub_') || row.ended_at !== null) throw new ApiError('subscription-cannot-change');
  return row.provider_id;
}

async function customerOf(records: Records, ownerId: string): Promise<string | undefined> {
  let row = await records
    .selectFrom('customers')
    .select('provider_id')
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return row?.provider_id;
}

/**
 * Opens Stripe's Checkout and gives its address. An older open one is closed, so that no one pays
 * twice.
 */
async function checkout(stripe: Stripe, records: Records, order: NewOrder, now: number): Promise<string> {
  let { owner, price, discount, returnUrl } = order;
  if (returnUrl === undefined) throw new ApiError('return-url-is-required', 'return_url');
  let live = await liveSubscription(records, owner.id);
  if (live && live.price_id !== null && live.status !== 'incomplete') throw new ApiError('already-subscribed');
  let customer = await ensureCustomer(stripe, records, owner);
  await closeOpenSessions(stripe, customer);
  let metadata = { owner_id: owner.id, price_id: price.id, ...(discount && { discount_id: discount.id }) };
  let isSingle = price.interval === 'one-time';
  let session = await callStripe(
    stripe.checkout.sessions.create({
      mode: isSingle ? 'payment' : 'subscription',
      customer,
      client_reference_id: owner.id,
      line_items: [{ price: await ensurePrice(stripe, records, price), quantity: 1 }],
      ...(discount && { discounts: [{ coupon: await ensureCoupon(stripe, records, discount) }] }),
      ...(!isSingle && { subscription_data: { metadata, ...(await trialOf(records, order, live, now)) } }),
      metadata,
      success_url: returnUrl,
      cancel_url: returnUrl,
    }),
  );
  if (!session.url) throw new ApiError('stripe-error');
  return session.url;
}

/** The rest of a trial by us; else the price's trial, for owners who never subscribed before. */
async function trialOf(
  records: Records,
  { owner, price }: NewOrder,
  live: PricedSubscription | undefined,
  now: number,
): Promise<{ trial_period_days?: number }> {
  if (live?.trial_end) return { trial_period_days: Math.max(1, Math.ceil((live.trial_end - now) / dayMs)) };
  if (price.trial_days === 0 || (await hasSubscribed(records, owner))) return {};
  return { trial_period_days: price.trial_days };
}

async function hasSubscribed(records: Records, owner: OwnerRow): Promise<boolean> {
  let row = await records.selectFrom('subscriptions').select('id').where('owner_id', '=', owner.id).executeTakeFirst();
  return row !== undefined;
}

async function closeOpenSessions(stripe: Stripe, customer: string): Promise<void> {
  let open = await callStripe(stripe.checkout.sessions.list({ customer, status: 'open', limit: 10 }));
  for (let session of open.data) await callStripe(stripe.checkout.sessions.expire(session.id));
}

export function createPaymentProvider(
  records: Records,
  stripe: StripeOptions | undefined,
  log: Logger,
): PaymentProvider {
  if (!stripe) return createTestPayments(records);
  return createStripePayments({ records, log, stripe: createStripe(stripe), webhookSecret: stripe.webhookSecret });
}
