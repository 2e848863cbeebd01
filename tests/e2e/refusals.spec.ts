import { expect, password, test } from './product';

// @spec 8: 403, 401, stripe-error, other >= 400, email-already-verified, unreachable as toasts, per
//   environment; in forms without scripts an alert, with what was typed
test('a person without permission gets a message on the page; with scripts the form keeps the values', async ({
  page,
  registerAs,
  fresh,
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  let [owner, helper, name] = [fresh('giver'), fresh('helper'), fresh('tool')];
  await registerAs(helper);
  let giver = await browser.newContext({ baseURL });
  let post = async (address: string, form: Record<string, string>) => {
    let answer = await giver.request.post(address, { form, maxRedirects: 0 });
    expect(answer.status(), address).toBe(303);
  };
  await post('/register', { username: owner, email: `${owner}@example.com`, password, confirm_password: password });
  await post(`/new-package/${owner}`, { type: 'file', name, incoming_path: `/${name}/{version}` });
  let members = `/packages/${owner}/file/${name}/members`;
  await post(members, { username: helper, permission_level: 'admin' });

  await page.goto(`/packages/${owner}/file/${name}/edit`);
  if (javaScriptEnabled) await page.waitForLoadState('networkidle');
  let typed = page.getByLabel('Short description');
  await typed.fill('typed with care');
  await post(`${members}/${helper}`, { permission_level: 'member' });
  await page.getByRole('button', { name: 'Save package' }).click();
  await expect(page.getByText('You do not have the permission to do this.').first()).toBeVisible();
  await expect(page).toHaveURL(`/packages/${owner}/file/${name}/edit`);
  if (javaScriptEnabled) await expect(typed).toHaveValue('typed with care');

  // Pages do not link to a form that the person may not send.
  await page.goto(`/packages/${owner}/file/${name}/settings`);
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0);
  await giver.close();
});

test('a refused post to an address without a page leads back to the page it was sent from', async ({
  page,
  registerAs,
  fresh,
}) => {
  let [person, filter] = [fresh('twice'), fresh('linux')];
  await registerAs(person);
  let form = { name: filter, key_1: 'request_platform', op_1: 'equals', value_1: 'linux' };
  await page.context().request.post(`/filters/${person}/new`, { form, maxRedirects: 0 });
  await page.goto('/account/filters');
  let removal = await page.locator('form[action$="/removal"]').getAttribute('action');
  await page.context().request.post(removal!, { form: {}, maxRedirects: 0 });

  await page.locator('form[action$="/removal"]').getByRole('button').click();
  await expect(page.getByText('Something went wrong on our side, please try again').first()).toBeVisible();
  await expect(page).toHaveURL('/account/filters');
  await expect(page.getByRole('heading', { level: 2, name: /Filter suspected bots/ })).toBeVisible();
});

test('a form sent after the session ended leads to the sign-in, and back to the form', async ({
  page,
  registerAs,
  fresh,
  playwright,
}) => {
  let person = fresh('late');
  await registerAs(person);
  await page.goto(`/new-pixel/${person}`);
  let other = await playwright.request.newContext({ baseURL: new URL(page.url()).origin });
  await other.post('/login', { form: { email: person, password }, maxRedirects: 0 });
  // Ends all other sessions of the person.
  let ended = await other.post('/account/sessions?index', { form: { current_password: password }, maxRedirects: 0 });
  expect(ended.status()).toBe(303);
  await other.dispose();

  await page.getByLabel('Name', { exact: true }).fill('Docs');
  await page.getByRole('main').getByRole('button', { name: 'Create pixel' }).click();
  await expect(page.getByText('Session expired, please login again').first()).toBeVisible();
  await expect(page).toHaveURL(`/login?backTo=${encodeURIComponent(`/new-pixel/${person}`)}`);
  await page.getByLabel('Email or username').fill(person);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(`/new-pixel/${person}`);
});
