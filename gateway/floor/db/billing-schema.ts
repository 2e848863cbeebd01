/**
 * The billing tables as Kysely sees them. Amounts are in the smallest unit of their currency;
 * `archived_at` is 0 for what is offered.
 */
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
export interface CustomerRow {
  owner_id: string;
  provider_id: string;
}

/** What the next invoices in a currency have less to pay, after a change to a cheaper plan. */
export interface CreditRow {
  owner_id: string;
  currency: Currency;
  amount: number;
}

/** A test card: never its number. */
export interface CardRow {
  owner_id: string;
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
  /** What happens when it is charged. */
  outcome: 'pays' | 'declines';
  updated_at: number;
}

export interface SubscriptionRow {
  id: string;
  owner_id: string;
  /** Null while an organization tries the product without having chosen a price. */
  price_id: string | null;
  status: SubscriptionStatus;
  started_at: number;
  /** The day of the month that billing periods follow. */
  anchor_at: number;
  period_start: number;
  /** Null for what is paid once. */
  period_end: number | null;
  trial_end: number | null;
  cancel_at_period_end: number;
  /** Since when the last invoice is not paid. */
  past_due_since: number | null;
  ended_at: number | null;
  discount_id: string | null;
  /** The discount holds for periods that begin before this; null: for all. */
  discount_ends_at: number | null;
  /** Its id at the payment provider; null for those this gateway keeps itself. */
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
  /** What is to be paid. */
  due: number;
  period_start: number;
  period_end: number | null;
  created_at: number;
  paid_at: number | null;
  provider_id: string | null;
  /** The provider's own page of the invoice. */
  url: string | null;
}

/**
 * Messages of the payment provider that were dealt with, so that a repeated one changes nothing.
 */
export interface PaymentEventRow {
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
