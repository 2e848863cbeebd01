/** The demo as an installation that is paid through Stripe, with a fake Stripe that has pages. */
import { startDemo } from './demo-process';
import { startFakeStripe, type Thing } from './fake-stripe';
import { paidInvoice, paidSubscription, signedMessage } from './stripe-messages';

const webhookSecret = 'whsec_of_the_browser_tests';

export interface WithStripe {
  /** The dashboard's address without a trailing slash. */
  url: string;
  close(): Promise<void>;
}

/** Starts it with the dashboard on `port` and the gateway on the next one. */
export async function startWithStripe(port: number): Promise<WithStripe> {
  let stripe = await startFakeStripe(async (session) => {
    let now = Math.floor(Date.now() / 1_000);
    let asked = session as Thing & Record<string, string>;
    let subscription = paidSubscription(asked, now, { id: `sub_of_${session.id}` });
    let belongs = { subscription_details: { subscription: subscription.id } };
    let invoice = paidInvoice(asked, now, { id: `in_of_${session.id}`, number: 'A-0007', parent: belongs });
    for (let thing of [subscription, invoice]) stripe.things.set(thing.id, thing);
    await postMessage('checkout.session.completed', { mode: 'subscription', subscription: subscription.id });
    await postMessage('invoice.paid', { id: invoice.id, object: 'invoice' });
  });

  async function postMessage(type: string, object: object): Promise<void> {
    let event = { id: `evt_${type}_${Date.now()}`, type, object };
    let message = await signedMessage(event, webhookSecret, Math.floor(Date.now() / 1_000));
    let answer = await fetch(`http://127.0.0.1:${port + 1}/internal/billing/webhooks/stripe`, message);
    if (!answer.ok) throw new Error(`The gateway answered ${answer.status} to ${type}`);
  }

  let demo = await startDemo(port, {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    TEST_OPTIONS: JSON.stringify({ stripeApiUrl: stripe.url }),
  }).catch(async (error: unknown) => {
    await stripe.close();
    throw error;
  });
  return {
    url: demo.url,
    close: async () => {
      await Promise.all([demo.close(), stripe.close()]);
    },
  };
}
