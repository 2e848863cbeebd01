import { beforeEach, describe, expect, it } from 'vitest';
import { billingApi } from 'contract/billing/billing';
import { billingAdminApi } from 'contract/billing/billing-admin';
import { paymentsApi } from 'contract/billing/payments';
import { createWorld, type Caller, type World } from 'tests/support/world';
import { card, cards, monthly, offer, saveCard, subscribe } from './billing-offers';

const mine = { params: { owner: 'ada' } };

let world: World;
let ada: Caller;
let root: Caller;

beforeEach(async () => {
  world = await createWorld();
  [ada, root] = await Promise.all([world.as('ada'), world.as('root')]);
  return () => world.close();
});

describe('billing refuses', () => {
  it('unknown ids', async () => {
    expect(await ada.refusal(billingApi.getSubscriptionInfo, mine)).toMatchObject({
      status: 404,
      code: 'subscription-not-found',
    });
    expect(await ada.refusal(paymentsApi.getPaymentMethod, mine)).toMatchObject({
      status: 404,
      code: 'payment-details-not-found',
    });
    let none = { params: { owner: 'ada', id: 'none' } };
    expect((await ada.refusal(paymentsApi.getInvoice, none)).code).toBe('invoice-not-found');
    expect((await ada.refusal(billingApi.cancelSubscription, { ...none, body: {} })).code).toBe(
      'subscription-not-found',
    );
    expect((await ada.refusal(billingApi.createSubscription, { ...mine, body: { price_id: 'none' } })).code).toBe(
      'price-not-found',
    );
    let { priceId } = await offer(root, monthly);
    let order = { ...mine, body: { price_id: priceId } };
    expect(await ada.refusal(billingApi.createSubscription, order)).toMatchObject({
      status: 422,
      code: 'no-card-found',
    });
  });

  it("another owner's subscription and invoice", async () => {
    let { one } = await subscribe(root, ada);
    let [invoice] = await ada.ask(paymentsApi.getInvoices, mine);
    let grace = await world.as('grace');
    let asHers = { params: { owner: 'grace', id: one.params.id } };
    expect((await grace.refusal(billingApi.cancelSubscription, { ...asHers, body: {} })).code).toBe(
      'subscription-not-found',
    );
    expect(
      (await grace.refusal(paymentsApi.getInvoice, { params: { owner: 'grace', id: invoice?.id ?? '' } })).code,
    ).toBe('invoice-not-found');
  });

  it('a second subscription, also at the same moment', async () => {
    let { priceId } = await offer(root, monthly);
    await saveCard(ada, 'ada', cards.pays);
    let order = { ...mine, body: { price_id: priceId } };
    let answers = await Promise.all([1, 2, 3].map(() => ada.call(billingApi.createSubscription, order)));
    expect(answers.map((a) => a.status).sort()).toEqual([201, 422, 422]);
    expect((await ada.refusal(billingApi.createSubscription, order)).code).toBe('already-subscribed');
    expect(await ada.ask(paymentsApi.getInvoices, mine)).toHaveLength(1);
  });

  it('a discount that is unknown, used up, or in another currency', async () => {
    let { priceId } = await offer(root, monthly);
    let withCode = (discount_code: string) => ({ ...mine, body: { price_id: priceId, discount_code } });
    expect(await ada.refusal(billingApi.createSubscription, withCode('none'))).toMatchObject({
      code: 'discount-not-found',
      field: 'discount_code',
    });
    await root.ask(billingAdminApi.createDiscount, {
      body: { code: 'euro', amount_off: 100, currency: 'eur', duration: 'once' },
    });
    expect((await ada.refusal(billingApi.createSubscription, withCode('euro'))).code).toBe(
      'discount-not-for-this-price',
    );

    await root.ask(billingAdminApi.createDiscount, {
      body: { code: 'last', percent_off: 10, duration: 'once', max_redemptions: 1 },
    });
    let payers = await Promise.all((['ada', 'grace', 'mary'] as const).map((name) => world.as(name)));
    for (let [i, owner] of ['ada', 'grace', 'mary'].entries()) await saveCard(payers[i] as Caller, owner, cards.pays);
    let answers = await Promise.all(
      ['ada', 'grace', 'mary'].map((owner, i) =>
        (payers[i] as Caller).call(billingApi.createSubscription, { ...withCode('last'), params: { owner } }),
      ),
    );
    expect(answers.map((a) => a.status).sort()).toEqual([201, 422, 422]);
    expect((await ada.refusal(billingApi.createSubscription, withCode('last'))).code).toMatch(/used-up|already/);
  });

  it('archived prices, another currency, ended subscriptions', async () => {
    let { one } = await subscribe(root, ada);
    let euro = await offer(root, { ...monthly, currency: 'eur' });
    let toEuro = { ...one, body: { price_id: euro.priceId } };
    expect((await ada.refusal(billingApi.updateSubscription, toEuro)).code).toBe('currency-cannot-change');
    await root.ask(billingAdminApi.archiveProduct, { params: { id: euro.productId } });
    expect((await ada.refusal(billingApi.updateSubscription, toEuro)).code).toBe('price-not-found');
    expect((await ada.refusal(billingApi.resumeSubscription, one)).code).toBe('subscription-cannot-change');
    await ada.ask(billingApi.cancelSubscription, { ...one, body: { at: 'now' } });
    expect((await ada.refusal(billingApi.cancelSubscription, { ...one, body: {} })).code).toBe(
      'subscription-cannot-change',
    );
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
    let refusal = await ada.refusal(paymentsApi.savePaymentMethod, { ...mine, body: card(number, more) });
    expect(refusal).toMatchObject({ status: 422, code });
    expect(refusal.field).toBe(field);
    expect((await ada.refusal(paymentsApi.getPaymentMethod, mine)).code).toBe('payment-details-not-found');
  });

  it('webhook messages for a provider that is not configured', async () => {
    let request = new Request('http://gateway.invalid/internal/billing/webhooks/stripe', {
      method: 'POST',
      body: '{}',
    });
    expect((await world.gateway.api(request)).status).toBe(404);
  });
});
