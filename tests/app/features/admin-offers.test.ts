/** Products and discounts in the admin area, against a real gateway. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loader as adminLayout } from 'app/routes/_app.admin';
import { action as archiveDiscount } from 'app/routes/_app.admin.discounts.$discountId.archival';
import { action as createDiscount, loader as discountsPage } from 'app/routes/_app.admin.discounts._index';
import { action as addPrice, loader as productPage } from 'app/routes/_app.admin.products.$productId';
import { action as archiveProduct } from 'app/routes/_app.admin.products.$productId_.archival';
import { action as archivePrice } from 'app/routes/_app.admin.products.$productId_.prices.$priceId.archival';
import { action as createProduct, loader as productsPage } from 'app/routes/_app.admin.products._index';
import { browserOf, redirectOf, refusalOf, refusedForm, type Browser } from '../../support/dashboard';
import { createWorld, type World } from '../../support/world';

let world: World;
let root: Browser;
let grace: Browser;

beforeAll(async () => {
  world = await createWorld();
  [root, grace] = await Promise.all([browserOf(world, 'root'), browserOf(world, 'grace')]);
});
afterAll(() => world.close());

test('a product with a price is created and archived', async () => {
  let made = redirectOf(await root.post(createProduct, {}, { name: 'Team', plan: 'premium', description: '' }));
  let productId = made.to?.split('/').at(-1);
  expect(made).toMatchObject({ status: 303, to: `/admin/products/${productId}`, toast: 'product_created' });
  let price = { amount: '19,50', currency: 'eur', interval: 'yearly', trial_days: '7' };
  expect(redirectOf(await root.post(addPrice, { productId }, price)).toast).toBe('price_added');
  let { product } = await root.open(productPage, { productId });
  expect(product.prices).toMatchObject([{ amount: 1_950, currency: 'eur', interval: 'yearly', trial_days: 7 }]);
  let twice = await refusedForm(await root.post(addPrice, { productId }, price));
  expect(twice).toMatchObject({ error: { amount: ['This product already has this price.'] }, kept: price });

  let priceId = product.prices[0]?.id;
  expect(redirectOf(await root.post(archivePrice, { productId, priceId })).toast).toBe('price_archived');
  expect(redirectOf(await root.post(archiveProduct, { productId })).toast).toBe('product_archived');
  expect((await root.open(productsPage, {})).products).toMatchObject([
    { archived: true, prices: [{ archived: true }] },
  ]);
});

test.each([
  [{ amount: '' }, 'amount', 'This is a required field.'],
  [{ amount: '1.234' }, 'amount', 'Enter an amount such as 19 or 19.50.'],
  [{ amount: '-1' }, 'amount', 'Enter an amount such as 19 or 19.50.'],
])('the price %o is refused', async (typed, field, text) => {
  let form = { currency: 'usd', interval: 'monthly', trial_days: '0', ...typed };
  let refused = await refusedForm(await root.post(addPrice, { productId: 'any' }, form));
  expect(refused).toMatchObject({ status: 422, error: { [field]: [text] } });
});

test('a discount is created and archived', async () => {
  let form = { code: 'SPRING', percent_off: '', amount_off: '5', currency: 'usd', duration: 'repeating', months: '3' };
  expect(redirectOf(await root.post(createDiscount, {}, form)).toast).toBe('discount_created');
  let { discounts } = await root.open(discountsPage, {});
  expect(discounts).toMatchObject([{ code: 'SPRING', amount_off: 500, currency: 'usd', months: 3 }]);
  let discountId = discounts[0]?.id;
  expect(redirectOf(await root.post(archiveDiscount, { discountId })).toast).toBe('discount_archived');
  expect((await root.open(discountsPage, {})).discounts).toMatchObject([{ archived: true }]);
});

test.each([
  [{ code: '' }, 'code', 'This is a required field.'],
  [{ code: 'a b' }, 'code', 'Use letters, digits, hyphens and underscores.'],
  [{ percent_off: '' }, 'percent_off', 'Enter either a percentage or an amount with a currency.'],
  [{ duration: 'repeating' }, 'months', 'Enter the number of months.'],
])('the discount %o is refused, and the form keeps the values', async (typed, field, text) => {
  let form = { code: 'x', percent_off: '10', currency: 'usd', duration: 'once', ...typed };
  let refused = await refusedForm(await root.post(createDiscount, {}, form));
  expect(refused).toMatchObject({ status: 422, error: { [field]: [text] } });
  expect(refused.kept).toMatchObject(Object.fromEntries(Object.entries(form).filter(([, value]) => value)));
});

test('other people have no access', async () => {
  for (let page of [adminLayout, productsPage, discountsPage, productPage])
    expect((await refusalOf(grace.open(page as typeof adminLayout, { productId: 'any' }))).status).toBe(403);
  for (let action of [createProduct, addPrice, createDiscount, archiveProduct, archivePrice, archiveDiscount])
    expect((await grace.post(action, { productId: 'x', priceId: 'x', discountId: 'x' }, { name: 'x' })).status).toBe(
      403,
    );
});
