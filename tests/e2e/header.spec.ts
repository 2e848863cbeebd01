import type { Locator, Page } from '@playwright/test';
import { expect, password, test } from './product';

/**
 * Opens a menu of the wide header by its name. Without scripts it is a list of links and buttons,
 * with scripts a menu.
 */
async function openMenu(page: Page, name: RegExp): Promise<Locator> {
  let main = page.getByRole('navigation', { name: 'Main' }).first();
  let trigger = main.locator('summary, button[aria-haspopup=menu]').filter({ hasText: name });
  let upgraded = main.locator('button[aria-haspopup=menu]').filter({ hasText: name });
  let panel = page.getByRole('menu').or(main.locator('details[open] > div')).filter({ visible: true });
  await trigger.hover();
  if (test.info().project.use.javaScriptEnabled !== false) await expect(upgraded).toBeVisible();
  await trigger.click();
  await expect(panel).toBeVisible();
  return panel;
}

/** The items of a menu, in their order. */
async function itemsOf(panel: Locator): Promise<string[]> {
  return panel.locator('a, button').allTextContents();
}

// @spec 2: Header, signed in: tools, organizations, documentation, search, create and account menus
test('the header has the tools, the create menu and the account of the shown owner', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/home/hopper-labs');
  expect(await itemsOf(await openMenu(page, /Tools/))).toEqual([
    'Packages',
    'Pixels',
    'Collections',
    'Company Insights',
  ]);
  await page.goto('/home/hopper-labs');
  let create = await openMenu(page, /Create/);
  expect(await itemsOf(create)).toEqual(['New Package', 'New Pixel', 'New Collection', 'New Organization']);
  await create.getByText('New Pixel').click();
  await expect(page).toHaveURL(/\/new-pixel\/hopper-labs$/);
  expect(await itemsOf(await openMenu(page, /Account menu/))).toEqual([
    'Personal account',
    'hopper-labs',
    'Settings',
    'Organizations',
    'Sign out',
  ]);
  await page.getByText('Settings').filter({ visible: true }).click();
  await expect(page).toHaveURL(/\/organizations\/hopper-labs$/);
  let header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Documentation' }).first()).toHaveAttribute('href', /docs/);
  await expect(header.getByRole('link', { name: 'Organizations' }).first()).toHaveAttribute('href', '/organizations');
  await header.getByRole('link', { name: /Landfall/ }).click();
  await expect(page).toHaveURL(/\/home\/hopper-labs$/);
});

// @spec 2: Header, signed out: Documentation, Login, Join
test('a visitor’s header has documentation, login and join', async ({ page }) => {
  await page.goto('/components');
  let header = page.getByRole('banner');
  expect(await header.getByRole('link').allTextContents()).toEqual(['Landfall', 'Documentation', 'Login', 'Join']);
  await header.getByRole('link', { name: 'Join' }).click();
  await expect(page).toHaveURL(/\/register$/);
});

const switches = [
  ['/account/filters', '/organizations/hopper-labs/filters'],
  ['/account/billing', '/organizations/hopper-labs/billing'],
  ['/account', '/organizations/hopper-labs'],
  ['/analytics/grace?range=last-90-days', '/analytics/hopper-labs?range=last-90-days'],
] as const;

for (let [index, [own, organization]] of switches.entries())
  test(
    `switching the owner leads from ${own} to ${organization} and back`,
    { tag: index > 0 ? '@slow' : [] },
    async ({ page, signInAs }) => {
      await signInAs('grace');
      await page.context().request.post('/context', { form: { owner: 'grace', path: own }, maxRedirects: 0 });
      await page.goto(own);
      await (await openMenu(page, /Account menu/)).getByText('hopper-labs').click();
      await expect(page).toHaveURL(organization);
      let menu = await openMenu(page, /Account menu/);
      await expect(menu.locator('[aria-current=true]')).toHaveText('hopper-labs');
      await menu.getByText('Personal account').click();
      await expect(page).toHaveURL(own);
    },
  );

// @spec 2: Switching works in the browser with scripts and without, and is kept
test(
  'switching from a package of an organization leads to the packages of the account, which stays in context',
  { tag: '@slow' },
  async ({ page, signInAs }) => {
    await signInAs('grace');
    await page.goto('/packages/hopper-labs/file/flowmatic');
    await (await openMenu(page, /Account menu/)).getByText('Personal account').click();
    await expect(page).toHaveURL('/packages/grace/overview');
    await page.goto('/home');
    await expect(page).toHaveURL('/home/grace');
  },
);

// @spec 2: A switch to an organization one is not in is refused
test('a switch to another organization is refused', { tag: '@slow' }, async ({ page, signInAs }) => {
  await signInAs('ada');
  let form = { owner: 'hopper-labs', path: '/home/ada' };
  let answer = await page.context().request.post('/context', { form, maxRedirects: 0 });
  expect(answer.status()).toBe(403);
  await page.goto('/home');
  await expect(page).toHaveURL('/home/ada');
});

// @spec 2: Acting-as banner with the name and its link, both kinds
test(
  'acting as an organization or a person is shown below the header, with a link to their settings',
  { tag: '@slow' },
  async ({ page, signInAs, actAs }) => {
    for (let [owner, settings] of [
      ['hopper-labs', '/organizations/hopper-labs'],
      ['ada', '/account'],
    ] as const) {
      await page.context().clearCookies();
      await signInAs('root');
      await actAs(owner);
      await page.goto(`/home/${owner}`);
      let banner = page.getByRole('complementary', { name: 'Acting as' });
      await expect(banner).toContainText(`Acting as: ${owner}`);
      await expect(await openMenu(page, /Account menu/)).toContainText('Signed in as root');
      await banner.getByRole('link', { name: owner }).click();
      await expect(page).toHaveURL(settings);
    }
  },
);

// @spec 9: Organization list scroll height is limited (240 px)
test(
  'a person in sixty organizations finds the last one by its name and opens it',
  { tag: '@slow' },
  async ({ page, fresh, javaScriptEnabled }) => {
    test.setTimeout(90_000);
    let name = fresh('many');
    let { request } = page.context();
    let person = { username: name, email: `${name}@example.com`, password, confirm_password: password };
    await request.post('/register', { form: person, maxRedirects: 0 });
    let names = Array.from({ length: 60 }, (_, i) => `${name}-${String(i + 10)}`);
    for (let organization of names)
      await request.post('/new-organization/create', {
        form: { name: organization, billing_email: `${name}@example.com` },
        maxRedirects: 0,
      });
    await page.goto(`/packages/${name}/overview`);
    let menu = page.locator('details', { hasText: 'Account menu' }).filter({ visible: true });
    await menu.locator('summary').click();
    let last = menu.getByRole('button', { name: names.at(-1)! });
    let all = menu.getByRole('button', { name: `${name}-` });
    await expect(all).toHaveCount(60);
    await expect(last).not.toBeInViewport();
    let filter = menu.getByRole('searchbox', { name: 'Filter Organizations' });
    if (javaScriptEnabled) {
      await filter.fill(` ${names.at(-1)!.toUpperCase()}`);
      await expect(all).toHaveCount(1);
      await expect(menu.getByRole('status')).toHaveText('1 of 60');
      await filter.press('Enter');
    } else {
      await expect(filter).toHaveCount(0);
      await last.scrollIntoViewIfNeeded();
      await last.click();
    }
    await expect(page).toHaveURL(`/packages/${names.at(-1)}/overview`);
    await menu.locator('summary').click();
    await expect(all).toHaveCount(60);
    // The current one is in sight, at the beginning.
    await expect(all.first()).toHaveText(names.at(-1)!);
    await expect(all.first()).toHaveAttribute('aria-current', 'true');
  },
);
