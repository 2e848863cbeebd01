/** The pages of the API, for visitors and for signed-in people. */
import { expect, test } from './product';

test('a visitor finds a call by a search and reads what it takes', async ({ page }) => {
  await page.goto('/docs');
  await page.getByRole('link', { name: 'All calls of the API' }).click();
  await expect(page).toHaveURL('/api');
  await page.getByRole('searchbox', { name: 'Search the API' }).fill('companies stage_from');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('1 call for “companies stage_from”')).toBeVisible();
  await page.getByRole('link', { name: 'List companies of a range' }).click();
  await expect(page).toHaveURL('/api/getCompanies');
  await expect(page.getByText('A token with the scope “read”.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Parameters' }).first()).toContainText('stage_from');
  await expect(page.getByLabel('Answer 200 (application/json)')).toContainText('"funnel_stage_since"');
  await expect(page.getByRole('button', { name: 'Call' })).toHaveCount(0);
  await page.getByRole('region', { name: 'Try it' }).getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/login?backTo=%2Fapi%2FgetCompanies');
});

test('a person tries a call with their own session', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/home/hopper-labs');
  await page.goto('/api/getPackages');
  let form = page.getByRole('region', { name: 'Try it' });
  await expect(form.getByLabel('owner')).toHaveValue('hopper-labs');
  await form.getByLabel('per_page').fill('1');
  await form.getByRole('button', { name: 'Call' }).click();
  await expect(page).toHaveURL(/\/api\/getPackages\?owner=hopper-labs&per_page=1.*&try=1#answer$/);
  await expect(form.getByText('200', { exact: true })).toBeVisible();
  await expect(form.getByText('/v2/packages/hopper-labs?per_page=1', { exact: true })).toBeVisible();
  await expect(form.getByLabel('Response body')).toContainText('"owner": "hopper-labs"');
  await form.getByText('Headers').click();
  await expect(form.getByLabel('Response headers')).toContainText('x-request-id: ');
  await expect(page.getByLabel('Command')).toContainText('/v2/packages/hopper-labs?per_page=1');

  await form.getByLabel('owner').fill('ada');
  await form.getByRole('button', { name: 'Call' }).click();
  await expect(form.getByText('403', { exact: true })).toBeVisible();
  await expect(form.getByLabel('Response body')).toContainText('permission-not-granted');

  await form.getByLabel('owner').fill('');
  await form.getByRole('button', { name: 'Call' }).click();
  await expect(form.getByRole('alert')).toContainText('Fill in owner.');
});

test('a call that changes something is shown as a command alone', { tag: '@slow' }, async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/api/deletePackage?try=1&owner=hopper-labs&package_id=x');
  await expect(page.getByLabel('Command')).toContainText('-X DELETE');
  await expect(page.getByRole('button', { name: 'Call' })).toHaveCount(0);
  expect((await page.goto('/api/noSuchCall'))?.status()).toBe(404);
  expect((await page.goto('/api/getApiTokens'))?.status()).toBe(404);
});
