import { expect, test } from './product';

test('companies are listed, ordered and filtered', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/insights/hopper-labs?range=last-90-days');
  await expect(page.getByRole('heading', { name: /^\d+ companies$/ })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Downloads' })).toHaveAttribute('aria-sort', 'descending');
  await page.getByRole('link', { name: 'Company', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'Company' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(page.getByRole('table').getByRole('rowheader').first()).toContainText('Altiplano Mining');
  await page.getByRole('link', { name: /^Inactive \(/ }).click();
  await expect(page).toHaveURL(/stage=inactive/);
  await expect(page.getByRole('table').getByRole('rowheader')).toContainText(['Lakeside Insurance']);
  await page.getByRole('link', { name: /^Inactive \(/ }).click();
  await expect(page).not.toHaveURL(/stage=inactive/);
  await page.getByRole('searchbox', { name: 'Name or domain' }).fill('northwind');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '1 company' })).toBeVisible();
});

test('a company page says what it uses, and leads to the report of it', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/companies/hopper-labs/northwind-robotics.example');
  let used = page.getByRole('table', { name: 'Packages and pixels of this company' });
  await expect(used.getByRole('row', { name: /flowmatic/ })).toContainText(/2\.\d+\.\d+/);
  await expect(page.getByRole('region', { name: 'Downloads over time' })).toBeVisible();
  for (let name of ['Versions', 'People and CI', 'Countries'])
    await expect(page.getByRole('region', { name, exact: true }).getByRole('row').nth(1)).toBeVisible();
  await page.getByRole('link', { name: 'Last 91 days' }).click();
  await expect(page).toHaveURL(/range=last-91-days/);
  await expect(used.getByRole('columnheader', { name: 'Change' })).toBeVisible();
  await page.getByRole('region', { name: 'People and CI' }).getByRole('link', { name: 'CI', exact: true }).click();
  await expect(page).toHaveURL(/analytics\/hopper-labs\?/);
  let conditions = page.getByRole('list', { name: 'Conditions' });
  await expect(conditions).toContainText('northwind-robotics.example');
  await expect(conditions).toContainText('CI');
  await expect(page.getByRole('link', { name: 'Last 91 days' })).toHaveAttribute('aria-current', 'true');
});

test('a company of the home page shows its stages, days and events', { tag: '@slow' }, async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/home/hopper-labs');
  await page.getByRole('link', { name: 'Profile of Northwind Robotics' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Northwind Robotics' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Lead score \d+$/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /Ongoing usage/ })).toContainText('now');
  await expect(page.getByRole('img', { name: 'Days with events' })).toBeVisible();
  await page.getByRole('region', { name: 'Company journey' }).getByText('View as table').click();
  await expect(page.getByRole('table', { name: /days with events/ })).toBeVisible();
  await page.getByText('Details of the event of').first().click();
  await expect(page.getByText('Endpoint ID').first()).toBeVisible();
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page.getByText(/Page 2 of/)).toBeVisible();
  let href = await page.getByRole('link', { name: 'Export events' }).getAttribute('href');
  let file = await page.context().request.get(href!);
  expect(file.headers()['content-disposition']).toContain('company-hopper-labs-northwind-robotics.example');
  expect((await page.goto('/companies/hopper-labs/nobody.example'))?.status()).toBe(404);
});
