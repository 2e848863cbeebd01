/** Archives of everything, from the button to the file. */
import { readFile } from 'node:fs/promises';
import { unpacked } from '../support/tar';
import { expect, test } from './product';

test(
  'an archive of an account is made, downloaded and deleted',
  { tag: '@slow' },
  async ({ page, registerAs, fresh }) => {
    let name = fresh('leaver');
    await registerAs(name);
    await page.goto('/account/exports');
    await page.getByRole('link', { name: 'Full backup' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Full backup' })).toBeVisible();
    await page.getByRole('button', { name: 'Create backup' }).click();
    await expect(page.getByText('Creating backup.')).toBeVisible();
    let row = page.getByRole('table', { name: 'Backups' }).getByRole('row').nth(1);
    await expect(async () => {
      await page.goto('/account/archive');
      await expect(row).toContainText('Ready');
    }).toPass();
    let [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(new RegExp(`^landfall-${name}-.*\\.tar\\.gz$`));
    let files = unpacked(await readFile(await download.path()));
    expect([...files].find(([file]) => file.endsWith('/owners.json'))?.[1]).toContain(name);
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No backups yet')).toBeVisible();
  },
);
