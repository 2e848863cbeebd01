/** Erasure and event retention: forms that work with and without scripts. */
import { expect, test } from './product';

test(
  'a company is erased by typing its name, and its page shows how many events are deleted',
  { tag: '@slow' },
  async ({ page, signInAs }, info) => {
    // Both projects run on one installation; no other test needs these companies.
    let name = info.project.name === 'script' ? 'Southern Cross Media' : 'Ostrava Steelworks';
    await signInAs('grace');
    await page.goto('/insights/hopper-labs?range=last-12-months');
    await page.getByRole('link', { name }).click();
    await page.getByRole('link', { name: 'Erase company' }).click();
    await expect(page.getByText(/Its [\d,]+ events? (is|are) permanently deleted within a minute/)).toBeVisible();
    await page.getByRole('textbox').last().fill('somebody');
    await page.getByRole('button', { name: 'Erase company' }).click();
    await expect(page.getByText('Type the name exactly as shown.').first()).toBeVisible();
    let company = await page.locator('strong.font-mono').textContent();
    await page.getByRole('textbox').last().fill(company!);
    await page.getByRole('button', { name: 'Erase company' }).click();
    await expect(page.getByText('Deleting company data.')).toBeVisible();
    await expect
      .poll(async () => (await page.goto(`/companies/hopper-labs/${encodeURIComponent(company!)}`))?.status(), {
        timeout: 60_000,
      })
      .toBe(404);
  },
);

test('an endpoint is erased from the details of an event', { tag: '@slow' }, async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/companies/hopper-labs/banyan-health.example');
  await page.getByText('Details of the event of').first().click();
  await page.getByRole('link', { name: 'Erase this endpoint' }).first().click();
  let address = page.url();
  await expect(page.getByText(/Its [\d,]+ events? (is|are) permanently deleted within a minute/)).toBeVisible();
  await page.getByRole('button', { name: 'Erase endpoint' }).click();
  await expect(page.getByText('Deleting endpoint data.')).toBeVisible();
  await expect.poll(async () => (await page.goto(address))?.status(), { timeout: 60_000 }).toBe(404);
});

test(
  'an owner keeps events for fewer days, and reports show that events are missing',
  { tag: '@slow' },
  async ({ page, registerAs, fresh }) => {
    let name = fresh('keeper');
    await registerAs(name);
    await page.goto('/account');
    await expect(page.getByText('Events are kept forever.')).toBeVisible();
    await page.getByRole('link', { name: 'Change event retention' }).click();
    await page.getByLabel('Days').fill('0');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Enter a whole number from 1 to 36500.').first()).toBeVisible();
    await page.getByLabel('Days').fill('20');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(/Events are kept for 20 days, now since/)).toBeVisible();
    await page.goto(`/analytics/${name}?range=last-90-days`);
    await expect(page.getByText(/Events before .* are deleted\./)).toBeVisible();
    await page.goto(`/analytics/${name}?range=last-7-days`);
    await expect(page.getByText(/Events before/)).toHaveCount(0);
  },
);

test('a shorter retention shows how many events it deletes before it is saved, and keeps the typed days', async ({
  page,
  signInAs,
}) => {
  await signInAs('grace');
  let address = '/organizations/hopper-labs/retention';
  await page.goto(address);
  await page.getByLabel('Days').fill('25');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText(/This deletes [\d,]+ events\./);
  await expect(page.getByLabel('Days')).toHaveValue('25');
  await expect(page.getByRole('button', { name: /^Delete [\d,]+ events and save$/ })).toBeVisible();
  let before = await page.getByRole('alert').textContent();
  // Another number of days requires another confirmation.
  await page.getByLabel('Days').fill('24');
  await page.getByRole('button', { name: /and save$/ }).click();
  await expect(page.getByText('With 24 days, events are kept since')).toBeVisible();
  expect(await page.getByRole('alert').textContent()).not.toBe(before);
  await page.goto(address);
  await expect(page.getByText('Events are kept forever.')).toBeVisible();
});
