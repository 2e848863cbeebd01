import { applyTools, expect, test } from './product';

test('the home page shows four totals, a chart and companies', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/home/hopper-labs');
  for (let total of ['Downloads', 'Unique users', 'Views', 'Unique visitors'])
    await expect(page.locator('dt').getByText(total, { exact: true })).toBeVisible();
  await expect(page.getByRole('img', { name: /Downloads/ }).first()).toBeVisible();
  await expect(page.getByRole('row', { name: /Northwind Robotics/ })).toBeVisible();
});

test('the analytics page reports by package, range and breakdown', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/analytics/hopper-labs');
  await page.getByRole('combobox', { name: 'Package' }).selectOption({ label: 'flowmatic' });
  await applyTools(page);
  await expect(page).toHaveURL(/package=/);
  await page.getByRole('link', { name: 'Last 91 days' }).click();
  await expect(page).toHaveURL(/package=.*range=last-91-days|range=last-91-days.*package=/);
  await page.locator('summary', { hasText: 'Other range' }).click();
  await page.getByRole('link', { name: 'Last month' }).click();
  await expect(page.locator('summary', { hasText: 'Last month' })).toBeVisible();
  await page.getByRole('link', { name: 'Last 91 days' }).click();
  await expect(page.getByText('2.5.0').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'United States' })).toBeVisible();
  await page.getByRole('link', { name: 'Architecture', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Downloads by architecture' })).toBeVisible();
  await expect(page).toHaveURL(/range=last-91-days/);
});

test('a breakdown stays on the screen when its tab is chosen', async ({ page, signInAs }) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await signInAs('grace');
  await page.goto('/analytics/hopper-labs');
  await page.getByRole('link', { name: 'CI provider', exact: true }).click();
  await expect(page.getByRole('link', { name: 'github-actions' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Downloads by CI provider' })).toBeInViewport();
});

for (let [tab, shown, tag] of [
  ['Domain', 'docker.hopper-labs.example', '@slow'],
  ['File extension', '.tar.gz', '@slow'],
  ['Importance', 'High', []],
  ['Funnel stage', 'Ongoing usage', '@slow'],
  ['Endpoint', /^h[0-9a-f]{16}$/, '@slow'],
  ['Origin', /^h[0-9a-f]{16}$/, '@slow'],
] as [string, string | RegExp, string | string[]][])
  test(`downloads are listed by ${tab.toLowerCase()}`, { tag }, async ({ page, signInAs }) => {
    await signInAs('grace');
    await page.goto('/analytics/hopper-labs');
    await page.getByRole('link', { name: tab, exact: true }).click();
    let table = page.getByRole('table', { name: `Downloads by ${tab.toLowerCase()}` });
    await expect(table.getByText(shown).first()).toBeVisible();
  });

test('a runtime leads to all downloads that it and older ones make', { tag: '@slow' }, async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/analytics/hopper-labs?by=runtime&range=last-90-days');
  await page.getByRole('link', { name: /^18 and older: .+ of Node\.js downloads/ }).click();
  await expect(page.getByRole('table', { name: 'Downloads by runtime' }).getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('list', { name: 'Conditions' })).toContainText('Runtime is Node.js 18 or Node.js 16');
});

test(
  'unique users of two months are one number, with the rule behind it',
  { tag: '@slow' },
  async ({ page, signInAs }) => {
    await signInAs('grace');
    let today = new Date();
    let monthBefore = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 1));
    let day = (time: Date) => time.toISOString().slice(0, 10);
    await page.goto(`/analytics/hopper-labs?range=custom&from=${day(monthBefore)}&to=${day(today)}`);
    let card = page.getByText('Unique users', { exact: true }).first().locator('..');
    await expect(card).toContainText(/[0-9,]+/);
    await card.locator('summary').click();
    await expect(card.getByText(/counted once a month \(UTC\)/)).toBeVisible();
  },
);

test(
  'a link leaves out bots and mirrors, and shows how many there are',
  { tag: '@slow' },
  async ({ page, signInAs }) => {
    await signInAs('grace');
    await page.goto('/analytics/hopper-labs');
    await page.getByText(/Includes [\d.]+% bots$/).click();
    await expect(page.getByText(/are from bots and mirrors\./)).toBeVisible();
    await page.getByRole('link', { name: 'Exclude bots' }).click();
    await expect(page).toHaveURL(/noise=hide/);
    await page.getByText(/Excludes [\d.]+% bots$/).click();
    await expect(page.getByText(/Bots and mirrors are excluded: /)).toBeVisible();
    await page.getByRole('link', { name: 'Provider', exact: true }).click();
    await expect(page.getByRole('table', { name: 'Downloads by provider' })).toBeVisible();
    await expect(page).toHaveURL(/noise=hide/);
    await page.getByText(/Excludes [\d.]+% bots$/).click();
    await page.getByRole('link', { name: 'Exclude bots' }).click();
    await expect(page).not.toHaveURL(/noise=hide/);
  },
);

test('custom days stay in the form when they are refused', { tag: '@slow' }, async ({ page, signInAs }) => {
  await signInAs('grace');
  let answer = await page.goto('/analytics/hopper-labs?range=custom&from=2026-02-30&to=2026-01-01');
  expect(answer?.status()).toBe(400);
  await expect(page.getByText('Selected date range was invalid or too long.')).toBeVisible();
  await expect(page.locator('input[name=from]')).toHaveAttribute('value', '2026-02-30');
});

test('events are exported as CSV to people with permission', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/analytics/hopper-labs');
  await page.getByText('Export', { exact: true }).click();
  let href = await page.getByRole('link', { name: 'Export event data' }).getAttribute('href');
  let answer = await page.context().request.get(href!);
  expect(answer.status()).toBe(200);
  expect(answer.headers()['content-disposition']).toContain('attachment');
  let [header, first] = (await answer.text()).split('\n');
  // Excel needs the mark at the beginning.
  expect(header).toMatch(/^\uFEFFid,type,package,pixel,version,time,/);
  expect(first).toMatch(/,(binary-download|manifest-fetch),/);

  await page.context().clearCookies();
  await signInAs('linus');
  let refused = await page.context().request.get(href!, { maxRedirects: 0 });
  expect(refused.status()).toBe(303);
});

test('the dashboard lists packages and pixels, and reports on one of them', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/dashboard/hopper-labs');
  await page.getByRole('link', { name: 'flowmatic' }).first().click();
  await expect(page.getByText('2.5.0').first()).toBeVisible();
});

test('search finds packages and pixels', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/search?owner=hopper-labs&q=compiler');
  await expect(page.getByRole('link', { name: /hopper-labs\/compiler/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /Compiler manual/ })).toBeVisible();
  await page.goto('/search?owner=hopper-labs&q=zzzz');
  await expect(page.getByText('No results found')).toBeVisible();
});
