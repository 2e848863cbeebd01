import type { Page } from '@playwright/test';
import { expect, hasScripts, test } from './product';

/** The exact number of the first card. */
async function downloads(page: Page): Promise<number> {
  let card = page.locator('dt').getByText('Downloads', { exact: true }).locator('..');
  let text = await card.locator('dd span[title]').first().getAttribute('title');
  return Number(text?.replaceAll(',', ''));
}

let chips = (page: Page) => page.getByRole('list', { name: 'Conditions' });

test('a row narrows the whole page by a chip, which can be removed', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/analytics/hopper-labs?range=last-7-days');
  let all = await downloads(page);
  await page.getByRole('table', { name: 'Downloads by platform' }).getByRole('link', { name: 'Linux' }).click();
  await expect(chips(page)).toHaveText('Platform is Linux');
  expect(await downloads(page)).toBeLessThan(all);
  await page.getByRole('link', { name: 'Germany', exact: true }).click();
  await expect(chips(page).getByRole('listitem')).toHaveText(['Platform is Linux', 'Country is Germany']);
  await expect(page).toHaveURL(/range=last-7-days/);
  for (let [label, address] of [
    ['Last 91 days', /range=last-91-days/],
    ['Last 7 days', /range=last-7-days/],
  ] as const) {
    await page.getByRole('link', { name: label }).click();
    await expect(page).toHaveURL(address);
  }
  await expect(chips(page).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('link', { name: 'Remove: Country is Germany' }).click();
  await expect(chips(page)).toHaveText('Platform is Linux');
  await page.getByRole('link', { name: 'Remove: Platform is Linux' }).click();
  await expect(chips(page)).toHaveCount(0);
  expect(await downloads(page)).toBe(all);
});

let filter = (page: Page) => page.locator('summary', { hasText: 'Filter' });

test('a condition is added with a field, an operator and a suggested value', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/analytics/hopper-labs?range=last-7-days');
  let all = await downloads(page);
  await filter(page).click();
  if (!hasScripts()) await page.getByRole('link', { name: 'Add condition' }).click();
  let add = page.getByRole('button', { name: 'Add condition' });
  await page.getByLabel('Field').selectOption('Client');
  if (!hasScripts()) await add.click();
  await expect(page.locator('datalist option[value="curl"]')).toBeAttached();
  await page.getByLabel('Value').fill('curl, wget');
  await add.click();
  await expect(chips(page)).toHaveText('Client is curl or wget');
  await expect(page).toHaveURL(/range=last-7-days.*#conditions$/);
  expect(await downloads(page)).toBeLessThan(all);
});

test('conditions are added and removed by keys, and the focus stays with them', async ({ page, signInAs }) => {
  test.skip(!hasScripts());
  await signInAs('grace');
  await page.goto('/analytics/hopper-labs');
  await filter(page).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Field').focus();
  await page.keyboard.press('Escape');
  await expect(filter(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByLabel('Field').selectOption('Version');
  await page.getByLabel('Operator').selectOption('is not empty');
  await expect(page.getByLabel('Value')).toHaveCount(0);
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Add condition' }).press('Enter');
  await expect(page.getByRole('link', { name: 'Remove: Version is not empty' })).toBeFocused();
  let row = page.getByRole('link', { name: 'Germany', exact: true });
  await row.focus();
  await page.keyboard.press('Enter');
  let added = page.getByRole('link', { name: 'Remove: Country is Germany' });
  await expect(added).toBeFocused();
  await expect(added).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Remove: Version is not empty' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(chips(page)).toHaveCount(0);
  await expect(filter(page)).toBeFocused();
});

test('all chips are cleared at once', { tag: '@slow' }, async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/dashboard/hopper-labs?where=request_platform:equals:linux&where=request_client:equals:curl');
  await expect(chips(page).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('link', { name: 'Clear all' }).click();
  await expect(chips(page)).toHaveCount(0);
});

test(
  'chips are saved as a filter, under which the page counts the same',
  { tag: '@slow' },
  async ({ page, signInAs, fresh }) => {
    let name = fresh('chips');
    await signInAs('grace');
    await page.goto('/analytics/hopper-labs?where=request_platform:equals:linux');
    let linux = await downloads(page);
    await expect(page.getByLabel('Filter name')).toHaveValue('Platform is Linux');
    await page.getByLabel('Filter name').fill(name);
    await page.getByRole('button', { name: 'Save as filter' }).click();
    await expect(page).toHaveURL(/filter_id=/);
    await page.locator('summary', { hasText: name }).click();
    await expect(page.getByRole('link', { name })).toHaveAttribute('aria-current', 'true');
    await expect(chips(page)).toHaveCount(0);
    expect(await downloads(page)).toBe(linux);
    await page.goto('/organizations/hopper-labs/filters');
    await page.getByRole('button', { name: `Remove ${name}` }).click();
    await expect(page.getByText(name)).toHaveCount(0);
  },
);

test('a condition that cannot be read is left out, with a notice', { tag: '@slow' }, async ({ page, signInAs }) => {
  await signInAs('grace');
  let answer = await page.goto('/analytics/hopper-labs?where=nothing');
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole('alert').filter({ hasText: '“nothing” was left out' })).toBeVisible();
  await expect(page.locator('dt').getByText('Downloads', { exact: true })).toBeVisible();
});

test('a day of the chart leads to its report, by pointer and by keyboard', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/analytics/hopper-labs?range=last-7-days');
  let chart = page.locator('figure').first();
  await chart.locator('.points > a').nth(2).click();
  await expect(page).toHaveURL(/from=(\d{4}-\d{2}-\d{2})&to=\1/);
  await page.goBack();
  // The address changes before the page does when a browser goes back.
  await expect(chart.locator('.points > a')).toHaveCount(7);
  await page.getByText('View as table').first().click();
  let day = page.getByRole('table', { name: 'Downloads over time' }).locator('tbody a').nth(2);
  await day.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/from=(\d{4}-\d{2}-\d{2})&to=\1/);
});

test(
  'a company of the home page narrows it, and its profile stays a link',
  { tag: '@slow' },
  async ({ page, signInAs }) => {
    await signInAs('grace');
    await page.goto('/home/hopper-labs');
    await page.getByRole('link', { name: 'Northwind Robotics', exact: true }).click();
    await expect(chips(page)).toHaveText('Company domain is northwind-robotics.example');
    await page.getByRole('link', { name: 'Profile of Northwind Robotics' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Northwind Robotics' })).toBeVisible();
    await expect(chips(page)).toHaveText('Company domain is northwind-robotics.example');
  },
);
