/** Amounts are in the smallest unit of their currency; `archived_at` is 0 for active rows. */
import type {
  BillingInterval,
  Currency,
  DiscountDuration,
  PaidPlan,
  SubscriptionStatus,
} from 'contract/billing/billing';
import type { InvoiceStatus } from 'contract/billing/payments';

export interface ProductRow {
  id: string;
  name: string;
  name_key: string;
  description: string;
  plan: PaidPlan;
  archived_at: number;
  created_at: number;
}

export interface PriceRow {
  id: string;
  product_id: string;
  amount: number;
  currency: Currency;
  interval: BillingInterval;
  /** Days before the first charge, for an owner who never subscribed before. */
  trial_days: number;
  archived_at: number;
  /** The price's id at the payment provider, once it was needed there. */
  provider_id: string | null;
  created_at: number;
}

export interface DiscountRow {
  id: string;
  code: string;
  code_key: string;
  /** Exactly one of percent_off and amount_off is set. */
  percent_off: number | null;
  amount_off: number | null;
  currency: Currency | null;
  duration: DiscountDuration;
  /** How long a repeating discount lasts. */
  months: number | null;
  max_redemptions: number | null;
  redeemed: number;
  archived_at: number;
  provider_id: string | null;
  created_at: number;
}

/** Which customer of the payment provider an owner is. */
interface CustomerRow {
  owner_id: string;
  provider_id: string;
}

/** Credit for the next invoices in a currency, after a change to a cheaper plan. */
interface CreditRow {
  owner_id: string;
  currency: Currency;
  amount: number;
}

/** A test card; its number is not stored. */
export interface CardRow {
  owner_id: string;
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
  /** The result of a charge. */
  outcome: 'pays' | 'declines';
  updated_at: number;
}

export interface SubscriptionRow {
  id: string;
  owner_id: string;
  /** Null during a trial without a chosen price. */
  price_id: string | null;
  status: SubscriptionStatus;
  started_at: number;
  /** The day of the month that billing periods follow. */
  anchor_at: number;
  period_start: number;
  /** Null for one-time payments. */
  period_end: number | null;
  trial_end: number | null;
  cancel_at_period_end: number;
  /** Since when the last invoice is unpaid. */
  past_due_since: number | null;
  ended_at: number | null;
  discount_id: string | null;
  /** The discount applies to periods that start before; null: to all. */
  discount_ends_at: number | null;
  /** Null for invoices kept only by this gateway. */
  provider_id: string | null;
  created_at: number;
  updated_at: number;
}

export interface InvoiceRow {
  id: string;
  owner_id: string;
  subscription_id: string | null;
  number: string;
  status: InvoiceStatus;
  description: string;
  currency: Currency;
  /** Before discount and credit. */
  amount: number;
  discount: number;
  credit: number;
  due: number;
  period_start: number;
  period_end: number | null;
  created_at: number;
  paid_at: number | null;
  provider_id: string | null;
  /** The provider's own page of the invoice. */
  url: string | null;
}

/** Processed messages of the payment provider; repeated ones are ignored. */
interface PaymentEventRow {
  id: string;
  received_at: number;
}

export interface BillingTables {
  products: ProductRow;
  prices: PriceRow;
  discounts: DiscountRow;
  customers: CustomerRow;
  credits: CreditRow;
  cards: CardRow;
  subscriptions: SubscriptionRow;
  invoices: InvoiceRow;
  payment_events: PaymentEventRow;
}
