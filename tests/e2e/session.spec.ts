import { gatewayPort } from '../support/ports';
import { expect, password, test } from './product';

test('signing out ends the session and clears the site’s storage', async ({ page }) => {
  await page.context().request.post('/login', { form: { email: 'ada', password }, maxRedirects: 0 });
  await page.goto('/logout');
  let [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST'),
    page.getByRole('main').getByRole('button', { name: 'Sign out' }).click(),
  ]);
  expect((await answer.allHeaders())['clear-site-data']).toBe('"storage"');
  await expect(page.getByText('You are signed out.').first()).toBeVisible();
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('__session');
  await page.goto('/account');
  await expect(page).toHaveURL(/\/login\?backTo=%2Faccount$/);
});

test('a link for scripts fetches the events of a report without any other token', async ({
  page,
  signInAs,
  playwright,
}) => {
  await signInAs('grace');
  await page.goto('/analytics/hopper-labs?range=last-7-days');
  await page.getByText('Export', { exact: true }).click();
  await page.getByRole('link', { name: 'Download with curl' }).click();
  await expect(page.getByRole('heading', { name: 'Temporary download links', level: 1 })).toBeVisible();
  let main = page.getByRole('main');
  let command = await main.locator('code').first().innerText();
  expect(command).toMatch(
    /^curl -fsS -o packages\.csv 'http:\/\/api\.localhost:\d+\/v2\/packages\/hopper-labs\/events\?/,
  );
  await expect(main.getByText(/Works until \d\d:\d\d:\d\d UTC/)).toBeVisible();
  let { pathname, search } = new URL(/'([^']+)'$/.exec(command)?.[1] ?? '');
  let program = await playwright.request.newContext({ baseURL: `http://127.0.0.1:${gatewayPort}` });
  let answer = await program.get(pathname + search);
  expect(answer.status()).toBe(200);
  expect(await answer.text()).toMatch(/^id,type,package/);
  expect((await program.get(`/v2/packages/hopper-labs${search}`)).status()).toBe(401);
  await program.dispose();
});

test('a page that was loaded again and again is not shown once its session has ended elsewhere', async ({
  browser,
  page,
}) => {
  // A separate session: that of `signInAs` is used by other tests as well.
  await page.context().request.post('/login', { form: { email: 'grace', password }, maxRedirects: 0 });
  let elsewhere = await browser.newContext({ storageState: await page.context().storageState() });
  // From the third time on it is kept, and then sent without being made.
  for (let round = 0; round < 5; round++) {
    await page.goto('/home/hopper-labs');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
  }
  let other = await elsewhere.newPage();
  await other.goto('/logout');
  await other.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
  await expect(other.getByText('You are signed out.').first()).toBeVisible();
  await page.goto('/home/hopper-labs');
  await expect(page).toHaveURL(/\/login/);
  await elsewhere.close();
});
