/** The public page of counting rules, and the setting for bots and mirrors across reports. */
import type { Page } from '@playwright/test';
import { expect, test } from './product';

test('the counting rules are public, on a page and as JSON', async ({ page }) => {
  await page.goto('/docs');
  await page.getByRole('contentinfo').getByRole('link', { name: 'How we count' }).click();
  await expect(page.getByRole('heading', { name: 'How we count', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/how-we-count$/);
  await expect(page.getByText('ci-marker/1').last()).toBeVisible();
  await expect(page.getByRole('link', { name: /^isbot \d+\.\d+/ })).toBeVisible();
  let answer = await page.request.get('/how-we-count.json');
  expect(answer.status()).toBe(200);
  let { groups } = (await answer.json()) as { groups: { id: string }[] };
  expect(groups.map(({ id }) => id)).toContain('audience');

  await page.goto('/docs');
  await page.getByRole('main').getByRole('link', { name: 'How we count' }).click();
  await expect(page).toHaveURL(/\/how-we-count$/);
});

function noteOf(page: Page) {
  return page.getByRole('region', { name: 'What is counted' });
}

/** A link in the note's popover, which is opened first. */
async function linkOf(page: Page, name: string) {
  await noteOf(page).locator('summary').click();
  return noteOf(page).getByRole('link', { name });
}

test('a report names the last event of its numbers, and links to the explanation', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/home/hopper-labs');
  await expect(noteOf(page)).toContainText(/As of \d\d:\d\d \(UTC\)\./);
  await (await linkOf(page, 'What this means')).click();
  await expect(page).toHaveURL(/\/how-we-count#one-state$/);
  await expect(page.getByText('last-event/2')).toBeVisible();
});

test(
  'the setting for bots and mirrors is kept from one report to the next',
  { tag: '@slow' },
  async ({ page, signInAs }) => {
    await signInAs('grace');
    await page.goto('/home/hopper-labs');
    await expect(noteOf(page)).toContainText('are from bots and mirrors.');
    await expect(noteOf(page).getByRole('list', { name: 'Audiences', includeHidden: true })).toContainText('CI');
    await (await linkOf(page, 'Exclude bots')).click();
    await expect(noteOf(page)).toContainText('Bots and mirrors are excluded: ');

    let main = page.getByRole('main');
    let isOff = async (address: RegExp) => {
      await expect(page).toHaveURL(address);
      await expect(page).toHaveURL(/noise=hide/);
      await expect(noteOf(page)).toContainText('Bots and mirrors are excluded');
    };
    await main.getByRole('rowheader', { name: 'flowmatic' }).getByRole('link').click();
    await isOff(/\/packages\/hopper-labs\/file\/flowmatic/);
    await main.getByRole('link', { name: 'Analytics', exact: true }).click();
    await isOff(/\/analytics\//);
    await main
      .getByRole('row')
      .getByRole('link', { name: /^Profile of / })
      .first()
      .click();
    await isOff(/\/companies\//);
    await page.goto('/pixels/hopper-labs?noise=hide');
    await isOff(/\/pixels\//);
    await main.getByRole('rowheader').getByRole('link').first().click();
    await isOff(/\/dashboard\//);
    await (await linkOf(page, 'Exclude bots')).click();
    await expect(page).not.toHaveURL(/noise=hide/);
    await (await linkOf(page, 'How we detect bots')).click();
    await expect(page).toHaveURL(/\/how-we-count#audience$/);
  },
);

test('an owner recounts a report from its events for selected days, and returns to the report', async ({
  page,
  signInAs,
}) => {
  await signInAs('grace');
  await page.goto('/analytics/hopper-labs?range=today&noise=hide');
  await (await linkOf(page, 'Check these numbers')).click();
  await expect(page.getByRole('heading', { name: 'Check these numbers', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/analytics\/hopper-labs\/recount\?.*noise=hide/);
  let main = page.getByRole('main');
  await main.getByRole('button', { name: 'Check now' }).click();
  await expect(page).toHaveURL(/check=/);
  await expect(main.getByText(/^All \d+ numbers match$/)).toBeVisible({ timeout: 60_000 });
  let downloads = main.getByRole('table', { name: 'Downloads, shown and counted' });
  await expect(downloads.getByRole('row', { name: /^Downloads by country/ })).toContainText('Equal');
  await expect(main.getByRole('heading', { name: 'Run locally' })).toBeVisible();
  await expect(main.getByText(/npm run verify -- .* --exclude-audience mirror/)).toBeVisible();

  await main.getByRole('link', { name: 'Last 7 days' }).click();
  await expect(page).toHaveURL(/range=last-7-days/);
  await expect(page).toHaveURL(/noise=hide/);
  await expect(page).not.toHaveURL(/check=/);
  await main.getByRole('link', { name: 'Back to the report' }).click();
  await expect(page).toHaveURL(/\/analytics\/hopper-labs\?.*range=last-7-days/);
  await expect(page).toHaveURL(/noise=hide/);
});
