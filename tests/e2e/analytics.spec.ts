import { expect, test } from './product';

test('the home page shows four totals, a chart and companies', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/home/hopper-labs');
  for (let total of ['Total Downloads', 'Total Unique Downloads', 'Total Views', 'Total Unique Views'])
    await expect(page.getByText(total, { exact: true })).toBeVisible();
  await expect(page.getByRole('img', { name: /Downloads/ }).first()).toBeVisible();
  await expect(page.getByRole('row', { name: /Northwind Robotics/ })).toBeVisible();
});

test('the analytics page answers by package, range and list', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/analytics/hopper-labs');
  await page.getByRole('combobox', { name: 'Package' }).selectOption({ label: 'flowmatic' });
  await page.getByRole('combobox', { name: 'Date range' }).selectOption({ label: 'Last 90 days' });
  await page.getByRole('button', { name: 'Update report' }).click();
  await expect(page).toHaveURL(/range=last-90-days/);
  await expect(page.getByText('2.5.0').first()).toBeVisible();
  await page.getByRole('link', { name: 'Country' }).click();
  await expect(page.getByText('United States').first()).toBeVisible();
  await expect(page).toHaveURL(/range=last-90-days/);
});

test('bots and mirrors are left out by a link, which says how many they are', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/analytics/hopper-labs');
  await expect(page.getByText(/come from bots and mirrors: /)).toBeVisible();
  await page.getByRole('link', { name: 'Leave them out' }).click();
  await expect(page).toHaveURL(/noise=hide/);
  await expect(page.getByText(/^Bots and mirrors are left out/)).toBeVisible();
  await page.getByRole('link', { name: 'Audience' }).click();
  await expect(page.getByText('Continuous integration').first()).toBeVisible();
  await expect(page).toHaveURL(/noise=hide/);
  await page.getByRole('link', { name: 'Count them' }).click();
  await expect(page).not.toHaveURL(/noise=hide/);
});

test('custom days are kept when they cannot be shown', async ({ page, signInAs }) => {
  await signInAs('grace');
  let answer = await page.goto('/analytics/hopper-labs?range=custom&from=2026-02-30&to=2026-01-01');
  expect(answer?.status()).toBe(400);
  await expect(page.getByText('Selected date range was invalid or too long.')).toBeVisible();
  await expect(page.locator('input[name=from]')).toHaveAttribute('value', '2026-02-30');
});

test('events are exported as CSV to people with permission', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/analytics/hopper-labs');
  let href = await page.getByRole('link', { name: 'Export event data' }).getAttribute('href');
  let answer = await page.context().request.get(href!);
  expect(answer.status()).toBe(200);
  expect(answer.headers()['content-disposition']).toContain('attachment');
  let [header, first] = (await answer.text()).split('\n');
  expect(header).toMatch(/^id,type,package,pixel,version,time,/);
  expect(first).toMatch(/,(binary-download|manifest-fetch),/);

  await page.context().clearCookies();
  await signInAs('linus');
  let refused = await page.context().request.get(href!, { maxRedirects: 0 });
  expect(refused.status()).toBe(303);
});

test('the dashboard lists packages and pixels, or shows one of them', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/dashboard/hopper-labs');
  await page.getByRole('link', { name: 'flowmatic' }).first().click();
  await expect(page.getByText('2.5.0').first()).toBeVisible();
});

test('search finds packages and pixels', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/search?owner=hopper-labs&q=compiler');
  await expect(page.getByRole('link', { name: /hopper-labs\/compiler/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /Compiler manual/ })).toBeVisible();
  await page.goto('/search?owner=hopper-labs&q=zzzz');
  await expect(page.getByText('No results found')).toBeVisible();
});
