/** Pages by keyboard, with forced colors, on paper, and with many packages. */
import type { Page } from '@playwright/test';
import { expect, test } from './product';

const reports = ['/home/hopper-labs', '/analytics/hopper-labs'];

/** How often Tab is pressed before the first chart. */
async function stopsBeforeChart(page: Page): Promise<number> {
  return page.evaluate(() => {
    let chart = document.querySelector('main .points')!;
    let focusable = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]';
    return [...document.querySelectorAll<HTMLElement>(focusable)].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        (element.compareDocumentPosition(chart) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
    ).length;
  });
}

test('fewer than 42 presses of Tab lead to the first chart', async ({ page, signInAs }) => {
  await signInAs('grace');
  for (let path of reports) {
    await page.goto(path);
    expect(await stopsBeforeChart(page), path).toBeLessThan(42);
  }
});

test('with forced colors the current section and the colors of charts can be told apart', async ({
  page,
  signInAs,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signInAs('grace');
  await page.goto('/home/hopper-labs');
  let grounds = await page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => getComputedStyle(link).backgroundColor));
  expect(new Set(grounds).size).toBe(2);
  expect(grounds.filter((ground) => ground === grounds[0])).toHaveLength(1);
  await page.goto('/analytics/hopper-labs');
  let swatches = await page
    .locator('main [class*="bg-chart-"]')
    .evaluateAll((marks) => marks.map((mark) => getComputedStyle(mark).backgroundColor));
  expect(new Set(swatches).size).toBeGreaterThan(1);
});

test('on paper a report has its charts and no menus', async ({ page, signInAs }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await signInAs('grace');
  for (let path of reports) {
    await page.goto(path);
    // The light palette, whatever the theme: colors of the dark one are too pale for paper.
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'))).toBe(
      '#2f5bd7',
    );
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('navigation').filter({ visible: true })).toHaveCount(0);
    await expect(page.locator('main .points').first()).toBeVisible();
  }
});

test('packages are sorted by a column', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/packages/hopper-labs/overview');
  let names = page.getByRole('table', { name: 'Packages' }).getByRole('rowheader');
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('link').click();
  await expect(page).toHaveURL(/order=artifacts\.0\.up/);
  let shown = await names.allTextContents();
  expect(shown).toEqual(shown.toSorted(new Intl.Collator('en', { numeric: true }).compare));
});

test('each page begins below the logo', async ({ page, signInAs }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInAs('grace');
  for (let path of ['/home/hopper-labs', '/insights/hopper-labs', '/organizations/hopper-labs/alerts']) {
    await page.goto(path);
    let logo = (await page
      .getByRole('banner')
      .getByRole('link', { name: /home of/ })
      .boundingBox())!;
    let heading = (await page.getByRole('heading', { level: 1 }).boundingBox())!;
    expect(heading.x, path).toBe(logo.x);
  }
});

test.describe('on a narrow screen', () => {
  // Scripts would put the true numbers back.
  test.use({ viewport: { width: 360, height: 740 }, javaScriptEnabled: false });

  test('numbers of ten digits fit, each with the label of its column', async ({ page, signInAs }) => {
    await signInAs('grace');
    await page.route(
      (url) => /^\/(home|packages|pixels|insights)\//.test(url.pathname),
      async (route) => {
        let answer = await route.fetch();
        let body = (await answer.text()).replace(/(<td[^>]*>)\d[\d,]*(?=<)/g, '$11,234,567,890');
        await route.fulfill({ response: answer, body });
      },
    );
    for (let [path, name] of [
      ['/home/hopper-labs', 'Companies'],
      ['/packages/hopper-labs/overview', 'Packages'],
      ['/pixels/hopper-labs', 'Pixels'],
      ['/insights/hopper-labs', 'Companies'],
    ] as const) {
      await page.goto(path);
      let cells = page.getByRole('table', { name }).getByRole('cell', { name: '1,234,567,890' });
      await expect(cells.first(), path).toBeVisible();
      let faults = await cells.evaluateAll(
        (all) =>
          all.filter(
            (cell) => cell.scrollWidth > cell.clientWidth || !/^".+"$/.test(getComputedStyle(cell, '::before').content),
          ).length,
      );
      expect(faults, path).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(360);
    }
  });
});
