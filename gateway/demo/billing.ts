/** Sample offers; `hopper-labs` subscribes to the basic plan and has two invoices. */
import { dayMs } from 'contract/floor/time';
import { addPrice, createProduct } from '../billing/products';
import { createDiscount } from '../billing/discounts';
import type { OwnerRow } from '../floor/db/account-schema';
import type { Records } from '../floor/db/schema';
import { createTestPayments } from '../billing/payments/test-provider';

/** Between one and two months, for two invoices. */
const subscribedDays = 40;

const offers = [
  { name: 'Basic', plan: 'basic', description: 'For a team that publishes together.', amounts: [4_900, 49_000] },
  { name: 'Premium', plan: 'premium', description: 'For a company with several teams.', amounts: [19_900, 199_000] },
] as const;

export async function seedBilling(records: Records, payer: OwnerRow, now: number): Promise<void> {
  let started = now - subscribedDays * dayMs;
  let prices = [];
  for (let { amounts, ...about } of offers) {
    let product = await createProduct(records, about, started);
    for (let [i, interval] of (['monthly', 'yearly'] as const).entries()) {
      let amount = amounts[i] ?? 0;
      product = await addPrice(records, product.id, { amount, currency: 'usd', interval, trial_days: 0 }, started);
    }
    for (let one of product.prices.map((price) => ({ ...price, product: product.name }))) prices.push(one);
  }
  await createDiscount(
    records,
    {
      code: 'WELCOME',
      percent_off: 20,
      amount_off: null,
      currency: null,
      duration: 'once',
      months: null,
      max_redemptions: 100,
    },
    started,
  );
  let payments = createTestPayments(records);
  let card = { card_number: '4242424242424242', card_expiry: '12/2099', card_cvc: '123', card_zip: '10115' };
  await payments.saveCard(payer.id, card, started);
  let price = prices.find(({ product, interval }) => product === 'Basic' && interval === 'monthly');
  if (price) await payments.subscribe({ owner: payer, price, discount: undefined, returnUrl: undefined }, started);
  await payments.settle(payer.id, now);
}
