import { expect, test } from './product';

test('an owner shares a package, strangers read it in all its forms until the link has ended', async ({
  page,
  signInAs,
  browser,
  fresh,
}) => {
  let title = `${fresh('numbers')} <b>of flowmatic`;
  await signInAs('grace');
  await page.goto('/packages/hopper-labs/file/flowmatic');
  await page.getByRole('link', { name: 'Share', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New share link' })).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('hopper-labs · downloads of flowmatic');
  await page.getByLabel('Title').fill('');
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByText('This is a required field.').first()).toBeVisible();
  await page.getByLabel('Title').fill(title);
  await page.getByRole('checkbox', { name: 'Clients' }).uncheck();
  await page.getByLabel('Maximum range').selectOption('91 days');
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByText('Share link created.').first()).toBeVisible();
  let address = (await page.getByText(/^https?:\S+\/share\/[\w-]+$/).textContent())!;
  let frame = (await page.getByText(/^<iframe /).textContent())!;

  let stranger = await browser.newContext();
  let reader = await stranger.newPage();
  let scripts: string[] = [];
  reader.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  let answer = await reader.goto(address);
  expect(answer!.status()).toBe(200);
  let headers = answer!.headers();
  expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=0, must-revalidate');
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'.*frame-ancestors 'none'/);
  expect(headers['set-cookie']).toBeUndefined();
  expect(headers['x-frame-options']).toBe('DENY');
  await expect(reader.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(reader.getByRole('heading', { name: 'Downloads by version' })).toBeVisible();
  await expect(reader.getByRole('heading', { name: /by (Client|Company)/ })).toHaveCount(0);
  await expect(reader.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex, nofollow');
  let total = reader.getByRole('definition').first();
  let month = await total.textContent();
  await reader.getByRole('link', { name: '91 days' }).click();
  await expect(total).not.toHaveText(month!);
  await expect(reader.getByRole('link', { name: '12 months' })).toHaveCount(0);
  expect(scripts).toEqual([]);
  let again = await stranger.request.get(address, { headers: { 'if-none-match': headers.etag! } });
  expect(again.status()).toBe(304);

  let image = (await reader.locator('meta[property="og:image"]').getAttribute('content'))!;
  let png = await stranger.request.get(new URL(image).pathname);
  expect([png.status(), png.headers()['content-type']]).toEqual([200, 'image/png']);

  let source = /src="([^"]+)"/.exec(frame)![1]!;
  let framed = await stranger.request.get(source);
  expect(framed.headers()['x-frame-options']).toBeUndefined();
  expect(framed.headers()['content-security-policy']).toContain('frame-ancestors *');
  await reader.goto(source);
  await expect(reader.getByRole('img', { name: new RegExp(`^${title.split(' ')[0]}`) })).toBeVisible();
  let ink = reader.locator('text').first();
  expect(await ink.evaluate((text) => getComputedStyle(text).fill)).toBe('rgb(23, 27, 38)');

  await page.getByRole('link', { name: 'Revoke', exact: true }).click();
  await page.getByRole('button', { name: 'Revoke link' }).click();
  await expect(page.getByText('Link revoked.').first()).toBeVisible();
  expect((await reader.goto(address))!.status()).toBe(410);
  await expect(reader.getByText('This link was revoked or has expired.')).toBeVisible();
  expect((await stranger.request.get(source)).status()).toBe(410);
  await stranger.close();
});

test(
  'a link with a password opens with it, and asks strangers again',
  { tag: '@slow' },
  async ({ page, signInAs, browser, fresh }) => {
    let title = fresh('closed');
    await signInAs('grace');
    await page.goto('/analytics/hopper-labs?where=request_platform:equals:linux');
    await page.getByRole('link', { name: 'Share', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'New share link' })).toBeVisible();
    await expect(page.getByText('Platform is Linux')).toBeVisible();
    await page.getByLabel('Title').fill(title);
    await page.getByRole('textbox', { name: 'Password' }).fill('difference');
    await page.getByRole('button', { name: 'Create link' }).click();
    let address = (await page.getByText(/^https?:\S+\/share\/[\w-]+$/).textContent())!;
    await expect(page.getByText(/^<iframe /)).toHaveCount(0);

    let stranger = await browser.newContext();
    let reader = await stranger.newPage();
    expect((await reader.goto(address))!.status()).toBe(403);
    await reader.getByRole('textbox', { name: 'Password' }).fill('engine');
    await reader.getByRole('button', { name: 'Open' }).click();
    await expect(reader.getByText('Wrong password.').first()).toBeVisible();
    await reader.getByRole('textbox', { name: 'Password' }).fill('difference');
    await reader.getByRole('button', { name: 'Open' }).click();
    await expect(reader.getByRole('heading', { level: 1, name: title })).toBeVisible();
    let other = await browser.newContext();
    expect((await other.request.get(address)).status()).toBe(403);
    let foreign = { headers: { origin: 'https://elsewhere.example' }, form: { password: 'difference' } };
    expect((await other.request.post(address, foreign)).status()).toBe(403);
    await other.close();
    await stranger.close();
  },
);
