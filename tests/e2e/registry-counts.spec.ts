/** Registries' own counts: chosen for a package or uploaded, and a line of its chart. */
import { expect, packageTab, test } from './product';

test(
  'an owner has npm’s own count shown beside the downloads, and in the file of the chart',
  { tag: '@slow' },
  async ({ page, registerAs, fresh }) => {
    let owner = fresh('counted');
    await registerAs(owner);
    await page.goto(`/new-package/${owner}?type=npm`);
    await page.getByLabel('Package name').fill('counted-elsewhere');
    await page.getByRole('button', { name: 'Create package' }).click();
    await expect(page).toHaveURL(/\/created$/);
    await page.goto(`/packages/${owner}/npm/counted-elsewhere/set-up`);
    await page.getByRole('button', { name: 'Show npm’s own count' }).click();
    await expect(page).toHaveURL(/\/analytics\//);
    await expect(page.getByText('The registry’s count appears in the package’s chart')).toBeVisible();
    await expect(async () => {
      await page.reload();
      await expect(page.getByText('includes mirrors and bots')).toBeVisible({ timeout: 1_000 });
    }).toPass();
    let chart = page.getByRole('region', { name: 'Downloads over time' }).first();
    await expect(chart).toContainText('npm’s own count');
    await chart.getByText('View as table').click();
    await expect(chart.getByRole('row', { name: /0 0 1,202$/ })).toBeVisible();
    let link = chart.getByRole('link', { name: 'Download CSV' });
    let file = await page.request.get((await link.getAttribute('href'))!);
    expect(file.headers()['content-disposition']).toMatch(/filename="over-time-.+\.csv"/);
    expect(await file.text()).toContain(',yes,0,0,1202\r\n');

    await page.goto(`/packages/${owner}/npm/counted-elsewhere/set-up`);
    await expect(page.getByText(/In the chart, updated /)).toBeVisible();
    await packageTab(page, 'Settings').click();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    let box = page.getByRole('checkbox', { name: 'Show npm’s own count' });
    await expect(box).toBeChecked();
    await box.uncheck();
    await page.getByRole('button', { name: 'Save package' }).click();
    await expect(page.getByText('Package saved.')).toBeVisible();
    await packageTab(page, 'Overview').click();
    await page.getByRole('main').getByRole('link', { name: 'Analytics', exact: true }).click();
    await expect(chart).toBeVisible();
    await expect(chart).not.toContainText('npm’s own count');
  },
);

test(
  'an owner uploads counts of a registry that nobody fetches, and deletes them',
  { tag: '@slow' },
  async ({ page, registerAs, fresh }) => {
    let owner = fresh('uploaded');
    await registerAs(owner);
    await page.goto(`/new-package/${owner}?type=hackage`);
    await page.getByLabel('Package name').fill('counted-in-a-file');
    await page.getByRole('button', { name: 'Create package' }).click();
    await expect(page).toHaveURL(/\/created$/);
    await page.goto(`/packages/${owner}/hackage/counted-in-a-file/set-up`);
    await page.getByRole('link', { name: 'Add counts' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Registry counts');
    await expect(page.getByText('Not available for this package')).toBeVisible();

    let box = page.getByLabel('Counts', { exact: true });
    await box.fill('day,downloads\n2024-02-28,1200\n2024-02-30,7');
    await page.getByRole('button', { name: 'Upload' }).click();
    await expect(page.getByRole('link', { name: 'Line 3: Enter a day such as 2026-11-23' })).toBeVisible();
    await expect(box).toHaveValue('day,downloads\n2024-02-28,1200\n2024-02-30,7');
    await box.fill('day,downloads\n2024-02-28,1200\n2024-02-29,7');
    await page.getByRole('button', { name: 'Upload' }).click();
    await expect(page.getByText('Counts uploaded.')).toBeVisible();
    await expect(page.getByText('Feb 28, 2024 – Feb 29, 2024')).toBeVisible();

    await page.getByRole('link', { name: 'counted-in-a-file' }).first().click();
    await packageTab(page, 'Set-up').click();
    await expect(page.getByText('In the chart, uploaded until Feb 29, 2024')).toBeVisible();
    await page.goto(
      (await page.getByRole('link', { name: 'In the chart' }).getAttribute('href'))! +
        '&range=custom&from=2024-02-27&to=2024-03-01',
    );
    let chart = page.getByRole('region', { name: 'Downloads over time' }).first();
    await expect(chart).toContainText('Registry’s own count');
    await expect(chart).toContainText('Of its 1,207 in this range, 0 (0.0%) came through this gateway.');

    await page.goto(`/packages/${owner}/hackage/counted-in-a-file/set-up`);
    await page.getByRole('link', { name: 'Manage' }).click();
    await page.getByRole('link', { name: 'Delete counts' }).click();
    await expect(page.getByText('All stored counts (Feb 28, 2024 – Feb 29, 2024) are deleted.')).toBeVisible();
    await page.getByRole('button', { name: 'Delete counts' }).click();
    await expect(page.getByText('Registry counts deleted.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Delete counts' })).toBeHidden();
  },
);
