import type { Page } from '@playwright/test';
import { applyTools, expect, test } from './product';

let points = (page: Page, title: string) => page.getByRole('group', { name: `${title}, point by point` });

test('a chart has the period before behind it, in its points and in its table', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/analytics/hopper-labs?range=last-7-days');
  let day = points(page, 'Downloads over time').getByRole('link').nth(2);
  await day.hover();
  await expect(day.locator('.tip')).toHaveCSS('opacity', '1');
  await expect(day).toContainText(/Downloads [\d,]+.*, 2\d\d\d [\d,]+/);
  await page.getByText('View as table').first().click();
  let table = page.getByRole('table', { name: 'Downloads over time' });
  await expect(table.getByRole('columnheader', { name: 'Previous 7 days' })).toBeVisible();
});

test('a number of the strip draws its line', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/analytics/hopper-labs?range=last-7-days');
  await expect(page.getByRole('img', { name: 'Downloads over time' })).toBeVisible();
  let strip = page.locator('dl').first();
  await strip.getByRole('link').nth(1).click();
  await expect(page.getByRole('img', { name: 'Unique users over time' })).toBeVisible();
  await expect(page).toHaveURL(/range=last-7-days&view=users/);
  await expect(strip.locator('[aria-current=true]')).toHaveCount(1);
});

test('today is shown by hours, next to those of that weekday before', { tag: '@slow' }, async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/analytics/hopper-labs?range=today');
  await expect(points(page, 'Downloads over time').getByRole('note')).toHaveCount(24);
  await expect(page.getByText(/vs\. .* until \d\d:00/)).toBeVisible();
  await page.getByText('View as table').first().click();
  let table = page.getByRole('table', { name: 'Downloads over time' });
  await expect(table.getByRole('row')).toHaveCount(25);
  await expect(table.getByRole('columnheader', { name: /^[A-Z][a-z]{2} \d+, \d{4}$/ })).toBeVisible();
});

test('a table can be sorted by its columns and downloaded', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/analytics/hopper-labs?range=last-7-days');
  await page.getByText('View as table').first().click();
  let table = page.getByRole('table', { name: 'Downloads over time' });
  await table.getByRole('link', { name: 'Downloads', exact: true }).click();
  let header = table.getByRole('columnheader', { name: /^Downloads/ });
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  let numbers = async () =>
    (await table.locator('tbody td:nth-child(2)').allTextContents()).map((text) => Number(text.replaceAll(',', '')));
  let sorted = await numbers();
  expect(sorted).toEqual(sorted.toSorted((a, b) => b - a));
  await header.getByRole('link').click();
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  expect(await numbers()).toEqual(sorted.toReversed());
  let file = await page.locator('a[download][href*="chart=versions"]').getAttribute('href');
  let answer = await page.request.get(file!);
  expect(answer.headers()['content-disposition']).toContain('filename="versions-');
  expect((await answer.text()).split('\r\n')[0]).toMatch(/^\uFEFFDay,Complete,.*All others$/);
});

test('versions of one package have flags at their first download', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/analytics/hopper-labs?range=last-90-days');
  await page.getByRole('combobox', { name: 'Package' }).selectOption({ label: 'flowmatic' });
  await applyTools(page);
  await expect(points(page, 'Downloads over time').getByText(/first download of 2\.5\.0/)).toHaveCount(1);
});

test('the year is a calendar whose days lead to their report', { tag: '@slow' }, async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/analytics/hopper-labs');
  await page.getByRole('link', { name: 'Calendar' }).click();
  await expect(page.getByRole('img', { name: 'Downloads of the year' })).toBeVisible();
  await page.locator('section', { hasText: 'Downloads of the year' }).locator('svg a').last().click();
  await expect(page).toHaveURL(/from=(\d{4}-\d{2}-\d{2})&to=\1/);
  await expect(points(page, 'Downloads over time')).toBeVisible();
});

test('packages stand side by side, and each leads to its report', { tag: '@slow' }, async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/analytics/hopper-labs?range=last-7-days');
  await page.getByRole('link', { name: 'Side by side' }).click();
  await page.getByRole('link', { name: /flowmatic [\d,]+ downloads/ }).click();
  await expect(page.getByRole('list', { name: 'Conditions' })).toHaveText('Package is flowmatic');
  await expect(page).toHaveURL(/range=last-7-days/);
});

test('countries are dots of a map, and lead to their report', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/analytics/hopper-labs?by=country');
  await expect(page.getByRole('img', { name: 'Downloads by country, as a map' })).toBeVisible();
  let country = page.locator('svg a', { has: page.locator('title', { hasText: 'United States' }) });
  await country.dispatchEvent('click');
  await expect(page.getByRole('list', { name: 'Conditions' })).toHaveText('Country is United States');
});

test('lists are sorted by their heads, and each has a file', { tag: '@slow' }, async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/analytics/hopper-labs?range=last-30-days&by=country');
  let list = page.getByRole('table', { name: /^Downloads by country/ });
  let names = () => list.locator('tbody th').allTextContents();
  await list.getByRole('link', { name: 'Country', exact: true }).click();
  await expect(list.getByRole('columnheader', { name: /^Country/ })).toHaveAttribute('aria-sort', 'ascending');
  let shown = (await names()).filter((name) => !/All others|Unknown/.test(name)).map((name) => name.slice(2));
  expect(shown).toEqual(shown.toSorted());
  await page
    .getByRole('table', { name: /^Companies/ })
    .getByRole('link', { name: 'Last download' })
    .click();
  await expect(page.getByRole('columnheader', { name: /^Last download/ })).toHaveAttribute('aria-sort', 'descending');
  for (let of of ['Downloads by platform', 'Downloads by country', 'Downloads by version', 'Companies']) {
    let file = await page.getByRole('link', { name: new RegExp(`^Download CSV ?: ${of}$`) }).getAttribute('href');
    let lines = (await (await page.request.get(file!)).text()).trim().split('\r\n');
    expect(lines.length, of).toBeGreaterThan(2);
  }
  await page.goto('/analytics/hopper-labs?view=calendar');
  let year = page.getByRole('link', { name: /^Download CSV ?: Downloads of the year/, includeHidden: true });
  expect(await (await page.request.get((await year.getAttribute('href'))!)).text()).toMatch(
    /^\uFEFFDay,Downloads\r\n\d{4}-/,
  );
});

test('on paper the heading of a chart stays with it', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/analytics/hopper-labs');
  await page.emulateMedia({ media: 'print' });
  let card = page.getByRole('region', { name: 'Downloads over time' });
  await expect(card.locator('> :first-child')).toHaveCSS('break-after', 'avoid');
  await expect(card.locator('figure').first()).toHaveCSS('break-inside', 'avoid');
  // The tabs between the two are not printed, and leave no box to break at.
  await expect(card.locator(':has(> nav)').first()).toHaveCSS('display', 'none');
});
