/**
 * Payments through Stripe. Its pages accept the card, and its webhook messages report the payment.
 */
import { workerPort } from '../support/ports';
import { startWithStripe, type WithStripe } from '../support/with-stripe';
import { test as base, expect } from './product';

const test = base.extend<object, { paid: WithStripe }>({
  paid: [
    async ({}, use) => {
      let installation = await startWithStripe(workerPort('stripe'));
      await use(installation);
      await installation.close();
    },
    { scope: 'worker' },
  ],
});

// @spec 8: Payment details, subscriptions and invoices through Stripe's own pages and signed
//   messages
test(
  'a plan is paid on the pages of Stripe and managed there; the product asks for no card',
  { tag: '@slow' },
  async ({ page, paid, registerAs, fresh, javaScriptEnabled }) => {
    let name = fresh('patron');
    await registerAs(name, paid.url);
    await page.goto(`${paid.url}/account/billing`);
    await page.getByRole('link', { name: 'Choose a plan' }).click();
    await expect(page.getByLabel('Card number')).toHaveCount(0);
    await page.getByLabel('Basic: $49.00 per month').check();
    await page.getByRole('button', { name: 'Subscribe' }).click();
    let goOn = page.getByRole('link', { name: 'Continue to Stripe' });
    if (!javaScriptEnabled) await goOn.click();
    await expect(page).toHaveTitle('Stripe');
    await page.getByRole('button', { name: 'Pay' }).click();
    await expect(page).toHaveURL(`${paid.url}/account/billing`);
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
    await expect(page.getByRole('row', { name: /A-0007/ })).toContainText('Paid');

    await page.goto(`${paid.url}/billing/${name}/card`);
    await page.getByRole('main').getByRole('button').click();
    if (!javaScriptEnabled) await goOn.click();
    await expect(page).toHaveTitle('Stripe');
    await page.getByRole('button', { name: 'Return' }).click();
    await expect(page).toHaveURL(`${paid.url}/account/billing`);
  },
);
