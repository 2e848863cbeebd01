import type { Page } from '@playwright/test';
import { lettersTo } from '../support/outbox';
import { dashboardPort } from '../support/ports';
import { confirmWhereAsked, expect, password, test } from './product';

const outbox = `test-results/data-${dashboardPort}/outbox`;

/** Waits until an address has received `count` invites. Returns the link of the last one. */
async function inviteTo(email: string, count: number): Promise<string> {
  let links = () =>
    lettersTo(outbox, email).flatMap(({ subject, link }) => (/invites you/.test(subject) ? [link] : []));
  await expect.poll(() => links().length).toBe(count);
  return links().at(-1) ?? '';
}

/** Creates an organization for the signed-in person, and opens it. */
async function createOrganization(page: Page, name: string): Promise<void> {
  let form = { name, billing_email: 'bills@example.com' };
  await page.context().request.post('/new-organization/create', { form, maxRedirects: 0 });
  await page.goto(`/organizations/${name}`);
}

test(
  'an organization is changed, an invite withdrawn and a member removed; all three are in its log',
  { tag: '@slow' },
  async ({ page, browser, registerAs, fresh }, info) => {
    let [founder, guest, name] = [fresh('founder'), fresh('guest'), fresh('crew')];
    let nobody = `${fresh('nobody')}@example.com`;
    await registerAs(guest);
    await page.goto('/organizations');
    await expect(page.getByText('New organization', { exact: true })).toBeVisible();
    await page.context().clearCookies();
    await registerAs(founder);
    await createOrganization(page, name);
    let details = page.getByRole('region', { name: 'Organization details' });
    await page.getByLabel('Website').fill('https://crew.example');
    await page.getByLabel('Organization name').fill('hopper-labs');
    await details.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('An organization or person with this name already exists.').first()).toBeVisible();
    await page.getByLabel('Organization name').fill(`${name}-2`);
    await details.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Organization saved.').first()).toBeVisible();
    await expect(page.getByLabel('Website')).toHaveValue('https://crew.example');

    await page.getByRole('navigation', { name: 'Organization' }).getByRole('link', { name: 'Members' }).click();
    for (let person of [nobody, guest]) {
      await page.getByLabel('Email or username').fill(person);
      await page.getByRole('button', { name: 'Send invite' }).click();
      await expect(page.getByRole('table', { name: 'People invited' })).toContainText(person);
    }
    await page.getByRole('button', { name: `Resend the invite of ${nobody}` }).click();
    await inviteTo(nobody, 2);
    await page.getByRole('button', { name: `Withdraw the invite of ${nobody}` }).click();
    await expect(page.getByRole('table', { name: 'People invited' })).not.toContainText(nobody);
    await page.getByRole('button', { name: `Withdraw the invite of ${guest}` }).click();
    await expect(page.getByRole('table', { name: 'People invited' })).toHaveCount(0);

    let form = { person: guest, role: 'member' };
    await page.context().request.post(`/organizations/${name}-2/members`, { form, maxRedirects: 0 });
    let elsewhere = await browser.newContext({ javaScriptEnabled: info.project.use.javaScriptEnabled });
    let other = await elsewhere.newPage();
    await other.goto(await inviteTo(`${guest}@example.com`, 2));
    await other.getByRole('link', { name: 'Sign in to accept' }).click();
    await other.getByLabel('Email or username').fill(guest);
    await other.getByLabel('Password').fill(password);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByRole('button', { name: `Accept as ${guest}` }).click();
    await expect(other).toHaveURL(new RegExp(`/home/${name}-2$`));

    await page.goto(`/organizations/${name}-2/members`);
    await page.getByRole('link', { name: `Remove ${guest}` }).click();
    await page.getByRole('button', { name: 'Remove member' }).click();
    await expect(page.getByText('Member removed.').first()).toBeVisible();
    expect((await other.goto(`/organizations/${name}-2`))?.status()).toBe(403);
    await elsewhere.close();

    await page.getByRole('navigation', { name: 'Organization' }).getByRole('link', { name: 'Audit log' }).click();
    let log = page.getByRole('table', { name: 'Audit log' });
    let acts = ['Created the organization', 'Changed the organization', 'Withdrew an invite', 'Member joined'];
    for (let act of [...acts, 'Removed a member']) await expect(log.getByText(act).first()).toBeVisible();
  },
);

// @spec 6: The limit of the free plan, and no deletion while a subscription is active, as people
//   see them
test(
  'an organization with a paid plan cannot be deleted; on the free plan it has two members and is deleted by typing its name',
  { tag: '@slow' },
  async ({ page, registerAs, fresh }) => {
    let [founder, name] = [fresh('payer'), fresh('paying')];
    await registerAs(founder);
    await createOrganization(page, name);
    let card = { card_number: '4242424242424242', card_expiry: '12/99', card_cvc: '123', card_zip: '12345' };
    await page.context().request.post(`/billing/${name}/card`, { form: card, maxRedirects: 0 });
    let remove = async () => {
      await page.goto(`/organizations/${name}/delete`);
      await page.getByLabel(/Type/).fill(name);
      await confirmWhereAsked(page);
      await page.getByRole('button', { name: 'Delete organization' }).click();
    };

    await page.getByRole('navigation', { name: 'Organization' }).getByRole('link', { name: 'Billing' }).click();
    await page.getByRole('link', { name: 'Choose a plan' }).click();
    await page.getByLabel('Basic: $49.00 per month').check();
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expect(page.getByText('Your subscription has started.').first()).toBeVisible();
    await remove();
    await expect(
      page.getByText('Cannot delete an organization when it has active subscriptions.').first(),
    ).toBeVisible();

    await page.goto(`/organizations/${name}/billing`);
    await page.getByRole('link', { name: 'Cancel subscription' }).click();
    await page.getByLabel('Now').check();
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await expect(page.getByText('Canceled', { exact: true })).toBeVisible();
    let tabs = page.getByRole('navigation', { name: 'Organization' });
    await page.getByRole('link', { name: 'All subscriptions' }).click();
    await expect(page.getByRole('table', { name: 'Subscriptions' })).toContainText('Canceled');
    await tabs.getByRole('link', { name: 'Members' }).click();
    await expect(page.getByText('1 member of 2, including pending invites.')).toBeVisible();
    let invite = async (person: string) => {
      await page.getByLabel('Email or username').fill(person);
      await page.getByRole('button', { name: 'Send invite' }).click();
    };
    await invite('first@example.com');
    await expect(page.getByRole('table', { name: 'People invited' })).toContainText('first@example.com');
    await invite('second@example.com');
    await expect(page.getByText('Maximum number of organizations members reached.').first()).toBeVisible();
    await expect(page.getByLabel('Email or username')).toHaveValue('second@example.com');

    await remove();
    await expect(page.getByText('Organization deleted.').first()).toBeVisible();
    await expect(page.getByText('New organization', { exact: true })).toBeVisible();
  },
);
