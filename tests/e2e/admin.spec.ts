import { gatewayPort } from '../support/ports';
import { askGateway, confirmWhereAsked, expect, password, test } from './product';

// @spec 1: A platform admin acts as another user
test('a platform admin finds a person, acts as them, and stops', async ({ page, signInAs }) => {
  await signInAs('root');
  await page.goto('/admin');
  await page.getByLabel('Name or email').fill('grace@');
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

test('changes while acting are logged with the admin’s name', { tag: '@slow' }, async ({ page, signInAs, fresh }) => {
  let name = fresh('by-root');
  await signInAs('root');
  await page.goto('/admin?q=ada');
  await page.getByRole('button', { name: 'Act as ada' }).click();
  await expect(page).toHaveURL(/\/home\/ada$/);
  await page.goto('/new-pixel/ada');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Create pixel' }).click();
  await expect(page).toHaveURL(/\/created$/);
  await page.goto('/admin/audit?about=ada');
  let row = page.getByRole('row', { name: /root \(acting as ada\)/ });
  await expect(row.filter({ hasText: 'Made a change' }).first()).toBeVisible();
});

test(
  'the admin area is refused to people who are not platform admins',
  { tag: '@slow' },
  async ({ page, signInAs }) => {
    await signInAs('linus');
    for (let path of [
      '/admin',
      '/admin/owners/ada',
      '/admin/status',
      '/admin/audit',
      '/admin/names',
      '/admin/products',
      '/admin/discounts',
    ])
      expect((await page.goto(path))?.status(), path).toBe(403);
    await page.goto('/home/hopper-labs');
    await expect(page.locator('a[href="/admin"]')).toHaveCount(0);
  },
);

// @spec 6: Acting as an organization shows and does what its owners may, its deletion included
test(
  'acting as an organization has the rights of its owner, and ends when it is deleted',
  { tag: '@slow' },
  async ({ page, signInAs, registerAs, fresh }) => {
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
    await confirmWhereAsked(page);
    await page.getByRole('button', { name: 'Delete organization' }).click();
    await expect(page.getByText('Organization deleted.').first()).toBeVisible();
    await expect(page).toHaveURL(/\/organizations$/);
    await expect(banner).toHaveCount(0);
    await page.goto(`/admin/audit?about=${name}`);
    let row = page.getByRole('row', { name: new RegExp(`root \\(acting as ${name}\\)`) });
    await expect(row.filter({ hasText: 'Deleted the organization' })).toBeVisible();
  },
);

test(
  'a discount is created and archived; the log names the admin',
  { tag: '@slow' },
  async ({ page, signInAs, fresh }) => {
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
  },
);

test(
  'a domain is served and shown only after an admin confirms it',
  { tag: '@slow' },
  async ({ page, signInAs, fresh }) => {
    let name = fresh('confirmed');
    let domain = `${name}.example.com`;
    await signInAs('root');
    await page.goto('/new-package/ada?type=file');
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel(/Download path/).fill(`/${name}/one`);
    await page.getByText('Custom domain (optional)').click();
    await page.getByLabel('Domain', { exact: true }).fill(domain);
    await page.getByRole('button', { name: 'Create package' }).click();
    await expect(page.getByText('One more step: verify your domain')).toBeVisible();
    await expect(
      page.getByText(`http://ada.gateway.localhost:${gatewayPort}/${name}/one`, { exact: true }),
    ).toBeVisible();
    let statusAt = async (host: string) => (await askGateway(host, `/${name}/one`)).status;
    expect([await statusAt('ada.gateway.localhost'), await statusAt(domain)]).toEqual([200, 404]);

    await page.goto('/admin');
    await page.getByRole('main').getByRole('link', { name: 'Domains', exact: true }).click();
    await page.getByRole('searchbox', { name: 'Domain or owner' }).fill(name);
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
    await expect(page.getByRole('heading', { name: '1 domain', exact: true })).toBeVisible();
    await page.getByRole('link', { name: `Confirm ${domain} for ada` }).click();
    await expect(page.getByText('Only verify domains you know belong to them.')).toBeVisible();
    await page.getByRole('button', { name: 'Confirm domain' }).click();
    await expect(page.getByText('Domain verified.')).toBeVisible();
    expect(await statusAt(domain)).toBe(200);

    await page.goto(`/packages/ada/file/${name}/set-up`);
    await expect(page.locator('summary', { hasText: `Verification of ${domain}` })).toContainText('Verified');
    await expect(page.getByText(`http://${domain}:${gatewayPort}/${name}/one`, { exact: true }).first()).toBeVisible();
  },
);

test(
  'an admin releases a given-up name, and another person registers it',
  { tag: '@slow' },
  async ({ page, signInAs, registerAs, fresh }) => {
    let [name, later] = [fresh('left'), fresh('renamed')];
    await registerAs(name);
    let profile = { username: later, first_name: '', last_name: '' };
    let renamed = await page.context().request.post('/account?index', { form: profile, maxRedirects: 0 });
    expect(renamed.status()).toBe(303);
    await page.context().clearCookies();
    await signInAs('root');
    await page.goto('/admin');
    await page.getByRole('main').getByRole('link', { name: 'Reserved names', exact: true }).click();
    await page.getByRole('searchbox', { name: 'Reserved name' }).fill(name);
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
    await expect(page.getByText(`Its links serve downloads of ${later}.`)).toBeVisible();
    await page.getByRole('link', { name: `Free ${name}` }).click();
    let warning = `Old links to ${name} may then serve another owner’s downloads.`;
    await expect(page.getByText(warning)).toBeVisible();
    await confirmWhereAsked(page);
    await page.getByRole('button', { name: 'Free name' }).click();
    await expect(page.getByText('Name released', { exact: false }).first()).toBeVisible();
    await page.goto(`/admin/names?name=${name}`);
    await expect(page.getByText(`${name} is not reserved.`)).toBeVisible();
    await page.goto(`/admin/audit?about=${later}`);
    await expect(page.getByRole('row', { name: /Released a reserved name/ })).toContainText(name);
    await page.context().clearCookies();
    let form = { username: name, email: `${name}-heir@example.com`, password, confirm_password: password };
    let heir = await page.context().request.post('/register', { form, maxRedirects: 0 });
    expect(heir.status()).toBe(303);
  },
);

test(
  'an admin suspends a person, lifts the suspension and deletes them; downloads continue meanwhile',
  { tag: '@slow' },
  async ({ page, signInAs, registerAs, fresh }) => {
    let name = fresh('kept-out');
    await registerAs(name);
    let form = { type: 'file', name: 'tool', incoming_path: '/tool' };
    let made = await page.context().request.post(`/new-package/${name}?type=file`, { form, maxRedirects: 0 });
    expect(made.status()).toBe(303);
    let download = async () => (await askGateway(`${name}.gateway.localhost`, '/tool')).status;
    expect(await download()).toBe(200);
    let own = await page.context().cookies();

    await page.context().clearCookies();
    await signInAs('root');
    await page.goto(`/admin?q=${name}`);
    await page.getByRole('link', { name }).click();
    await expect(page).toHaveURL(new RegExp(`/admin/owners/${name}$`));
    await expect(page.getByText(`${name}@example.com`)).toBeVisible();
    await page.getByRole('link', { name: 'Suspend', exact: true }).click();
    await page.getByLabel('Reason').fill('Sends spam');
    await confirmWhereAsked(page);
    await page.getByRole('button', { name: 'Suspend' }).click();
    await expect(page).toHaveURL(new RegExp(`/admin/owners/${name}$`));
    await expect(page.getByText('Suspended', { exact: true }).first()).toBeVisible();
    expect(await download()).toBe(200);
    let admin = await page.context().cookies();

    await page.context().clearCookies();
    await page.context().addCookies(own);
    await page.goto('/account');
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByText('This account is suspended.', { exact: false }).first()).toBeVisible();
    await page.getByLabel(/email/i).fill(name);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: /^(login|sign in)$/i }).click();
    await expect(page.getByText('This account is suspended.', { exact: false }).first()).toBeVisible();
    await expect(page).toHaveURL(/\/login/);

    await page.context().clearCookies();
    await page.context().addCookies(admin);
    await page.goto(`/admin/owners/${name}`);
    await page.getByRole('link', { name: 'Lift suspension' }).click();
    await confirmWhereAsked(page);
    await page.getByRole('button', { name: 'Lift suspension' }).click();
    await expect(page.getByText('Suspension lifted.').first()).toBeVisible();
    await page.getByRole('link', { name: 'Send password reset' }).click();
    await page.getByLabel('End all sessions now').check();
    await confirmWhereAsked(page);
    await page.getByRole('button', { name: 'Send password reset' }).click();
    await expect(page.getByText('Password reset sent.').first()).toBeVisible();
    await expect(page.getByText('Open sessions').locator('xpath=following-sibling::*')).toHaveText('0');

    await page.getByRole('link', { name: 'Delete' }).click();
    await page.getByLabel(/Type/).fill(name);
    await confirmWhereAsked(page);
    await page.getByRole('button', { name: 'Delete account' }).click();
    await expect(page.getByText('Deleted.', { exact: false }).first()).toBeVisible();
    await expect(page).toHaveURL(/\/admin$/);
    expect(await download()).toBe(404);
    await page.goto(`/admin/audit?about=${name}`);
    for (let words of ['Suspended by an administrator', 'Was sent a password reset', 'Deleted the account'])
      await expect(page.getByRole('row', { name: new RegExp(words) }).first()).toBeVisible();
  },
);

test('the status page shows the state of the installation, and sends a test mail', async ({ page, signInAs }) => {
  await signInAs('root');
  await page.goto('/admin');
  await page.getByRole('main').getByRole('link', { name: 'Status', exact: true }).click();
  await expect(page.getByText('Up to date:', { exact: false })).toBeVisible();
  await expect(page.getByText(process.version, { exact: false })).toBeVisible();
  let exports = page.getByRole('row', { name: /Scheduled exports/ });
  await expect(exports).toContainText('Done');
  await page.getByRole('button', { name: 'Send test email' }).click();
  await expect(page.getByText('The email to root@example.com was written to', { exact: false })).toBeVisible();
});
