import { askGateway, expect, test } from './product';

test('a pixel is created, viewed and counted', async ({ page, signInAs, fresh }) => {
  let name = fresh('pixel');
  await signInAs('ada');
  await page.goto('/new-pixel/ada');
  await page.getByRole('button', { name: 'Create pixel' }).click();
  await expect(page.getByText('Enter a pixel name.').first()).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('High').check();
  await page.getByRole('button', { name: 'Create pixel' }).click();
  await expect(page).toHaveURL(/\/created$/);

  let id = new URL(page.url()).pathname.split('/').at(-2)!;
  await expect(page.getByText(`x-pxid=${id}`).first()).toBeVisible();
  let referer = 'https://docs.ada.example/brand-new-page';
  let answer = await askGateway('static.localhost', `/a.png?x-pxid=${id}`, {
    referer,
    'user-agent': 'Mozilla/5.0 Firefox/132.0',
  });
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('image/png');
  expect(answer.headers['cache-control']).toContain('no-store');

  await page.goto(`/analytics/ada?package=none&pixels=show&pixel=${id}`);
  await expect(page.getByText('docs.ada.example/brand-new-page').first()).toBeVisible();
});

test('a pixel is changed, and deleted by typing its name', { tag: '@slow' }, async ({ page, signInAs, fresh }) => {
  let name = fresh('fading');
  await signInAs('ada');
  await page.goto('/new-pixel/ada');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Create pixel' }).click();
  await expect(page).toHaveURL(/\/created$/);
  let id = new URL(page.url()).pathname.split('/').at(-2)!;
  await page.goto(`/pixels/ada/${id}/edit`);
  await page.getByLabel('Name', { exact: true }).fill(`${name}-renamed`);
  await page.getByRole('button', { name: 'Save pixel' }).click();
  await expect(page.getByText(`${name}-renamed`).first()).toBeVisible();

  await page.goto(`/pixels/ada/${id}/delete`);
  await page.getByLabel(/Type/).fill(`${name}-renamed`);
  await page.getByRole('button', { name: 'Delete pixel' }).click();
  await expect(page).toHaveURL(/\/pixels\/ada$/);
  await expect(page.getByText(`${name}-renamed`)).toHaveCount(0);
});
