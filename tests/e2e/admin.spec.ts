import { expect, test } from './product';

test('a platform admin finds a person, sees what they see, and stops', async ({ page, signInAs }) => {
  await signInAs('root');
  await page.goto('/admin');
  await page.getByLabel('Name or email address').fill('grace@');
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('row', { name: /Grace Hopper/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /linus/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Act as grace' }).click();

  await expect(page).toHaveURL(/\/home\/hopper-labs$/);
  let banner = page.getByRole('complementary', { name: 'Acting as' });
  await expect(banner).toContainText('Acting as: grace');
  await banner.getByRole('link', { name: 'grace' }).click();
  await expect(page).toHaveURL(/\/account$/);
  await expect(page.getByText('grace@example.com').first()).toBeVisible();

  await banner.getByRole('button', { name: 'Stop acting' }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(banner).toHaveCount(0);
  await page.goto('/account');
  await expect(page.getByText('root@example.com').first()).toBeVisible();
});

test('what an admin changes as somebody is in the log under the admin’s name', async ({ page, signInAs, fresh }) => {
  let name = fresh('by-root');
  await signInAs('root');
  await page.goto('/admin?q=ada');
  await page.getByRole('button', { name: 'Act as ada' }).click();
  await expect(page).toHaveURL(/\/home\/ada$/);
  await page.goto('/new-pixel/ada');
  await page.getByLabel('New tracking pixel').fill(name);
  await page.getByRole('button', { name: 'Create pixel' }).click();
  await expect(page).toHaveURL(/\/created$/);
  await page.goto('/admin/audit?about=ada');
  let row = page.getByRole('row', { name: /root \(acting as ada\)/ });
  await expect(row.filter({ hasText: 'Made a change' }).first()).toBeVisible();
});

test('others find no admin area', async ({ page, signInAs }) => {
  await signInAs('linus');
  for (let path of ['/admin', '/admin/audit', '/admin/products', '/admin/discounts'])
    expect((await page.goto(path))?.status(), path).toBe(403);
  await page.goto('/home/hopper-labs');
  await expect(page.locator('a[href="/admin"]')).toHaveCount(0);
});
