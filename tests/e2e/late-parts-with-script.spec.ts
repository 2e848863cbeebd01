/**
 * Parts whose code is loaded on first use and cannot be had, without a connection or long after an
 * upgrade: the page stays, with what was typed in it.
 */
import { readdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './product';

test.use({ isOffline: true });

/** Files of the build that hold a part, as browsers ask for them. */
function filesOf(name: string): RegExp {
  let files = readdirSync('build/client/assets').filter((file) => file.startsWith(`${name}-`) && file.endsWith('.js'));
  expect(files.length).toBeGreaterThan(0);
  return new RegExp(files.join('|').replaceAll('.', '\\.'));
}

async function takeAway(page: Page, name: string): Promise<void> {
  await page.route(filesOf(name), (route) => route.fulfill({ status: 404, body: '' }));
}

async function typeInForm(page: Page) {
  await page.goto('/new-organization/create');
  await page.waitForLoadState('networkidle');
  let field = page.getByLabel('Organization name');
  await field.fill('typed-before');
  return field;
}

test('the search without its code leads to its page with what was typed', async ({ page, signInAs }) => {
  await signInAs('grace');
  await takeAway(page, 'search-dialog');
  let form = await typeInForm(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('flow');
  let dialog = page.getByRole('dialog', { name: 'Search', exact: true });
  await expect(dialog.getByRole('status')).toHaveText('Suggestions could not be loaded. Press Enter to search.');
  await expect(dialog.getByRole('textbox')).toHaveValue('flow');
  await page.keyboard.press('Escape');
  // It is hidden before the page knows that it was closed.
  await expect(page.locator('dialog')).toHaveCount(0);
  await expect(form).toBeFocused();
  await expect(form).toHaveValue('typed-before');

  await page.keyboard.press('Control+/');
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('flow');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?owner=[\w-]+&q=flow$/);
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('flow');
});

test('what is typed before the search is there is searched for', async ({ page, signInAs }) => {
  await signInAs('grace');
  let letGo = () => {};
  let held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(filesOf('search-dialog'), async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/home/hopper-labs');
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('textbox')).toBeFocused();
  await page.keyboard.type('fl');
  letGo();
  let field = page.getByRole('combobox', { name: 'Search in hopper-labs' });
  await expect(field).toBeFocused();
  await page.keyboard.type('ow');
  await expect(field).toHaveValue('flow');
  await expect(page.getByRole('group', { name: 'Packages' }).getByRole('option').first()).toContainText('flowmatic');
});

const dialogFailed = 'This could not be loaded. Select it again to open its page.';

/** The catalogue has a link that opens a dialog, and fields. */
async function openCatalogue(page: Page) {
  await page.goto('/components');
  await page.waitForLoadState('networkidle');
  let field = page.getByRole('main').getByRole('textbox').first();
  await field.fill('typed-before');
  let link = page.getByRole('link', { name: 'A page lifted up' });
  return { field, link };
}

test('a dialog whose code cannot be loaded shows an error, and links to its page on the next click', async ({
  page,
}) => {
  await takeAway(page, 'dialog-panel');
  let { field, link } = await openCatalogue(page);
  let asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await link.click();
  await expect(page.getByText(dialogFailed)).toBeVisible();
  await expect(field).toHaveValue('typed-before');
  expect(asked).not.toContain('/components.data');
  await link.click();
  await expect.poll(() => asked).toContain('/components.data');
});

test('a dialog opens once the connection is back', async ({ page }) => {
  let { field, link } = await openCatalogue(page);
  await page.context().setOffline(true);
  await link.click();
  await expect(page.getByText(dialogFailed)).toBeVisible();
  await page.context().setOffline(false);
  await link.click();
  await expect(page.getByRole('dialog', { name: 'A dialog' })).toBeVisible();
  await expect(field).toHaveValue('typed-before');
});

test('menus and the configuration without a connection, and with it again', async ({ page, signInAs }) => {
  await signInAs('grace');
  let form = await typeInForm(page);
  await page.context().setOffline(true);
  await page.keyboard.press('Control+i');
  await expect(page.getByText('The configuration could not be loaded.')).toBeVisible();
  // A menu is a plain one meanwhile.
  let menu = page.getByText('Tools').filter({ visible: true });
  await menu.click();
  await expect(page.locator('details[open]').getByRole('link', { name: 'Collections' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.context().setOffline(false);
  await page.keyboard.press('Control+i');
  await expect(page.getByRole('dialog', { name: 'App Configuration' })).toBeVisible();
  await page.keyboard.press('Escape');
  await menu.hover();
  // A click before its code has arrived opens the plain menu.
  await expect(page.getByRole('button', { name: 'Tools' })).toBeVisible();
  await menu.click();
  await expect(page.getByRole('menuitem', { name: 'Collections' })).toBeVisible();
  await expect(form).toHaveValue('typed-before');
});

for (let first of ['code', 'data'] as const)
  test(`a link to a page whose code is gone leads to that page, its ${first} answered first`, async ({
    page,
    signInAs,
  }) => {
    await signInAs('grace');
    await page.goto('/packages/hopper-labs/overview');
    await page.waitForLoadState('networkidle');
    let [code, data] = [filesOf('_app.organizations._index'), /\/organizations\.data/];
    let letGo = () => {};
    let isAnswered = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(code, async (route) => {
      if (first === 'data') await isAnswered;
      await route.fulfill({ status: 404, body: '' });
    });
    await page.route(data, async (route) => {
      if (first === 'code') await isAnswered;
      await route.continue();
    });
    let earlier = page.waitForResponse(first === 'code' ? code : data);
    // Its page may be there before the data that was held; then nothing waits for that any more.
    await page.getByRole('banner').getByRole('link', { name: 'Organizations' }).first().click();
    await earlier;
    letGo();
    await expect(page).toHaveURL('/organizations');
    await expect(page.getByRole('heading', { level: 1, name: 'Organizations' })).toBeVisible();
  });
