/** npm's own count: chosen for a package, and a line of its chart. */
import { expect, test } from './product';

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
    await page.goto(`/packages/${owner}/npm/counted-elsewhere`);
    await page.getByRole('button', { name: 'Show npm’s own count' }).click();
    await expect(page).toHaveURL(/\/analytics\//);
    await expect(page.getByText('The registry’s count appears in the package’s chart')).toBeVisible();
    await expect(async () => {
      await page.reload();
      await expect(page.getByText('includes mirrors and bots')).toBeVisible({ timeout: 1_000 });
    }).toPass();
    let chart = page.getByRole('region', { name: 'Downloads Over Time' }).first();
    await expect(chart).toContainText('npm’s own count');
    await chart.getByText('View as table').click();
    await expect(chart.getByRole('row', { name: /0 0 1,202$/ })).toBeVisible();
    let link = chart.getByRole('link', { name: 'Download CSV' });
    let file = await page.request.get((await link.getAttribute('href'))!);
    expect(file.headers()['content-disposition']).toMatch(/filename="over-time-.+\.csv"/);
    expect(await file.text()).toContain(',yes,0,0,1202\r\n');

    await page.goto(`/packages/${owner}/npm/counted-elsewhere`);
    await expect(page.getByText(/In the chart, updated /)).toBeVisible();
    await page.getByRole('link', { name: 'Edit' }).click();
    let box = page.getByRole('checkbox', { name: 'Show npm’s own count' });
    await expect(box).toBeChecked();
    await box.uncheck();
    await page.getByRole('button', { name: 'Save package' }).click();
    await expect(page.getByText('Package saved.')).toBeVisible();
    await page.getByRole('link', { name: 'View analytics' }).first().click();
    await expect(chart).toBeVisible();
    await expect(chart).not.toContainText('npm’s own count');
  },
);
