import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billingApi } from 'contract/billing/billing';
import { auditApi } from 'contract/admin/audit';
import { billingAdminApi } from 'contract/billing/billing-admin';
import { whoMay } from 'tests/support/authorization';
import { createWorld, type Caller, type World } from 'tests/support/world';

const { archiveDiscount, archivePrice, archiveProduct, createDiscount, createPrice, createProduct } = billingAdminApi;
const { getDiscounts, getProduct, getProducts } = billingAdminApi;
const monthly = { amount: 1_900, currency: 'usd', interval: 'monthly' } as const;

let world: World;
let root: Caller;

beforeAll(async () => {
  world = await createWorld();
  root = await world.as('root');
});
afterAll(() => world.close());

async function offered(): Promise<string[]> {
  let ada = await world.as('ada');
  return (await ada.ask(billingApi.getOfferedProducts, { params: { owner: 'ada' } })).map((product) => product.name);
}

describe('answers', () => {
  it('a product is offered once it has a price, until it is archived', async () => {
    let made = await root.ask(createProduct, { body: { name: ' Basic ', plan: 'basic', description: 'For teams' } });
    expect(made).toMatchObject({ name: 'Basic', plan: 'basic', archived: false, prices: [] });
    expect(await offered()).not.toContain('Basic');
    let one = { params: { id: made.id } };
    let priced = await root.ask(createPrice, { ...one, body: { ...monthly, trial_days: 7 } });
    expect(priced.prices).toMatchObject([{ ...monthly, trial_days: 7, archived: false }]);
    expect(await offered()).toContain('Basic');
    expect(await root.ask(getProduct, one)).toEqual(priced);

    let priceId = priced.prices[0]?.id ?? '';
    let archived = await root.ask(archivePrice, { params: { id: made.id, price_id: priceId } });
    expect(archived.prices).toMatchObject([{ archived: true }]);
    expect(await offered()).not.toContain('Basic');
    await root.ask(createPrice, { ...one, body: monthly });
    expect(await offered()).toContain('Basic');

    expect(await root.ask(archiveProduct, one)).toMatchObject({ archived: true });
    expect(await root.ask(archiveProduct, one)).toMatchObject({ archived: true });
    expect(await offered()).not.toContain('Basic');
    expect((await root.ask(getProducts)).map((product) => product.id)).toContain(made.id);
    await root.ask(createProduct, { body: { name: 'basic', plan: 'basic' } });
  });

  it('a discount is created, listed and archived', async () => {
    let body = { code: 'SPRING', percent_off: 20, duration: 'repeating', months: 3, max_redemptions: 10 } as const;
    let made = await root.ask(createDiscount, { body });
    expect(made).toMatchObject({ ...body, amount_off: null, currency: null, redeemed: 0, archived: false });
    expect(await root.ask(getDiscounts)).toContainEqual(made);
    expect(await root.ask(archiveDiscount, { params: { id: made.id } })).toMatchObject({ archived: true });
    await root.ask(createDiscount, { body: { ...body, code: 'spring' } });
  });

  it('changes of products and discounts are in the audit log', async () => {
    let { id } = await root.ask(createProduct, { body: { name: 'Noted', plan: 'basic' } });
    let { prices } = await root.ask(createPrice, { params: { id }, body: { ...monthly, amount: 990 } });
    for (let price_id of [prices[0]?.id ?? '', prices[0]?.id ?? '', 'none'])
      await root.ask(archivePrice, { params: { id, price_id } });
    for (let _ of ['once', 'again']) await root.ask(archiveProduct, { params: { id } });
    let discount = await root.ask(createDiscount, { body: { code: 'noted', percent_off: 5, duration: 'once' } });
    for (let _ of ['once', 'again']) await root.ask(archiveDiscount, { params: { id: discount.id } });
    let query = { action: 'offer-changed' as const, per_page: 6 };
    let { results } = await root.ask(auditApi.getAllAuditEvents, { query });
    expect(results.map(({ actor, owner, target }) => [actor, owner, target]).reverse()).toEqual([
      ['root', null, 'product Noted: created'],
      ['root', null, `product Noted: price of 990 ${monthly.currency} ${monthly.interval} added`],
      ['root', null, 'product Noted: price archived'],
      ['root', null, 'product Noted: archived'],
      ['root', null, 'discount noted: created'],
      ['root', null, 'discount noted: archived'],
    ]);
  });
});

describe('refuses', () => {
  it.each([
    [{}, 'field-is-required', 'name'],
    [{ name: 'x', plan: 'gold' }, 'request-not-valid', 'plan'],
    [{ name: 'x'.repeat(300), plan: 'basic' }, 'field-is-too-long', 'name'],
  ])('the product %o', async (body, code, field) => {
    expect(await root.refusal(createProduct, { body: body as never })).toMatchObject({ status: 422, code, field });
  });

  it('an existing name, price or code, also at the same moment', async () => {
    let product = { body: { name: 'Twin', plan: 'basic' } } as const;
    let both = await Promise.all([1, 2].map(() => root.call(createProduct, product)));
    expect(both.map((answer) => answer.status).sort()).toEqual([201, 422]);
    let id = (await root.ask(getProducts)).find((one) => one.name === 'Twin')?.id ?? '';
    let price = { params: { id }, body: monthly };
    let prices = await Promise.all([1, 2].map(() => root.call(createPrice, price)));
    expect(prices.map((answer) => answer.status).sort()).toEqual([201, 422]);
    expect((await root.refusal(createPrice, price)).code).toBe('price-already-exists');
    let discount = { body: { code: 'twin', percent_off: 5, duration: 'once' } } as const;
    let codes = await Promise.all([1, 2].map(() => root.call(createDiscount, discount)));
    expect(codes.map((answer) => answer.status).sort()).toEqual([201, 422]);
  });

  it.each([
    [{ code: 'no spaces', percent_off: 5, duration: 'once' }, 'discount-code-is-invalid', 'code'],
    [{ code: 'x', duration: 'once' }, 'discount-needs-one-value', 'percent_off'],
    [{ code: 'x', percent_off: 5, amount_off: 5, duration: 'once' }, 'discount-needs-one-value', 'percent_off'],
    [{ code: 'x', amount_off: 5, duration: 'once' }, 'discount-needs-one-value', 'currency'],
    [{ code: 'x', percent_off: 101, duration: 'once' }, 'request-not-valid', 'percent_off'],
    [{ code: 'x', percent_off: 5, duration: 'repeating' }, 'discount-needs-months', 'months'],
  ])('the discount %o', async (body, code, field) => {
    expect(await root.refusal(createDiscount, { body: body as never })).toMatchObject({ status: 422, code, field });
  });

  it('unknown ids and invalid prices', async () => {
    expect((await root.refusal(getProduct, { params: { id: 'none' } })).code).toBe('product-not-found');
    expect((await root.refusal(createPrice, { params: { id: 'none' }, body: monthly })).code).toBe('product-not-found');
    expect((await root.refusal(archiveDiscount, { params: { id: 'none' } })).code).toBe('discount-not-found');
    expect((await root.refusal(archiveProduct, { params: { id: 'none' } })).code).toBe('product-not-found');
    let unknown = { params: { id: 'none', price_id: 'none' } };
    expect((await root.refusal(archivePrice, unknown)).code).toBe('product-not-found');
    let price = { params: { id: 'none' }, body: { ...monthly, amount: -1 } };
    expect(await root.refusal(createPrice, price)).toMatchObject({ code: 'request-not-valid', field: 'amount' });
  });
});

whoMay(Object.values(billingAdminApi));
