import { expect, test } from './product';

test('a plan is paid with a test card, canceled and resumed', async ({ page, registerAs, fresh }) => {
  let name = fresh('payer');
  await registerAs(name);
  await page.goto('/account/billing');
  await page.getByRole('link', { name: 'Add a card' }).click();
  await page.getByLabel('Card number').fill('4242 4242 4242 4241');
  await page.getByLabel('Expiry date').fill('12/99');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Postal code').fill('12345');
  await page.getByRole('button', { name: 'Save card' }).click();
  await expect(page.getByLabel('Card number')).toHaveAccessibleDescription(/number is incorrect/);
  await expect(page.getByLabel('Postal code')).toHaveValue('12345');
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: 'Save card' }).click();
  await expect(page).toHaveURL(/\/account\/billing$/);
  await expect(page.getByText('ending in 4242')).toBeVisible();

  await page.getByRole('link', { name: 'Choose a plan' }).click();
  await page.getByLabel('Basic: $49.00 per month').check();
  await page.getByLabel('Discount code').fill('welcome');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'INV-0001' }).click();
  await expect(page.getByRole('row', { name: /Paid/ })).toContainText('$39.20');

  await page.goto('/account/billing');
  await page.getByRole('link', { name: 'Cancel subscription' }).click();
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await page.getByRole('button', { name: 'Resume subscription' }).click();
  await expect(page.getByRole('link', { name: 'Cancel subscription' })).toBeVisible();
});

test(
  "an organization's billing is open to its owner, not to a member",
  { tag: '@slow' },
  async ({ page, signInAs }) => {
    await signInAs('grace');
    await page.goto('/organizations/hopper-labs/billing');
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
    await expect(page.getByText('Your plan includes unlimited members.')).toBeVisible();
    await expect(page.getByRole('row', { name: /INV-/ })).toHaveCount(2);
    await page.context().clearCookies();
    await signInAs('linus');
    expect((await page.goto('/organizations/hopper-labs/billing'))?.status()).toBe(403);
  },
);

test('a platform admin offers a product and archives it', { tag: '@slow' }, async ({ page, signInAs, fresh }) => {
  let name = fresh('product');
  await signInAs('root');
  await page.goto('/admin/products');
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create product' }).click();
  await page.getByLabel('Amount').fill('free');
  await page.getByRole('button', { name: 'Add price' }).click();
  await expect(page.getByText('Enter an amount such as 19 or 19.50.').first()).toBeVisible();
  await page.getByLabel('Amount').fill('7.50');
  await page.getByRole('button', { name: 'Add price' }).click();
  await expect(page.getByRole('row', { name: /\$7\.50, Monthly/ })).toBeVisible();
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Products' }).click();
  await page.getByRole('button', { name: `Archive ${name}` }).click();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('Archived');
});
