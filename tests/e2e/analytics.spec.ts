import { applyTools, expect, test } from './product';

test('the home page shows four totals, a chart and companies', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/home/hopper-labs');
  for (let total of ['Total Downloads', 'Total Views'])
    await expect(page.getByText(total, { exact: true })).toBeVisible();
  // The last 30 days are within one month or two.
  for (let unique of [
    /^(Total Unique Downloads|Unique Downloads per month)$/,
    /^(Total Unique Views|Unique Views per month)$/,
  ])
    await expect(page.getByText(unique)).toBeVisible();
  await expect(page.getByRole('img', { name: /Downloads/ }).first()).toBeVisible();
  await expect(page.getByRole('row', { name: /Northwind Robotics/ })).toBeVisible();
});

test('the analytics page reports by package, range and breakdown', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/analytics/hopper-labs');
  await page.getByRole('combobox', { name: 'Package' }).selectOption({ label: 'flowmatic' });
  await page.getByRole('combobox', { name: 'Date range' }).selectOption({ label: 'Last 90 days' });
  await applyTools(page);
  await expect(page).toHaveURL(/range=last-90-days/);
  await expect(page.getByText('2.5.0').first()).toBeVisible();
  await page.getByRole('link', { name: 'Country' }).click();
  await expect(page.getByRole('link', { name: 'United States' })).toBeVisible();
  await expect(page).toHaveURL(/range=last-90-days/);
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

test(
  'unique sources of two months are shown as two numbers, with their unit',
  { tag: '@slow' },
  async ({ page, signInAs }) => {
    await signInAs('grace');
    let today = new Date();
    let month = (of: number) => new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + of, 1));
    let day = (time: Date) => time.toISOString().slice(0, 10);
    let name = (time: Date) => time.toLocaleString('en', { month: 'short', year: 'numeric', timeZone: 'UTC' });
    await page.goto(`/analytics/hopper-labs?range=custom&from=${day(month(-1))}&to=${day(today)}`);
    let card = page.getByText('Unique Downloads per month', { exact: true }).locator('..');
    await expect(card).toContainText(name(month(-1)));
    await expect(card).toContainText(name(month(0)));
    await expect(card).toContainText('One network with one program, once per month');
    await expect(page.getByText('Its id ends with each month (UTC)')).toBeAttached();
    await page.goto(`/analytics/hopper-labs?range=custom&from=${day(month(0))}&to=${day(today)}`);
    await expect(page.getByText('Total Unique Downloads', { exact: true }).locator('..')).toContainText(
      'once per range',
    );
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
    await page.getByRole('link', { name: 'Audience' }).click();
    await expect(page.getByRole('link', { name: 'CI', exact: true }).last()).toBeVisible();
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
  expect(header).toMatch(/^id,type,package,pixel,version,time,/);
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
