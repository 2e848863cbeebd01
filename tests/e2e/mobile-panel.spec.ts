import { expect, test } from './product';

test.use({ viewport: { width: 360, height: 740 } });

// @spec 2: Mobile: full-screen panel with main, create and organization selector
test(
  'the panel of a narrow screen has the whole header in three views',
  { tag: '@slow' },
  async ({ page, signInAs }) => {
    await signInAs('grace');
    await page.goto('/analytics/hopper-labs');
    let panel = page.locator('details[data-panel]');
    let summary = panel.locator('> summary');
    await summary.click();
    let box = await panel.getByRole('navigation', { name: 'Main' }).boundingBox();
    expect(box).toEqual({ x: 0, y: 56, width: 360, height: 684 });
    for (let name of ['Packages', 'Pixels', 'Collections', 'Company Insights', 'Documentation', 'Settings'])
      await expect(panel.getByRole('link', { name })).toBeVisible();

    await panel.getByText('Create', { exact: true }).click();
    for (let name of ['New Package', 'New Pixel', 'New Collection', 'New Organization'])
      await expect(panel.getByRole('link', { name })).toBeInViewport();
    await panel.getByText('Create', { exact: true }).click();
    await expect(panel.getByRole('link', { name: 'New Package' })).toBeHidden();

    await panel.getByText('Switch account').click();
    await expect(panel.locator('[aria-current=true]')).toHaveText('hopper-labs');
    await panel.getByRole('button', { name: 'Personal account' }).click();
    await expect(page).toHaveURL('/analytics/grace');
    await expect(panel.getByRole('link', { name: 'Packages' })).toBeHidden();
  },
);

test('the panel of a narrow screen leads to the create pages and the search', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/packages/hopper-labs/overview');
  let panel = page.locator('details[data-panel]');
  await panel.locator('> summary').click();
  await panel.getByText('Create', { exact: true }).click();
  await panel.getByRole('link', { name: 'New Package' }).click();
  await expect(page).toHaveURL('/new-package/hopper-labs');
  await expect(
    page.getByRole('banner').getByRole('link', { name: 'Search' }).filter({ visible: true }),
  ).toHaveAttribute('href', '/search?owner=hopper-labs');
});

test('a visitor’s panel on a narrow screen has all links', async ({ page }) => {
  await page.goto('/login');
  for (let name of ['Documentation', 'Login', 'Join'])
    await expect(page.getByRole('banner').getByRole('link', { name })).toBeInViewport({ ratio: 1 });
});
