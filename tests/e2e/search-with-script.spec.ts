import type { Page } from '@playwright/test';
import { expect, test } from './product';

/** The keys work as soon as the page is awake. */
async function openSearch(page: Page) {
  let dialog = page.getByRole('dialog', { name: 'Search packages and pixels' });
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(dialog).toBeVisible({ timeout: 1_000 });
  }).toPass();
  return dialog;
}

const field = { name: 'Search in hopper-labs' };

test('the search is found by keyboard alone, keeps the filter and forgets what was typed', async ({
  page,
  signInAs,
}) => {
  await signInAs('grace');
  await page.goto('/home/hopper-labs?filter_id=kept');
  let asked: string[] = [];
  page.on('request', (request) => request.url().includes('/search/results') && asked.push(request.url()));
  let dialog = await openSearch(page);
  await expect(page.getByRole('combobox', field)).toBeFocused();
  expect(asked).toEqual([]);

  await page.keyboard.type('?');
  await expect(dialog.getByText('Type a part of the name')).toBeVisible();
  await page.keyboard.press('Backspace');
  await page.keyboard.type('no such thing');
  await expect(dialog.getByRole('status')).toHaveText('No results found');
  await page.getByRole('combobox', field).fill('flow');
  await expect(dialog.getByRole('group', { name: 'Packages' }).getByRole('option').first()).toContainText('flowmatic');
  let before = asked.length;
  await page.getByRole('combobox', field).fill('');
  await page.getByRole('combobox', field).fill('flow');
  await expect(dialog.getByRole('option').first()).toContainText('flowmatic');
  await expect(dialog.getByRole('status')).toHaveText(/result/);
  expect(asked.length).toBe(before);

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('Control+/');
  await expect(page.getByRole('combobox', field)).toHaveValue('');
  await page.keyboard.type('flow');
  await expect(dialog.getByRole('option').first()).toHaveAttribute('data-active-item');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard\/hopper-labs\?package=[^&]+&filter_id=kept$/);
  await expect(dialog).toBeHidden();
});

test('results stay while the next are on their way', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/packages/hopper-labs/overview');
  let dialog = await openSearch(page);
  await page.getByRole('combobox', field).fill('compiler');
  await expect(dialog.getByRole('option').first()).toBeVisible();
  let letGo = () => {};
  let held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/search/results*', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('combobox', field).fill('zzz-nothing');
  await page.waitForRequest('**/search/results*');
  await expect(dialog.getByRole('option').first()).toBeVisible();
  letGo();
  await expect(dialog.getByRole('status')).toHaveText('No results found');
});

test('a visitor has no search', async ({ page }) => {
  await page.goto('/components');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
