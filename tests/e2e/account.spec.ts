import { expect, password, test } from './product';
import { gatewayPort } from '../support/ports';

test('a token is created, used by a script, and revoked', async ({ page, registerAs, fresh, request }) => {
  let name = fresh('token');
  await registerAs(name);
  await page.goto('/account');
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'API tokens' }).click();
  await page.getByRole('checkbox', { name: 'Read' }).uncheck();
  await page.getByLabel('Name').fill('Nightly');
  await page.getByLabel('Your password').fill(password);
  await page.getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByText('Choose at least one permission.').first()).toBeVisible();
  await page.getByRole('checkbox', { name: 'Read' }).check();
  await page.getByLabel('Your password').fill('not-this-one');
  await page.getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByText('Wrong password.').first()).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Nightly');
  await page.getByLabel('Your password').fill(password);
  await page.getByLabel('Expires after').selectOption('30 days');
  await page.getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByText('Your token “Nightly” is ready.')).toBeVisible();
  await expect(page.getByRole('row', { name: /Nightly/ }).getByText('Never')).toHaveCount(1);
  let token = (await page.locator('main code').first().textContent()) ?? '';
  // The confirmation lasts ten minutes.
  await expect(page.getByLabel('Your password')).toHaveCount(0);

  let headers = { host: 'api.localhost', authorization: `Bearer ${token}` };
  let base = `http://127.0.0.1:${gatewayPort}`;
  expect((await request.get(`${base}/v2/packages/${name}`, { headers })).status()).toBe(200);
  expect((await request.get(`${base}/internal/users/${name}`, { headers })).status()).toBe(403);

  await page.goto('/account/tokens');
  await expect(page.locator('main')).not.toContainText(token);
  await page.getByRole('link', { name: 'Revoke Nightly' }).click();
  await page.getByRole('button', { name: 'Revoke token' }).click();
  await expect(page).toHaveURL('/account/tokens');
  await expect(page.getByRole('heading', { name: 'Your tokens' })).toHaveCount(0);
  expect((await request.get(`${base}/v2/packages/${name}`, { headers })).status()).toBe(401);
});

test(
  'a password is changed and another session ended; both are in the audit log',
  { tag: '@slow' },
  async ({ page, registerAs, browser, fresh }) => {
    let name = fresh('secure');
    await registerAs(name);
    let elsewhere = await browser.newContext();
    let other = await elsewhere.newPage();
    let signIn = (secret: string) =>
      elsewhere.request.post('/login', { form: { email: name, password: secret }, maxRedirects: 0 });
    await signIn(password);
    await other.goto(`/home/${name}`);

    await page.goto('/account/security');
    await expect(page.getByText('after 30 days without use, after 90 days at the latest')).toBeVisible();
    await page.getByLabel('Current password').fill('not-this-one');
    await page.getByLabel('New password', { exact: true }).fill('difference-engine-2');
    await page.getByLabel('Repeat new password').fill('difference-engine-2');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Wrong password.').first()).toBeVisible();
    await page
      .getByRole('table', { name: 'Where you are signed in' })
      .getByRole('link', { name: /^Sign out / })
      .click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL(/\/account\/sessions\/[\w-]+$/);
    await page.getByLabel('Your password').fill(password);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('table', { name: 'Where you are signed in' }).getByRole('row')).toHaveCount(2);
    await other.reload();
    await expect(other).toHaveURL(/\/login/);

    await page.getByLabel('Current password').fill(password);
    await page.getByLabel('New password', { exact: true }).fill('difference-engine-2');
    await page.getByLabel('Repeat new password').fill('difference-engine-2');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Password changed.').first()).toBeVisible();
    expect((await signIn('difference-engine-2')).status()).toBe(303);
    await page.goto('/account/security');
    await page.getByRole('link', { name: 'Sign out all others' }).click();
    await expect(page.getByText('One other session is signed out immediately.')).toBeVisible();
    await expect(page.getByLabel('Your password')).toHaveCount(0);
    await page.getByRole('button', { name: 'Sign out all others' }).click();
    await expect(page.getByText('All other sessions revoked.').first()).toBeVisible();
    await other.goto('/account');
    await expect(other).toHaveURL(/\/login/);
    await elsewhere.close();

    await page.getByRole('link', { name: 'Audit log' }).click();
    let log = page.getByRole('table', { name: 'Audit log' });
    for (let act of ['Signed in', 'Changed the password', 'Revoked a session', 'Created the account'])
      await expect(log.getByText(act).first()).toBeVisible();
  },
);

test(
  'a profile is changed, and an account is deleted by typing its name',
  { tag: '@slow' },
  async ({ page, registerAs, fresh }) => {
    let name = fresh('leaving');
    await registerAs(name);
    await page.goto('/account');
    await page.getByLabel('Username').fill('grace');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('This username is already taken.').first()).toBeVisible();
    await page.getByLabel('Username').fill(`${name}-2`);
    await page.getByLabel('First name').fill('Hedy');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Account saved.').first()).toBeVisible();
    await expect(page.getByLabel('Username')).toHaveValue(`${name}-2`);

    await page.getByRole('link', { name: 'Delete account' }).click();
    await page.getByLabel(/Type/).fill(name);
    await page.getByLabel('Your password').fill(password);
    await page.getByRole('button', { name: 'Delete account' }).click();
    await expect(page.getByText('Type the name exactly as shown.').first()).toBeVisible();
    await page.getByLabel(/Type/).fill(`${name}-2`);
    await page.getByLabel('Your password').fill(password);
    await page.getByRole('button', { name: 'Delete account' }).click();
    await expect(page).toHaveURL(/\/login$/);
    let answer = await page
      .context()
      .request.post('/login', { form: { email: `${name}-2`, password }, maxRedirects: 0 });
    expect(answer.status()).toBe(422);
  },
);
