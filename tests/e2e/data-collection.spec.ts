/** The data collection notice: found by its maintainers, read by anyone, and true about opting out. */
import { gatewayPort } from '../support/ports';
import { askGateway, expect, test } from './product';

test('the notice is found from the search, is public, and a request that opts out is not counted', async ({
  page,
  registerAs,
  fresh,
}) => {
  let owner = fresh('notice');
  await registerAs(owner);
  await page.goto(`/search?q=privacy&owner=${owner}`);
  await page.getByRole('link', { name: /Data collection notice/ }).click();
  await expect(page.getByRole('heading', { name: 'No public packages or pixels' })).toBeVisible();

  await page.goto(`/new-package/${owner}?type=file`);
  await page.locator('[name=name]').first().fill('tool');
  await page.locator('[name=incoming_path]').fill('/tool/{version}');
  await page.locator('[name=outgoing_url]').fill('https://files.example/tool-{version}.zip');
  await page.getByRole('button', { name: 'Create package' }).click();
  await expect(page).toHaveURL(/\/created$/);

  let host = `${owner}.gateway.localhost:${gatewayPort}`;
  let silent = await askGateway(host, '/tool/1.0', { 'user-agent': 'curl/8.5.0', dnt: '1' });
  expect(silent.status).toBe(307);
  await askGateway(host, '/tool/2.0', { 'user-agent': 'curl/8.5.0' });
  let opened = page.getByRole('region', { name: 'Versions' });
  await expect(async () => {
    await page.goto(`/analytics/${owner}`);
    await expect(opened).toContainText('2.0', { timeout: 1_000 });
  }).toPass();
  await expect(opened).not.toContainText('1.0');
  // By hour, as on a first day, there are no repeats of a day.
  await page.goto(`/analytics/${owner}?range=last-7-days`);
  await expect(page.locator('dl').first()).toContainText('1 without same-day repeats');

  await page.goto('/how-we-count');
  await page.getByRole('link', { name: 'data collection notice' }).click();
  await expect(page.getByRole('region', { name: 'For the README' })).toContainText(`/data-collection/${owner})`);
  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByRole('link', { name: 'What is recorded' }).click();
  await expect(page.getByText('What the packages of one owner record about you')).toBeVisible();
  await page.goto(`/data-collection/${fresh('unknown')}`);
  await expect(page.getByText('No one with this name has any here. Check the name in the URL.')).toBeVisible();
  await page.goto(`/data-collection/${owner}`);
  await expect(page.getByRole('heading', { name: `What ${owner} records` })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Opt out' })).toContainText('DNT: 1');
  await expect(page.getByRole('region', { name: 'For the README' })).toHaveCount(0);
});
