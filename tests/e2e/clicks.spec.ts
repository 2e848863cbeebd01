/**
 * How many clicks, fields and pages what people do most takes: printed, and never more than these.
 */
import type { Locator, Page } from '@playwright/test';
import { askGateway, expect, packageTab, password, test } from './product';

interface Count {
  clicks: number;
  fields: number;
  pages: number;
}

/** Counts what is done with a page from now on. */
function counting(page: Page) {
  let count: Count = { clicks: 0, fields: 0, pages: 0 };
  let pathname = new URL(page.url()).pathname;
  let click = async (element: Locator) => {
    await element.filter({ visible: true }).first().click();
    count.clicks += 1;
  };
  return {
    click,
    link: (name: string | RegExp) => click(page.getByRole('link', { name })),
    button: (name: string | RegExp) => click(page.getByRole('button', { name })),
    fill: async (label: string | RegExp, text: string) => {
      await page.getByLabel(label).filter({ visible: true }).first().fill(text);
      count.fields += 1;
    },
    select: async (label: string, option: string) => {
      await page.getByLabel(label).first().selectOption(option);
      count.fields += 1;
    },
    /** Waits for the page that the last click leads to. */
    arrive: async (at: RegExp) => {
      await expect(page).toHaveURL(at);
      let now = new URL(page.url()).pathname;
      if (now !== pathname) count.pages += 1;
      pathname = now;
    },
    count,
  };
}

/** Opens the account menu and then the settings: two clicks. */
async function openSettings(page: Page, { click }: ReturnType<typeof counting>): Promise<void> {
  let main = page.getByRole('navigation', { name: 'Main' }).first();
  let trigger = main.locator('summary, button[aria-haspopup=menu]').filter({ hasText: 'Account menu' });
  await trigger.hover();
  if (test.info().project.use.javaScriptEnabled !== false)
    await expect(main.locator('button[aria-haspopup=menu]').filter({ hasText: 'Account menu' })).toBeVisible();
  await click(trigger);
  await click(page.getByRole('menuitem', { name: 'Settings' }).or(main.getByRole('link', { name: 'Settings' })));
}

/** Says what was counted, and that it is not more than it may be. */
function expectAtMost(task: string, { clicks, fields, pages }: Count, most: Count): void {
  let text = `${task}: ${clicks} clicks, ${fields} fields, ${pages} pages`;
  test.info().annotations.push({ type: 'clicks', description: text });
  console.log(text);
  expect(clicks, text).toBeLessThanOrEqual(most.clicks);
  expect(fields, text).toBeLessThanOrEqual(most.fields);
  expect(pages, text).toBeLessThanOrEqual(most.pages);
}

test('from the registration to the first download it is three clicks and five fields', async ({ page, fresh }) => {
  let owner = fresh('quick');
  await page.goto('/register');
  let walk = counting(page);
  await walk.fill('Username', owner);
  await walk.fill('Email', `${owner}@example.com`);
  await walk.fill('Password', password);
  await walk.fill('Confirm password', password);
  await walk.button('Create account');
  await walk.arrive(/\/home\//);
  await walk.link('Docker');
  await walk.arrive(/type=docker/);
  await walk.fill('Container’s pull command', 'nginx');
  await walk.button('Create package');
  await walk.arrive(/\/created$/);
  await expect(page.getByText('Waiting for the first download')).toBeVisible();
  let pull = await askGateway(`${owner}.docker.localhost`, '/v2/library/nginx/manifests/latest', {
    'user-agent': 'docker/27.5.1',
  });
  expect(pull.status).toBe(307);
  await expect(page.getByText('First download received')).toBeVisible();
  expectAtMost('First download seen', walk.count, { clicks: 3, fields: 5, pages: 3 });
});

test('a pixel, and a package deleted', { tag: '@slow' }, async ({ page, registerAs, fresh }) => {
  let owner = fresh('few');
  await registerAs(owner);
  await page.goto(`/home/${owner}`);
  let pixel = counting(page);
  await pixel.link('Pixels');
  await pixel.arrive(/\/pixels\//);
  await pixel.link('Create a pixel');
  await pixel.arrive(/\/new-pixel\//);
  await pixel.fill('Name', 'manual');
  await pixel.button('Create pixel');
  await pixel.arrive(/\/created$/);
  expectAtMost('A pixel', pixel.count, { clicks: 3, fields: 1, pages: 3 });

  await page.goto(`/new-package/${owner}?type=docker`);
  await page.getByLabel('Container’s pull command').fill('nginx');
  await page.getByRole('button', { name: 'Create package' }).click();
  await expect(page).toHaveURL(/\/created$/);
  await page.goto(`/home/${owner}`);
  let removal = counting(page);
  await removal.link('Packages');
  await removal.arrive(/\/overview$/);
  await removal.link(/nginx$/);
  await removal.arrive(/\/docker\//);
  await removal.click(packageTab(page, 'Settings'));
  await removal.arrive(/\/settings$/);
  await removal.click(page.getByRole('link', { name: 'Delete package' }));
  await removal.fill(/Type/, 'nginx');
  await removal.click(page.getByRole('button', { name: 'Delete package' }));
  await removal.arrive(/\/overview/);
  expectAtMost('A package deleted', removal.count, { clicks: 6, fields: 1, pages: 5 });
});

test('an invite, a filter, an export and a company', { tag: '@slow' }, async ({ page, signInAs, fresh }) => {
  await signInAs('grace');
  let begin = async () => {
    await page.goto('/home/hopper-labs');
    return counting(page);
  };
  let invite = await begin();
  await openSettings(page, invite);
  await invite.arrive(/\/organizations\/hopper-labs$/);
  await invite.link('Members');
  await invite.arrive(/\/members$/);
  await invite.fill('Email or username', `${fresh('guest')}@example.com`);
  await invite.button('Send invite');
  await expect(page.getByRole('table', { name: 'People invited' })).toBeVisible();
  expectAtMost('An invite', invite.count, { clicks: 5, fields: 1, pages: 2 });

  let filter = await begin();
  await openSettings(page, filter);
  await filter.arrive(/\/organizations\/hopper-labs$/);
  await filter.link('Filters');
  await filter.arrive(/\/filters$/);
  await filter.link('New filter');
  await filter.arrive(/\/filters\/hopper-labs\/new$/);
  await filter.fill('Name', fresh('filter'));
  await filter.select('Field', 'Platform');
  await filter.fill('Value', 'no-such-platform');
  await filter.button('Save filter');
  await filter.arrive(/\/organizations\/hopper-labs\/filters$/);
  expectAtMost('A filter', filter.count, { clicks: 6, fields: 3, pages: 4 });

  let company = await begin();
  await company.link(/^Companies$/);
  await company.arrive(/\/insights\//);
  await company.link(/Northwind/);
  await company.arrive(/\/companies\//);
  expectAtMost('A company', company.count, { clicks: 2, fields: 0, pages: 2 });

  let events = await begin();
  await events.link(/^Exports$/);
  await events.arrive(/\/exports$/);
  let [file] = await Promise.all([page.waitForEvent('download'), events.button(/^Download$/)]);
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  expectAtMost('An export', events.count, { clicks: 2, fields: 0, pages: 1 });
});

test('a report shared by two clicks', { tag: '@slow' }, async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/analytics/hopper-labs');
  let share = counting(page);
  await share.link(/^Share$/);
  await share.arrive(/\/share-links\/hopper-labs\/new/);
  await share.button('Create link');
  await expect(page.getByText('Share link created.').first()).toBeVisible();
  expectAtMost('A report shared', share.count, { clicks: 2, fields: 0, pages: 1 });
});

test('a plan', { tag: '@slow' }, async ({ page, registerAs, fresh }) => {
  let owner = fresh('payer');
  await registerAs(owner);
  await page.goto('/billing/' + owner + '/card');
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Expiry date').fill('12/99');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Postal code').fill('12345');
  await page.getByRole('button', { name: 'Save card' }).click();
  await expect(page).toHaveURL(/\/account\/billing$/);
  await page.goto(`/home/${owner}`);
  let plan = counting(page);
  await openSettings(page, plan);
  await plan.arrive(/\/account$/);
  await plan.link('Billing');
  await plan.arrive(/\/account\/billing$/);
  await plan.link('Choose a plan');
  await plan.arrive(/\/plan$/);
  await plan.click(page.getByText('Basic: $49.00 per month'));
  await plan.button('Subscribe');
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await plan.arrive(/\/account\/billing$/);
  expectAtMost('A plan', plan.count, { clicks: 6, fields: 0, pages: 4 });
});
