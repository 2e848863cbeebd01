/** Waiting for the first download or view, and the live page. */
import type { Page } from '@playwright/test';
import { askGateway, expect, test } from './product';

async function createTool(page: Page, owner: string): Promise<void> {
  await page.goto(`/new-package/${owner}?type=file`);
  await page.locator('[name=name]').first().fill('tool');
  await page.locator('[name=incoming_path]').fill('/tool/{version}');
  await page.locator('[name=outgoing_url]').fill('https://files.example/tool-{version}.tgz');
  await page.getByRole('button', { name: 'Create package' }).click();
  await expect(page).toHaveURL(/\/created$/);
}

function download(owner: string, version: string, agent = 'Wget/1.21.4') {
  return askGateway(`${owner}.gateway.localhost`, `/tool/${version}`, { 'user-agent': agent });
}

// @spec 1: Data from a download appears
test('the page after a package was created waits for the first download and shows it', async ({
  page,
  registerAs,
  fresh,
}) => {
  let owner = fresh('waits');
  await registerAs(owner);
  await createTool(page, owner);
  let arrival = page.getByRole('status').filter({ hasText: 'first download' });
  await expect(arrival).toContainText('Waiting for the first download');
  expect((await download(owner, '1.4.2')).status).toBe(307);
  await expect(arrival).toContainText('First download received');
  await expect(arrival).toContainText('wget');
  await expect(arrival).toContainText('1.4.2');
  await expect(page).toHaveURL(/\/created$/);
  await arrival.getByRole('link', { name: 'View analytics' }).click();
  await expect(page).toHaveURL(/\/analytics\/.*package=/);
});

test(
  'the page after a pixel was created waits for the first view and shows it',
  { tag: '@slow' },
  async ({ page, registerAs, fresh }) => {
    let owner = fresh('views');
    await registerAs(owner);
    await page.goto(`/new-pixel/${owner}`);
    await page.getByLabel('Name', { exact: true }).fill('manual');
    await page.getByRole('button', { name: 'Create pixel' }).click();
    await expect(page).toHaveURL(/\/created$/);
    await expect(page.getByRole('status').filter({ hasText: 'Waiting for the first page view' })).toBeVisible();
    let [, id] = /new-pixel\/[^/]+\/([^/]+)\/created/.exec(page.url())!;
    expect((await askGateway('static.localhost', `/a.png?x-pxid=${id}`, { 'user-agent': 'curl/8.5.0' })).status).toBe(
      200,
    );
    await expect(page.getByText('First page view received')).toBeVisible();
    await expect(page.getByRole('status').getByRole('link', { name: 'View analytics' })).toHaveAttribute(
      'href',
      /pixel=/,
    );
  },
);

test(
  'the home page waits for the first download, and then has its report',
  { tag: '@slow' },
  async ({ page, registerAs, fresh }) => {
    let owner = fresh('home');
    await registerAs(owner);
    await createTool(page, owner);
    await page.goto(`/home/${owner}`);
    await expect(page.getByText('Waiting for the first download')).toBeVisible();
    await expect(page.getByText('Record your first download')).toBeVisible();
    await download(owner, '2.0.0');
    await expect(page.getByText('First download received')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Downloads over time' })).toBeVisible();
  },
);

test('the live page shows what comes in, until it is paused', { tag: '@slow' }, async ({ page, registerAs, fresh }) => {
  let owner = fresh('live');
  await registerAs(owner);
  await page.goto(`/live/${owner}`);
  await expect(page.getByText('No events in the last 24 hours')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create a package' }).last()).toBeVisible();
  await createTool(page, owner);
  await download(owner, '1.0.0');
  await page.goto(`/analytics/${owner}`);
  await page.getByRole('link', { name: 'Live', exact: true }).click();
  let rows = page.getByRole('table', { name: 'Most recent events' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('wget');
  await download(owner, '1.0.1', 'curl/8.5.0');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText('tool 1.0.1');
  await expect(page.getByText('2 events by minute')).toBeVisible();
  await page.getByRole('link', { name: 'Pause' }).click();
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  await expect(page.locator('meta[http-equiv=refresh]')).toHaveCount(0);
  await download(owner, '1.0.2');
  await page.getByRole('link', { name: 'Resume' }).click();
  await expect(rows).toHaveCount(4);
});
