import type { Page } from '@playwright/test';
import { codeAt } from '../support/authenticator';
import { expect } from './product';
import { test } from './flagged';

const settings = {
  FEATURE_FLAGS: 'displayEmailVerification,suppressEmailValidationAlert=false,showTwoFactorAuthenticationUi',
};
const chosen = 'a-good-password';

/** Registers an account and signs in; its address is not verified yet. */
async function joinAs(page: Page, url: string, name: string): Promise<void> {
  let form = { username: name, email: `${name}@example.com`, password: chosen, confirm_password: chosen };
  let answer = await page.context().request.post(`${url}/register`, { form, maxRedirects: 0 });
  expect(answer.status()).toBe(303);
}

const banner = { name: 'Email verification' };

// One worker runs them, and starts their dashboard once.
test.describe.configure({ mode: 'default' });

// @spec 2: Email verification: the whole flow, with and without scripts
test(
  'an unverified address has a banner, which sends another mail and can be dismissed for the session',
  { tag: '@slow' },
  async ({ page, serve, fresh, javaScriptEnabled }) => {
    let { url } = await serve(settings);
    let name = fresh('unverified');
    await joinAs(page, url, name);
    await page.goto(`${url}/packages/${name}/overview`);
    let told = page.getByRole('complementary', banner);
    await expect(told).toContainText('14 days left.');
    await told.getByRole('link', { name: 'Verify your email' }).click();
    let place = javaScriptEnabled ? page.getByRole('dialog', { name: 'Verify your email' }) : page.getByRole('main');
    await expect(place.getByRole('heading', { name: 'Verify your email' })).toBeVisible();
    await expect(place.getByRole('button', { name: /cancel/i })).toHaveCount(0);
    await place.getByRole('button', { name: 'Resend confirmation email' }).click();
    await expect(page.getByText('Email verification successfully requested').first()).toBeVisible();

    await page.goto(`${url}/packages/${name}/overview`);
    await told.getByRole('button', { name: 'Close' }).click();
    await expect(told).toHaveCount(0);
    await page.goto(`${url}/pixels/${name}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(told).toHaveCount(0);

    await page.goto(`${url}/logout`);
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Email or username').fill(name);
    await page.getByLabel('Password').fill(chosen);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(told).toBeVisible();
  },
);

test('a person with a verified address has no banner', { tag: '@slow' }, async ({ page, serve, signInAs }) => {
  let { url } = await serve(settings);
  await signInAs('grace');
  await page.goto(`${url}/packages/hopper-labs/overview`);
  await expect(page.getByRole('heading', { name: 'Packages', level: 1 })).toBeVisible();
  await expect(page.getByRole('complementary', banner)).toHaveCount(0);
});

test(
  'new recovery codes are shown above every page until they are acknowledged',
  { tag: '@slow' },
  async ({ page, serve, fresh, javaScriptEnabled }) => {
    let { url } = await serve(settings);
    let name = fresh('careful');
    await joinAs(page, url, name);
    await page.goto(`${url}/account/two-factor`);
    await page.getByLabel('Your password').fill(chosen);
    await page.getByRole('button', { name: 'Set up' }).click();
    let secret = (await page.locator('main code').first().innerText()).replaceAll(/\s/g, '');
    await page.getByLabel('Code', { exact: true }).fill(codeAt(secret, Date.now()));
    await page.getByRole('button', { name: 'Turn on' }).click();
    await expect(page).toHaveURL(/\/account\/two-factor\/recovery-codes$/);

    await page.goto(`${url}/pixels/${name}`);
    let told = page.getByRole('region', { name: 'Save your 2-factor authentication recovery codes' });
    await expect(told).toContainText('They are not shown again after you acknowledge them.');
    let codes = (await told.locator('code').innerText()).trim().split('\n');
    expect(codes).toHaveLength(10);
    await expect(told.getByRole('button', { name: 'Copy recovery codes' })).toHaveCount(javaScriptEnabled ? 1 : 0);
    let file = page.waitForEvent('download');
    await told.getByRole('link', { name: 'Download' }).click();
    let saved = await file;
    expect(saved.suggestedFilename()).toBe('recovery-codes.txt');
    let stream = await saved.createReadStream();
    let text = Buffer.concat(await stream.toArray()).toString();
    expect(text.trim().split('\n')).toEqual(codes);
    await told.getByRole('button', { name: 'Acknowledge' }).click();
    await expect(page.getByText('Your recovery codes will not be shown again.').first()).toBeVisible();
    await expect(page).toHaveURL(`${url}/pixels/${name}`);
    await expect(told).toHaveCount(0);
    expect((await page.request.get(`${url}/recovery-codes.txt`)).status()).toBe(404);
  },
);
