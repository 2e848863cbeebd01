/**
 * What an owner pays for: plans, products and subscriptions. Amounts are whole numbers in the
 * smallest unit of their currency.
 */
import { z } from 'zod';
import { billingIntervals, currencies, discountDurations, paidPlans } from './billing-choices';
import { DiscountCode } from '../rules/fields';
import * as limits from '../floor/limits';
import { knownOrOthers, ours, route } from '../rules/route';

export const PaidPlan = z.enum(paidPlans);
export type PaidPlan = z.infer<typeof PaidPlan>;

export const Plan = z.enum(['free', 'trial', ...PaidPlan.options]);
export type Plan = z.infer<typeof Plan>;

export const BillingInterval = z.enum(billingIntervals);
export type BillingInterval = z.infer<typeof BillingInterval>;

export const Currency = z.enum(currencies);
export type Currency = z.infer<typeof Currency>;

/** Specification, section 4, subscription states; `incomplete_expired` is shown as "Expired". */
export const SubscriptionStatus = z.enum([
  'active',
  'trialing',
  'past_due',
  'unpaid',
  'canceled',
  'incomplete',
  'incomplete_expired',
]);
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

/**
 * A status in an answer: one that is not known here becomes `others` (specification, section 4).
 */
const AnyStatus = knownOrOthers(SubscriptionStatus.options);

export const DiscountDuration = z.enum(discountDurations);
export type DiscountDuration = z.infer<typeof DiscountDuration>;

/** `days_remaining` is negative once the trial is over. */
export const SubscriptionInfo = z.object({
  status: knownOrOthers(['none', ...SubscriptionStatus.options]),
  trial_info: ours(z.object({ days_remaining: z.number().int() }).nullable(), null),
});
export type SubscriptionInfo = z.infer<typeof SubscriptionInfo>;

export const Amount = z.number().int().min(0);

export const Price = z.object({
  id: z.string(),
  amount: Amount,
  currency: Currency,
  interval: BillingInterval,
  /** Days before the first charge, for an owner who never subscribed before. */
  trial_days: z.number().int(),
  archived: z.boolean(),
});
export type Price = z.infer<typeof Price>;

export const Product = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  plan: PaidPlan,
  archived: z.boolean(),
  prices: z.array(Price),
  created_at: z.string().datetime(),
});
export type Product = z.infer<typeof Product>;

export const Subscription = z.object({
  id: z.string(),
  status: AnyStatus,
  /** Empty during an organization's trial, before a price was chosen. */
  product: z.string(),
  plan: Plan,
  price_id: z.string().nullable(),
  amount: Amount,
  currency: Currency,
  interval: z.union([BillingInterval, z.null()]),
  discount_code: z.string().nullable(),
  cancel_at_period_end: z.boolean(),
  started_at: z.string().datetime(),
  /** When the next charge is, or the subscription ends; null for what is paid once or has ended. */
  period_end: z.string().datetime().nullable(),
  trial_end: z.string().datetime().nullable(),
  trial_days_remaining: z.number().int().nullable(),
  ended_at: z.string().datetime().nullable(),
});
export type Subscription = z.infer<typeof Subscription>;

export const MaybeSubscription = z.union([Subscription, z.null()]);

/** `payments`: `test` takes test cards on our own form, `stripe` leads to Stripe's pages. */
export const Billing = z.object({
  payments: z.enum(['test', 'stripe']),
  plan: Plan,
  subscription: MaybeSubscription,
  /**
   * Members an organization may have on the free plan, pending invites included; null for a person.
   */
  free_members: z.number().int().nullable(),
});
export type Billing = z.infer<typeof Billing>;

/** A page of the dashboard to come back to from the payment provider. */
export const ReturnUrl = z
  .string()
  .url()
  .max(limits.urlMax)
  .refine((v) => /^https?:/i.test(v), 'request-not-valid');

export const SubscriptionOrder = z.object({
  price_id: z
    .string({ required_error: 'price-is-required', invalid_type_error: 'price-is-required' })
    .min(1, 'price-is-required')
    .max(100, 'price-not-found'),
  discount_code: z.preprocess((v) => (v === '' || v === null ? undefined : v), DiscountCode.optional()),
  /** The page of the dashboard to which the payment provider leads back. */
  return_url: ReturnUrl.optional(),
});

/** `redirect_url` is the page to pay at; null when the subscription is already active. */
export const Ordered = z.object({ subscription: MaybeSubscription, redirect_url: z.string().nullable() });

export const Cancellation = z.object({ at: z.enum(['period-end', 'now']).default('period-end') });

const OwnerParams = z.object({ owner: z.string() });
const SubscriptionParams = OwnerParams.extend({ id: z.string() });
const billing = { tag: 'Billing' } as const;

export const billingApi = {
  getSubscriptionInfo: route({
    ...billing,
    id: 'getSubscriptionInfo',
    method: 'GET',
    path: '/internal/billing/{owner}/subscription-info',
    summary: 'Get subscription status and remaining trial days',
    access: 'read',
    params: OwnerParams,
    answer: SubscriptionInfo,
    isKept: true,
    errors: ['owner-not-found', 'subscription-not-found'],
  }),

  getBilling: route({
    ...billing,
    id: 'getBilling',
    method: 'GET',
    path: '/internal/billing/{owner}',
    summary: 'Get payment mode, plan and subscription',
    access: 'write',
    params: OwnerParams,
    answer: Billing,
    errors: ['owner-not-found'],
  }),

  getOfferedProducts: route({
    ...billing,
    id: 'getOfferedProducts',
    method: 'GET',
    path: '/internal/billing/{owner}/products',
    summary: 'List available plans',
    access: 'read',
    params: OwnerParams,
    answer: z.array(Product),
    errors: ['owner-not-found'],
  }),

  getSubscriptions: route({
    ...billing,
    id: 'getSubscriptions',
    method: 'GET',
    path: '/internal/billing/{owner}/subscriptions',
    summary: 'List subscriptions, newest first',
    access: 'write',
    params: OwnerParams,
    answer: z.array(Subscription),
    errors: ['owner-not-found'],
  }),

  createSubscription: route({
    ...billing,
    id: 'createSubscription',
    method: 'POST',
    path: '/internal/billing/{owner}/subscriptions',
    summary: 'Subscribe to a price',
    access: 'write',
    params: OwnerParams,
    body: SubscriptionOrder,
    status: 201,
    answer: Ordered,
    errors: [
      'owner-not-found',
      'price-is-required',
      'price-not-found',
      'already-subscribed',
      'no-card-found',
      'discount-not-found',
      'discount-is-used-up',
      'discount-not-for-this-price',
      'return-url-is-required',
      'stripe-error',
    ],
  }),

  updateSubscription: route({
    ...billing,
    id: 'updateSubscription',
    method: 'PUT',
    path: '/internal/billing/{owner}/subscriptions/{id}',
    summary: 'Change to another price; unused time is credited',
    access: 'write',
    params: SubscriptionParams,
    body: SubscriptionOrder.pick({ price_id: true }),
    answer: Subscription,
    errors: [
      'owner-not-found',
      'subscription-not-found',
      'subscription-cannot-change',
      'price-is-required',
      'price-not-found',
      'currency-cannot-change',
      'no-card-found',
      'stripe-error',
    ],
  }),

  cancelSubscription: route({
    ...billing,
    id: 'cancelSubscription',
    method: 'POST',
    path: '/internal/billing/{owner}/subscriptions/{id}/cancellation',
    summary: 'Cancel at the end of the paid period, or immediately',
    access: 'write',
    params: SubscriptionParams,
    body: Cancellation,
    status: 200,
    answer: Subscription,
    errors: ['owner-not-found', 'subscription-not-found', 'subscription-cannot-change', 'stripe-error'],
  }),

  resumeSubscription: route({
    ...billing,
    id: 'resumeSubscription',
    method: 'DELETE',
    path: '/internal/billing/{owner}/subscriptions/{id}/cancellation',
    summary: 'Resume a canceled subscription before it ends',
    access: 'write',
    params: SubscriptionParams,
    answer: Subscription,
    errors: ['owner-not-found', 'subscription-not-found', 'subscription-cannot-change', 'stripe-error'],
  }),
};
