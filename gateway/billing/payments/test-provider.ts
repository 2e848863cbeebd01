/**
 * The payment provider for tests and demonstrations: accepts test cards only, stores no number,
 * moves no money.
 */
import { dayMs } from 'contract/floor/time';
import type { PaymentMethod } from 'contract/billing/payments';
import { expiryOf, type CardDetails } from 'contract/billing/cards';
import { addCredit, lastPaidInvoice } from '../invoices';
import { redeem } from '../discounts';
import { withOwnerLock } from '../../floor/db/owner-transaction';
import type { Records } from '../../floor/db/schema';
import {
  changeSubscription,
  liveSubscription,
  newSubscription,
  subscriptionsOf,
  type PricedSubscription,
} from '../subscriptions';
import { ApiError } from '../../floor/calls/api-error';
import { billPeriod, cardOf, discountEnd, payOpen } from './bill';
import { isExpired } from './periods';
import type { NewOrder, PaymentProvider } from './payment-provider';
import { endSubscription, isDue, settleSubscription } from './advance-subscriptions';
import type { ErrorCode } from 'contract/rules/errors';
import type { CardRow } from '../../floor/db/billing-schema';

export function createTestPayments(records: Records): PaymentProvider {
  let settle = async (ownerId: string, now: number) => {
    if (await isDue(records, ownerId, now))
      await withOwnerLock(records, ownerId, (change) => settleSubscription(change, ownerId, now));
  };
  let onLive = <T>(
    row: PricedSubscription,
    now: number,
    work: (change: Records, row: PricedSubscription) => Promise<T>,
  ) =>
    withOwnerLock(records, row.owner_id, async (change) => {
      await settleSubscription(change, row.owner_id, now);
      let live = await liveSubscription(change, row.owner_id);
      if (live?.id !== row.id || live.price_id === null) throw new ApiError('subscription-cannot-change');
      return work(change, live);
    });
  return {
    kind: 'test',
    settle,
    async subscribe(order, now) {
      await withOwnerLock(records, order.owner.id, (change) => subscribe(change, order, now));
      return null;
    },
    changePrice: (row, price, now) => onLive(row, now, (change, live) => changePrice(change, live, price, now)),
    cancel: (row, at, now) => onLive(row, now, (change, live) => cancel(change, live, at, now)),
    resume: (row, now) =>
      onLive(row, now, async (change, live) => {
        if (live.cancel_at_period_end === 0) throw new ApiError('subscription-cannot-change');
        await changeSubscription(change, live.id, { cancel_at_period_end: 0 }, now);
      }),
    card: (ownerId) => cardOf(records, ownerId),
    saveCard: (ownerId, typed, now) =>
      withOwnerLock(records, ownerId, (change) => saveCard(change, ownerId, typed, now)),
    portal: () => Promise.reject(new ApiError('payment-details-not-found')),
    hear: () => Promise.reject(new ApiError('not-found')),
  };
}

async function subscribe(change: Records, { owner, price, discount }: NewOrder, now: number): Promise<void> {
  await settleSubscription(change, owner.id, now);
  let live = await liveSubscription(change, owner.id);
  if (live && live.price_id !== null) throw new ApiError('already-subscribed');
  if (!(await cardOf(change, owner.id))) throw new ApiError('no-card-found');
  if (discount) await redeem(change, discount.id);
  let isFirst = live === undefined && (await subscriptionsOf(change, owner.id)).length === 0;
  let trialEnd = live?.trial_end ?? (isFirst && price.trial_days > 0 ? now + price.trial_days * dayMs : null);
  let firstCharge = trialEnd ?? now;
  let chosen = {
    price_id: price.id,
    status: trialEnd === null ? ('incomplete' as const) : ('trialing' as const),
    period_end: trialEnd,
    trial_end: trialEnd,
    discount_id: discount?.id ?? null,
    discount_ends_at: discount ? discountEnd(discount, firstCharge) : null,
  };
  if (live) await changeSubscription(change, live.id, chosen, now);
  else
    await change
      .insertInto('subscriptions')
      .values({ ...newSubscription(owner.id, now), ...chosen })
      .execute();
  let row = await liveSubscription(change, owner.id);
  if (row && trialEnd === null) await billPeriod(change, row, now, { otherwise: 'incomplete', restarts: true });
}

/**
 * Takes effect at once. The rest of a paid period becomes credit, then a period of the new price
 * starts.
 */
async function changePrice(
  change: Records,
  row: PricedSubscription,
  price: NewOrder['price'],
  now: number,
): Promise<void> {
  if (row.currency !== price.currency) throw new ApiError('currency-cannot-change', 'price_id');
  let isTrial = row.status === 'trialing';
  if (!isTrial && (row.status !== 'active' || row.period_end === null))
    throw new ApiError('subscription-cannot-change', 'price_id');
  if (row.price_id === price.id) return;
  await changeSubscription(change, row.id, { price_id: price.id, cancel_at_period_end: 0 }, now);
  if (isTrial) return;
  await addCredit(change, row.owner_id, price.currency, await unusedOf(change, row, now));
  let { amount, currency, interval, product } = price;
  await billPeriod(change, { ...row, amount, currency, interval, product }, now, {
    otherwise: 'past_due',
    restarts: true,
  });
}

async function unusedOf(change: Records, row: PricedSubscription, now: number): Promise<number> {
  let invoice = await lastPaidInvoice(change, row.id);
  if (!invoice || invoice.period_end === null || invoice.period_end <= now) return 0;
  let left = (invoice.period_end - now) / (invoice.period_end - invoice.period_start);
  return Math.floor((invoice.due + invoice.credit) * left);
}

/** Without a paid period it ends now. */
async function cancel(change: Records, row: PricedSubscription, at: 'period-end' | 'now', now: number): Promise<void> {
  let waits = at === 'period-end' && row.period_end !== null && ['active', 'trialing', 'past_due'].includes(row.status);
  if (waits) await changeSubscription(change, row.id, { cancel_at_period_end: 1 }, now);
  else await endSubscription(change, row.id, 'canceled', now);
}

async function saveCard(change: Records, ownerId: string, typed: CardDetails, now: number): Promise<PaymentMethod> {
  let { brand, outcome } = checkedCard(typed, now);
  let shown = {
    brand,
    last4: typed.card_number.slice(-4),
    ...expiryOnCard(typed),
  };
  let kept = { ...shown, outcome, updated_at: now };
  await change
    .insertInto('cards')
    .values({ ...kept, owner_id: ownerId })
    .onConflict((conflict) => conflict.column('owner_id').doUpdateSet(kept))
    .execute();
  await settleSubscription(change, ownerId, now);
  let live = await liveSubscription(change, ownerId);
  if (live?.provider_id === null && live.status !== 'trialing') await payOpen(change, live, now);
  return shown;
}

function checkedCard(typed: CardDetails, now: number): TestCard {
  let { card_number, card_cvc } = typed;
  let card = testCard(card_number);
  if (!card) throw new ApiError('card-number-is-not-a-test-number', 'card_number');
  if (isExpired(expiryOnCard(typed), now)) throw new ApiError('card-expiry-is-past', 'card_expiry');
  if (card_cvc.length < card.cvcLength) throw new ApiError('card-cvc-is-incomplete', 'card_cvc');
  if (card_cvc.length > card.cvcLength) throw new ApiError('card-cvc-is-incorrect', 'card_cvc');
  if (card.refusal) throw new ApiError(card.refusal.code, card.refusal.field);
  return card;
}

function expiryOnCard({ card_expiry }: CardDetails): { exp_month: number; exp_year: number } {
  let { month, year } = expiryOf(card_expiry);
  return { exp_month: month, exp_year: year };
}

interface TestCard {
  brand: string;
  cvcLength: number;
  outcome: CardRow['outcome'];
  /** Why it cannot be saved, and the field. */
  refusal?: { code: ErrorCode; field?: string };
}

const visa = { brand: 'visa', cvcLength: 3, outcome: 'pays' } as const;

const testCards: Record<string, TestCard> = {
  '4242424242424242': visa,
  '5555555555554444': { ...visa, brand: 'mastercard' },
  '6011111111111117': { ...visa, brand: 'discover' },
  '378282246310005': { brand: 'amex', cvcLength: 4, outcome: 'pays' },
  '4000000000000341': { ...visa, outcome: 'declines' },
  '4000000000000002': { ...visa, refusal: { code: 'card-was-declined', field: 'card_number' } },
  '4000000000000069': { ...visa, refusal: { code: 'card-expiry-is-past', field: 'card_expiry' } },
  '4000000000000127': { ...visa, refusal: { code: 'card-cvc-is-incorrect', field: 'card_cvc' } },
  '4000000000000036': { ...visa, refusal: { code: 'card-zip-is-incorrect', field: 'card_zip' } },
  '4000000000000119': { ...visa, refusal: { code: 'card-error-unknown' } },
};

function testCard(digits: string): TestCard | undefined {
  return Object.hasOwn(testCards, digits) ? testCards[digits] : undefined;
}
