import { askGateway, expect } from './product';
import { test } from './flagged';

const settings = { FEATURE_FLAGS: 'maintenanceMode' };

// One worker runs them, and starts their dashboard once.
test.describe.configure({ mode: 'default' });

// @spec 2: Maintenance page as people see it; health, theme, static files, API and downloads keep
//   working
test(
  'during maintenance everyone gets the maintenance page, with Retry-After',
  { tag: '@slow' },
  async ({ page, serve, signInAs }) => {
    let { url } = await serve(settings);
    for (let person of ['nobody', 'grace', 'root'] as const) {
      if (person !== 'nobody') await signInAs(person);
      for (let path of [
        '/',
        '/login',
        '/home',
        '/home/hopper-labs',
        '/components',
        '/admin',
        '/no-such-page',
        '/404',
      ]) {
        let answer = await page.goto(url + path);
        expect([path, answer?.status(), Number(answer?.headers()['retry-after']) > 0]).toEqual([path, 503, true]);
        await expect(page.getByRole('heading', { name: 'System under maintenance' })).toBeVisible();
        await expect(page.getByText('We’re preparing to serve you better.')).toBeVisible();
        await expect(page.getByRole('banner')).toHaveCount(0);
        expect(await page.title()).toBe('System under maintenance - Landfall');
        expect(await page.locator('script').count()).toBe(0);
      }
      await page.context().clearCookies();
    }
  },
);

// @spec 6: maintenanceMode
test('during maintenance posts are refused; health, theme, files and downloads are answered', async ({
  page,
  serve,
}) => {
  let { url } = await serve(settings);
  let { request } = page.context();
  let login = await request.post(`${url}/login`, { form: { email: 'grace', password: 'x' }, maxRedirects: 0 });
  expect(login.status()).toBe(503);
  expect((await request.get(`${url}/analytics/hopper-labs/events.csv`)).status()).toBe(503);
  expect((await request.get(`${url}/healthz`)).status()).toBe(200);
  expect((await request.get(`${url}/favicon.ico`)).status()).toBe(200);
  expect((await askGateway('localhost', '/openapi.json')).status).toBe(200);
  expect((await askGateway('hopper-labs.gateway.localhost', '/no-such-file')).status).toBe(404);

  await page.goto(`${url}/login`);
  await page.getByRole('button', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('heading', { name: 'System under maintenance' })).toBeVisible();
});
