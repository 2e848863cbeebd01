import type { Page } from '@playwright/test';
import { expect, hasScripts, password, test } from './product';

/** Presses Tab until the focused element contains `words`. */
async function tabTo(page: Page, words: RegExp | string, by: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let step = 0; step < 80; step += 1) {
    await page.keyboard.press(by);
    let said = await page.evaluate(() => {
      let { activeElement: at } = document;
      // The target of a link can have the focus without being a tab stop.
      if (!(at instanceof HTMLElement) || at.tabIndex < 0) return '';
      let label = at instanceof HTMLInputElement || at instanceof HTMLSelectElement ? at.labels?.[0]?.textContent : '';
      return `${at.getAttribute('aria-label') ?? ''} ${label ?? ''} ${at.textContent}`;
    });
    if (typeof words === 'string' ? said.includes(words) : words.test(said)) return;
  }
  throw new Error(`Tab never came to ${String(words)}`);
}

test('a person signs in, skips the header and creates a pixel by keyboard', async ({ page, fresh }) => {
  let name = fresh('by-keys');
  await page.goto('/login?backTo=/new-pixel/ada');
  await tabTo(page, 'Email or username');
  await page.keyboard.type('ada');
  await tabTo(page, 'Password');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/new-pixel/ada');
  await tabTo(page, 'Skip to content');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#main$/);
  await tabTo(page, 'Name');
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/new-pixel\/ada\/.+\/created$/);
});

test('the menus of the header work with Tab, Enter and, with scripts, arrows and Escape', async ({
  page,
  signInAs,
}) => {
  await signInAs('grace');
  await page.goto('/home/hopper-labs');
  if (hasScripts()) {
    await tabTo(page, /Tools/);
    let trigger = page.getByRole('button', { name: /Tools/ });
    await expect(trigger).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Packages' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Pixels' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(trigger).toBeFocused();
    await tabTo(page, 'Account menu');
    await expect(page.getByRole('button', { name: /Account menu/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Personal account' })).toBeFocused();
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
  } else {
    await tabTo(page, 'Account menu');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Sign out');
    await tabTo(page, 'Settings', 'Shift+Tab');
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/organizations/hopper-labs');
});

test('the days of a report are chosen by keyboard', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/analytics/hopper-labs');
  await tabTo(page, 'Other range');
  await expect(page.getByLabel('Start')).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Start')).toBeVisible();
  await tabTo(page, 'Last 7 days', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/range=last-7-days/);
});

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  // @spec 4: Mobile menu views open and close, by keys too
  test('the panel and its views open and close by keyboard', async ({ page, signInAs }) => {
    await signInAs('grace');
    await page.goto('/home/hopper-labs');
    let panel = page.locator('details[data-panel]');
    await tabTo(page, 'Menu');
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('link', { name: 'Packages' })).toBeVisible();
    await tabTo(page, /^\s*Create/);
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('link', { name: 'New Package' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(panel.getByRole('link', { name: 'New Package' })).toBeHidden();
    await tabTo(page, 'Switch account');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Personal account');
    if (hasScripts()) {
      await page.keyboard.press('Escape');
      await expect(panel.locator('summary').filter({ hasText: 'Switch account' })).toBeFocused();
      await expect(panel.getByRole('button', { name: 'Personal account' })).toBeHidden();
      await page.keyboard.press('Escape');
      await expect(panel.locator('> summary')).toBeFocused();
      await expect(panel.getByRole('link', { name: 'Packages' })).toBeHidden();
      return;
    }
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/home/grace');
  });
});
