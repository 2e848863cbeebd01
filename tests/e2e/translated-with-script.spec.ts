/** Pages work while a browser translates them, which puts each text into elements of its own. */
import type { Page } from '@playwright/test';
import { expect, test } from './product';

/** Replaces the texts of the page, and each later one, as Google Translate does in Chrome. */
async function translate(page: Page): Promise<void> {
  // A person reads the page before the browser offers to translate it: its scripts run by then.
  await page.waitForFunction(() =>
    Object.keys(document.body.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
  );
  await page.evaluate(() => {
    let untouched = 'font, script, style, noscript, title, textarea, select, datalist, svg, [translate=no]';
    let replace = (text: Text) => {
      if (!text.parentElement || text.parentElement.closest(untouched) || !text.data.trim()) return;
      let font = document.createElement('font');
      font.append(document.createElement('font'));
      font.firstElementChild!.textContent = text.data;
      text.replaceWith(font);
    };
    let replaceIn = (node: Node) => {
      if (node instanceof Text) return replace(node);
      let texts: Text[] = [];
      let walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (let text of texts) replace(text);
    };
    replaceIn(document.body);
    let options = { childList: true, subtree: true, characterData: true };
    new MutationObserver((changes) => {
      for (let { target, addedNodes } of changes) for (let node of [target, ...addedNodes]) replaceIn(node);
    }).observe(document.body, options);
  });
}

/** Nothing failed, and the page is not empty. The fixture `quiet` adds that no script complained. */
async function isWhole(page: Page, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  await expect(page.getByText('Something went wrong')).toHaveCount(0);
  expect(await page.locator('font > font').count()).toBeGreaterThan(5);
}

test('navigation, menus, filters and the search work on translated pages', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/home/hopper-labs');
  await translate(page);
  await page.getByRole('link', { name: 'flowmatic' }).first().click();
  await expect(page).toHaveURL(/\/packages\/hopper-labs\/file\/flowmatic/);
  await page.goBack();
  await expect(page).toHaveURL(/\/home\/hopper-labs$/);

  await page.goto('/analytics/hopper-labs');
  await translate(page);
  await page.getByRole('combobox', { name: 'Package' }).selectOption({ label: 'flowmatic' });
  await expect(page).toHaveURL(/package=/);
  await page.getByRole('link', { name: 'Last 91 days' }).click();
  await expect(page).toHaveURL(/range=last-91-days/);
  await page.getByRole('link', { name: 'Domain', exact: true }).click();
  await expect(page).toHaveURL(/by=domain/);
  await expect(page.getByRole('table', { name: 'Downloads by domain' })).toBeVisible();
  await isWhole(page, /./);
  await page.locator('summary', { hasText: 'Filter' }).first().click();
  await page.keyboard.press('Escape');
  let dialog = page.getByRole('dialog', { name: 'Search', exact: true });
  await page.keyboard.press('Control+k');
  await expect(dialog).toBeVisible();
  await page.keyboard.type('no such thing');
  await expect(dialog.getByRole('status')).toHaveText('No results found');
  await page.getByRole('combobox', { name: 'Search in hopper-labs' }).fill('flow');
  await expect(dialog.getByRole('option').first()).toContainText('flowmatic');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await isWhole(page, /./);
});

test('forms of translated pages show errors, what is pending, and what happened', async ({
  page,
  registerAs,
  fresh,
}) => {
  let owner = fresh('translated');
  await registerAs(owner);
  await page.goto(`/new-package/${owner}?type=file`);
  await translate(page);
  let create = page.getByRole('button', { name: 'Create package' });
  await create.click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Name', { exact: true }).fill('tool');
  await expect(page.getByLabel('Name', { exact: true })).not.toHaveAttribute('aria-invalid');
  await page.getByLabel('Download path').fill('/tool/{version}');
  await page.getByLabel('Download path').fill('/tool/{version');
  await page.getByLabel('Download path').fill('/tool/{version}.zip');
  let release: () => void = () => {};
  let held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/new-package/**', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await create.click();
  await expect(page.getByRole('button', { name: 'Creating …' })).toBeDisabled();
  release();
  await expect(page).toHaveURL(/\/created$/);

  await page.goto('/account');
  await translate(page);
  await page.getByLabel('First name').fill('Ada');
  await page.getByRole('button', { name: /^Save/ }).first().click();
  await expect(page.getByText(/saved|updated/i).first()).toBeVisible();

  await page.goto('/account/delete');
  await translate(page);
  let typed = page.getByLabel('Your password');
  await typed.fill('secret');
  let shows = page.locator('button', { hasText: 'what is typed' });
  await expect(shows).toHaveText('Show what is typed');
  await shows.click();
  await expect(shows).toHaveText('Hide what is typed');
  await shows.click();
  await expect(shows).toHaveText('Show what is typed');
  await isWhole(page, /./);
});

test('what changes in a translated page reads as in one that was never translated', async ({ page, signInAs }) => {
  await signInAs('grace');
  let readText = (of: Page) =>
    of
      .locator('main')
      .innerText()
      .then((text) => text.replaceAll(/\s+/g, ' ').trim());
  let fresh = await page.context().newPage();
  let changes: [string, (shown: Page) => Promise<unknown>][] = [
    ['/analytics/hopper-labs', (shown) => shown.getByRole('link', { name: 'Last 91 days' }).click()],
    [
      '/analytics/hopper-labs',
      (shown) => shown.getByRole('combobox', { name: 'Package' }).selectOption({ label: 'flowmatic' }),
    ],
    ['/analytics/hopper-labs', (shown) => shown.getByRole('link', { name: 'Domain', exact: true }).click()],
  ];
  for (let [path, change] of changes) {
    await page.goto(path);
    await translate(page);
    await change(page);
    await expect(page).not.toHaveURL(new RegExp(`${path}$`));
    await fresh.goto(page.url());
    let whole = await readText(fresh);
    await expect.poll(() => readText(page), `${path} after a change`).toBe(whole);
  }
});

test('names and versions that are shown are not translated, also in titles, breadcrumbs, menus and sentences', async ({
  page,
  signInAs,
}) => {
  await signInAs('grace');
  let translatedNames = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('body *')]
        .filter((one) =>
          [...one.childNodes].some(
            (node) => node instanceof Text && /\b(flowmatic|hopper-labs|northwind)\b|\d+\.\d+\.\d+/.test(node.data),
          ),
        )
        .filter((one) => !one.closest('[translate=no], svg, script, style, option, code, .sr-only'))
        .map((one) => one.outerHTML.slice(0, 160)),
    );
  for (let path of [
    '/packages/hopper-labs/overview',
    '/analytics/hopper-labs?by=version',
    '/packages/hopper-labs/file/flowmatic/versions',
    '/packages/hopper-labs/file/flowmatic/versions?version=2.5.0',
    '/packages/hopper-labs/file/flowmatic/edit',
    '/packages/hopper-labs/file/flowmatic/delete',
    '/new-package/hopper-labs',
    '/organizations/hopper-labs/members/linus',
    '/search?owner=hopper-labs&q=flow',
  ]) {
    await page.goto(path);
    expect.soft([path, await translatedNames()]).toEqual([path, []]);
  }
});
