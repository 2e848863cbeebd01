import type { Page } from '@playwright/test';
import { expect, test } from './product';

/** Creates a filter of hopper-labs that every event passes. Returns its id. */
async function savedFilter(page: Page, name: string): Promise<string> {
  let form = { name, key_1: 'request_platform', op_1: 'does-not-contain', value_1: 'no-such-platform' };
  await page.context().request.post('/filters/hopper-labs/new', { form, maxRedirects: 0 });
  await page.goto('/home/hopper-labs');
  let link = await page.getByRole('link', { name, exact: true, includeHidden: true }).getAttribute('href');
  return /filter_id=([^&]+)/.exec(link ?? '')?.[1] ?? '';
}

const reports = {
  home: '/home/hopper-labs',
  dashboard: '/dashboard/hopper-labs',
  analytics: '/analytics/hopper-labs?range=last-90-days&by=company',
  company: '/companies/hopper-labs/northwind-robotics.example',
};

/** Each report with the links to others, and the search from each. */
const pairs: [from: keyof typeof reports, to: RegExp][] = [
  ['home', /^\/dashboard\//],
  ['home', /^\/analytics\//],
  ['home', /^\/companies\//],
  ['dashboard', /^\/home\//],
  ['dashboard', /^\/analytics\//],
  ['analytics', /^\/home\//],
  ['analytics', /^\/companies\//],
  ['company', /^\/home\//],
  ['company', /^\/insights\//],
];

// @spec 2: filter_id survives links between dashboard, analytics, home, company pages and the
//   search
test(
  'a saved filter is kept by every link between home, dashboard, analytics and company pages',
  { tag: '@slow' },
  async ({ page, signInAs, fresh }) => {
    let name = fresh('kept');
    await signInAs('grace');
    let filterId = await savedFilter(page, name);
    expect(filterId).not.toBe('');
    for (let [from, address] of Object.entries(reports)) {
      await page.goto(`${address}${address.includes('?') ? '&' : '?'}filter_id=${filterId}`);
      // The chips are left out, because they select another filter or none.
      let hrefs = await page
        .locator('a[href]:not([aria-label="Saved filters"] a)')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
      let between = hrefs.filter(
        (href) => /^\/(home|dashboard|analytics|companies|insights|search)\//.test(href) && !href.endsWith('/erasure'),
      );
      expect(between.length, from).toBeGreaterThan(3);
      let lost = between.filter((href) => !href.includes(`filter_id=${filterId}`) && !href.includes('/events.csv'));
      expect(lost, from).toEqual([]);
      for (let [, to] of pairs.filter(([page]) => page === from))
        expect(
          between.some((href) => to.test(href)),
          `${from} leads to ${to.source}`,
        ).toBe(true);
    }
  },
);

// @spec 2: Search without scripts: the same on /search, with help and 'No results found'
test('the search page finds packages and pixels, keeps the filter, and shows help or a message without results', async ({
  page,
  signInAs,
}) => {
  await signInAs('grace');
  await page.goto('/search?owner=hopper-labs&filter_id=kept');
  let field = page.getByRole('searchbox', { name: 'Search' });
  let search = async (words: string) => {
    await field.fill(words);
    await field.press('Enter');
    await expect(page).toHaveURL((url) => url.searchParams.get('q') === words);
  };
  await expect(page.getByRole('region', { name: 'Packages' })).toHaveCount(0);
  await search('?');
  await expect(page.getByRole('region', { name: 'How search works' })).toBeVisible();
  await search('no such thing');
  await expect(page.getByText('No results found')).toBeVisible();
  await search('o');
  let packages = page.getByRole('region', { name: 'Packages' });
  let pixels = page.getByRole('region', { name: 'Pixels' });
  await expect(pixels.getByRole('link').first()).toHaveAttribute(
    'href',
    /^\/analytics\/hopper-labs\?pixel=[^&]+&filter_id=kept$/,
  );
  await packages.getByRole('link', { name: /flowmatic/ }).click();
  await expect(page).toHaveURL(/\/dashboard\/hopper-labs\?package=[^&]+&filter_id=kept$/);
});

test(
  'the search page finds companies, pages, actions and date ranges',
  { tag: '@slow' },
  async ({ page, signInAs }) => {
    await signInAs('grace');
    let found = async (words: string, group: string, name: RegExp) => {
      await page.goto(`/search?owner=hopper-labs&q=${encodeURIComponent(words)}`);
      await page.getByRole('region', { name: group }).getByRole('link', { name }).click();
    };
    await found('northwind', 'Companies', /Northwind/);
    await expect(page).toHaveURL('/companies/hopper-labs/northwind-robotics.example');
    await found('members', 'Pages', /Members/);
    await expect(page).toHaveURL('/organizations/hopper-labs/members');
    await found('invite', 'Actions', /Invite a teammate/);
    await expect(page).toHaveURL('/organizations/hopper-labs/members');
    await found('last 7', 'Date range', /Last 7 days/);
    await expect(page).toHaveURL('/analytics/hopper-labs?range=last-7-days');
  },
);

// @spec 2: The application shell page is /_app
// @spec 2: /home redirects to the user's home
test('the address of the shell leads to the home page, and visitors to the sign-in', async ({ page, signInAs }) => {
  await page.goto('/_app');
  await expect(page).toHaveURL('/login?backTo=%2F_app');
  await signInAs('ada');
  await page.goto('/_app?filter_id=kept');
  await expect(page).toHaveURL('/home/ada?filter_id=kept');
});

test(
  'a member gets no link to a page that refuses them, including in the documentation',
  { tag: '@slow' },
  async ({ page, signInAs }) => {
    // A hundred pages are loaded, one after another.
    test.slow();
    await signInAs('linus');
    await page.goto('/home/hopper-labs');
    let addresses = new Set<string>();
    for (let from of [
      '/home/hopper-labs',
      '/docs/getting-started',
      '/packages/hopper-labs/overview',
      '/pixels/hopper-labs',
    ]) {
      await page.goto(from);
      let hrefs = await page.locator('a[href^="/"]').evaluateAll((links) => links.map((a) => a.getAttribute('href')!));
      for (let href of hrefs) addresses.add(href.split('#')[0]!);
    }
    expect(addresses.size).toBeGreaterThan(10);
    let refused: string[] = [];
    for (let address of addresses)
      if ((await page.context().request.get(address)).status() >= 400) refused.push(address);
    expect(refused).toEqual([]);
  },
);
