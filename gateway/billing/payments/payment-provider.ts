/** Payment providers: the test provider of this gateway, and Stripe. */
import type { PaymentMethod } from 'contract/billing/payments';
import type { CardDetails } from 'contract/billing/cards';
import type { DiscountRow, PriceRow } from '../../floor/db/billing-schema';
import type { OwnerRow } from '../../floor/db/account-schema';
import type { PricedSubscription } from '../subscriptions';

export interface NewOrder {
  owner: OwnerRow;
  price: PriceRow & { product: string };
  discount: DiscountRow | undefined;
  returnUrl: string | undefined;
}

/** Times are milliseconds since 1970. Errors are thrown as an ApiError. */
export interface PaymentProvider {
  readonly kind: 'test' | 'stripe';
  /** Brings an owner's stored subscription up to date. */
  settle(ownerId: string, now: number): Promise<void>;
  /** Returns the address to pay at, or null if nothing is left to pay. */
  subscribe(order: NewOrder, now: number): Promise<string | null>;
  changePrice(subscription: PricedSubscription, price: NewOrder['price'], now: number): Promise<void>;
  cancel(subscription: PricedSubscription, at: 'period-end' | 'now', now: number): Promise<void>;
  resume(subscription: PricedSubscription, now: number): Promise<void>;
  card(ownerId: string): Promise<PaymentMethod | undefined>;
  /** Saves a card typed on our own form, and pays what is open with it. */
  saveCard(ownerId: string, typed: CardDetails, now: number): Promise<PaymentMethod>;
  /** The address of the provider's own pages for an owner. */
  portal(ownerId: string, returnUrl: string): Promise<string>;
  /** Handles a webhook message: its unchanged text, and its signature. */
  hear(text: string, signature: string, now: number): Promise<void>;
}
