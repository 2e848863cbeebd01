/**
 * Our owners, prices and discounts at Stripe: created when first needed, then stored. Idempotency
 * keys make a repeated attempt harmless.
 */
import type Stripe from 'stripe';
import type { BillingInterval } from 'contract/billing/billing';
import type { DiscountRow, PriceRow } from '../../floor/db/billing-schema';
import type { OwnerRow } from '../../floor/db/account-schema';
import type { Records } from '../../floor/db/schema';
import { callStripe } from './stripe-client';

const intervals: Record<BillingInterval, Stripe.PriceCreateParams.Recurring['interval'] | undefined> = {
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
  yearly: 'year',
  'one-time': undefined,
};

export async function ensureCustomer(stripe: Stripe, records: Records, owner: OwnerRow): Promise<string> {
  let find = () =>
    records.selectFrom('customers').select('provider_id').where('owner_id', '=', owner.id).executeTakeFirst();
  let known = await find();
  if (known) return known.provider_id;
  let about = { name: owner.name, email: await emailOf(records, owner), metadata: { owner_id: owner.id } };
  let { id } = await callStripe(stripe.customers.create(about, { idempotencyKey: `customer-${owner.id}` }));
  await records
    .insertInto('customers')
    .values({ owner_id: owner.id, provider_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await find())?.provider_id ?? id;
}

async function emailOf(records: Records, owner: OwnerRow): Promise<string | undefined> {
  if (owner.kind === 'user') {
    let user = await records.selectFrom('users').select('email').where('id', '=', owner.id).executeTakeFirst();
    return user?.email;
  }
  let organization = await records
    .selectFrom('organizations')
    .select('billing_email')
    .where('id', '=', owner.id)
    .executeTakeFirst();
  return organization?.billing_email || undefined;
}

export async function ensurePrice(
  stripe: Stripe,
  records: Records,
  price: PriceRow & { product: string },
): Promise<string> {
  if (price.provider_id !== null) return price.provider_id;
  let interval = intervals[price.interval];
  let about: Stripe.PriceCreateParams = {
    currency: price.currency,
    unit_amount: price.amount,
    product_data: { name: price.product },
    metadata: { price_id: price.id },
    ...(interval && { recurring: { interval } }),
  };
  let { id } = await callStripe(stripe.prices.create(about, { idempotencyKey: `price-${price.id}` }));
  await records.updateTable('prices').set({ provider_id: id }).where('id', '=', price.id).execute();
  return id;
}

/** Stripe's word for a discount is coupon. */
export async function ensureCoupon(stripe: Stripe, records: Records, discount: DiscountRow): Promise<string> {
  if (discount.provider_id !== null) return discount.provider_id;
  let about: Stripe.CouponCreateParams = {
    name: discount.code,
    duration: discount.duration,
    ...(discount.percent_off !== null && { percent_off: discount.percent_off }),
    ...(discount.amount_off !== null && { amount_off: discount.amount_off, currency: discount.currency ?? 'usd' }),
    ...(discount.months !== null && { duration_in_months: discount.months }),
    ...(discount.max_redemptions !== null && { max_redemptions: discount.max_redemptions }),
  };
  let { id } = await callStripe(stripe.coupons.create(about, { idempotencyKey: `discount-${discount.id}` }));
  await records.updateTable('discounts').set({ provider_id: id }).where('id', '=', discount.id).execute();
  return id;
}
