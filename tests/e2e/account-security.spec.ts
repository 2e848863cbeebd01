import type { Page } from '@playwright/test';
import { codeAt } from '../support/authenticator';
import { type Letter, lettersTo } from '../support/outbox';
import { dashboardPort } from '../support/ports';
import { expect, password, test } from './product';

const outbox = `test-results/data-${dashboardPort}/outbox`;
const stepMs = 30_000;

async function letterTo(email: string, subject: RegExp): Promise<Letter> {
  let newest = () => lettersTo(outbox, email).findLast((letter) => subject.test(letter.subject));
  await expect.poll(() => newest()?.subject ?? '').not.toBe('');
  return newest() as Letter;
}

async function signInWith(page: Page, name: string, secret: string): Promise<void> {
  await page.getByLabel('Email or username').fill(name);
  await page.getByLabel('Password').fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

// @spec 5: Email already in use (update), in the browser; the address changes by its link
test(
  'an address is changed by the link sent to the new one; the old one gets a mail',
  { tag: '@slow' },
  async ({ page, registerAs, fresh }) => {
    let [name, next] = [fresh('mover'), `${fresh('moved')}@example.com`];
    await registerAs(name);
    await page.goto('/account/email');
    await page.getByLabel('New email', { exact: true }).fill('grace@example.com');
    await page.getByLabel('Confirm new email').fill('grace@example.com');
    await page.getByLabel('Current password').fill(password);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByText('This email is already in use.').first()).toBeVisible();
    await page.getByLabel('New email', { exact: true }).fill(next);
    await page.getByLabel('Confirm new email').fill(next);
    await page.getByLabel('Current password').fill(password);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(
      page.getByText('We sent a link to your new email. Follow it to confirm the change.').first(),
    ).toBeVisible();
    await expect(page.getByRole('main').getByText(`${name}@example.com`)).toBeVisible();

    let { link } = await letterTo(next, /new email/);
    await page.goto(link);
    await page.getByRole('button', { name: 'Verify new email' }).click();
    await expect(page.getByText('Email changed.').first()).toBeVisible();
    await expect(page.getByRole('main').getByText(next)).toBeVisible();
    expect((await page.goto(link))?.status()).toBe(422);
    await letterTo(`${name}@example.com`, /was changed/);
  },
);

test(
  'wrong passwords for one account are limited with a message, and the owner’s browser can still sign in',
  { tag: '@slow' },
  async ({ page, registerAs, fresh }) => {
    let name = fresh('guessed');
    await registerAs(name);
    let known = (await page.context().cookies()).filter((cookie) => cookie.name === '__devices');
    await page.context().clearCookies();
    for (let turn = 0; turn < 10; turn++) {
      let form = { email: turn % 2 ? name : `${name}@example.com`, password: `guess-${turn}` };
      expect((await page.context().request.post('/login', { form, maxRedirects: 0 })).status()).toBe(422);
    }
    await page.goto('/login');
    await signInWith(page, name, password);
    await expect(page.getByText(/^Too many attempts\. .* reset your password/).first()).toBeVisible();
    await expect(page.getByLabel('Email or username')).toHaveValue(name);

    await page.context().addCookies(known);
    await signInWith(page, name, password);
    await page.waitForURL(`**/home/${name}`);
  },
);

test(
  'the code of the app signs in, and new recovery codes replace the old ones',
  { tag: '@slow' },
  async ({ page, registerAs, fresh }) => {
    let name = fresh('renewing');
    await registerAs(name);
    await page.goto('/account/two-factor');
    await page.getByLabel('Your password').fill(password);
    await page.getByRole('button', { name: 'Set up' }).click();
    let secret = (await page.locator('main code').first().innerText()).replaceAll(' ', '');
    await page.getByLabel('Code', { exact: true }).fill(codeAt(secret, Date.now()));
    await page.getByRole('button', { name: 'Turn on' }).click();
    await expect(page.getByRole('heading', { name: 'Save these codes' })).toBeVisible();
    let [first = ''] = (await page.locator('main code').first().innerText()).split('\n');
    await page.getByRole('main').getByRole('button', { name: 'Acknowledge' }).click();
    await expect(page.getByText('Your recovery codes will not be shown again.').first()).toBeVisible();
    await page.context().clearCookies();

    await page.goto('/login');
    await signInWith(page, name, password);
    await page.getByLabel('Code', { exact: true }).fill(codeAt(secret, Date.now() + stepMs));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(new RegExp(`/home/${name}$`));
    await page.goto('/account/two-factor');
    await page.getByRole('link', { name: 'Recovery codes' }).click();
    await page.getByLabel('Your password').fill(password);
    await page.getByLabel('Code', { exact: true }).fill(first);
    await page.getByRole('button', { name: 'Create new codes' }).click();
    await expect(page.getByRole('heading', { name: 'Save these codes' })).toBeVisible();
    let codes = (await page.locator('main code').first().innerText()).split('\n');
    expect([codes.length, codes.includes(first)]).toEqual([10, false]);
    await page.goto('/account/audit');
    let log = page.getByRole('table', { name: 'Audit log' });
    for (let act of ['Created new recovery codes', 'Used a recovery code', 'Turned on two-factor'])
      await expect(log.getByText(act)).toBeVisible();
  },
);
