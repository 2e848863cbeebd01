import { codeAt } from '../support/authenticator';
import { lettersTo } from '../support/outbox';
import { dashboardPort } from '../support/ports';
import { expect, password, test } from './product';

const outbox = `test-results/data-${dashboardPort}/outbox`;

test(
  'an organization requires two-factor: its owner sets it up first, and members are refused until they have it',
  { tag: '@slow' },
  async ({ page, registerAs, fresh }) => {
    let [owner, member, organization] = [fresh('boss'), fresh('staff'), fresh('strict')];
    let setUp = async () => {
      await page.getByLabel('Your password').fill(password);
      await page.getByRole('button', { name: 'Set up' }).click();
      let secret = (await page.locator('main code').first().innerText()).replaceAll(' ', '');
      await page.getByLabel('Code', { exact: true }).fill(codeAt(secret, Date.now()));
      await page.getByRole('button', { name: 'Turn on' }).click();
      await expect(page.getByRole('heading', { name: 'Save these codes' })).toBeVisible();
    };
    await registerAs(member);
    let staff = await page.context().cookies();
    await page.context().clearCookies();
    await registerAs(owner);
    let form = { name: organization, billing_email: `${owner}@example.com` };
    await page.context().request.post('/new-organization/create', { form, maxRedirects: 0 });
    let invite = { person: member, role: 'member' };
    await page.context().request.post(`/organizations/${organization}/members`, { form: invite, maxRedirects: 0 });

    await page.goto(`/organizations/${organization}`);
    let card = page.locator('form', { has: page.getByLabel('Require two-factor authentication') });
    let tick = async () => {
      await card.getByLabel('Require two-factor authentication').check();
      await card.getByRole('button', { name: 'Save' }).click();
    };
    await tick();
    let first = 'Turn on two-factor authentication for your own account first.';
    await expect(page.getByText(first).first()).toBeVisible();
    await page.goto('/account/two-factor');
    await setUp();
    await page.goto(`/organizations/${organization}`);
    await tick();
    await expect(page.getByText('Two-factor authentication required for members.').first()).toBeVisible();
    await page.goto(`/organizations/${organization}/audit`);
    await expect(page.getByText('Required two-factor authentication of members')).toBeVisible();

    await page.context().clearCookies();
    await page.context().addCookies(staff);
    let invitation = () =>
      lettersTo(outbox, `${member}@example.com`).find(({ subject }) => /invites you/.test(subject));
    await expect.poll(() => invitation()?.link ?? '').not.toBe('');
    await page.goto(invitation()?.link ?? '');
    await page.getByRole('button', { name: `Accept as ${member}` }).click();
    let heading = page.getByRole('heading', { name: 'Two-factor authentication is required' });
    await expect(heading).toBeVisible();
    expect((await page.goto('/home'))?.status()).toBe(403);
    await page.getByRole('link', { name: 'Set up two-factor authentication' }).click();
    await expect(page.getByText(`Required by ${organization}.`)).toBeVisible();
    await setUp();
    expect((await page.goto(`/home/${organization}`))?.status()).toBe(200);
    await expect(heading).toHaveCount(0);
  },
);
