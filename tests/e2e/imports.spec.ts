/** Imports in the background, from the upload form to the final counts. */
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, test } from './product';

const home = '/organizations/hopper-labs/imports';

function idOf(i: number, mark: number): string {
  return `01900000-0000-7000-8000-${mark.toString(16).padStart(6, '0')}${i.toString(16).padStart(6, '0')}`;
}

/** Rows of the package `flowmatic`. A different `mark` gives different rows. */
function rows(count: number, mark: number): string {
  let time = new Date(Date.now() - 86_400_000).toISOString();
  let row = (i: number) => ({
    id: idOf(i, mark),
    type: 'binary-download',
    package: 'flowmatic',
    time,
    version: `9.${i}`,
  });
  return Array.from({ length: count }, (_, i) => `${JSON.stringify(row(i))}\n`).join('');
}

async function send(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.getByLabel('File', { exact: true }).setInputFiles({ name, mimeType: 'text/plain', buffer });
  await page.getByRole('button', { name: 'Upload' }).click();
}

test('a file is uploaded, previewed and imported, and its errors are downloaded', async ({
  page,
  registerAs,
  fresh,
}) => {
  let mark = Math.floor(Math.random() * 2 ** 24);
  // A separate organization, because imported events have their own periods, which other tests
  // would see.
  let owner = fresh('history');
  await registerAs(fresh('importer'));
  let made: [string, Record<string, string>][] = [
    ['/new-organization/create', { name: owner, billing_email: 'bills@example.com' }],
    [`/new-package/${owner}?type=file`, { type: 'file', name: 'flowmatic', incoming_path: '/{v}', importance: 'mid' }],
  ];
  for (let [path, form] of made) await page.context().request.post(path, { form, maxRedirects: 0 });
  await page.goto(`/organizations/${owner}`);
  await page.getByRole('link', { name: 'Imports' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Imports' })).toBeVisible();
  await send(page, 'a "b" <i>=c; d.txt', Buffer.from('nothing of ours\n'));
  await expect(page.getByText(/^This file is neither an export/)).toBeVisible();
  let name = `history "${mark}" <i>;x.ndjson.gz`;
  let wrong = JSON.stringify({ id: idOf(0, mark + 1), type: 'binary-download', package: '<b>gone', time: 'now' });
  await send(page, name, gzipSync(`${rows(300, mark)}${wrong}\n`));
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText('Of the first 301 rows, 300 become events')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Packages and pixels' })).toContainText('flowmatic: 300');
  await page.getByLabel('Source').fill('Old Server');
  await page.getByRole('button', { name: 'Start import' }).click();
  await expect(page.getByText(/Use up to 60 lowercase letters/).first()).toBeVisible();
  await page.getByLabel('Source').fill('old-server');
  await page.getByRole('button', { name: 'Start import' }).click();
  let refresh = page.getByRole('link', { name: 'Refresh' });
  await expect(async () => {
    if (await refresh.isVisible()) await refresh.click();
    // With scripts the page also asks by itself; a click while it does starts again.
    await expect(page.getByRole('heading', { name: /Progress Done/ })).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await expect(page.getByText('Package not found.')).toBeVisible();
  let [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download errors' }).click(),
  ]);
  expect(await readFile(await file.path(), 'utf8')).toBe(
    '\uFEFFline,column,error\r\n301,package,Package not found.\r\n',
  );
  await page.getByRole('link', { name: 'All imports' }).click();
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Done');
});

test('the preview of an access log follows the typed host', { tag: '@slow' }, async ({ page, signInAs }) => {
  let time = new Date(Date.now() - 86_400_000).toUTCString();
  let [, day, month, year, clock] = /(\d\d) (\w{3}) (\d{4}) (\S+)/.exec(time) ?? [];
  let line = `www.example 192.0.2.7 - - [${day}/${month}/${year}:${clock} +0000] "GET /nothing HTTP/1.1" 200 5 "-" "curl/8"\n`;
  await signInAs('grace');
  await page.goto(home);
  await send(page, 'access.log', Buffer.from(line));
  await expect(page.getByText('Format: access log, combined')).toBeVisible();
  await expect(page.getByText('Left out: No matching package or route.')).toBeVisible();
  await page.getByLabel('Host').fill('files.example');
  await page.getByRole('button', { name: 'Update preview' }).click();
  await expect(page.getByText('Left out: Request to another host.')).toBeVisible();
  await expect(page.getByLabel('Host')).toHaveValue('files.example');
  await page.getByRole('button', { name: 'Delete file' }).click();
  await expect(page.getByText('Import canceled and file deleted.').first()).toBeVisible();
});

test('a file of a person is discarded', { tag: '@slow' }, async ({ page, signInAs }) => {
  await signInAs('ada');
  await page.goto('/account/imports');
  await send(page, 'mine.ndjson', Buffer.from(rows(3, 1)));
  await expect(page.getByText(/and 3 are rejected/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start import' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Delete file' }).click();
  await expect(page.getByText('Import canceled and file deleted.').first()).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'mine.ndjson' }).first()).toContainText('Canceled');
});

test('members cannot import', { tag: '@slow' }, async ({ page, signInAs }) => {
  await signInAs('linus');
  await page.goto(home);
  await expect(page.getByRole('heading', { name: 'You don’t have access' })).toBeVisible();
});
