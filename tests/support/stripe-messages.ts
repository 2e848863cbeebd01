/** Stripe's objects after a payment, and the messages about them. */
import Stripe from 'stripe';

/**
 * The subscription of a Checkout session that was created with the fields `asked`. Times are in
 * seconds.
 */
export function paidSubscription(asked: Record<string, string>, now: number, more: object = {}) {
  let period = { current_period_start: now, current_period_end: now + 30 * 86_400 };
  return {
    id: 'sub_1',
    object: 'subscription',
    customer: asked.customer,
    status: 'active',
    start_date: now,
    trial_end: null,
    cancel_at: null,
    cancel_at_period_end: false,
    ended_at: null,
    metadata: { discount_id: asked['metadata[discount_id]'] },
    items: { object: 'list', data: [{ id: 'si_1', price: { id: asked['line_items[0][price]'] }, ...period }] },
    ...more,
  };
}

/** The invoice of that subscription. */
export function paidInvoice(asked: Record<string, string>, now: number, more: object = {}) {
  return {
    id: 'in_1',
    object: 'invoice',
    number: 'A-0001',
    customer: asked.customer,
    currency: 'usd',
    status: 'paid',
    created: now,
    period_start: now,
    period_end: now,
    subtotal: 1_900,
    total: 1_710,
    amount_due: 1_710,
    total_discount_amounts: [{ amount: 190 }],
    lines: { object: 'list', data: [{ description: 'Product' }] },
    status_transitions: { paid_at: now },
    hosted_invoice_url: 'https://pay.example/in_1',
    parent: { subscription_details: { subscription: 'sub_1' } },
    ...more,
  };
}

interface Event {
  id: string;
  type: string;
  object: object;
}

/** A message as Stripe posts it, signed now. */
export async function signedMessage({ id, type, object }: Event, secret: string, now: number): Promise<RequestInit> {
  let payload = JSON.stringify({ id, object: 'event', type, created: 1, data: { object } });
  let { webhooks } = new Stripe('sk_test_1');
  let signature = await webhooks.generateTestHeaderStringAsync({ payload, timestamp: now, secret });
  return { method: 'POST', headers: { 'stripe-signature': signature }, body: payload };
}
