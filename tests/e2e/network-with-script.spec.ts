/**
 * A connection that fails while scripts run: a toast appears, the page stays, and everything works
 * once the connection is back.
 */
import type { Page } from '@playwright/test';
import { expect, test } from './product';

test.use({ isOffline: true });

const crash = 'Could not reach the Scarf server. Please try again later.';

/** The ways in which a page cannot be reached. */
const breaks: [name: string, take: (page: Page) => Promise<unknown>, giveBack: (page: Page) => Promise<unknown>][] = [
  ['no network', (page) => page.context().setOffline(true), (page) => page.context().setOffline(false)],
  [
    'requests that are cut off',
    (page) => page.route(/\.data(\?|$)/, (route) => route.abort()),
    (page) => page.unroute(/\.data(\?|$)/),
  ],
  [
    'a proxy without a server behind it',
    (page) => page.route(/\.data(\?|$)/, (route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' })),
    (page) => page.unroute(/\.data(\?|$)/),
  ],
];

for (let [index, [name, take, giveBack]] of breaks.entries()) {
  let tag = index > 0 ? '@slow' : [];
  // @spec 4: A network crash in the browser: a warning toast; the page stays, with its input
  test(`${name}: a link leaves the page in place, and works afterwards`, { tag }, async ({ page, signInAs }) => {
    await signInAs('grace');
    await page.goto('/packages/hopper-labs/overview');
    await page.waitForLoadState('networkidle');
    let link = page.getByRole('banner').getByRole('link', { name: 'Organizations' }).first();
    await take(page);
    for (let tries = 0; tries < 2; tries++) {
      await link.click();
      await expect(page.getByText(crash).first()).toBeVisible();
      await expect(page).toHaveURL('/packages/hopper-labs/overview');
      await expect(page.getByRole('heading', { level: 1, name: 'Packages' })).toBeVisible();
    }
    await giveBack(page);
    // A click just before the browser knows of its network leads nowhere.
    await expect(async () => {
      await link.click();
      await expect(page).toHaveURL('/organizations', { timeout: 3_000 });
    }).toPass();
    await expect(page.getByRole('heading', { level: 1, name: 'Organizations' })).toBeVisible();
  });

  // @spec 4: A network crash in the browser: a warning toast; the page stays, with its input
  test(`${name}: a form keeps the values, and is sent afterwards`, { tag }, async ({ page, registerAs, fresh }) => {
    let person = fresh('offline');
    let organization = fresh('kept');
    await registerAs(person);
    await page.goto('/new-organization/create');
    await page.waitForLoadState('networkidle');
    await page.getByLabel('Organization name').fill(organization);
    await page.getByLabel('Billing email').fill('billing@example.com');
    let send = page.getByRole('main').getByRole('button').last();
    await take(page);
    await send.click();
    await expect(page.getByText(crash).first()).toBeVisible();
    await expect(page).toHaveURL('/new-organization/create');
    await expect(page.getByLabel('Organization name')).toHaveValue(organization);
    await giveBack(page);
    await send.click();
    await expect(page).toHaveURL(`/home/${organization}`);
  });
}

test('a choice that takes long dims the old numbers, and one that fails is taken back', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/analytics/hopper-labs?range=last-month');
  await page.waitForLoadState('networkidle');
  let main = page.getByRole('main');
  let select = main.getByLabel('Compare with');
  let letGo = () => {};
  let held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/\.data(\?|$)/, async (route) => {
    await held;
    await route.continue();
  });
  await select.focus();
  await select.selectOption({ label: 'vs. same weekdays' });
  await expect(main).toHaveAttribute('aria-busy', 'true');
  await expect(main).toHaveCSS('opacity', '0.6');
  await expect(main.getByText('Loading the numbers of your choice.')).toHaveRole('status');
  letGo();
  await expect(main).not.toHaveAttribute('aria-busy');
  await expect(page).toHaveURL(/compare=weekdays/);
  await expect(select).toBeFocused();

  await page.unroute(/\.data(\?|$)/);
  await page.route(/\.data(\?|$)/, (route) => route.fulfill({ status: 504, body: '<h1>Gateway Timeout</h1>' }));
  let chosen = await select.inputValue();
  await select.selectOption({ label: 'vs. last year' });
  await expect(page.getByText(crash).first()).toBeVisible();
  await expect(select).toHaveValue(chosen);
  await expect(main).not.toHaveAttribute('aria-busy');
  await expect(page).toHaveURL(/compare=weekdays/);
  await expect(select).toBeFocused();
});
