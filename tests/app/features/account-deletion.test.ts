/** The deletion and conversion of accounts and organizations: permissions, and what prevents it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { action as changeEmail } from 'app/routes/_app.account.email';
import { action as start } from 'app/routes/_app.acting._index';
import { action as convert } from 'app/routes/_app.new-organization.convert';
import { action as deleteOwner } from 'app/routes/_app.organizations.$owner.delete';
import { action as signIn } from 'app/routes/_guest.login';
import { action as followLink } from 'app/routes/change-email.$token';
import { auditApi } from 'contract/admin/audit';
import { billingApi } from 'contract/billing/billing';
import { paymentsApi } from 'contract/billing/payments';
import { organizationsApi } from 'contract/organizations/organizations';
import { packagesApi } from 'contract/packages/packages';
import { usersApi } from 'contract/accounts/users';
import { demoPassword, type SamplePerson } from 'gateway/demo/people';
import { cards, offer, saveCard } from '../../gateway/billing/billing-offers';
import { browserOf, redirectOf, refusedForm } from '../../support/dashboard';
import { leadsTo, visitorOf, type Visitor } from '../../support/visitor';
import { createWorld, type Caller, type World } from '../../support/world';

const about = { billing_email: 'bills@example.com', description: '', website: '' };

let world: World;
let ada: Caller;
let root: Caller;

beforeAll(async () => {
  world = await createWorld();
  [ada, root] = await Promise.all([world.as('ada'), world.as('root')]);
});
afterAll(() => world.close());

async function signedIn(person: SamplePerson): Promise<Visitor> {
  let browser = visitorOf(world);
  await browser.post(signIn, '/login', { email: person, password: demoPassword });
  await browser.confirm();
  return browser;
}

/** The newest entry of the audit log. */
async function newestEntry() {
  let { results } = await root.ask(auditApi.getAllAuditEvents, { query: { per_page: 1 } });
  return results.map(({ action, actor, acting_as, owner }) => [action, actor, acting_as, owner])[0];
}

async function packagesOf(owner: string): Promise<number> {
  return (await root.ask(packagesApi.getPackages, { params: { owner } })).total;
}

/** Gives an owner a package and a running subscription. */
async function addPackageAndSubscription(owner: string): Promise<void> {
  let file = { type: 'file' as const, name: 'tool', incoming_path: '/tool/{v}' };
  await ada.ask(packagesApi.createPackage, { params: { owner }, body: file });
  let { priceId } = await offer(root, { amount: 1_900, currency: 'usd', interval: 'monthly' });
  await saveCard(ada, owner, cards.pays);
  await ada.ask(billingApi.createSubscription, { params: { owner }, body: { price_id: priceId } });
}

describe('a paid subscription', () => {
  // @spec 6: No deletion of an organization with an active subscription
  test('prevents the deletion of an organization, which keeps all its data', async () => {
    await ada.ask(organizationsApi.createOrganization, { body: { name: 'engines', ...about } });
    await addPackageAndSubscription('engines');
    let browser = await browserOf(world, 'ada');
    let refused = await refusedForm(await browser.post(deleteOwner, { owner: 'engines' }, { confirm_name: 'engines' }));
    expect(refused).toMatchObject({
      status: 422,
      error: { '': [expect.stringContaining('active subscription')] },
      kept: { confirm_name: 'engines' },
    });
    let params = { owner: 'engines' };
    expect(await ada.ask(billingApi.getBilling, { params })).toMatchObject({
      plan: 'basic',
      subscription: { status: 'active' },
    });
    expect(await ada.ask(paymentsApi.getInvoices, { params })).toHaveLength(1);
    expect(await packagesOf('engines')).toBe(1);
    expect(await ada.ask(organizationsApi.getOrganizationMembers, { params: { name: 'engines' } })).toMatchObject({
      total: 1,
    });
  });

  test('prevents the deletion of an account, whose person stays signed in', async () => {
    await addPackageAndSubscription('ada');
    let browser = await signedIn('ada');
    let answer = await browser.post(deleteOwner, '/account/delete', { confirm_name: 'ada' });
    expect(await refusedForm(answer)).toMatchObject({
      status: 422,
      error: { '': [expect.stringContaining('subscription')] },
    });
    expect(browser.jar.has('__session')).toBe(true);
    expect(await packagesOf('ada')).toBe(1);
    await world.with(undefined).ask(usersApi.login, { body: { email: 'ada', password: demoPassword } });
  });
});

describe('a platform admin who impersonates a person', () => {
  // @spec 6: Platform admin acts as another user; the log names the admin
  test('can convert their account; the log names the admin, who stays signed in', async () => {
    let browser = await signedIn('root');
    await browser.post(start, '/acting', { owner: 'mary' });
    let form = { username: 'mary-self', ...about };
    let answer = await browser.post(convert, '/new-organization/convert', form);
    expect(redirectOf(answer)).toMatchObject({ to: '/admin', toast: 'acted_account_converted' });
    let { results } = await root.ask(auditApi.getAllAuditEvents, { query: { per_page: 1 } });
    expect(results).toMatchObject([{ action: 'organization-converted', acting_as: 'mary', owner: 'mary' }]);
    expect(results[0]?.actor).toBe('root');
    let body = { email: 'mary-self', password: demoPassword };
    expect((await world.with(undefined).ask(usersApi.login, { body })).organizations).toContainEqual(
      expect.objectContaining({ organization_name: 'mary', role: 'owner' }),
    );
    expect(leadsTo(await browser.post(start, '/acting', { owner: 'linus' }))[0]).toBe(303);
  });

  test('can delete an organization; the log names the admin', async () => {
    let grace = await world.as('grace');
    await grace.ask(organizationsApi.createOrganization, { body: { name: 'short-lived', ...about } });
    let browser = await signedIn('root');
    await browser.post(start, '/acting', { owner: 'grace' });
    let form = { confirm_name: 'short-lived' };
    let answer = await browser.post(deleteOwner, '/organizations/short-lived/delete', form, {
      owner: 'short-lived',
    });
    expect(answer.status).toBe(303);
    expect(await newestEntry()).toEqual(['organization-deleted', 'root', 'grace', 'short-lived']);
  });
});

describe('another email address', () => {
  /** Requests a change of address. Returns the token of the mailed link. */
  async function asked(person: SamplePerson, email: string): Promise<string> {
    let form = { email, confirm_email: email, current_password: demoPassword };
    await (await browserOf(world, person)).post(changeEmail, {}, form, '/account/email');
    return (await world.lettersTo(email)).at(-1)?.link.split('/').at(-1) ?? '';
  }

  test('is confirmed in any browser, signed in or not, and the old address gets a mail', async () => {
    let token = await asked('linus', 'pauling@example.com');
    expect(
      (
        await world
          .with(undefined)
          .refusal(usersApi.login, { body: { email: 'pauling@example.com', password: demoPassword } })
      ).code,
    ).toBe('login-failed');
    let answer = await visitorOf(world).post(followLink, `/change-email/${token}`, {}, { token });
    expect(answer.status).toBe(303);
    let body = { email: 'pauling@example.com', password: demoPassword };
    expect((await world.with(undefined).ask(usersApi.login, { body })).username).toBe('linus');
    let [letter] = await world.lettersTo('linus@example.com');
    expect([letter?.subject, letter?.text]).toEqual([
      'Your email was changed',
      expect.stringContaining('pauling@example.com'),
    ]);
  });

  test('that is not confirmed changes nothing; a later request invalidates the earlier link', async () => {
    let first = await asked('grace', 'first@example.com');
    await asked('grace', 'second@example.com');
    let answer = await visitorOf(world).post(followLink, `/change-email/${first}`, {}, { token: first });
    expect(answer.status).toBe(422);
    await world.with(undefined).ask(usersApi.login, { body: { email: 'grace@example.com', password: demoPassword } });
    let subjects = (await world.lettersTo('grace@example.com')).map(({ subject }) => subject);
    expect(subjects.filter((subject) => /address/.test(subject))).toEqual([]);
  });
});
