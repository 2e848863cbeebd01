import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditApi } from 'contract/admin/audit';
import { billingApi } from 'contract/billing/billing';
import { billingAdminApi } from 'contract/billing/billing-admin';
import { paymentsApi } from 'contract/billing/payments';
import { startTrial } from 'gateway/billing/subscriptions';
import { startFakeStripe, type FakeStripe } from 'tests/support/fake-stripe';
import { paidInvoice, paidSubscription, signedMessage } from 'tests/support/stripe-messages';
import { createWorld, type Caller, type World } from 'tests/support/world';
import { card, cards, offer } from './billing-offers';

const mine = { params: { owner: 'ada' } };
const secret = 'whsec_of_the_tests';
const returnUrl = 'https://stats.example/account/billing';
const monthly = { amount: 1_900, currency: 'usd', interval: 'monthly' } as const;

let fake: FakeStripe;
let world: World;
let ada: Caller;
let root: Caller;
let events = 0;

beforeEach(async () => {
  fake = await startFakeStripe();
  world = await createWorld({ stripe: { secretKey: 'sk_test_1', webhookSecret: secret, apiUrl: fake.url } });
  [ada, root] = await Promise.all([world.as('ada'), world.as('root')]);
});
afterEach(async () => {
  await world.close();
  await fake.close();
});

/** Sends a signed message as Stripe does. */
async function postMessage(type: string, object: object, more: { id?: string; secret?: string } = {}): Promise<number> {
  let event = { id: more.id ?? `evt_${++events}`, type, object };
  let message = await signedMessage(event, more.secret ?? secret, seconds());
  let address = 'http://gateway.invalid/internal/billing/webhooks/stripe';
  return (await world.gateway.api(new Request(address, message))).status;
}

function seconds(): number {
  return Math.floor(world.now() / 1_000);
}

/** Orders as ada. Returns what the gateway requested from Stripe's Checkout. */
async function order(more: { discount_code?: string } = {}, price: Parameters<typeof offer>[1] = monthly) {
  let { priceId } = await offer(root, price);
  let body = { price_id: priceId, return_url: returnUrl, ...more };
  let answer = await ada.ask(billingApi.createSubscription, { ...mine, body });
  let asked = fake.requests.findLast(({ line }) => line === 'POST /v1/checkout/sessions')?.fields ?? {};
  return { answer, asked, priceId };
}

/** Stripe's subscription after ada has paid. */
function subscription(asked: Record<string, string>, more: object = {}) {
  return paidSubscription(asked, seconds(), more);
}

function invoice(asked: Record<string, string>, more: object = {}) {
  return paidInvoice(asked, seconds(), more);
}

describe('answers', () => {
  it('answers an order with the URL of Checkout; the subscription starts when Stripe confirms it', async () => {
    await root.ask(billingAdminApi.createDiscount, { body: { code: 'less', percent_off: 10, duration: 'forever' } });
    let { answer, asked } = await order({ discount_code: 'less' });
    expect(answer).toEqual({ subscription: null, redirect_url: expect.stringMatching(/^https:\/\/pay\.example\/cs_/) });
    expect(asked).toMatchObject({ mode: 'subscription', success_url: returnUrl, cancel_url: returnUrl });
    expect(asked.customer).toMatch(/^cus_/);
    expect(fake.things.get(asked['line_items[0][price]'] ?? '')).toMatchObject({
      unit_amount: '1900',
      'recurring[interval]': 'month',
    });
    expect(fake.things.get(asked['discounts[0][coupon]'] ?? '')).toMatchObject({ percent_off: '10' });
    expect(await ada.ask(billingApi.getBilling, mine)).toMatchObject({
      payments: 'stripe',
      plan: 'free',
      subscription: null,
    });
  });

  it('a second order closes the first, and creates nothing at Stripe twice', async () => {
    let { priceId } = await order();
    await ada.ask(billingApi.createSubscription, { ...mine, body: { price_id: priceId, return_url: returnUrl } });
    let lines = fake.requests.map(({ line }) => line);
    expect(lines.filter((line) => line === 'POST /v1/customers')).toHaveLength(1);
    expect(lines.filter((line) => line === 'POST /v1/prices')).toHaveLength(1);
    expect(lines.filter((line) => line.endsWith('/expire'))).toHaveLength(1);
  });

  it('shows the subscription and the invoice of a webhook message', async () => {
    await root.ask(billingAdminApi.createDiscount, { body: { code: 'less', percent_off: 10, duration: 'forever' } });
    let { asked } = await order({ discount_code: 'less' });
    fake.things.set('sub_1', subscription(asked));
    fake.things.set('in_1', invoice(asked));
    expect(await postMessage('checkout.session.completed', { mode: 'subscription', subscription: 'sub_1' })).toBe(200);
    expect(await postMessage('invoice.paid', { id: 'in_1', object: 'invoice' })).toBe(200);
    expect(await ada.ask(billingApi.getBilling, mine)).toMatchObject({
      plan: 'basic',
      subscription: { status: 'active', amount: 1_900, discount_code: 'less' },
    });
    expect(await ada.ask(paymentsApi.getInvoices, mine)).toMatchObject([
      { number: 'A-0001', amount: 1_900, discount: 190, due: 1_710, url: 'https://pay.example/in_1' },
    ]);
  });

  it('handles repeated messages, and messages in the wrong order', async () => {
    let { asked } = await order();
    let active = subscription(asked);
    fake.things.set('sub_1', { ...active, status: 'canceled', ended_at: active.start_date + 60 });
    await postMessage('customer.subscription.deleted', { id: 'sub_1', object: 'subscription' }, { id: 'evt_late' });
    let before = fake.requests.length;
    await postMessage('customer.subscription.deleted', { id: 'sub_1', object: 'subscription' }, { id: 'evt_late' });
    expect(fake.requests).toHaveLength(before);
    await postMessage('customer.subscription.updated', active);
    await postMessage('customer.subscription.created', active);
    expect(await ada.ask(billingApi.getBilling, mine)).toMatchObject({
      plan: 'free',
      subscription: { status: 'canceled' },
    });
    expect(await world.records.selectFrom('subscriptions').selectAll().execute()).toHaveLength(1);
  });

  it('logs changes by Stripe once, and changes by a person as theirs', async () => {
    let { asked } = await order();
    let running = subscription(asked);
    let say = async (more: object) => {
      fake.things.set('sub_1', { ...running, ...more });
      await postMessage('customer.subscription.updated', { id: 'sub_1', object: 'subscription' });
      await postMessage('customer.subscription.updated', { id: 'sub_1', object: 'subscription' });
    };
    for (let more of [
      {},
      { cancel_at_period_end: true },
      {},
      { status: 'past_due' },
      { status: 'canceled', ended_at: running.start_date + 60 },
    ])
      await say(more);
    let { results } = await ada.ask(auditApi.getAuditEvents, { params: { owner: 'ada' } });
    expect(results.map(({ actor, action }) => `${actor}: ${action}`).reverse()).toEqual([
      'payment provider: subscription-started',
      'payment provider: subscription-canceled',
      'payment provider: subscription-resumed',
      'payment provider: subscription-changed',
      'payment provider: subscription-canceled',
    ]);
    expect(results[0]).toMatchObject({ owner: 'ada', address: '', target: expect.stringContaining('(canceled)') });
  });

  it('handles many messages at once', async () => {
    let { asked } = await order();
    fake.things.set('sub_1', subscription(asked));
    fake.things.set('in_1', invoice(asked));
    let about = { id: 'sub_1', object: 'subscription' };
    let told = await Promise.all([
      postMessage('customer.subscription.created', about),
      postMessage('customer.subscription.updated', about),
      postMessage('invoice.paid', { id: 'in_1', object: 'invoice' }),
      postMessage('invoice.finalized', { id: 'in_1', object: 'invoice' }),
    ]);
    expect(told).toEqual([200, 200, 200, 200]);
    expect(await world.records.selectFrom('subscriptions').selectAll().execute()).toHaveLength(1);
    expect(await ada.ask(paymentsApi.getInvoices, mine)).toHaveLength(1);
  });

  it('handles a message that failed at first when it is sent again', async () => {
    let { asked } = await order();
    expect(await postMessage('customer.subscription.created', { id: 'sub_1' }, { id: 'evt_again' })).toBeGreaterThan(
      399,
    );
    fake.things.set('sub_1', subscription(asked));
    expect(await postMessage('customer.subscription.created', { id: 'sub_1' }, { id: 'evt_again' })).toBe(200);
    expect(await ada.ask(billingApi.getBilling, mine)).toMatchObject({ plan: 'basic' });
  });

  it('continues the trial of the installation in the subscription', async () => {
    await startTrial(world.records, world.ids.get('ada') ?? '', 10, world.now());
    let { asked } = await order();
    expect(asked['subscription_data[trial_period_days]']).toBe('10');
    fake.things.set('sub_1', subscription(asked, { status: 'trialing', trial_end: world.now() / 1_000 + 864_000 }));
    await postMessage('customer.subscription.created', { id: 'sub_1' });
    expect(await ada.ask(billingApi.getBilling, mine)).toMatchObject({
      plan: 'trial',
      subscription: { status: 'trialing' },
    });
    expect(await world.records.selectFrom('subscriptions').selectAll().execute()).toHaveLength(1);
  });

  it('handles a one-time payment', async () => {
    let { asked } = await order({}, { ...monthly, interval: 'one-time' });
    expect(asked.mode).toBe('payment');
    let metadata = { owner_id: asked['metadata[owner_id]'], price_id: asked['metadata[price_id]'] };
    let session = { id: 'cs_paid', mode: 'payment', customer: asked.customer, payment_status: 'paid', metadata };
    await postMessage('checkout.session.completed', session);
    await postMessage('checkout.session.completed', session);
    expect(await ada.ask(billingApi.getBilling, mine)).toMatchObject({
      plan: 'basic',
      subscription: { period_end: null },
    });
  });

  it('cancels and resumes, and shows card and portal', async () => {
    let { asked } = await order();
    fake.things.set('sub_1', subscription(asked));
    await postMessage('customer.subscription.created', { id: 'sub_1' });
    let { subscription: row } = await ada.ask(billingApi.getBilling, mine);
    let one = { params: { owner: 'ada', id: row?.id ?? '' } };
    expect(await ada.ask(billingApi.cancelSubscription, { ...one, body: {} })).toMatchObject({
      cancel_at_period_end: true,
    });
    expect(await ada.ask(billingApi.resumeSubscription, one)).toMatchObject({ cancel_at_period_end: false });
    fake.things.set('pm_1', { id: 'pm_1', card: { brand: 'visa', last4: '4242', exp_month: 1, exp_year: 2099 } });
    expect(await ada.ask(paymentsApi.getPaymentMethod, mine)).toMatchObject({ last4: '4242' });
    let portal = await ada.ask(paymentsApi.createPortalSession, { ...mine, body: { return_url: returnUrl } });
    expect(portal.url).toMatch(/^https:\/\/pay\.example\/bps_/);
    expect(await ada.ask(billingApi.cancelSubscription, { ...one, body: { at: 'now' } })).toMatchObject({
      status: 'canceled',
    });
  });
});

describe('refuses', () => {
  it('a signature that is wrong or too old', async () => {
    let { asked } = await order();
    fake.things.set('sub_1', subscription(asked));
    expect(await postMessage('customer.subscription.created', { id: 'sub_1' }, { secret: 'whsec_other' })).toBe(400);
    let told = postMessage('customer.subscription.created', { id: 'sub_1' });
    world.later(3_600_000);
    expect(await told).toBe(400);
    expect(await ada.ask(billingApi.getBilling, mine)).toMatchObject({ subscription: null });
  });

  it('messages about unknown customers', async () => {
    fake.things.set('sub_1', subscription({ customer: 'cus_of_others' }));
    expect(await postMessage('customer.subscription.created', { id: 'sub_1' })).toBe(200);
    expect(await world.records.selectFrom('subscriptions').selectAll().execute()).toEqual([]);
  });

  it('card numbers', async () => {
    let refusal = await ada.refusal(paymentsApi.savePaymentMethod, { ...mine, body: card(cards.pays) });
    expect(refusal.code).toBe('cards-are-saved-at-the-provider');
    expect(fake.requests).toEqual([]);
  });

  it('with the message from Stripe', async () => {
    let { priceId } = await offer(root, monthly);
    fake.refuseNext('Your account cannot make charges.');
    let body = { price_id: priceId, return_url: returnUrl };
    expect(await ada.refusal(billingApi.createSubscription, { ...mine, body })).toMatchObject({
      status: 422,
      code: 'stripe-error',
      message: 'Your account cannot make charges.',
    });
    expect((await ada.refusal(billingApi.createSubscription, { ...mine, body: { price_id: priceId } })).code).toBe(
      'return-url-is-required',
    );
    let portal = { ...mine, body: { return_url: returnUrl } };
    await ada.ask(billingApi.createSubscription, { ...mine, body });
    fake.refuseNext('No portal.');
    expect((await ada.refusal(paymentsApi.createPortalSession, portal)).code).toBe('stripe-error');
  });
});
