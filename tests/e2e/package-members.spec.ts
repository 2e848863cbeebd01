import { expect, packageTab, test } from './product';

// @spec 6: Package members can be added or removed
test(
  'a person adds a member to a package, and the member finds it, changes it and leaves it',
  { tag: '@slow' },
  async ({ page, browser, fresh }, info) => {
    let [owner, guest, name] = [fresh('owner'), fresh('guest'), fresh('tool')];
    let elsewhere = await browser.newContext({ javaScriptEnabled: info.project.use.javaScriptEnabled });
    let other = await elsewhere.newPage();
    let password = 'analytical-engine-1';
    for (let [who, at] of [
      [owner, page],
      [guest, other],
    ] as const) {
      let form = { username: who, email: `${who}@example.com`, password, confirm_password: password };
      await at.context().request.post('/register', { form, maxRedirects: 0 });
    }
    let file = { type: 'file', name, incoming_path: `/${name}/{v}`, importance: 'mid' };
    await page.context().request.post(`/new-package/${owner}?type=file`, { form: file, maxRedirects: 0 });

    await page.goto(`/packages/${owner}/file/${name}/settings`);
    await expect(page.getByRole('heading', { name: '1 Member' })).toBeVisible();
    await page.getByRole('link', { name: '+ Add user' }).click();
    await page.getByLabel('Username').fill('nobody-here');
    await page.getByLabel('Level').selectOption('admin');
    await page.getByRole('button', { name: 'Add user' }).click();
    await expect(page.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Level')).toHaveValue('admin');
    await page.getByLabel('Username').fill(guest);
    await page.getByLabel('Level').selectOption('member');
    await page.getByRole('button', { name: 'Add user' }).click();
    await expect(page.getByRole('heading', { name: '2 Members' })).toBeVisible();

    await other.goto(`/packages/${guest}/overview`);
    await other.getByRole('link', { name: `View details of ${name}` }).click();
    await packageTab(other, 'Settings').click();
    await expect(other.getByRole('heading', { name: '2 Members' })).toBeVisible();
    await expect(other.getByRole('link', { name: 'Edit', exact: true })).toHaveCount(0);

    await page.getByLabel(`Level of ${guest}`).selectOption('admin');
    await page.getByRole('button', { name: `Save the level of ${guest}` }).click();
    await expect(page.getByText('Role changed.').first()).toBeVisible();
    await other.reload();
    await other.getByRole('link', { name: 'Edit', exact: true }).click();
    await other.getByLabel('Short description').fill('Changed by a guest');
    await other.getByRole('button', { name: 'Save' }).click();
    await expect(other.getByText('Changed by a guest')).toBeVisible();

    let domain = `${name}.example.com`;
    await packageTab(other, 'Set-up').click();
    await other.getByRole('link', { name: '+ Add domain' }).click();
    await other.getByLabel('Domain', { exact: true }).fill(domain);
    await other.getByRole('button', { name: 'Add domain' }).click();
    let verification = other.locator('details', { hasText: `Verification of ${domain}` });
    await expect(verification.getByText(`${owner}.gateway.localhost`, { exact: true })).toBeVisible();
    await verification.getByRole('button', { name: /Check now/ }).click();
    await expect(other.getByText('DNS did not respond in time. Try again.').first()).toBeVisible();

    await other.goto(`/packages/${owner}/overview`);
    await expect(other.getByRole('link', { name: `View details of ${name}` })).toBeVisible();
    await page.goto('/account/audit');
    await expect(page.getByRole('main')).not.toContainText('Was refused access');

    await other.goto(`/packages/${owner}/file/${name}/settings`);
    await other.getByRole('link', { name: 'Leave' }).click();
    await other.getByLabel(/Type/).fill(name);
    await other.getByRole('button', { name: 'Leave package' }).click();
    await expect(other.getByText('No packages yet')).toBeVisible();
    expect((await other.goto(`/packages/${owner}/file/${name}`))?.status()).toBe(403);

    await page.goto(`/packages/${owner}/file/${name}/members`);
    await page.getByLabel('Username').fill(guest);
    await page.getByRole('button', { name: 'Add user' }).click();
    await page.getByRole('link', { name: `Remove ${guest}` }).click();
    await page.getByRole('button', { name: 'Remove member' }).click();
    await expect(page.getByRole('heading', { name: '1 Member' })).toBeVisible();
    await elsewhere.close();
  },
);
