/** A reader's own time zone, first day of weeks and signs in numbers. */
import { expect, test } from './product';

test.use({ timezoneId: 'Asia/Kolkata' });

test('days are those of the browser where scripts run, else those of UTC, until a zone is chosen', async ({
  page,
  registerAs,
  fresh,
  javaScriptEnabled,
}) => {
  await registerAs(fresh('reader'));
  await page.goto('/account');
  if (javaScriptEnabled) await expect.poll(() => page.evaluate(() => document.cookie)).toContain('zone=Asia/');
  let zone = javaScriptEnabled ? 'Asia/Kolkata' : 'UTC';
  let main = page.getByRole('main');
  await page.goto('/account/sessions');
  await expect(main).toContainText(new RegExp(`\\d\\d:\\d\\d ${zone}`));

  await page.goto('/account');
  await main.getByRole('link', { name: 'Display' }).click();
  await expect(page).toHaveURL(/\/account\/display$/);
  await expect(page.getByLabel('Time zone')).toHaveValue('');
  await page.getByLabel('Time zone').selectOption('America/New_York');
  await page.getByLabel('First day of the week').selectOption('Sunday');
  await page.getByLabel('Numbers').selectOption('1.234,5');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Account saved.').first()).toBeVisible();
  await expect(page.getByLabel('Time zone')).toHaveValue('America/New_York');
  await expect(page.getByLabel('First day of the week')).toHaveValue('sunday');
  await page.goto('/account/sessions');
  await expect(main).toContainText(/\d\d:\d\d America\/New_York/);
});
