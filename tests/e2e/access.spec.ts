import { expect, password, test } from './product';

test('a visitor signs in and gets the page they asked for', async ({ page }) => {
  await page.goto('/packages/hopper-labs/overview');
  await expect(page).toHaveURL(/\/login\?backTo=%2Fpackages%2Fhopper-labs%2Foverview/);
  await page.getByLabel('Email or username').fill('grace@example.com');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/packages\/hopper-labs\/overview$/);
  await expect(page.getByRole('heading', { name: 'Packages', level: 1 })).toBeVisible();
});

test('a wrong password shows an error, and the form keeps the name', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('Email or username').fill('mary');
  await page.getByLabel('Password').fill('not-her-password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Wrong email, username or password.')).toBeVisible();
  await expect(page.getByLabel('Email or username')).toHaveValue('mary');
  await expect(page.getByLabel('Password')).toHaveValue('');
});

test('a new person registers, sees the two next steps and signs out', async ({ page, fresh }) => {
  let name = fresh('newcomer');
  await page.goto('/register');
  await page.getByLabel('Username').fill('-wrong-');
  await page.getByLabel('Email').fill(`${name}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill('aaaaaaaa');
  await page.getByLabel('Confirm password').fill('bbbbbbbb');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(
    page.getByText('Use letters, digits and hyphens. Start and end with a letter or digit.').first(),
  ).toBeVisible();
  await expect(page.getByText('Use at least two different characters.').first()).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(`${name}@example.com`);

  await page.getByLabel('Username').fill(name);
  await page.getByLabel('Password', { exact: true }).fill('a-good-password');
  await page.getByLabel('Confirm password').fill('a-good-password');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(new RegExp(`/home/${name}$`));
  await expect(page.getByRole('link', { name: 'npm', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Create a pixel' })).toBeVisible();

  await page.goto('/logout');
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto(`/home/${name}`);
  await expect(page).toHaveURL(/\/login$/);
});

test('a signed-in person is redirected from the sign-in page to the home page', async ({ page, signInAs }) => {
  await signInAs('ada');
  await page.goto('/login');
  await expect(page).toHaveURL(/\/home\/ada$/);
});

test('a sign-in never leads to another site', { tag: '@slow' }, async ({ page }) => {
  for (let wanted of ['//evil.example', '/\\evil.example', 'https://evil.example', '/analytics/[owner]']) {
    await page.context().clearCookies();
    await page.goto(`/login?backTo=${encodeURIComponent(wanted)}`);
    await page.getByLabel('Email or username').fill('ada');
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/home\/ada$/);
  }
});

// @spec 1: Packages, pixels, collections and reports belong to an owner: a person or an
//   organization
test('a page of another owner is refused, and an unknown owner is a 404', async ({ page, signInAs }) => {
  await signInAs('ada');
  expect((await page.goto('/packages/hopper-labs/overview'))?.status()).toBe(403);
  await expect(page.getByText('You do not have the permission to do this.')).toBeVisible();
  expect((await page.goto('/packages/nobody-at-all/overview'))?.status()).toBe(404);
});

test('an address without a page is a 404 with the header and footer', async ({ page }) => {
  let answer = await page.goto('/no-such-page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
});

test('a form sent from another site is refused', async ({ page, signInAs }) => {
  await signInAs('ada');
  let answer = await page.context().request.post('/logout', { headers: { origin: 'https://evil.example' }, form: {} });
  expect(answer.status()).toBe(403);
  expect((await page.goto('/home/ada'))?.status()).toBe(200);
});

// @spec 1: Packages, pixels, collections and reports belong to an owner: a person or an
//   organization
test('a form switches the owner, who stays in context', { tag: '@slow' }, async ({ page, signInAs }) => {
  await signInAs('grace');
  await page.goto('/packages/hopper-labs/overview');
  let main = page.getByRole('navigation', { name: 'Main' }).first();
  await main.locator('summary, button[aria-haspopup=menu]').last().click();
  await page.getByText('Personal account').filter({ visible: true }).click();
  await expect(page).toHaveURL(/\/packages\/grace\/overview$/);
});
