import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { storageBucket, storageKeys, storageRegion } from '../support/fake-s3';
import { storagePort } from '../support/ports';
import { expect, test } from './product';

const home = '/organizations/hopper-labs/exports';

/** Starts a download by `press`; gives the file's name and lines. */
async function download(page: Page, press: () => Promise<void>): Promise<{ name: string; lines: string[] }> {
  let [file] = await Promise.all([page.waitForEvent('download'), press()]);
  let text = await readFile(await file.path(), 'utf8');
  return {
    name: file.suggestedFilename(),
    lines: text
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\n'),
  };
}

test('files of an organization are downloaded', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/organizations/hopper-labs');
  await page.getByRole('link', { name: 'Exports' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Exports' })).toBeVisible();
  let form = page.getByRole('form', { name: 'Download now' });
  await form.getByLabel('Date range').selectOption('Last 7 days');
  await form.getByLabel('Pixels').selectOption('No pixels');
  let button = page.getByRole('button', { name: 'Download', exact: true });
  let events = await download(page, () => button.click());
  expect(events.name).toMatch(/^packages-hopper-labs-.*\.csv$/);
  expect(events.lines[0]).toMatch(/^id,type,package,pixel,version,time,/);
  expect(events.lines.length).toBeGreaterThan(10);
  await form.getByLabel('What').selectOption('Companies by package (CSV)');
  let companies = await download(page, () => button.click());
  expect(companies.lines[0]).toMatch(/^company_name,company_domain,funnel_stage,package,/);
  expect(companies.lines.length).toBeGreaterThan(2);
  await page.getByText('Custom range').click();
  await page.getByLabel('Start', { exact: true }).fill('2020-01-02');
  await page.getByLabel('End', { exact: true }).fill('2020-01-01');
  await page.getByRole('button', { name: 'Download dates' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Selected date range was invalid or too long.' }),
  ).toBeVisible();
  await expect(form.getByLabel('What')).toHaveValue('company-packages');
});

test('a daily export is refused, scheduled, run and removed', { tag: '@slow' }, async ({ page, signInAs, fresh }) => {
  let uri = `s3://${storageBucket}/${fresh('daily')}`;
  await signInAs('grace');
  await page.goto(home);
  await page.getByLabel('S3 URI').fill('my-bucket/landfall');
  await page.getByLabel('Region').fill(storageRegion);
  await page.getByLabel('Endpoint').fill(`http://127.0.0.1:${storagePort}`);
  await page.getByLabel('Access key ID').fill(storageKeys.accessKeyId);
  await page.getByLabel('Secret access key').fill('not the secret');
  await page.getByLabel('Events of packages').selectOption('Selected');
  await page.getByText('Choose packages').click();
  await page.getByRole('checkbox', { name: 'flowmatic (file)' }).check();
  await page.getByRole('button', { name: 'Schedule export' }).click();
  await expect(page.getByText('Invalid S3 URI').first()).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'flowmatic (file)' })).toBeChecked();
  await page.getByLabel('S3 URI').fill(uri);
  await page.getByLabel('Secret access key').fill('not the secret');
  await page.getByRole('button', { name: 'Schedule export' }).click();
  await expect(page.getByText('Wrong secret for this access key.').first()).toBeVisible();
  await page.getByLabel('Secret access key').fill(storageKeys.secretAccessKey);
  await page.getByLabel('Companies', { exact: true }).check();
  await page.getByRole('button', { name: 'Schedule export' }).click();
  let line = page.getByRole('listitem').filter({ hasText: uri });
  await expect(line).toContainText('Events of 1 package and all pixels. Companies.');
  await expect(page.getByText(storageKeys.secretAccessKey)).toHaveCount(0);
  await page.getByRole('button', { name: `Run now to ${uri}` }).click();
  await expect(page.getByText('Export of yesterday started.').first()).toBeVisible();
  let run = page.getByRole('row').filter({ hasText: uri });
  await expect(async () => {
    await page.goto(home);
    await expect(run).toContainText('Done', { timeout: 500 });
  }).toPass();
  await expect(run).toContainText(/events-scarf-export-(\d{4}-\d\d-\d\d)-\1\.csv/);
  await page.getByRole('button', { name: `Remove ${uri}` }).click();
  await expect(line).toHaveCount(0);
  await expect(run).toHaveCount(1);
});

test('a person downloads what belongs to the account', { tag: '@slow' }, async ({ page, signInAs }) => {
  await signInAs('ada');
  await page.goto('/account');
  await page.getByRole('link', { name: 'Exports' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Exports' })).toBeVisible();
  await page.getByRole('form', { name: 'Download now' }).getByLabel('Pixels').selectOption('No pixels');
  let button = page.getByRole('button', { name: 'Download', exact: true });
  let { name, lines } = await download(page, () => button.click());
  expect(name).toMatch(/^packages-ada-.*\.csv$/);
  expect(lines.length).toBeGreaterThan(1);
});

test('members have no exports', { tag: '@slow' }, async ({ page, signInAs }) => {
  await signInAs('linus');
  await page.goto('/organizations/hopper-labs');
  await expect(page.getByRole('link', { name: 'Members' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Exports' })).toHaveCount(0);
  await page.goto(home);
  await expect(page.getByRole('heading', { name: 'You don’t have access' })).toBeVisible();
  await expect(page.getByText('Your role in hopper-labs is member; ask one of its owners or admins.')).toBeVisible();
});

test('the list of companies is exported with its filters', { tag: '@slow' }, async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/insights/hopper-labs?range=last-90-days&q=north');
  let { name, lines } = await download(page, () => page.getByRole('link', { name: 'Export companies' }).click());
  expect(name).toMatch(/^company-rollup-hopper-labs-.*\.csv$/);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('northwind-robotics.example');
});
