import type { Page } from '@playwright/test';
import { codeAt } from '../support/authenticator';
import { lettersTo } from '../support/outbox';
import { dashboardPort } from '../support/ports';
import { expect, test } from './product';

const outbox = `test-results/data-${dashboardPort}/outbox`;
const chosen = 'a-good-password';

/** The link of the newest mail with this subject. */
async function linkTo(email: string, subject: string): Promise<string> {
  let newest = () => lettersTo(outbox, email).findLast((letter) => letter.subject === subject)?.link ?? '';
  await expect.poll(newest).not.toBe('');
  return newest();
}

async function register(page: Page, name: string): Promise<void> {
  await page.goto('/register');
  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Email').fill(`${name}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill(chosen);
  await page.getByLabel('Confirm password').fill(chosen);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(new RegExp(`/home/${name}$`));
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/logout');
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
}

async function signInWith(page: Page, name: string, password: string): Promise<void> {
  await page.getByLabel('Email or username').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('an address is confirmed by its mail, and a forgotten password is replaced', async ({ page, fresh }) => {
  let name = fresh('forgetful');
  let email = `${name}@example.com`;
  await register(page, name);
  let confirm = await linkTo(email, 'Verify your email');
  await page.goto(confirm);
  await expect(page.getByText(email)).toBeVisible();
  await page.getByRole('button', { name: 'Verify email' }).click();
  await expect(page.getByText('Your email is verified.').first()).toBeVisible();
  expect((await page.goto(confirm))?.status()).toBe(422);

  await signOut(page);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page).toHaveURL(/\/reset-password$/);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('If an account with this email exists')).toBeVisible();
  let reset = await linkTo(email, 'Reset your password');
  await page.goto(reset);
  await page.getByLabel('New password').fill('another-good-one');
  await page.getByLabel('Confirm password').fill('another-bad-one');
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByText('The passwords do not match.').first()).toBeVisible();
  await page.getByLabel('New password').fill('another-good-one');
  await page.getByLabel('Confirm password').fill('another-good-one');
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByText('Password changed. Sign in with the new one.')).toBeVisible();
  await page.goto(reset);
  await expect(page.getByText('Could not parse password reset token.')).toBeVisible();
  await page.goto('/login');
  await signInWith(page, name, 'another-good-one');
  await expect(page).toHaveURL(new RegExp(`/home/${name}$`));
});

test('a second step is set up, required, and switched off again', async ({ page, fresh }) => {
  let name = fresh('careful');
  await register(page, name);
  await page.goto('/account/two-factor');
  await page.getByLabel('Your password').fill(chosen);
  await page.getByRole('button', { name: 'Set up' }).click();
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  let secret = (await page.locator('main code').first().innerText()).replaceAll(' ', '');
  await page.getByLabel('Code', { exact: true }).fill(codeAt(secret, Date.now()));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('heading', { name: 'Save these codes' })).toBeVisible();
  let codes = (await page.locator('main code').first().innerText()).split('\n');
  expect(codes).toHaveLength(10);
  await page.getByRole('main').getByRole('button', { name: 'Acknowledge' }).click();
  await expect(page.getByText('10 of 10')).toBeVisible();

  await signOut(page);
  await page.goto(`/login?backTo=${encodeURIComponent(`/pixels/${name}`)}`);
  await signInWith(page, name, chosen);
  await expect(page).toHaveURL(/\/login\/two-factor\?/);
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('This code is wrong or was already used.').first()).toBeVisible();
  await page.getByLabel('Code', { exact: true }).fill(codes[0] ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(new RegExp(`/pixels/${name}$`));

  await page.goto('/account/two-factor/off');
  await page.getByLabel('Password').fill(chosen);
  await page.getByLabel('Code', { exact: true }).fill(codes[1] ?? '');
  await page.getByRole('main').getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByRole('heading', { name: 'Two-factor is off' })).toBeVisible();
});

test(
  'a new person signs in with GitHub, chooses a name, and is recognized afterwards',
  { tag: '@slow' },
  async ({ page, fresh }) => {
    let login = fresh('octavia');
    let comeFromGithub = async () => {
      await page.getByRole('link', { name: 'Continue with GitHub' }).click();
      await page.getByLabel('Login').fill(login);
      await page.getByRole('button', { name: 'Authorize' }).click();
    };
    await page.goto('/login');
    await comeFromGithub();
    await expect(page).toHaveURL(/\/register-with-github$/);
    await expect(page.getByLabel('Username')).toHaveValue(login);
    await page.getByLabel('Username').fill('ada');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('This username is already taken.').first()).toBeVisible();
    await page.getByLabel('Username').fill(`${login}-here`);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page).toHaveURL(new RegExp(`/home/${login}-here$`));
    await signOut(page);
    await page.goto(`/login?backTo=${encodeURIComponent(`/pixels/${login}-here`)}`);
    await comeFromGithub();
    await expect(page).toHaveURL(new RegExp(`/pixels/${login}-here$`));

    // Without a password, the person confirms at GitHub.
    await page.goto('/account/delete');
    await page.getByLabel(/Type/).fill(`${login}-here`);
    await page.getByRole('button', { name: 'Delete account' }).click();
    await expect(page.getByText('It opens in a new tab.')).toBeVisible();
    await expect(page.getByLabel(/Type/)).toHaveValue(`${login}-here`);
    await page.goto('/account/delete');
    await page.getByRole('link', { name: 'Confirm with GitHub' }).click();
    await page.getByRole('button', { name: 'Confirm with GitHub' }).click();
    if (test.info().project.name !== 'script') await page.getByRole('link', { name: 'Continue to GitHub' }).click();
    await page.getByLabel('Login').fill(login);
    await page.getByRole('button', { name: 'Authorize' }).click();
    await expect(page).toHaveURL(/\/account\/delete$/);
    await expect(page.getByText('Identity confirmed for ten minutes.').first()).toBeVisible();
    await page.getByLabel(/Type/).fill(`${login}-here`);
    await page.getByRole('button', { name: 'Delete account' }).click();
    await expect(page).toHaveURL(/\/login$/);
  },
);

test(
  'an account is linked to GitHub, signs in with it, and is unlinked again',
  { tag: '@slow' },
  async ({ page, fresh }) => {
    let name = fresh('linked');
    let form = { username: name, email: `${name}@example.com`, password: chosen, confirm_password: chosen };
    await page.context().request.post('/register', { form, maxRedirects: 0 });
    let authorize = async () => {
      await page.getByLabel('Login').fill(`${name}-there`);
      await page.getByRole('button', { name: 'Authorize' }).click();
    };
    await page.goto('/account/security');
    await page.getByLabel('Your password').fill(chosen);
    await page.getByRole('button', { name: 'Link GitHub' }).click();
    if (test.info().project.name !== 'script') await page.getByRole('link', { name: 'Continue to GitHub' }).click();
    await authorize();
    await expect(page).toHaveURL(/\/account\/security$/);
    await expect(page.getByRole('main').getByText(`${name}-there`)).toBeVisible();
    await signOut(page);
    await page.goto('/login');
    await page.getByRole('link', { name: 'Continue with GitHub' }).click();
    await authorize();
    await expect(page).toHaveURL(new RegExp(`/home/${name}$`));
    await page.goto('/account/security');
    await page.getByRole('link', { name: 'Unlink' }).click();
    await page.getByLabel('Your password').fill(chosen);
    await page.getByRole('main').getByRole('button', { name: 'Unlink' }).click();
    await expect(page.getByRole('button', { name: 'Link GitHub' })).toBeVisible();
  },
);

test('a return from GitHub that another browser started is refused', async ({ page }) => {
  await page.goto('/github-login-callback?code=stolen&state=somebody-elses');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('GitHub did not confirm this sign-in. Try again.')).toBeVisible();
});
