import type { Page } from '@playwright/test';
import { expect, test } from './product';

const good = { number: '4242 4242 4242 4242', expiry: '12/99', code: '123', zip: '12345' };
const labels = { number: 'Card number', expiry: 'Expiry date', code: 'Security code', zip: 'Postal code' } as const;
type Field = keyof typeof labels;

/** Fills the form of a card and sends it. */
async function save(page: Page, typed: Partial<typeof good>): Promise<void> {
  for (let [field, label] of Object.entries(labels))
    await page.getByLabel(label).fill({ ...good, ...typed }[field as Field]);
  await page.getByRole('button', { name: 'Save card' }).click();
}

const typedWrong: [Field, string, RegExp][] = [
  ['number', '4242 4242 4242', /card number is incomplete/],
  ['number', '4242 4242 4242 4241', /card number is incorrect/],
  ['expiry', '12', /expiry date is incomplete/],
  ['expiry', '13/99', /expiry date is incorrect/],
  ['code', '12', /security code is incomplete/],
  ['zip', '12', /postal code is incomplete/],
];

const refused: [Field, string, RegExp][] = [
  ['number', '4111 1111 1111 1111', /not a test card/],
  ['number', '4000 0000 0000 0002', /card was declined/],
  ['expiry', '4000 0000 0000 0069', /expiry date has passed/],
  ['code', '4000 0000 0000 0127', /security code is incorrect/],
  ['zip', '4000 0000 0000 0036', /postal code is incorrect/],
];

// @spec 8: Card errors, each on its field in the browser
test('a mistyped card shows errors on its fields', { tag: '@slow' }, async ({ page, registerAs, fresh }) => {
  let name = fresh('mistyping');
  await registerAs(name);
  await page.goto(`/billing/${name}/card`);
  for (let [field, wrong, words] of typedWrong) {
    await save(page, { [field]: wrong });
    await expect(page.getByLabel(labels[field])).toHaveAccessibleDescription(words);
  }
  await save(page, { expiry: '01/20' });
  await expect(page.getByLabel('Expiry date')).toHaveAccessibleDescription(/expiry date has passed/);
});

// @spec 8: Card errors, each on its field in the browser
test(
  'a card that the provider refuses shows the reason, and another is accepted',
  { tag: '@slow' },
  async ({ page, registerAs, fresh, javaScriptEnabled }) => {
    let name = fresh('refused');
    await registerAs(name);
    await page.goto(`/billing/${name}/card`);
    for (let [field, number, words] of refused) {
      await save(page, { number });
      await expect(page.getByLabel(labels[field])).toHaveAccessibleDescription(words);
      await expect(page.getByLabel('Postal code')).toHaveValue(good.zip);
      if (!javaScriptEnabled) await expect(page.getByLabel('Card number')).toHaveValue('');
    }
    await save(page, { number: '4000 0000 0000 0119' });
    await expect(page.getByText('An unknown error occurred while saving the card.').first()).toBeVisible();
    await save(page, {});
    await expect(page.getByText('ending in 4242')).toBeVisible();
  },
);

// @spec 4: Subscription: incomplete, active, Past Due and back, in the browser
test(
  'a plan is changed, and a failed card makes it past due until another pays',
  { tag: '@slow' },
  async ({ page, registerAs, fresh }) => {
    let name = fresh('changing');
    await registerAs(name);
    await page.goto('/account/subscriptions');
    await expect(page.getByText('No subscriptions yet')).toBeVisible();
    await page.goto(`/billing/${name}/card`);
    await save(page, { number: '4000 0000 0000 0341' });
    await page.getByRole('link', { name: 'Choose a plan' }).click();
    await page.getByLabel('Basic: $49.00 per month').check();
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.getByText('Payment failed. Use another card.').first()).toBeVisible();
    await expect(page.getByText('Incomplete', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Change card' }).click();
    await save(page, {});
    await expect(page.getByText('Active', { exact: true })).toBeVisible();

    await page.getByRole('link', { name: 'Change card' }).click();
    await save(page, { number: '4000 0000 0000 0341' });
    await page.getByRole('link', { name: 'Change plan' }).click();
    await page.getByLabel('Premium: $199.00 per month').check();
    await page.getByRole('button', { name: 'Change plan' }).click();
    await expect(page.getByText('Plan changed.').first()).toBeVisible();
    await expect(page.getByText('Past Due', { exact: true })).toBeVisible();
    await expect(page.getByText('The last payment failed.')).toBeVisible();
    await page.goto('/subscriptions');
    await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Past Due');

    await page.getByRole('link', { name, exact: true }).last().click();
    await expect(page.getByRole('table', { name: 'Subscriptions' })).toContainText('Premium');
    await page.goto(`/billing/${name}/card`);
    await save(page, {});
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
    await expect(page.getByRole('row', { name: /INV-.*Paid/ })).toHaveCount(2);
  },
);
