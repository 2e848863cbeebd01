/**
 * What an owner pays for: plans, subscriptions, payment method, invoices. Amounts are whole numbers
 * in the smallest unit of their currency.
 */
import { z } from 'zod';
import { billingIntervals, currencies, discountDurations, paidPlans } from './billing-choices';
import { CardDetails } from './cards';
import { DiscountCode } from './fields';
import * as limits from './limits';
import { knownOrOthers, route } from './route';

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

export const InvoiceStatus = z.enum(['open', 'paid', 'void']);
export type InvoiceStatus = z.infer<typeof InvoiceStatus>;

export const DiscountDuration = z.enum(discountDurations);
export type DiscountDuration = z.infer<typeof DiscountDuration>;

/** `days_remaining` is negative once the trial is over. */
export const SubscriptionInfo = z.object({
  status: knownOrOthers(['none', ...SubscriptionStatus.options]),
  trial_info: z.object({ days_remaining: z.number().int() }).nullable(),
});
export type SubscriptionInfo = z.infer<typeof SubscriptionInfo>;

const Amount = z.number().int().min(0);

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

/** The card without its number. */
export const PaymentMethod = z.object({
  brand: z.string(),
  last4: z.string(),
  exp_month: z.number().int(),
  exp_year: z.number().int(),
});
export type PaymentMethod = z.infer<typeof PaymentMethod>;

export const Invoice = z.object({
  id: z.string(),
  number: z.string(),
  status: InvoiceStatus,
  description: z.string(),
  currency: Currency,
  /** Before discount and credit. */
  amount: Amount,
  discount: Amount,
  /** Credit from an earlier plan, used for this invoice. */
  credit: Amount,
  /** What is to be paid, or was paid. */
  due: Amount,
  period_start: z.string().datetime(),
  period_end: z.string().datetime().nullable(),
  created_at: z.string().datetime(),
  paid_at: z.string().datetime().nullable(),
  /** The page of the invoice at the payment provider. */
  url: z.string().nullable(),
});
export type Invoice = z.infer<typeof Invoice>;

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

const returnUrl = z
  .string()
  .url()
  .max(limits.urlMax)
  .refine((v) => /^https?:/i.test(v), 'request-not-valid');

export const Order = z.object({
  price_id: z
    .string({ required_error: 'price-is-required', invalid_type_error: 'price-is-required' })
    .min(1, 'price-is-required')
    .max(100, 'price-not-found'),
  discount_code: z.preprocess((v) => (v === '' || v === null ? undefined : v), DiscountCode.optional()),
  /** The page of the dashboard to which the payment provider leads back. */
  return_url: returnUrl.optional(),
});

/** `redirect_url` is the page to pay at; null when the subscription is already active. */
export const Ordered = z.object({ subscription: MaybeSubscription, redirect_url: z.string().nullable() });

export const Cancellation = z.object({ at: z.enum(['period-end', 'now']).default('period-end') });

const OwnerParams = z.object({ owner: z.string() });
const SubscriptionParams = OwnerParams.extend({ id: z.string() });
const billing = { tag: 'Billing' } as const;

export const getSubscriptionInfo = route({
  ...billing,
  id: 'getSubscriptionInfo',
  method: 'GET',
  path: '/internal/billing/{owner}/subscription-info',
  summary: 'Status of the subscription and what is left of a trial',
  access: 'read',
  params: OwnerParams,
  answer: SubscriptionInfo,
  errors: ['owner-not-found', 'subscription-not-found'],
});

export const getBilling = route({
  ...billing,
  id: 'getBilling',
  method: 'GET',
  path: '/internal/billing/{owner}',
  summary: 'How payment works here, the plan, and the subscription it comes from',
  access: 'write',
  params: OwnerParams,
  answer: Billing,
  errors: ['owner-not-found'],
});

export const getOfferedProducts = route({
  ...billing,
  id: 'getOfferedProducts',
  method: 'GET',
  path: '/internal/billing/{owner}/products',
  summary: 'What can be subscribed to',
  access: 'read',
  params: OwnerParams,
  answer: z.array(Product),
  errors: ['owner-not-found'],
});

export const getSubscriptions = route({
  ...billing,
  id: 'getSubscriptions',
  method: 'GET',
  path: '/internal/billing/{owner}/subscriptions',
  summary: 'Subscriptions, the newest first',
  access: 'write',
  params: OwnerParams,
  answer: z.array(Subscription),
  errors: ['owner-not-found'],
});

export const createSubscription = route({
  ...billing,
  id: 'createSubscription',
  method: 'POST',
  path: '/internal/billing/{owner}/subscriptions',
  summary: 'Subscribe to a price',
  access: 'write',
  params: OwnerParams,
  body: Order,
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
});

export const updateSubscription = route({
  ...billing,
  id: 'updateSubscription',
  method: 'PUT',
  path: '/internal/billing/{owner}/subscriptions/{id}',
  summary: 'Change to another price; what is left of the paid period is credited',
  access: 'write',
  params: SubscriptionParams,
  body: Order.pick({ price_id: true }),
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
});

export const cancelSubscription = route({
  ...billing,
  id: 'cancelSubscription',
  method: 'POST',
  path: '/internal/billing/{owner}/subscriptions/{id}/cancellation',
  summary: 'Cancel at the end of the paid period, or now',
  access: 'write',
  params: SubscriptionParams,
  body: Cancellation,
  status: 200,
  answer: Subscription,
  errors: ['owner-not-found', 'subscription-not-found', 'subscription-cannot-change', 'stripe-error'],
});

export const resumeSubscription = route({
  ...billing,
  id: 'resumeSubscription',
  method: 'DELETE',
  path: '/internal/billing/{owner}/subscriptions/{id}/cancellation',
  summary: 'Take a cancellation back before it takes effect',
  access: 'write',
  params: SubscriptionParams,
  answer: Subscription,
  errors: ['owner-not-found', 'subscription-not-found', 'subscription-cannot-change', 'stripe-error'],
});

export const getPaymentMethod = route({
  ...billing,
  id: 'getPaymentMethod',
  method: 'GET',
  path: '/internal/billing/{owner}/payment-method',
  summary: 'The card that is charged, without its number',
  access: 'write',
  params: OwnerParams,
  answer: PaymentMethod,
  errors: ['owner-not-found', 'payment-details-not-found', 'stripe-error'],
});

export const savePaymentMethod = route({
  ...billing,
  id: 'savePaymentMethod',
  method: 'PUT',
  path: '/internal/billing/{owner}/payment-method',
  summary: 'Save a test card and pay what is open; takes test card numbers only, and keeps none',
  access: 'write',
  params: OwnerParams,
  body: CardDetails,
  answer: PaymentMethod,
  errors: [
    'owner-not-found',
    'card-number-is-incomplete',
    'card-number-is-incorrect',
    'card-number-is-not-a-test-number',
    'card-expiry-is-incomplete',
    'card-expiry-is-incorrect',
    'card-expiry-is-past',
    'card-cvc-is-incomplete',
    'card-cvc-is-incorrect',
    'card-zip-is-incomplete',
    'card-zip-is-incorrect',
    'card-was-declined',
    'card-error-unknown',
    'cards-are-saved-at-the-provider',
  ],
});

export const createPortalSession = route({
  ...billing,
  id: 'createPortalSession',
  method: 'POST',
  path: '/internal/billing/{owner}/portal-sessions',
  summary: "Open the payment provider's own pages, where cards and addresses are changed",
  access: 'write',
  params: OwnerParams,
  body: z.object({ return_url: returnUrl }),
  status: 201,
  answer: z.object({ url: z.string() }),
  errors: ['owner-not-found', 'payment-details-not-found', 'stripe-error'],
});

export const getInvoices = route({
  ...billing,
  id: 'getInvoices',
  method: 'GET',
  path: '/internal/billing/{owner}/invoices',
  summary: 'The newest hundred invoices, the newest first',
  access: 'write',
  params: OwnerParams,
  answer: z.array(Invoice),
  errors: ['owner-not-found'],
});

export const getInvoice = route({
  ...billing,
  id: 'getInvoice',
  method: 'GET',
  path: '/internal/billing/{owner}/invoices/{id}',
  summary: 'One invoice',
  access: 'write',
  params: OwnerParams.extend({ id: z.string() }),
  answer: Invoice,
  errors: ['owner-not-found', 'invoice-not-found'],
});
