/** What platform admins do with accounts of other people. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountApi } from 'contract/accounts/account';
import { accountAdministrationApi } from 'contract/admin/account-administration';
import { auditApi } from 'contract/admin/audit';
import { billingApi } from 'contract/billing/billing';
import { administrationApi } from 'contract/admin/administration';
import { invitesApi } from 'contract/organizations/invites';
import { organizationsApi } from 'contract/organizations/organizations';
import { packagesApi } from 'contract/packages/packages';
import { passwordResetsApi } from 'contract/accounts/password-resets';
import { usersApi } from 'contract/accounts/users';
import { tokensApi } from 'contract/accounts/tokens';
import { demoPassword } from 'gateway/demo/people';
import { grantFeature } from 'gateway/floor/owners';
import { issueToken, platformAdminFeature } from 'gateway/people/accounts/tokens';
import { whoMay } from 'tests/support/authorization';
import { createWorld, type Caller, type World } from 'tests/support/world';

const { deleteOwner, getAdministeredOwner, liftSuspension, sendPasswordReset, suspendOwner } = accountAdministrationApi;

let world: World;
let root: Caller;
let anyone: Caller;

beforeAll(async () => {
  world = await createWorld();
  [root, anyone] = [await world.as('root'), world.with(undefined)];
});
afterAll(() => world.close());

let made = 0;

/** A new person with a session and a password. */
async function person() {
  let name = `person-${++made}`;
  let email = `${name}@example.com`;
  let body = { username: name, email, password: demoPassword };
  let { token } = await anyone.ask(usersApi.register, { body });
  let caller = world.with(token);
  let { id } = await caller.ask(usersApi.getUser, { params: { username: name } });
  await world.lettersTo(email);
  return { name, email, id, caller, params: { owner: name }, self: { username: name } };
}

/** A new person with an organization of their own. */
async function withOrganization() {
  let owner = await person();
  let name = `org-${owner.name}`;
  await owner.caller.ask(organizationsApi.createOrganization, { body: { name, billing_email: owner.email } });
  return { owner, name, params: { owner: name } };
}

async function asNewAdmin() {
  let admin = await person();
  await grantFeature(world.records, admin.id, platformAdminFeature);
  return admin;
}

/** The newest entries of the audit log about an owner, as [action, actor, owner, target]. */
async function log(about: string, count: number) {
  let { results } = await root.ask(auditApi.getAllAuditEvents, { query: { about, per_page: count } });
  return results.map(({ action, actor, owner, target }) => [action, actor, owner, target]);
}

/** The last mail to an address whose subject or text contains `words`. */
async function letter(email: string, words: string) {
  let all = await world.lettersTo(email);
  return all.findLast(({ subject, text }) => subject.includes(words) || text.includes(words));
}

/** The tokens of the password reset links that were mailed to an address. */
async function resetTokens(email: string): Promise<string[]> {
  let links = (await world.lettersTo(email)).map(({ link }) => link.split('/reset-password/')[1]);
  return links.filter((token) => token !== undefined);
}

async function signIn(name: string) {
  return anyone.call(usersApi.login, { body: { email: name, password: demoPassword } });
}

describe('one account', () => {
  it('is shown with its sign-in methods and its packages', async () => {
    let { name, email, caller, params } = await person();
    await caller.ask(packagesApi.createPackage, {
      params,
      body: { type: 'file', name: 'tool', incoming_path: '/tool' },
    });
    await caller.ask(organizationsApi.createOrganization, { body: { name: `of-${name}`, billing_email: email } });
    expect(await root.ask(getAdministeredOwner, { params })).toMatchObject({
      name,
      email,
      type: 'user',
      suspended_at: null,
      access: { has_password: true, has_two_factor: false, github_login: null, sessions: 1, api_tokens: 0 },
      ties: [{ name: `of-${name}`, role: 'owner' }],
      ties_total: 1,
      packages: 1,
      pixels: 0,
      has_active_subscription: false,
      is_own: false,
    });
    expect(await root.ask(getAdministeredOwner, { params: { owner: `of-${name}` } })).toMatchObject({
      type: 'organization',
      access: null,
      ties: [{ name, role: 'owner' }],
    });
    expect(await root.ask(getAdministeredOwner, { params: { owner: 'root' } })).toMatchObject({ is_own: true });
  });
});

describe('a suspended person', () => {
  it('cannot sign in, and their sessions and API tokens are refused at once', async () => {
    let { name, id, caller, params, self } = await person();
    let program = world.with(await issueToken(world.records, id, 'api', world.now()));
    await root.ask(suspendOwner, { params, body: {} });
    let refused = { status: 401, code: 'account-suspended' };
    expect(await caller.refusal(usersApi.getUser, { params: self })).toMatchObject(refused);
    expect(await program.refusal(packagesApi.getPackages, { params })).toMatchObject(refused);
    expect(await signIn(name)).toMatchObject({ status: 401, body: { code: 'account-suspended' } });
    expect((await log(name, 1))[0]).toEqual(['sign-in-failed', null, name, 'suspended']);
    let wrong = await anyone.refusal(usersApi.login, { body: { email: name, password: 'not-the-password' } });
    expect(wrong.code).toBe('login-failed');
  });

  it('has access again once the suspension is lifted', async () => {
    let { name, caller, params, self } = await person();
    await root.ask(suspendOwner, { params, body: {} });
    await root.ask(liftSuspension, { params });
    await caller.ask(usersApi.getUser, { params: self });
    expect((await signIn(name)).status).toBe(200);
    expect(await root.ask(getAdministeredOwner, { params })).toMatchObject({ suspended_at: null });
  });

  it('gets a mail, and both audit logs have an entry', async () => {
    let { name, email, params } = await person();
    await root.ask(suspendOwner, { params, body: { reason: 'Sent <b>spam</b>' } });
    await root.ask(suspendOwner, { params, body: { reason: 'again' } });
    await root.ask(liftSuspension, { params });
    await root.ask(liftSuspension, { params });
    expect(await log(name, 2)).toEqual([
      ['suspension-lifted', 'root', name, ''],
      ['suspended', 'root', name, 'Sent <b>spam</b>'],
    ]);
    expect((await log('root', 4)).filter(([, , owner]) => owner === 'root')).toEqual([
      ['account-administered', 'root', 'root', `lifted the suspension of ${name}`],
      ['account-administered', 'root', 'root', `suspended ${name}: Sent <b>spam</b>`],
    ]);
    let news = await letter(email, 'Your account is suspended');
    expect(news?.text).toContain('Sent <b>spam</b>');
    expect(news?.html).not.toContain('<b>spam');
    expect((await letter(email, 'no longer suspended'))?.text).toContain('You can sign in again');
    let subjects = (await world.lettersTo(email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.includes('suspended'))).toHaveLength(2);
  });

  it('cannot use a mailed link, except for a password reset', async () => {
    let { email, params, name } = await person();
    await root.ask(suspendOwner, { params, body: {} });
    await root.ask(sendPasswordReset, { params, body: {} });
    let [token = ''] = await resetTokens(email);
    await anyone.ask(passwordResetsApi.resetPassword, { params: { token }, body: { password: 'a-brand-new-one' } });
    let answer = await anyone.refusal(usersApi.login, { body: { email: name, password: 'a-brand-new-one' } });
    expect(answer.code).toBe('account-suspended');
  });

  it('is marked in the list', async () => {
    let { name, params } = await person();
    await root.ask(suspendOwner, { params, body: {} });
    let { results } = await root.ask(administrationApi.getOwners, { query: { q: name } });
    expect(results[0]?.suspended_at).toMatch(/^\d{4}-/);
  });
});

describe('a suspended organization', () => {
  it('can be read by its members and changed by platform admins only', async () => {
    let { owner, name, params } = await withOrganization();
    let tool = { type: 'file' as const, name: 'tool', incoming_path: '/tool' };
    await root.ask(suspendOwner, { params, body: {} });
    await owner.caller.ask(packagesApi.getPackages, { params });
    let refused = { status: 403, code: 'owner-suspended' };
    expect(await owner.caller.refusal(packagesApi.createPackage, { params, body: tool })).toMatchObject(refused);
    let fields = { name, description: 'x', billing_email: owner.email };
    expect(
      await owner.caller.refusal(organizationsApi.updateOrganization, { params: { name }, body: fields }),
    ).toMatchObject(refused);
    expect(await owner.caller.refusal(organizationsApi.deleteOrganization, { params: { name } })).toMatchObject(
      refused,
    );
    expect((await log(name, 1))[0]?.slice(0, 3)).toEqual(['access-refused', owner.name, name]);
    await root.ask(packagesApi.createPackage, { params, body: tool });
    let stranger = await person();
    let refusal = await stranger.caller.refusal(packagesApi.createPackage, {
      params,
      body: { ...tool, name: 'other' },
    });
    expect(refusal.code).toBe('permission-not-granted');
    await root.ask(liftSuspension, { params });
    await owner.caller.ask(organizationsApi.updateOrganization, { params: { name }, body: fields });
  });

  it('takes no new members; its subscription can be canceled', async () => {
    let { owner, name, params } = await withOrganization();
    let guest = await person();
    let invite = { username: guest.name, role: 'member' as const };
    await owner.caller.ask(invitesApi.inviteOrganizationMember, { params: { name }, body: invite });
    let token = (await letter(guest.email, name))?.link.split('/').at(-1) ?? '';
    await root.ask(suspendOwner, { params, body: {} });
    expect((await guest.caller.refusal(invitesApi.acceptInvite, { params: { token } })).code).toBe('owner-suspended');
    let paid = { owner: name, id: 'none' };
    expect((await owner.caller.refusal(billingApi.cancelSubscription, { params: paid })).code).toBe(
      'subscription-not-found',
    );
    await root.ask(liftSuspension, { params });
    await guest.caller.ask(invitesApi.acceptInvite, { params: { token } });
  });

  it('notifies its owners by mail', async () => {
    let { owner, name, params } = await withOrganization();
    await root.ask(suspendOwner, { params, body: { reason: 'Unpaid bills' } });
    let news = await letter(owner.email, `The organization ${name} is suspended`);
    expect(news?.text).toContain('Unpaid bills');
  });
});

describe('a password reset', () => {
  it('sends the usual link, and keeps sessions and API tokens', async () => {
    let { name, email, caller, params, self } = await person();
    await caller.ask(tokensApi.createApiToken, { params: self, body: { name: 'ci', scopes: ['read'] } });
    await root.ask(sendPasswordReset, { params, body: {} });
    let words = 'An administrator of dashboard.test asked you to reset your password.';
    expect((await letter(email, 'Reset your password'))?.text).toContain(words);
    let [token = ''] = await resetTokens(email);
    expect(await anyone.ask(passwordResetsApi.getPasswordReset, { params: { token } })).toEqual({ username: name });
    expect(await caller.ask(tokensApi.getApiTokens, { params: self })).toHaveLength(1);
    expect(await log(name, 1)).toEqual([['password-reset-sent', 'root', name, '']]);
    expect((await log('root', 2))[0]).toEqual([
      'account-administered',
      'root',
      'root',
      `sent ${name} a password reset`,
    ]);
  });

  it('ends sessions and API tokens at once where requested', async () => {
    let { name, email, id, caller, params, self } = await person();
    let program = world.with(await issueToken(world.records, id, 'api', world.now()));
    await root.ask(sendPasswordReset, { params, body: { end_sessions: true } });
    expect((await caller.refusal(tokensApi.getSessions, { params: self })).code).toBe('session-expired');
    await program.ask(packagesApi.getPackages, { params });
    await root.ask(sendPasswordReset, { params, body: { end_api_tokens: true } });
    expect((await program.refusal(packagesApi.getPackages, { params })).code).toBe('session-expired');
    let lines = (await log(name, 5)).map(([action, , , target]) => [action, target]);
    expect(lines.filter(([action]) => action !== 'token-used')).toEqual([
      ['password-reset-sent', ''],
      ['token-revoked', 'all (1)'],
      ['password-reset-sent', ''],
      ['session-revoked', 'all (1)'],
    ]);
    expect(await letter(email, 'You were signed out everywhere.')).toBeDefined();
    expect(await letter(email, 'Your API tokens were revoked.')).toBeDefined();
    let tokens = await resetTokens(email);
    expect(tokens).toHaveLength(2);
    for (let token of tokens) await anyone.ask(passwordResetsApi.getPasswordReset, { params: { token } });
  });

  it('is refused for organizations', async () => {
    let { params } = await withOrganization();
    expect(await root.refusal(sendPasswordReset, { params, body: {} })).toMatchObject({ code: 'user-not-found' });
  });
});

describe('a deletion', () => {
  it('deletes a person by the same rules as their own request, reserves the name, and sends a mail', async () => {
    let { name, email, params } = await person();
    await root.ask(deleteOwner, { params });
    expect((await root.refusal(getAdministeredOwner, { params })).code).toBe('owner-not-found');
    let again = { username: name, email: `again-${email}`, password: demoPassword };
    expect((await anyone.refusal(usersApi.register, { body: again })).code).toBe('username-already-in-use');
    expect(await letter(email, 'Account deleted')).toBeDefined();
    let lines = await log('root', 2);
    expect(lines).toContainEqual(['account-deleted', 'root', name, name]);
    expect(lines).toContainEqual(['account-administered', 'root', 'root', `deleted the account ${name}`]);
  });

  it('deletes an organization, and notifies its owners', async () => {
    let { owner, name, params } = await withOrganization();
    expect((await root.refusal(deleteOwner, { params: owner.params })).code).toBe('organization-needs-an-owner');
    await root.ask(deleteOwner, { params });
    expect(await letter(owner.email, 'Organization deleted')).toBeDefined();
    expect(await log('root', 2)).toContainEqual([
      'account-administered',
      'root',
      'root',
      `deleted the organization ${name}`,
    ]);
    await root.ask(deleteOwner, { params: owner.params });
  });
});

describe('administrators', () => {
  it('cannot suspend or delete themselves', async () => {
    let params = { owner: 'ROOT' };
    for (let route of [suspendOwner, deleteOwner])
      expect((await root.refusal(route, { params, body: {} })).code).toBe('cannot-administer-yourself');
  });

  it('can be suspended by another administrator, except the last one', async () => {
    let [one, two] = [await asNewAdmin(), await asNewAdmin()];
    await one.caller.ask(suspendOwner, { params: two.params, body: {} });
    expect((await two.caller.refusal(suspendOwner, { params: one.params, body: {} })).code).toBe('account-suspended');
    await root.ask(liftSuspension, { params: two.params });
    await root.ask(deleteOwner, { params: two.params });
    await root.ask(deleteOwner, { params: one.params });
    expect((await root.refusal(accountApi.deleteUser, { params: { username: 'root' } })).code).toBe(
      'last-administrator',
    );
  });

  it('who suspend each other at the same moment leave one active', async () => {
    for (let turn = 0; turn < 3; turn++) {
      let alone = await createWorld();
      let [one, two] = await Promise.all([alone.as('root'), alone.as('ada')]);
      await grantFeature(alone.records, alone.ids.get('ada') ?? '', platformAdminFeature);
      let answers = await Promise.all([
        one.call(suspendOwner, { params: { owner: 'ada' }, body: {} }),
        two.call(suspendOwner, { params: { owner: 'root' }, body: {} }),
      ]);
      expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
      await alone.close();
    }
  });

  it('must confirm their password first', async () => {
    let { params } = await person();
    let session = await issueToken(world.records, world.ids.get('root') ?? '', 'session', world.now());
    for (let route of [suspendOwner, liftSuspension, sendPasswordReset, deleteOwner]) {
      let refusal = await world.withUnconfirmed(session).refusal(route, { params, body: {} });
      expect(refusal.code).toBe('confirmation-required');
    }
  });
});

whoMay(Object.values(accountAdministrationApi));
