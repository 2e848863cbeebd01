import { lettersTo } from '../support/outbox';
import { dashboardPort } from '../support/ports';
import { expect, password, test } from './product';

const outbox = `test-results/data-${dashboardPort}/outbox`;

async function inviteTo(email: string): Promise<string> {
  let newest = () => lettersTo(outbox, email).findLast((letter) => /invites you/.test(letter.subject))?.link ?? '';
  await expect.poll(newest).not.toBe('');
  return newest();
}

test('an organization is created; an invited person registers, gets a role, and leaves', async ({
  page,
  registerAs,
  browser,
  fresh,
}, info) => {
  let [owner, guest, name] = [fresh('owner'), fresh('guest'), fresh('org')];
  await registerAs(owner);
  await page.goto('/organizations');
  await page.getByRole('link', { name: 'Create organization' }).click();
  await page.getByLabel('Organization name').fill(name);
  await page.getByLabel('Billing email').fill('bills');
  await page.getByRole('button', { name: 'Create organization' }).click();
  await expect(page.getByText('This email is not valid.').last()).toBeVisible();
  await page.getByLabel('Billing email').fill('bills@example.com');
  await page.getByRole('button', { name: 'Create organization' }).click();
  await expect(page).toHaveURL(new RegExp(`/home/${name}$`));
  await page.goto(`/organizations/${name}`);
  await page.getByRole('navigation', { name: 'Organization' }).getByRole('link', { name: 'Members' }).click();
  await page.getByLabel('Email or username').fill(`${guest}@example.com`);
  await page.getByRole('button', { name: 'Send invite' }).click();
  await expect(page.getByRole('table', { name: 'People invited' })).toContainText(guest);

  let elsewhere = await browser.newContext({ javaScriptEnabled: info.project.use.javaScriptEnabled });
  let other = await elsewhere.newPage();
  await other.goto(await inviteTo(`${guest}@example.com`));
  await expect(other.getByText(name).first()).toBeVisible();
  await other.getByRole('link', { name: 'Create an account' }).click();
  await other.getByLabel('Username').fill(guest);
  await other.getByLabel('Email').fill(`${guest}@example.com`);
  await other.getByLabel('Password', { exact: true }).fill(password);
  await other.getByLabel('Confirm password').fill(password);
  await other.getByRole('button', { name: 'Create account' }).click();
  await other.getByRole('button', { name: `Accept as ${guest}` }).click();
  await expect(other).toHaveURL(new RegExp(`/home/${name}$`));

  await page.goto(`/organizations/${name}/members`);
  await page.getByLabel(`Role of ${guest}`).selectOption('admin');
  await page.getByRole('button', { name: `Save the role of ${guest}` }).click();
  await expect(page.getByText('Role changed.').first()).toBeVisible();
  await page.getByLabel(`Role of ${owner}`).selectOption('member');
  await page.getByRole('button', { name: `Save the role of ${owner}` }).click();
  await expect(page.getByText('Organization needs an owner.').first()).toBeVisible();

  await other.goto(`/organizations/${name}/members`);
  await other.getByRole('link', { name: 'Leave' }).click();
  await other.getByLabel(/Type/).fill(name);
  await other.getByRole('button', { name: 'Leave organization' }).click();
  await expect(other.getByText('No organizations yet.')).toBeVisible();
  await elsewhere.close();
});

test(
  'an account becomes an organization, and its person signs in again',
  { tag: '@slow' },
  async ({ page, registerAs, fresh }) => {
    let [name, person] = [fresh('before'), fresh('after')];
    await registerAs(name);
    await page.goto('/new-organization');
    await page.getByRole('link', { name: 'Convert account to organization' }).click();
    await page.getByRole('link', { name: 'Get started' }).click();
    await page.getByLabel('New username').fill(person);
    await page.getByLabel('Billing email').fill('bills@example.com');
    await page.getByLabel('Your password').fill(password);
    await page.getByRole('button', { name: 'Convert account' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await page.getByLabel('Email or username').fill(person);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(new RegExp(`/home/${name}$`));
  },
);
