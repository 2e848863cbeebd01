/** The demo as an installation that is paid through Stripe, with a fake Stripe that has pages. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
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

  let folder = mkdtempSync(path.join(tmpdir(), 'with-stripe-'));
  let child = spawn('node', ['build/demo.js'], {
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      GATEWAY_PORT: String(port + 1),
      DATA_DIR: folder,
      DEMO_EVENTS: '200',
      LOG_LEVEL: 'error',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: stripe.url,
    },
    stdio: 'ignore',
  });
  let gone = once(child, 'exit');
  let close = async () => {
    child.kill('SIGKILL');
    await Promise.all([gone, stripe.close()]);
    rmSync(folder, { recursive: true });
  };
  let answers = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    );
  for (let tries = 0; tries < 600; tries++) {
    if (await answers()) return { url: `http://localhost:${port}`, close };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await close();
  throw new Error('The installation with Stripe did not start');
}
