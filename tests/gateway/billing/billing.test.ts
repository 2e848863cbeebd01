import { beforeEach, describe, expect, it } from 'vitest';
import { billingApi, Subscription } from 'contract/billing/billing';
import { billingAdminApi } from 'contract/billing/billing-admin';
import { paymentsApi } from 'contract/billing/payments';
import { hasActiveSubscription, planOf, startTrial } from 'gateway/billing/subscriptions';
import { createWorld, type Caller, type World } from 'tests/support/world';
import { cards, monthly, offer, saveCard, subscribe } from './billing-offers';

const { cancelSubscription, createSubscription, getBilling, getOfferedProducts } = billingApi;
const { getSubscriptionInfo, getSubscriptions, resumeSubscription, updateSubscription } = billingApi;
const mine = { params: { owner: 'ada' } };
const day = 86_400_000;

let world: World;
let ada: Caller;
let root: Caller;

beforeEach(async () => {
  world = await createWorld();
  [ada, root] = await Promise.all([world.as('ada'), world.as('root')]);
  return () => world.close();
});

function idOf(name: string): string {
  return world.ids.get(name) ?? '';
}

/** Moves the clock forward, and signs ada in again. */
async function later(days: number): Promise<void> {
  world.later(days * day);
  ada = await world.as('ada');
}

async function now(): Promise<Subscription | null> {
  return (await ada.ask(getBilling, mine)).subscription;
}

describe('answers', () => {
  // @spec 1: A test payment provider where no key of a real one is set, as preview builds have it;
  //   the gateway's host is a setting
  it('subscribes, from the offer to the paid invoice', async () => {
    let { priceId } = await subscribe(root, ada);
    expect(await ada.ask(getOfferedProducts, mine)).toMatchObject([{ plan: 'basic', prices: [{ id: priceId }] }]);
    expect(await ada.ask(getBilling, mine)).toMatchObject({
      payments: 'test',
      plan: 'basic',
      subscription: { status: 'active', amount: 1_900, interval: 'monthly', cancel_at_period_end: false },
    });
    expect(await ada.ask(getSubscriptionInfo, mine)).toEqual({ status: 'active', trial_info: null });
    let [invoice] = await ada.ask(paymentsApi.getInvoices, mine);
    expect(invoice).toMatchObject({ number: 'INV-0001', status: 'paid', amount: 1_900, due: 1_900, discount: 0 });
    expect(await ada.ask(paymentsApi.getInvoice, { params: { owner: 'ada', id: invoice?.id ?? '' } })).toEqual(invoice);
    expect(await ada.ask(paymentsApi.getPaymentMethod, mine)).toEqual({
      brand: 'visa',
      last4: '4242',
      exp_month: 12,
      exp_year: 2099,
    });
  });

  it('keeps no card number', async () => {
    await saveCard(ada, 'ada', cards.pays);
    let rows = await world.records.selectFrom('cards').selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/4242424242/);
    expect(JSON.stringify(rows)).not.toContain('12345');
  });

  // @spec 3: Billing: invoices, amount, due
  it('charges period after period, on the same day of the month', async () => {
    await subscribe(root, ada);
    await later(93);
    let invoices = await ada.ask(paymentsApi.getInvoices, mine);
    expect(invoices.map((i) => [i.number, i.status])).toEqual([
      ['INV-0004', 'paid'],
      ['INV-0003', 'paid'],
      ['INV-0002', 'paid'],
      ['INV-0001', 'paid'],
    ]);
    for (let [i, later] of invoices.slice(0, -1).entries())
      expect(invoices[i + 1]?.period_end).toBe(later.period_start);
  });

  it.each([
    ['daily', 1],
    ['weekly', 7],
  ] as const)('%s periods', async (interval, days) => {
    await subscribe(root, ada, { ...monthly, interval });
    let subscription = await now();
    let length = Date.parse(subscription?.period_end ?? '') - Date.parse(subscription?.started_at ?? '');
    expect(length).toBe(days * day);
  });

  it('gives a one-time payment no end', async () => {
    await subscribe(root, ada, { ...monthly, interval: 'one-time' });
    await later(25);
    expect(await now()).toMatchObject({ status: 'active', period_end: null });
    expect(await ada.ask(paymentsApi.getInvoices, mine)).toHaveLength(1);
  });

  it('ends a trial of an organization, or turns it into a subscription', async () => {
    let grace = await world.as('grace');
    let theirs = { params: { owner: 'hopper-labs' } };
    await startTrial(world.records, idOf('hopper-labs'), 14, world.now());
    expect(await grace.ask(getSubscriptionInfo, theirs)).toEqual({
      status: 'trialing',
      trial_info: { days_remaining: 14 },
    });
    expect(await planOf(world.records, idOf('hopper-labs'), world.now())).toBe('trial');
    expect(await hasActiveSubscription(world.records, idOf('hopper-labs'), world.now())).toBe(false);

    let { priceId } = await offer(root, monthly, 'premium');
    await saveCard(grace, 'hopper-labs', cards.pays);
    await grace.ask(createSubscription, { ...theirs, body: { price_id: priceId } });
    expect(await grace.ask(getBilling, theirs)).toMatchObject({
      plan: 'trial',
      subscription: { status: 'trialing', trial_days_remaining: 14, amount: 1_900 },
    });
    expect(await grace.ask(paymentsApi.getInvoices, theirs)).toEqual([]);
    await later(15);
    expect(await grace.ask(getBilling, theirs)).toMatchObject({ plan: 'premium', subscription: { status: 'active' } });
    expect(await grace.ask(paymentsApi.getInvoices, theirs)).toMatchObject([{ status: 'paid', due: 1_900 }]);
    expect(await grace.ask(getSubscriptions, theirs)).toHaveLength(1);
  });

  // @spec 3: Subscription info: status; trial_info with days_remaining
  it('expires an unused trial, with negative days left', async () => {
    await startTrial(world.records, idOf('ada'), 14, world.now());
    await later(16.5);
    expect(await ada.ask(getSubscriptionInfo, mine)).toEqual({
      status: 'incomplete_expired',
      trial_info: { days_remaining: -3 },
    });
    expect(await ada.ask(getBilling, mine)).toMatchObject({ plan: 'free' });
  });

  it('gives the trial of a price only once', async () => {
    let { one, priceId } = await subscribe(root, ada, { ...monthly, trial_days: 7 });
    expect(await now()).toMatchObject({ status: 'trialing', trial_days_remaining: 7 });
    await ada.ask(cancelSubscription, { ...one, body: { at: 'now' } });
    await ada.ask(createSubscription, { ...mine, body: { price_id: priceId } });
    expect(await now()).toMatchObject({ status: 'active' });
  });

  it('cancels at the end of the period, resumes, and cancels again', async () => {
    let { one } = await subscribe(root, ada);
    expect(await ada.ask(cancelSubscription, { ...one, body: {} })).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
    });
    expect(await ada.ask(resumeSubscription, one)).toMatchObject({ cancel_at_period_end: false });
    await ada.ask(cancelSubscription, { ...one, body: { at: 'period-end' } });
    expect(await hasActiveSubscription(world.records, idOf('ada'), world.now())).toBe(true);
    await later(31);
    expect(await hasActiveSubscription(world.records, idOf('ada'), world.now())).toBe(false);
    expect(await ada.ask(getBilling, mine)).toMatchObject({ plan: 'free', subscription: { status: 'canceled' } });
    expect(await ada.ask(paymentsApi.getInvoices, mine)).toHaveLength(1);
  });

  it('cancels immediately', async () => {
    let { one } = await subscribe(root, ada);
    expect(await ada.ask(cancelSubscription, { ...one, body: { at: 'now' } })).toMatchObject({
      status: 'canceled',
      period_end: null,
    });
    expect(await planOf(world.records, idOf('ada'), world.now())).toBe('free');
  });

  it('keeps a failed first payment incomplete until another card pays or it expires', async () => {
    await subscribe(root, ada, monthly, cards.declinesLater);
    expect(await ada.ask(getBilling, mine)).toMatchObject({ plan: 'free', subscription: { status: 'incomplete' } });
    expect(await ada.ask(paymentsApi.getInvoices, mine)).toMatchObject([{ status: 'open' }]);
    await saveCard(ada, 'ada', cards.pays);
    expect(await ada.ask(getBilling, mine)).toMatchObject({ plan: 'basic', subscription: { status: 'active' } });

    let grace = await world.as('grace');
    let hers = { params: { owner: 'grace' } };
    let { priceId } = await offer(root, monthly);
    await saveCard(grace, 'grace', cards.declinesLater);
    await grace.ask(createSubscription, { ...hers, body: { price_id: priceId } });
    await later(1);
    expect(await grace.ask(getBilling, hers)).toMatchObject({ subscription: { status: 'incomplete_expired' } });
    expect(await grace.ask(paymentsApi.getInvoices, hers)).toMatchObject([{ status: 'void' }]);
  });

  // @spec 4: Subscription states and their labels; billing intervals
  it('makes a failed renewal past due, unpaid, and active again after a payment', async () => {
    await subscribe(root, ada);
    await saveCard(ada, 'ada', cards.declinesLater);
    await later(32);
    expect(await ada.ask(getBilling, mine)).toMatchObject({ plan: 'basic', subscription: { status: 'past_due' } });
    expect(await ada.ask(paymentsApi.getInvoices, mine)).toMatchObject([{ status: 'open' }, { status: 'paid' }]);
    await later(15);
    expect(await ada.ask(getBilling, mine)).toMatchObject({ plan: 'free', subscription: { status: 'unpaid' } });
    expect(await hasActiveSubscription(world.records, idOf('ada'), world.now())).toBe(true);
    await saveCard(ada, 'ada', cards.pays);
    expect(await ada.ask(getBilling, mine)).toMatchObject({ plan: 'basic', subscription: { status: 'active' } });
    expect((await ada.ask(paymentsApi.getInvoices, mine)).map((i) => i.status)).toEqual(['paid', 'paid']);
  });

  it('credits the rest of the period when the price changes', async () => {
    let { one } = await subscribe(root, ada, { ...monthly, amount: 3_000 });
    let dearer = await offer(root, { ...monthly, amount: 9_000 }, 'premium');
    await later(15);
    let changed = await ada.ask(updateSubscription, { ...one, body: { price_id: dearer.priceId } });
    expect(changed).toMatchObject({ status: 'active', amount: 9_000, plan: 'premium' });
    let [second] = await ada.ask(paymentsApi.getInvoices, mine);
    expect(second).toMatchObject({ amount: 9_000, status: 'paid' });
    expect(second?.credit).toBeGreaterThan(1_300);
    expect(second?.credit).toBeLessThan(1_700);
    expect(second?.due).toBe(9_000 - (second?.credit ?? 0));

    let cheaper = await offer(root, { ...monthly, amount: 100 });
    await ada.ask(updateSubscription, { ...one, body: { price_id: cheaper.priceId } });
    await later(20);
    await ada.ask(getBilling, mine);
    await later(20);
    let [last, third] = await ada.ask(paymentsApi.getInvoices, mine);
    expect(third).toMatchObject({ amount: 100, credit: 100, due: 0, status: 'paid' });
    expect(last).toMatchObject({ amount: 100, credit: 100, due: 0, status: 'paid' });
  });

  it.each([
    [{ percent_off: 50, duration: 'once' }, [950, 1_900, 1_900]],
    [{ percent_off: 25, duration: 'repeating', months: 2 }, [1_425, 1_425, 1_900]],
    [{ amount_off: 500, currency: 'usd', duration: 'forever' }, [1_400, 1_400, 1_400]],
    [{ amount_off: 5_000, currency: 'usd', duration: 'once' }, [0, 1_900, 1_900]],
  ] as const)('a discount of %o', async (discount, dues) => {
    await root.ask(billingAdminApi.createDiscount, { body: { code: 'Less', ...discount } });
    let { priceId } = await offer(root, monthly);
    await saveCard(ada, 'ada', cards.pays);
    await ada.ask(createSubscription, { ...mine, body: { price_id: priceId, discount_code: 'LESS' } });
    expect(await now()).toMatchObject({ discount_code: 'Less' });
    await later(63);
    let invoices = await ada.ask(paymentsApi.getInvoices, mine);
    expect(
      invoices
        .map((i) => i.due)
        .reverse()
        .slice(0, 3),
    ).toEqual(dues);
  });
});
