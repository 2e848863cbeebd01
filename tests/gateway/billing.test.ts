import { beforeEach, describe, expect, it } from 'vitest';
import * as billing from 'contract/billing';
import { archiveProduct, createDiscount } from 'contract/billing-admin';
import { getInvoice, getInvoices, getPaymentMethod, savePaymentMethod } from 'contract/payments';
import { hasActiveSubscription, planOf, startTrial } from 'gateway/billing/subscriptions';
import { createWorld, type Caller, type World } from 'tests/support/world';
import { card, cards, offer, saveCard } from './billing-offers';

const { cancelSubscription, createSubscription, getBilling, getOfferedProducts } = billing;
const { getSubscriptionInfo, getSubscriptions, resumeSubscription, updateSubscription } = billing;
const mine = { params: { owner: 'ada' } };
const day = 86_400_000;
const monthly = { amount: 1_900, currency: 'usd', interval: 'monthly' } as const;

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

/** Ada with a card and a subscription. */
async function subscribed(price: Parameters<typeof offer>[1] = monthly, number: string = cards.pays) {
  let { priceId } = await offer(root, price);
  await saveCard(ada, 'ada', number);
  let { subscription } = await ada.ask(createSubscription, { ...mine, body: { price_id: priceId } });
  return { priceId, id: subscription?.id ?? '', one: { params: { owner: 'ada', id: subscription?.id ?? '' } } };
}

/** Time goes on, and ada signs in again. */
async function later(days: number): Promise<void> {
  world.later(days * day);
  ada = await world.as('ada');
}

async function now(): Promise<billing.Subscription | null> {
  return (await ada.ask(getBilling, mine)).subscription;
}

describe('answers', () => {
  it('subscribes, from the offer to the paid invoice', async () => {
    let { priceId } = await subscribed();
    expect(await ada.ask(getOfferedProducts, mine)).toMatchObject([{ plan: 'basic', prices: [{ id: priceId }] }]);
    expect(await ada.ask(getBilling, mine)).toMatchObject({
      payments: 'test',
      plan: 'basic',
      subscription: { status: 'active', amount: 1_900, interval: 'monthly', cancel_at_period_end: false },
    });
    expect(await ada.ask(getSubscriptionInfo, mine)).toEqual({ status: 'active', trial_info: null });
    let [invoice] = await ada.ask(getInvoices, mine);
    expect(invoice).toMatchObject({ number: 'INV-0001', status: 'paid', amount: 1_900, due: 1_900, discount: 0 });
    expect(await ada.ask(getInvoice, { params: { owner: 'ada', id: invoice?.id ?? '' } })).toEqual(invoice);
    expect(await ada.ask(getPaymentMethod, mine)).toEqual({
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

  it('charges period after period, on the same day of the month', async () => {
    await subscribed();
    await later(93);
    let invoices = await ada.ask(getInvoices, mine);
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
    await subscribed({ ...monthly, interval });
    let subscription = await now();
    let length = Date.parse(subscription?.period_end ?? '') - Date.parse(subscription?.started_at ?? '');
    expect(length).toBe(days * day);
  });

  it('gives a one-time payment no end', async () => {
    await subscribed({ ...monthly, interval: 'one-time' });
    await later(25);
    expect(await now()).toMatchObject({ status: 'active', period_end: null });
    expect(await ada.ask(getInvoices, mine)).toHaveLength(1);
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
    expect(await grace.ask(getInvoices, theirs)).toEqual([]);
    await later(15);
    expect(await grace.ask(getBilling, theirs)).toMatchObject({ plan: 'premium', subscription: { status: 'active' } });
    expect(await grace.ask(getInvoices, theirs)).toMatchObject([{ status: 'paid', due: 1_900 }]);
    expect(await grace.ask(getSubscriptions, theirs)).toHaveLength(1);
  });

  it('expires an unused trial, with negative days left', async () => {
    await startTrial(world.records, idOf('ada'), 14, world.now());
    await later(16.5);
    expect(await ada.ask(getSubscriptionInfo, mine)).toEqual({
      status: 'incomplete_expired',
      trial_info: { days_remaining: -3 },
    });
    expect(await ada.ask(getBilling, mine)).toMatchObject({ plan: 'free' });
  });

  it('gives the trial of a price the first time only', async () => {
    let { one, priceId } = await subscribed({ ...monthly, trial_days: 7 });
    expect(await now()).toMatchObject({ status: 'trialing', trial_days_remaining: 7 });
    await ada.ask(cancelSubscription, { ...one, body: { at: 'now' } });
    await ada.ask(createSubscription, { ...mine, body: { price_id: priceId } });
    expect(await now()).toMatchObject({ status: 'active' });
  });

  it('cancels at the end of the period, resumes, and cancels again', async () => {
    let { one } = await subscribed();
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
    expect(await ada.ask(getInvoices, mine)).toHaveLength(1);
  });

  it('cancels at once', async () => {
    let { one } = await subscribed();
    expect(await ada.ask(cancelSubscription, { ...one, body: { at: 'now' } })).toMatchObject({
      status: 'canceled',
      period_end: null,
    });
    expect(await planOf(world.records, idOf('ada'), world.now())).toBe('free');
  });

  it('keeps a failed first payment incomplete until another card pays or it expires', async () => {
    await subscribed(monthly, cards.declinesLater);
    expect(await ada.ask(getBilling, mine)).toMatchObject({ plan: 'free', subscription: { status: 'incomplete' } });
    expect(await ada.ask(getInvoices, mine)).toMatchObject([{ status: 'open' }]);
    await saveCard(ada, 'ada', cards.pays);
    expect(await ada.ask(getBilling, mine)).toMatchObject({ plan: 'basic', subscription: { status: 'active' } });

    let grace = await world.as('grace');
    let hers = { params: { owner: 'grace' } };
    let { priceId } = await offer(root, monthly);
    await saveCard(grace, 'grace', cards.declinesLater);
    await grace.ask(createSubscription, { ...hers, body: { price_id: priceId } });
    await later(1);
    expect(await grace.ask(getBilling, hers)).toMatchObject({ subscription: { status: 'incomplete_expired' } });
    expect(await grace.ask(getInvoices, hers)).toMatchObject([{ status: 'void' }]);
  });

  it('makes a failed renewal past due, unpaid, and active again after a payment', async () => {
    await subscribed();
    await saveCard(ada, 'ada', cards.declinesLater);
    await later(32);
    expect(await ada.ask(getBilling, mine)).toMatchObject({ plan: 'basic', subscription: { status: 'past_due' } });
    expect(await ada.ask(getInvoices, mine)).toMatchObject([{ status: 'open' }, { status: 'paid' }]);
    await later(15);
    expect(await ada.ask(getBilling, mine)).toMatchObject({ plan: 'free', subscription: { status: 'unpaid' } });
    expect(await hasActiveSubscription(world.records, idOf('ada'), world.now())).toBe(true);
    await saveCard(ada, 'ada', cards.pays);
    expect(await ada.ask(getBilling, mine)).toMatchObject({ plan: 'basic', subscription: { status: 'active' } });
    expect((await ada.ask(getInvoices, mine)).map((i) => i.status)).toEqual(['paid', 'paid']);
  });

  it('credits the rest of the period at a change of price', async () => {
    let { one } = await subscribed({ ...monthly, amount: 3_000 });
    let dearer = await offer(root, { ...monthly, amount: 9_000 }, 'premium');
    await later(15);
    let changed = await ada.ask(updateSubscription, { ...one, body: { price_id: dearer.priceId } });
    expect(changed).toMatchObject({ status: 'active', amount: 9_000, plan: 'premium' });
    let [second] = await ada.ask(getInvoices, mine);
    expect(second).toMatchObject({ amount: 9_000, status: 'paid' });
    expect(second?.credit).toBeGreaterThan(1_300);
    expect(second?.credit).toBeLessThan(1_700);
    expect(second?.due).toBe(9_000 - (second?.credit ?? 0));

    let cheaper = await offer(root, { ...monthly, amount: 100 });
    await ada.ask(updateSubscription, { ...one, body: { price_id: cheaper.priceId } });
    await later(20);
    await ada.ask(getBilling, mine);
    await later(20);
    let [last, third] = await ada.ask(getInvoices, mine);
    expect(third).toMatchObject({ amount: 100, credit: 100, due: 0, status: 'paid' });
    expect(last).toMatchObject({ amount: 100, credit: 100, due: 0, status: 'paid' });
  });

  it.each([
    [{ percent_off: 50, duration: 'once' }, [950, 1_900, 1_900]],
    [{ percent_off: 25, duration: 'repeating', months: 2 }, [1_425, 1_425, 1_900]],
    [{ amount_off: 500, currency: 'usd', duration: 'forever' }, [1_400, 1_400, 1_400]],
    [{ amount_off: 5_000, currency: 'usd', duration: 'once' }, [0, 1_900, 1_900]],
  ] as const)('a discount of %o', async (discount, dues) => {
    await root.ask(createDiscount, { body: { code: 'Less', ...discount } });
    let { priceId } = await offer(root, monthly);
    await saveCard(ada, 'ada', cards.pays);
    await ada.ask(createSubscription, { ...mine, body: { price_id: priceId, discount_code: 'LESS' } });
    expect(await now()).toMatchObject({ discount_code: 'Less' });
    await later(63);
    let invoices = await ada.ask(getInvoices, mine);
    expect(
      invoices
        .map((i) => i.due)
        .reverse()
        .slice(0, 3),
    ).toEqual(dues);
  });
});

describe('refuses', () => {
  it('unknown ids', async () => {
    expect(await ada.refusal(getSubscriptionInfo, mine)).toMatchObject({ status: 404, code: 'subscription-not-found' });
    expect(await ada.refusal(getPaymentMethod, mine)).toMatchObject({ status: 404, code: 'payment-details-not-found' });
    let none = { params: { owner: 'ada', id: 'none' } };
    expect((await ada.refusal(getInvoice, none)).code).toBe('invoice-not-found');
    expect((await ada.refusal(cancelSubscription, { ...none, body: {} })).code).toBe('subscription-not-found');
    expect((await ada.refusal(createSubscription, { ...mine, body: { price_id: 'none' } })).code).toBe(
      'price-not-found',
    );
    let { priceId } = await offer(root, monthly);
    let order = { ...mine, body: { price_id: priceId } };
    expect(await ada.refusal(createSubscription, order)).toMatchObject({ status: 422, code: 'no-card-found' });
  });

  it("somebody else's subscription and invoice", async () => {
    let { one } = await subscribed();
    let [invoice] = await ada.ask(getInvoices, mine);
    let grace = await world.as('grace');
    let asHers = { params: { owner: 'grace', id: one.params.id } };
    expect((await grace.refusal(cancelSubscription, { ...asHers, body: {} })).code).toBe('subscription-not-found');
    expect((await grace.refusal(getInvoice, { params: { owner: 'grace', id: invoice?.id ?? '' } })).code).toBe(
      'invoice-not-found',
    );
  });

  it('a second subscription, also at the same moment', async () => {
    let { priceId } = await offer(root, monthly);
    await saveCard(ada, 'ada', cards.pays);
    let order = { ...mine, body: { price_id: priceId } };
    let answers = await Promise.all([1, 2, 3].map(() => ada.call(createSubscription, order)));
    expect(answers.map((a) => a.status).sort()).toEqual([201, 422, 422]);
    expect((await ada.refusal(createSubscription, order)).code).toBe('already-subscribed');
    expect(await ada.ask(getInvoices, mine)).toHaveLength(1);
  });

  it('a discount that is unknown, used up, or in another currency', async () => {
    let { priceId } = await offer(root, monthly);
    let withCode = (discount_code: string) => ({ ...mine, body: { price_id: priceId, discount_code } });
    expect(await ada.refusal(createSubscription, withCode('none'))).toMatchObject({
      code: 'discount-not-found',
      field: 'discount_code',
    });
    await root.ask(createDiscount, { body: { code: 'euro', amount_off: 100, currency: 'eur', duration: 'once' } });
    expect((await ada.refusal(createSubscription, withCode('euro'))).code).toBe('discount-not-for-this-price');

    await root.ask(createDiscount, { body: { code: 'last', percent_off: 10, duration: 'once', max_redemptions: 1 } });
    let payers = await Promise.all((['ada', 'grace', 'mary'] as const).map((name) => world.as(name)));
    for (let [i, owner] of ['ada', 'grace', 'mary'].entries()) await saveCard(payers[i] as Caller, owner, cards.pays);
    let answers = await Promise.all(
      ['ada', 'grace', 'mary'].map((owner, i) =>
        (payers[i] as Caller).call(createSubscription, { ...withCode('last'), params: { owner } }),
      ),
    );
    expect(answers.map((a) => a.status).sort()).toEqual([201, 422, 422]);
    expect((await ada.refusal(createSubscription, withCode('last'))).code).toMatch(/used-up|already/);
  });

  it('archived prices, another currency, ended subscriptions', async () => {
    let { one } = await subscribed();
    let euro = await offer(root, { ...monthly, currency: 'eur' });
    let toEuro = { ...one, body: { price_id: euro.priceId } };
    expect((await ada.refusal(updateSubscription, toEuro)).code).toBe('currency-cannot-change');
    await root.ask(archiveProduct, { params: { id: euro.productId } });
    expect((await ada.refusal(updateSubscription, toEuro)).code).toBe('price-not-found');
    expect((await ada.refusal(resumeSubscription, one)).code).toBe('subscription-cannot-change');
    await ada.ask(cancelSubscription, { ...one, body: { at: 'now' } });
    expect((await ada.refusal(cancelSubscription, { ...one, body: {} })).code).toBe('subscription-cannot-change');
  });

  it.each([
    ['4242', {}, 'card-number-is-incomplete', 'card_number'],
    ['', {}, 'card-number-is-incomplete', 'card_number'],
    ['4242 4242 4242 4241', {}, 'card-number-is-incorrect', 'card_number'],
    ['4242 4242 4242 424x', {}, 'card-number-is-incorrect', 'card_number'],
    ['4111 1111 1111 1111', {}, 'card-number-is-not-a-test-number', 'card_number'],
    [cards.pays, { card_expiry: '12' }, 'card-expiry-is-incomplete', 'card_expiry'],
    [cards.pays, { card_expiry: '13/40' }, 'card-expiry-is-incorrect', 'card_expiry'],
    [cards.pays, { card_expiry: '01/20' }, 'card-expiry-is-past', 'card_expiry'],
    [cards.pays, { card_cvc: '12' }, 'card-cvc-is-incomplete', 'card_cvc'],
    [cards.pays, { card_cvc: '1234' }, 'card-cvc-is-incorrect', 'card_cvc'],
    [cards.pays, { card_cvc: 'abc' }, 'card-cvc-is-incorrect', 'card_cvc'],
    ['378282246310005', { card_cvc: '123' }, 'card-cvc-is-incomplete', 'card_cvc'],
    [cards.pays, { card_zip: '' }, 'card-zip-is-incomplete', 'card_zip'],
    [cards.pays, { card_zip: '12!45' }, 'card-zip-is-incorrect', 'card_zip'],
    ['4000 0000 0000 0002', {}, 'card-was-declined', 'card_number'],
    ['4000 0000 0000 0069', {}, 'card-expiry-is-past', 'card_expiry'],
    ['4000 0000 0000 0127', {}, 'card-cvc-is-incorrect', 'card_cvc'],
    ['4000 0000 0000 0036', {}, 'card-zip-is-incorrect', 'card_zip'],
    ['4000 0000 0000 0119', {}, 'card-error-unknown', undefined],
  ])('the card %s %o', async (number, more, code, field) => {
    let refusal = await ada.refusal(savePaymentMethod, { ...mine, body: card(number, more) });
    expect(refusal).toMatchObject({ status: 422, code });
    expect(refusal.field).toBe(field);
    expect((await ada.refusal(getPaymentMethod, mine)).code).toBe('payment-details-not-found');
  });

  it('webhook messages of a provider that is not set up', async () => {
    let request = new Request('http://gateway.invalid/internal/billing/webhooks/stripe', {
      method: 'POST',
      body: '{}',
    });
    expect((await world.gateway.api(request)).status).toBe(404);
  });
});
