import { expect, test } from './product';

test('an owner enables a badge and copies its code; the badge is public until it is disabled', async ({
  page,
  signInAs,
  browser,
}, { project }) => {
  await signInAs('grace');
  await page.goto(`/packages/hopper-labs/file/${project.name === 'script' ? 'nanosecond' : 'flowmatic'}/set-up`);
  await page.getByRole('link', { name: /badges$/ }).click();
  let box = page.getByRole('checkbox', { name: 'Downloads' });
  await box.check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Package saved.')).toBeVisible();
  await expect(box).toBeChecked();
  let code = await page.getByText(/^!\[Downloads\]\(/).innerText();
  let address = /\((.+)\)/.exec(code)![1]!;
  let width = () =>
    page.getByRole('img', { name: 'Badge: Downloads' }).evaluate((img: HTMLImageElement) => img.naturalWidth);
  await expect.poll(width).toBeGreaterThan(80);

  let stranger = await browser.newContext();
  let answer = await stranger.request.get(address);
  expect(answer.status()).toBe(200);
  let headers = answer.headers();
  expect(headers['content-type']).toBe('image/svg+xml; charset=utf-8');
  expect(headers['cache-control']).toBe('public, max-age=3600');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
  expect(headers['set-cookie']).toBeUndefined();
  let svg = await answer.text();
  expect(svg).toMatch(/^<svg [^>]+aria-label="downloads: [\d,.KM]+"/);
  let again = await stranger.request.get(address, { headers: { 'if-none-match': headers.etag! } });
  expect(again.status()).toBe(304);

  let off = await stranger.request.get(address.replace('downloads.svg', 'companies.svg'));
  let unknown = await stranger.request.get('/badges/00000000-0000-7000-8000-000000000000/downloads.svg');
  expect([off.status(), await off.text()]).toEqual([404, await unknown.text()]);
  expect(unknown.status()).toBe(404);

  await box.uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^!\[Downloads\]\(/)).toHaveCount(0);
  expect((await stranger.request.get(address)).status()).toBe(404);
  await stranger.close();
});

test('a member does not see the badge form', { tag: '@slow' }, async ({ page, signInAs }) => {
  await signInAs('linus');
  let answer = await page.goto('/packages/hopper-labs/file/nanosecond/badges');
  expect(answer?.status()).toBe(403);
});
