/**
 * Webhook messages of Stripe: verified, handled once, and used only as a hint to read the current
 * state from Stripe.
 */
import type { Logger } from 'pino';
import type Stripe from 'stripe';
import type { Records } from '../../floor/db/schema';
import { SerialQueue } from '../../floor/calls/serial-queue';
import { ApiError } from '../../floor/calls/api-error';
import { mirrorInvoice, mirrorSinglePayment, mirrorSubscription, subscriptionOf } from './stripe-mirror';

export interface StripeParts {
  stripe: Stripe;
  webhookSecret: string;
  records: Records;
  log: Logger;
}

/**
 * Creates the handler; it resolves when the message is handled, and refuses one whose signature is
 * wrong or older than five minutes.
 */
export function createStripeWebhook(
  parts: StripeParts,
): (text: string, signature: string, now: number) => Promise<void> {
  let { stripe, webhookSecret, records, log } = parts;
  // One message after the other, so that an older state never overwrites a newer one.
  let queue = new SerialQueue();
  return async (text, signature, now) => {
    let event = await stripe.webhooks
      .constructEventAsync(text, signature, webhookSecret, undefined, undefined, now)
      .catch(() => {
        throw new ApiError('webhook-signature-not-valid');
      });
    let known = await records.selectFrom('payment_events').select('id').where('id', '=', event.id).executeTakeFirst();
    if (known) return;
    log.info({ event: event.id, type: event.type }, 'event from the payment provider');
    await queue.run(() => follow(parts, event, now));
    // Recorded last: after an earlier failure, Stripe sends the message again.
    await records
      .insertInto('payment_events')
      .values({ id: event.id, received_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  };
}

async function follow({ stripe, records }: StripeParts, event: Stripe.Event, now: number): Promise<void> {
  if (event.type === 'checkout.session.completed' || event.type === 'checkout.session.async_payment_succeeded') {
    let session = event.data.object;
    if (session.mode === 'payment') await mirrorSinglePayment(records, session, now);
    else if (session.subscription) await followSubscription(stripe, records, session.subscription as string, now);
  } else if (event.type.startsWith('customer.subscription.')) {
    await followSubscription(stripe, records, (event.data.object as Stripe.Subscription).id, now);
  } else if (event.type.startsWith('invoice.') && 'id' in event.data.object && event.data.object.object === 'invoice') {
    let invoice = await stripe.invoices.retrieve(String(event.data.object.id));
    let subscription = subscriptionOf(invoice);
    if (subscription !== undefined) await followSubscription(stripe, records, subscription, now);
    await mirrorInvoice(records, invoice);
  }
}

async function followSubscription(stripe: Stripe, records: Records, id: string, now: number): Promise<void> {
  await mirrorSubscription(records, await stripe.subscriptions.retrieve(id), now, 'provider');
}
