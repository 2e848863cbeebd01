/**
 * What the gateway asks of whoever takes the money. Two answer: the test provider in this gateway,
 * and Stripe.
 */
import type { PaymentMethod } from 'contract/payments';
import type { CardDetails } from 'contract/cards';
import type { DiscountTable, PriceTable } from '../db/billing-schema';
import type { OwnerTable } from '../db/account-schema';
import type { PricedSubscription } from '../billing/subscriptions';

export interface NewOrder {
  owner: OwnerTable;
  price: PriceTable & { product: string };
  discount: DiscountTable | undefined;
  /** Where the provider's page leads back to. */
  returnUrl: string | undefined;
}

/** Times are milliseconds since 1970. What cannot be done is thrown as a Refusal. */
export interface PaymentPort {
  readonly kind: 'test' | 'stripe';
  /** Brings what is recorded of an owner's subscription up to now. */
  settle(ownerId: string, now: number): Promise<void>;
  /** Subscribes; gives the address where the person goes on to pay, or null when it is done. */
  subscribe(order: NewOrder, now: number): Promise<string | null>;
  changePrice(subscription: PricedSubscription, price: NewOrder['price'], now: number): Promise<void>;
  cancel(subscription: PricedSubscription, at: 'period-end' | 'now', now: number): Promise<void>;
  resume(subscription: PricedSubscription, now: number): Promise<void>;
  card(ownerId: string): Promise<PaymentMethod | undefined>;
  /** Saves a card typed on our own form, and pays what is open with it. */
  saveCard(ownerId: string, typed: CardDetails, now: number): Promise<PaymentMethod>;
  /** The address of the provider's own pages for an owner. */
  portal(ownerId: string, returnUrl: string): Promise<string>;
  /** Takes a message of the provider: its text as it came, and its signature. */
  hear(text: string, signature: string, now: number): Promise<void>;
}
