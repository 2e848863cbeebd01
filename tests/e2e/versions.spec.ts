import { expect, packageTab, test } from './product';

test('a bad version: who downloaded it, withdrawn with a message, and restored', async ({ page, signInAs }, {
  project,
}) => {
  // Each project withdraws another version of the same sample package.
  let version = project.name === 'script' ? '1.8.0' : '1.9.0';
  await signInAs('grace');
  await page.goto('/packages/hopper-labs/file/nanosecond');
  await packageTab(page, 'Versions').click();
  await page
    .getByRole('table', { name: /^Versions/ })
    .getByRole('link', { name: version, exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: `nanosecond ${version}` })).toBeVisible();
  await expect(
    page.getByRole('table', { name: /^Companies/ }).getByRole('link', { name: 'Meridian Bank', exact: true }),
  ).toBeVisible();
  await expect(page.getByText('This version is still available.')).toBeVisible();
  await page.getByRole('link', { name: 'Withdraw', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`version=${version}#withdrawal$`));
  await page.getByLabel('Message').fill('Loses seconds. Use 2.0.0.');
  await page.getByRole('button', { name: 'Withdraw version' }).click();
  await expect(page.getByText('Withdrawn.', { exact: true })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'This version is withdrawn.' })).toContainText(
    'Loses seconds.',
  );
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'nanosecond' }).click();
  await packageTab(page, 'Settings').click();
  await page.getByRole('link', { name: /^\d withdrawn$/ }).click();
  await expect(page.getByRole('row', { name: new RegExp(`^${version} Withdrawn`) })).toBeVisible();
  await page
    .getByRole('table', { name: /^Versions/ })
    .getByRole('link', { name: version, exact: true })
    .click();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByText('Served as usual again.')).toBeVisible();
  await expect(page.getByText('This version is withdrawn.')).toHaveCount(0);
  await page.goto('/packages/hopper-labs/npm/@hopper-labs%2Fabacus/versions?version=3.x');
  await expect(page.getByLabel('Requests for it')).toHaveValue('true');
  await page.goto('/packages/hopper-labs/npm/@hopper-labs%2Fabacus/versions?version=3.2.0');
  await expect(page.getByLabel('Requests for it')).toHaveValue('false');
  await page.goto('/packages/hopper-labs/file/nanosecond/versions');
  await page.getByLabel('Version', { exact: true }).fill('9.9.9');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'nanosecond 9.9.9' })).toBeVisible();
  await expect(page.getByLabel('Message')).toBeVisible();
});

test('a package is its trend first, and its tabs keep range and filter', async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/packages/hopper-labs/file/nanosecond?range=last-91-days&where=request_platform:equals:linux');
  await expect(page.getByRole('heading', { level: 1, name: 'nanosecond' })).toBeVisible();
  let main = page.getByRole('main');
  await expect(main.getByRole('region', { name: 'Downloads over time' })).toBeVisible();
  for (let name of ['Downloads by version', 'Downloads by country', 'Companies'])
    await expect(main.getByRole('region', { name }).first()).toBeVisible();
  await expect(main.getByRole('link', { name: /^(Delete|Edit)/ })).toHaveCount(0);
  let isKept = /range=last-91-days&where=request_platform%3Aequals%3Alinux/;
  await packageTab(page, 'Versions').click();
  await expect(page).toHaveURL(isKept);
  let columns = ['Version', 'First download', 'Downloads', 'Share', 'Unique users', 'Trend'];
  let table = page.getByRole('table', { name: /^Versions, the newest first/ });
  await expect(table.getByRole('columnheader')).toHaveText(columns);
  await expect(table.getByRole('img', { name: / over time$/ }).first()).toBeVisible();
  await packageTab(page, 'Companies').click();
  await expect(page).toHaveURL(isKept);
  await expect(
    page
      .getByRole('table', { name: /^Companies/ })
      .getByRole('row')
      .nth(1),
  ).toBeVisible();
  await packageTab(page, 'Set-up').click();
  await expect(page).toHaveURL(isKept);
  await expect(page.getByRole('heading', { name: /Routes?$/ })).toBeVisible();
  await packageTab(page, 'Settings').click();
  await expect(page.getByRole('link', { name: 'Delete package' })).toBeVisible();
  await packageTab(page, 'Overview').click();
  await expect(page).toHaveURL(isKept);
  await expect(page.getByRole('list', { name: 'Conditions' })).toContainText('Linux');
});
