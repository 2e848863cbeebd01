import type { Page } from '@playwright/test';
import { expect, test } from './product';
import { dashboardPort } from '../support/ports';

/** The tags of the page that is open. */
function headOf(page: Page) {
  return page.evaluate(() => ({
    title: document.title,
    canonical: document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.getAttribute('href'),
    tags: Object.fromEntries(
      [...document.querySelectorAll('meta[name],meta[property]')].map((tag) => [
        tag.getAttribute('name') ?? tag.getAttribute('property'),
        tag.getAttribute('content'),
      ]),
    ),
  }));
}

const origin = `http://localhost:${dashboardPort}`;

// @spec 2: Title template: title, separator, site name
test('a page has its metadata, with an address without query', async ({ page, signInAs }) => {
  await page.goto('/login?backTo=%2Faccount');
  let guest = await headOf(page);
  expect([guest.title, guest.canonical]).toEqual(['Sign in - Landfall', `${origin}/login`]);
  expect(guest.tags).toMatchObject({ robots: 'index, follow', 'og:url': `${origin}/login`, 'twitter:card': 'summary' });

  await signInAs('grace');
  await page.goto('/analytics/hopper-labs?range=last-90-days&filter_id=nothing');
  let analytics = await headOf(page);
  expect([analytics.title, analytics.canonical]).toEqual([
    'All packages · Analytics - Landfall',
    `${origin}/analytics/hopper-labs`,
  ]);
  expect(analytics.tags).toMatchObject({
    robots: 'noindex, nofollow',
    'og:title': 'All packages · Analytics - Landfall',
    'og:url': `${origin}/analytics/hopper-labs`,
    'og:site_name': 'Landfall',
  });
  expect(analytics.tags.description).toBe(analytics.tags['og:description']);
  expect((await page.request.get(analytics.tags['og:image'] ?? '')).status()).toBe(200);

  await page.goto('/packages/hopper-labs/file/flowmatic');
  expect((await headOf(page)).title).toBe('flowmatic - Landfall');
});

// @spec 2: A 404 page (status 404, the shell around it)
test('an address without a page is a 404 with its own metadata, and one with a trailing slash is redirected', async ({
  page,
  signInAs,
}) => {
  expect((await page.goto('/no-such-page?x=1'))?.status()).toBe(404);
  let missing = await headOf(page);
  expect([missing.title, missing.canonical]).toEqual(['Page not found - Landfall', `${origin}/no-such-page`]);
  expect(missing.tags.robots).toBe('noindex, nofollow');
  expect((await page.goto('/404'))?.status()).toBe(404);

  await signInAs('grace');
  await page.goto('/packages/hopper-labs/overview/?type=file');
  await expect(page).toHaveURL('/packages/hopper-labs/overview?type=file');
});

test('the manifest and the icons exist', async ({ page }) => {
  await page.goto('/login');
  let linked = await page
    .locator('link[rel=icon],link[rel=apple-touch-icon],link[rel=manifest]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(linked).toHaveLength(4);
  for (let href of linked.filter((address) => !address.startsWith('data:')))
    expect((await page.request.get(href)).status(), href).toBe(200);
});
