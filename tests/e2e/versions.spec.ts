import { expect, test } from './product';

test('a bad version: who downloaded it, withdrawn with a message, and restored', async ({ page, signInAs }, {
  project,
}) => {
  // Each project withdraws another version of the same sample package.
  let version = project.name === 'script' ? '1.8.0' : '1.9.0';
  await signInAs('grace');
  await page.goto('/packages/hopper-labs/file/nanosecond');
  await page.getByRole('link', { name: 'Versions', exact: true }).click();
  await page.getByRole('link', { name: version, exact: true }).click();
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
  await page.getByRole('link', { name: /^\d withdrawn$/ }).click();
  await expect(page.getByRole('row', { name: new RegExp(`^${version} Withdrawn`) })).toBeVisible();
  await page.getByRole('link', { name: version, exact: true }).click();
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
