import { expect, test } from './product';

test('a user agent is excluded, and included again', { tag: '@slow' }, async ({ page, signInAs, fresh }) => {
  let agent = fresh('probe');
  await signInAs('ada');
  await page.goto('/account/filters');
  await page.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByText('Enter a value.').first()).toBeVisible();
  await page.getByLabel('Exclude user agent').fill(agent);
  await page.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: agent })).toBeVisible();
  await page.goto('/home/ada');
  await page.locator('summary', { hasText: 'Filter' }).click();
  await expect(page.getByText(/persisted filters? (is|are) active/)).toBeVisible();
  await page.getByRole('link', { name: 'Manage filters' }).click();
  await page.getByRole('button', { name: `Remove ${agent}` }).click();
  await expect(page.getByText(agent)).toHaveCount(0);
});

test('a saved filter is created, applied and removed', async ({ page, signInAs, fresh }) => {
  let name = fresh('filter');
  await signInAs('ada');
  await page.goto('/filters/ada/new');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Field').first().selectOption('Platform');
  await page.getByLabel('Operator').first().selectOption('is');
  await page.getByLabel('Value').first().fill('no-such-platform');
  await page.getByRole('button', { name: 'Add condition' }).click();
  await page.getByLabel('Field').nth(1).selectOption('Client');
  await page.getByLabel('Value').nth(1).fill('curl');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Matches 0 of' })).toContainText('in the last 30 days.');
  await expect(page.getByLabel('Value').first()).toHaveValue('no-such-platform');
  await expect(page.locator('datalist').first().locator('option').first()).toBeAttached();
  await page.getByRole('button', { name: 'Save filter' }).click();
  await page.getByRole('link', { name: `Show ${name}` }).click();
  await page.locator('summary', { hasText: name }).click();
  await expect(page.getByRole('link', { name })).toHaveAttribute('aria-current', 'true');
  await page.getByRole('link', { name: 'All events' }).click();
  await expect(page).not.toHaveURL(/filter_id/);
  await page.goto('/account/filters');
  await page.getByRole('button', { name: `Remove ${name}` }).click();
  await expect(page.getByText(name)).toHaveCount(0);
  await page.goto('/analytics/ada?filter_id=nothing');
  await expect(page.getByRole('alert').filter({ hasText: 'Filter not found.' })).toBeVisible();
});

test('values that were seen are offered for the field of a condition', async ({
  page,
  signInAs,
  javaScriptEnabled,
}) => {
  await signInAs('grace');
  await page.goto('/filters/hopper-labs/new');
  await page.getByLabel('Field').selectOption('Country code');
  // Without scripts they come with the page that is shown again.
  if (javaScriptEnabled === false) await page.getByRole('button', { name: 'Add condition' }).click();
  let value = page.getByLabel('Value').first();
  let list = page.locator(`datalist#${await value.getAttribute('list')}`);
  await expect(list.locator('option[value="DE"]')).toHaveText('Germany');
});
