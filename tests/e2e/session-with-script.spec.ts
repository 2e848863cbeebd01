import { gatewayPort } from '../support/ports';
import { expect, password, test } from './product';

// These tests run only with scripts: an older version kept its session in the browser's storage.

const older = { user: '{"username":"grace"}', context: '{"tag":"user","context":"grace"}', kept: 'by somebody else' };

/** Writes entries to the storage of the site, on a page that does not read them. */
async function store(page: import('@playwright/test').Page, entries: Record<string, string>): Promise<void> {
  await page.goto('/register');
  await page.evaluate((all) => {
    for (let [key, value] of Object.entries(all)) localStorage.setItem(key, value);
  }, entries);
}

// @spec 4: Legacy session and user entries of local storage
test('a session in local storage is transferred by the sign-in page, once', async ({ page, request }) => {
  let data = { email: 'grace', password };
  let signedIn = await request.post(`http://127.0.0.1:${gatewayPort}/internal/login`, { data });
  let { token } = (await signedIn.json()) as { token: string };
  await store(page, { ...older, session: JSON.stringify({ token, username: 'grace', organizations: [] }) });
  await page.goto('/login?backTo=%2Fpixels%2Fgrace');
  await expect(page).toHaveURL(/\/pixels\/grace$/);
  await expect(page.getByRole('heading', { name: 'Pixels', level: 1 })).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['kept']);
});

test('an ended session in local storage is removed, and the sign-in page stays', async ({ page }) => {
  await store(page, { ...older, session: '{"token":"an-old-token","username":"grace"}' });
  await page.goto('/login');
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual(['kept']);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});
