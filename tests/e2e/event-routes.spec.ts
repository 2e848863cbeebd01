/**
 * Routes for events, and routes with a regular expression: their forms, and requests by real
 * clients.
 */
import { execFileSync } from 'node:child_process';
import { gatewayPort } from '../support/ports';
import { askGateway, expect, firstFigure, packageTab, test } from './product';

const host = 'ada.gateway.localhost';

test('a route for events with a token is saved, its token is shown once, and events sent with it are counted', async ({
  page,
  signInAs,
  fresh,
}) => {
  let name = fresh('told');
  await signInAs('ada');
  await newFilePackage(page, name);
  await page.goto(`/packages/ada/file/${name}/routes`);
  await expect(page.getByLabel('Require a token')).toBeHidden();
  await page.getByLabel(/File location/).fill('https://example.com/x');
  await page.getByRole('radio', { name: /^Events/ }).check();
  await page.getByLabel(/Download path/).fill(`/${name}/told`);
  await page.getByLabel('Require a token').check();
  await page.getByRole('button', { name: 'Add route' }).click();
  await expect(page.getByText('Event routes have no file location.').first()).toBeVisible();
  await page.getByLabel(/File location/).fill('');
  await expect(page.getByLabel(/File location/)).toBeHidden();
  await page.getByRole('button', { name: 'Add route' }).click();
  await expect(page.getByText('its token is ready')).toBeVisible();
  let token = (await page.getByRole('status').locator('code').first().textContent())!.trim();
  expect(token).toMatch(/^[\w-]{43}$/);

  let address = `http://127.0.0.1:${gatewayPort}/${name}/told`;
  let curl = (...more: string[]) =>
    execFileSync('curl', [
      '-s',
      '-o',
      '/dev/null',
      '-w',
      '%{http_code}',
      '-H',
      `Host: ${host}`,
      ...more,
      address,
    ]).toString();
  expect(curl('-d', '{"step":"one"}')).toBe('401');
  expect(curl('-d', '[{"step":"one"},{"step":"two"}]', '-H', `Authorization: Bearer ${token}`)).toBe('204');

  await page.goto(`/packages/ada/file/${name}`);
  await expect(firstFigure(page)).toContainText('2');
  await packageTab(page, 'Set-up').click();
  await expect(page.getByText('None: receives events with a token.')).toBeVisible();
  await expect(page.getByText(token)).toHaveCount(0);
});

test(
  'a regular expression is saved, tried and served; an invalid one is refused on its field',
  { tag: '@slow' },
  async ({ page, signInAs, fresh }) => {
    let name = fresh('re');
    await signInAs('ada');
    await newFilePackage(page, name);
    await page.goto(`/packages/ada/file/${name}/routes`);
    await page.getByLabel(/^Regular expression/).check();
    await page.getByLabel(/Download path/).fill(`/${name}/re/(?<version>[0-9.]+`);
    await page.getByLabel(/File location/).fill('https://example.com/{version}');
    await page.getByRole('button', { name: 'Add route' }).click();
    await expect(page.getByText('This is not a valid RE2 regular expression.').first()).toBeVisible();
    await expect(page.getByLabel(/^Regular expression/)).toBeChecked();
    await page.getByLabel(/Download path/).fill(`/${name}/re/(?<version>[0-9.]+)`);
    await page.getByRole('button', { name: 'Add route' }).click();
    await expect(page).toHaveURL(`/packages/ada/file/${name}/set-up`);

    await page.getByLabel('Try a URL').fill(`/${name}/re/1.2`);
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    let tried = page.getByRole('status').filter({ hasText: 'It belongs to' });
    await expect(tried).toContainText(`/${name}/re/(?<version>[0-9.]+)`);
    await expect(tried).toContainText('1.2');
    await expect(page).toHaveURL(/#try-address$/);
    await page.getByLabel('Try a URL').fill(`/${name}/re/x`);
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await expect(page.getByText('No route matches it.')).toBeVisible();
    let answer = await askGateway(host, `/${name}/re/1.2`, {});
    expect([answer.status, answer.headers.location]).toEqual([307, 'https://example.com/1.2']);
  },
);

test(
  'an ambiguous template is refused on its field, with an example',
  { tag: '@slow' },
  async ({ page, signInAs, fresh }) => {
    let name = fresh('unclear');
    await signInAs('ada');
    await newFilePackage(page, name);
    await page.goto(`/packages/ada/file/${name}/routes`);
    await page.getByLabel(/Download path/).fill(`/${name}/{a}-{b}`);
    await page.getByRole('button', { name: 'Add route' }).click();
    await expect(page.getByText('in two ways').first()).toBeVisible();
    // Without scripts the message has a different example.
    if (test.info().project.name === 'script')
      await expect(page.getByText(`/${name}/x--x could be a “x-”, b “x”`)).toBeVisible();
    await expect(page.getByLabel(/Download path/)).toHaveValue(`/${name}/{a}-{b}`);
  },
);

async function newFilePackage(page: import('@playwright/test').Page, name: string): Promise<void> {
  await page.goto('/new-package/ada?type=file');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel(/Download path/).fill(`/${name}/ping/{by}`);
  await page.getByRole('button', { name: 'Create package' }).click();
  await expect(page).toHaveURL(/\/created$/);
}
