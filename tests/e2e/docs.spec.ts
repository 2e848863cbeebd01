/** The documentation as visitors and members read it. */
import { expect, test } from './product';

test('a visitor finds an article by a search and reads it', async ({ page }, { project }) => {
  await page.goto('/docs');
  await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('lockfile tarball');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL('/docs?q=lockfile+tarball');
  await page
    .getByRole('region', { name: /results? for/ })
    .getByRole('link', { name: 'npm packages', exact: true })
    .click();
  await expect(page).toHaveURL('/docs/npm');
  await expect(page.getByRole('heading', { name: 'npm packages', level: 1 })).toBeVisible();
  await expect(page.locator('meta[property="article:published_time"]')).toHaveAttribute('content', /^\d{4}-\d\d-\d\d$/);
  await expect(page.getByRole('button', { name: 'Copy' }).first()).toBeVisible({ visible: project.name === 'script' });
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Lockfiles' }).click();
  await expect(page).toHaveURL('/docs/npm#lockfiles');
  await expect(page.getByRole('heading', { name: 'Lockfiles' })).toBeInViewport();
});

test('a search without a result says what to do, and an unknown article is not found', async ({ page }) => {
  await page.goto('/docs?q=zzyzx');
  await expect(page.getByText('No results. Try fewer')).toBeVisible();
  let answer = await page.goto('/docs/no-such-article');
  expect(answer?.status()).toBe(404);
});

test('commands have the name of the owner that a member looks at', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/home/hopper-labs');
  await page.goto('/docs/npm');
  await expect(
    page.getByText('npm config set @my-scope:registry http://hopper-labs.npm.localhost').first(),
  ).toBeVisible();
  await page.goto('/docs/getting-started');
  await page.getByRole('link', { name: 'New package' }).first().click();
  await expect(page).toHaveURL('/new-package/hopper-labs');
});
