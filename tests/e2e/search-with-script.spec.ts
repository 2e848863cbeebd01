import type { Page } from '@playwright/test';
import { violations } from '../support/axe';
import { expect, password, test } from './product';

/** Opens the search by its shortcut, which works once the scripts run. */
async function openSearch(page: Page) {
  let dialog = page.getByRole('dialog', { name: 'Search', exact: true });
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(dialog).toBeVisible({ timeout: 1_000 });
  }).toPass();
  return dialog;
}

const field = { name: 'Search in hopper-labs' };

// @spec 2: Search opens with Cmd/Ctrl+K and Cmd/Ctrl+/, keeps filter_id, forgets its query after
//   close
test('the search opens and works by keyboard, keeps the filter, and is empty the next time', async ({
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
  await expect(dialog.getByText('Type part of the name')).toBeVisible();
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

// @spec 7: Search results kept while refetching
// @spec 7: POST /v2/search only with a query and an owner
test('results stay until the next ones arrive', { tag: '@slow' }, async ({ page, signInAs }) => {
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
  let asked = page.waitForRequest('**/search/results*');
  await page.getByRole('combobox', field).fill('zzz-nothing');
  await asked;
  await expect(dialog.getByRole('option').first()).toBeVisible();
  letGo();
  await expect(dialog.getByRole('status')).toHaveText('No results found');
});

// @spec 2: Search: picking a pixel opens its analytics
test('a pixel is selected by an arrow key, and opens its analytics', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/home/hopper-labs?filter_id=kept');
  let dialog = await openSearch(page);
  await page.keyboard.type('o');
  let options = dialog.getByRole('option');
  let pixel = dialog.getByRole('group', { name: 'Pixels' }).getByRole('option').first();
  await expect(pixel).toBeVisible();
  await expect(dialog.getByRole('status')).toHaveText(`${await options.count()} results`);
  let packages = await dialog.getByRole('group', { name: 'Packages' }).getByRole('option').count();
  for (let i = 0; i < packages; i++) await page.keyboard.press('ArrowDown');
  await expect(pixel).toHaveAttribute('data-active-item');
  await expect(page.getByRole('combobox', field)).toHaveAttribute(
    'aria-activedescendant',
    (await pixel.getAttribute('id')) ?? '',
  );
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/analytics\/hopper-labs\?pixel=[^&]+&filter_id=kept$/);
});

// @spec 4: Search dialog: open or closed
// @spec 7: Search results cached, no refetch on focus
test(
  'the link opens the same dialog; closing it restores the focus, and returning to the window sends no request',
  { tag: '@slow' },
  async ({ page, signInAs }) => {
    await signInAs('grace');
    await page.goto('/home/hopper-labs');
    let dialog = await openSearch(page);
    await page.keyboard.press('Escape');
    let link = page.getByRole('banner').getByRole('link', { name: 'Search' }).first();
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', field)).toBeFocused();
    await page.keyboard.type('flow');
    await expect(dialog.getByRole('option').first()).toBeVisible();
    let asked = 0;
    page.on('request', (request) => (asked += request.url().includes('/search/results') ? 1 : 0));
    await page.evaluate(() => {
      window.dispatchEvent(new Event('blur'));
      document.dispatchEvent(new Event('visibilitychange'));
      window.dispatchEvent(new Event('focus'));
    });
    await page.getByRole('combobox', field).fill('');
    await page.getByRole('combobox', field).fill('flow');
    await expect(dialog.getByRole('option').first()).toBeVisible();
    expect(asked).toBe(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(link).toBeFocused();
  },
);

test('the dialog has no accessibility violation in any state', { tag: '@slow' }, async ({ page, signInAs }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signInAs('grace');
  await page.goto('/home/hopper-labs');
  let dialog = await openSearch(page);
  expect(await violations(page)).toEqual([]);
  let combobox = page.getByRole('combobox', field);
  for (let [typed, says] of [
    ['?', 'How search works is shown.'],
    ['no such thing', 'No results found'],
    ['flow', '1 result'],
    ['o', /results$/],
  ] as const) {
    await combobox.fill(typed);
    await expect(dialog.getByRole('status')).toHaveText(says);
    expect(await violations(page), typed).toEqual([]);
  }
});

test('a slash opens the dialog, but not while something is typed', { tag: '@slow' }, async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/insights/hopper-labs');
  let dialog = await openSearch(page);
  await page.keyboard.press('Escape');
  await page.getByRole('searchbox').first().focus();
  await page.keyboard.type('a/b');
  await expect(page.getByRole('searchbox').first()).toHaveValue('a/b');
  await expect(dialog).toBeHidden();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', field)).toBeFocused();
  await expect(page.getByRole('combobox', field)).toHaveValue('');
});

test(
  'the dialog begins with pages and actions, and with what was chosen before',
  { tag: '@slow' },
  async ({ page, signInAs }) => {
    await signInAs('grace');
    await page.goto('/analytics/hopper-labs?filter_id=kept');
    let dialog = await openSearch(page);
    await expect(dialog.getByRole('group', { name: 'Pages' }).getByRole('option')).toHaveText([
      'Overview',
      'Analytics',
      'Packages',
      'Pixels',
      'Companies',
      'Leads',
      'Alerts',
      'Share links',
      'Exports',
    ]);
    await expect(dialog.getByRole('group', { name: 'Actions' }).getByRole('option').first()).toHaveText('New Package');
    await expect(dialog.getByRole('group', { name: 'Recent' })).toHaveCount(0);
    await page.keyboard.type('last 7');
    await expect(dialog.getByRole('option').first()).toHaveAttribute('data-active-item');
    await expect(dialog.getByRole('option').first()).toHaveText('Last 7 daysOn this page');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/analytics/hopper-labs?filter_id=kept&range=last-7-days');
    await expect(dialog).toBeHidden();
    await openSearch(page);
    await expect(dialog.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText([/Last 7 days/]);
    await page.keyboard.type('northwind');
    await dialog.getByRole('group', { name: 'Companies' }).getByRole('option').first().click();
    await expect(page).toHaveURL(/\/companies\/hopper-labs\/northwind-robotics\.example/);
  },
);

// @spec 2: Search only for signed-in people
test('a visitor has no search dialog', async ({ page }) => {
  await page.goto('/components');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a session that ends while the search is open leads to the sign-in, which says so and leads back', async ({
  page,
  playwright,
  baseURL,
}) => {
  await page.context().request.post('/login', { form: { email: 'grace', password }, maxRedirects: 0 });
  await page.goto('/packages/hopper-labs/overview?q=flow');
  await openSearch(page);
  let elsewhere = await playwright.request.newContext({ baseURL, storageState: await page.context().storageState() });
  await elsewhere.post('/logout', { form: {}, maxRedirects: 0 });
  await elsewhere.dispose();
  await page.getByRole('combobox', field).fill('flow');
  await expect(page).toHaveURL(/\/login\?/);
  expect(new URL(page.url()).searchParams.get('backTo')).toBe('/packages/hopper-labs/overview?q=flow');
  await expect(page.getByText('Session expired, please login again')).toBeVisible();
});
