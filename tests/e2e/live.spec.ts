/** The live page of an owner whose countries are known. */
import type { Page } from '@playwright/test';
import { minuteMs } from 'contract/floor/time';
import { setColorScheme, violations } from '../support/axe';
import { expect, hasScripts, test } from './product';

/** Imports a download of a company in France. */
async function importDownload(page: Page, owner: string): Promise<void> {
  let time = new Date(Date.now() - 5 * minuteMs).toISOString();
  let row = {
    id: 'b1f0c1de-0000-4000-8000-000000000001',
    type: 'binary-download',
    package: 'tool',
    time,
    origin_id: 'o-1',
    origin_country: 'FR',
    origin_company: 'Acme',
    origin_domain: 'acme.example',
  };
  let buffer = Buffer.from(`${Object.keys(row).join(',')}\n${Object.values(row).join(',')}\n`);
  await page.goto('/account/imports');
  await page.getByLabel('File', { exact: true }).setInputFiles({ name: `${owner}.csv`, mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Upload' }).click();
  await page.getByRole('button', { name: 'Start import' }).click();
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('heading', { name: /Progress Done/ })).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

test('the live page has the countries of the last hour, and links at least 24 px high', async ({
  page,
  registerAs,
  fresh,
}) => {
  let owner = fresh('nearby');
  await registerAs(owner);
  let form = { type: 'file', name: 'tool', incoming_path: '/tool/{version}', importance: 'mid' };
  await page.context().request.post(`/new-package/${owner}?type=file`, { form, maxRedirects: 0 });
  await importDownload(page, owner);
  await page.goto(`/live/${owner}`);
  let map = page.getByRole('region', { name: 'Last hour' });
  await expect(map.getByRole('img', { name: 'Events of the last hour by country, as a map' })).toBeVisible();
  expect((await map.locator('svg').boundingBox())!.height).toBeLessThanOrEqual(220);
  await map.getByText('View as table').click();
  await expect(map.getByRole('row', { name: 'France 1' })).toBeVisible();
  let line = page.getByRole('table', { name: 'Most recent events' }).getByRole('row').nth(1);
  for (let name of ['France', 'Acme'])
    expect((await line.getByRole('link', { name }).boundingBox())!.height, name).toBeGreaterThanOrEqual(24);
  if (hasScripts())
    for (let scheme of ['light', 'dark'] as const) {
      await setColorScheme(page, scheme);
      expect([...(await violations(page)), ...(await violations(page, ['target-size']))], scheme).toEqual([]);
    }
  await map.locator('a').first().click();
  await expect(page).toHaveURL(/where=request_origin_country%3Aequals%3AFR/);
});
