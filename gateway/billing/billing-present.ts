import { dayMs, time, timeOrNull } from 'contract/floor/time';
import type { Invoice, PaymentMethod } from 'contract/billing/payments';
import type { Price, Product, Subscription, SubscriptionInfo } from 'contract/billing/billing';
import type { Discount } from 'contract/billing/billing-admin';
import type { DiscountRow, InvoiceRow, PriceRow, SubscriptionRow } from '../floor/db/billing-schema';
import type { PricedProduct } from './products';
import type { PricedSubscription } from './subscriptions';

/** Started days until a trial ends; below zero once it is over. */
function daysRemaining(trialEnd: number, now: number): number {
  let days = (trialEnd - now) / dayMs;
  return days > 0 ? Math.ceil(days) : Math.min(-1, Math.floor(days));
}

/** Status and trial of the newest subscription; a trial that became a paid subscription is over. */
export function presentInfo(row: SubscriptionRow, now: number): SubscriptionInfo {
  let isTrial = row.trial_end !== null && (row.status === 'trialing' || row.price_id === null);
  return {
    status: row.status,
    trial_info: isTrial ? { days_remaining: daysRemaining(row.trial_end ?? now, now) } : null,
  };
}

/** In a trial without a price the amount is 0. */
export function presentSubscription(row: PricedSubscription, now: number): Subscription {
  return {
    id: row.id,
    status: row.status,
    product: row.product ?? '',
    plan: row.plan ?? 'trial',
    price_id: row.price_id,
    amount: row.amount ?? 0,
    currency: row.currency ?? 'usd',
    interval: row.interval,
    discount_code: row.discount_code,
    cancel_at_period_end: row.cancel_at_period_end === 1,
    started_at: time(row.started_at),
    period_end: timeOrNull(row.period_end),
    trial_end: timeOrNull(row.trial_end),
    trial_days_remaining: row.status === 'trialing' ? daysRemaining(row.trial_end ?? now, now) : null,
    ended_at: timeOrNull(row.ended_at),
  };
}

export function presentProduct(row: PricedProduct): Product {
  let { id, name, description, plan, archived_at, created_at } = row;
  let prices = row.prices.map(presentPrice);
  return { id, name, description, plan, archived: archived_at > 0, prices, created_at: time(created_at) };
}

function presentPrice({ id, amount, currency, interval, trial_days, archived_at }: PriceRow): Price {
  return { id, amount, currency, interval, trial_days, archived: archived_at > 0 };
}

export function presentDiscount(row: DiscountRow): Discount {
  let { id, code, percent_off, amount_off, currency, duration, months, max_redemptions, redeemed } = row;
  let times = { archived: row.archived_at > 0, created_at: time(row.created_at) };
  return { id, code, percent_off, amount_off, currency, duration, months, max_redemptions, redeemed, ...times };
}

export function presentCard({ brand, last4, exp_month, exp_year }: PaymentMethod): PaymentMethod {
  return { brand, last4, exp_month, exp_year };
}

export function presentInvoice(row: InvoiceRow): Invoice {
  let { id, number, status, description, currency, amount, discount, credit, due, url } = row;
  let amounts = { currency, amount, discount, credit, due };
  return {
    ...amounts,
    id,
    number,
    status,
    description,
    url,
    period_start: time(row.period_start),
    period_end: timeOrNull(row.period_end),
    created_at: time(row.created_at),
    paid_at: timeOrNull(row.paid_at),
  };
}
