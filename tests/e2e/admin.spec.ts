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

test('acting as an organization is acting as its owner, to its end', async ({ page, signInAs, registerAs, fresh }) => {
  let [person, name] = [fresh('founder'), fresh('short-lived')];
  await registerAs(person);
  let form = { name, billing_email: 'bills@example.com' };
  await page.context().request.post('/new-organization/create', { form, maxRedirects: 0 });
  await page.context().clearCookies();
  await signInAs('root');
  await page.goto(`/admin?q=${name}`);
  await page.getByRole('button', { name: `Act as ${name}` }).click();
  await expect(page).toHaveURL(new RegExp(`/home/${name}$`));
  let banner = page.getByRole('complementary', { name: 'Acting as' });
  await banner.getByRole('link', { name }).click();
  await page.getByRole('link', { name: 'Delete organization' }).click();
  await page.getByLabel(/Type/).fill(name);
  await page.getByRole('button', { name: 'Delete organization' }).click();
  await expect(page.getByText('Organization deleted.').first()).toBeVisible();
  await expect(page).toHaveURL(/\/organizations$/);
  await expect(banner).toHaveCount(0);
  await page.goto(`/admin/audit?about=${name}`);
  let row = page.getByRole('row', { name: new RegExp(`root \\(acting as ${name}\\)`) });
  await expect(row.filter({ hasText: 'Deleted the organization' })).toBeVisible();
});

test('a discount is made, and archived; the log says by whom', async ({ page, signInAs, fresh }) => {
  let code = fresh('spring').toUpperCase();
  await signInAs('root');
  await page.goto('/admin/discounts');
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Create discount' }).click();
  await expect(page.getByLabel('Code')).toHaveValue(code);
  await expect(page.getByText(/either a percentage or an amount/i).first()).toBeVisible();
  await page.getByLabel('Percent off').fill('25');
  await page.getByRole('button', { name: 'Create discount' }).click();
  let row = page.getByRole('row', { name: new RegExp(code) });
  await expect(row).toContainText('25');
  await expect(row).toContainText('Valid');
  await page.getByRole('button', { name: `Archive ${code}` }).click();
  await expect(row).toContainText('Archived');
  await page.goto('/admin/audit');
  await expect(page.getByRole('row', { name: new RegExp(`root.*discount ${code}: archived`) })).toBeVisible();
});
