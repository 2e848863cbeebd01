import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountApi } from 'contract/accounts/account';
import { organizationsApi } from 'contract/organizations/organizations';
import { emailChangeMs } from 'gateway/api/accounts/account-handlers';
import { packagesApi } from 'contract/packages/packages';
import { domainsApi } from 'contract/packages/domains';
import { passwordResetsApi } from 'contract/accounts/password-resets';
import { tokensApi } from 'contract/accounts/tokens';
import { usersApi } from 'contract/accounts/users';
import { demoPassword } from 'gateway/demo/people';
import { createSampleOrganization as makeOrganization } from 'gateway/floor/owners';
import { addPrice, createProduct } from 'gateway/billing/products';
import { changeSubscription, newSubscription } from 'gateway/billing/subscriptions';
import { setMember } from 'gateway/floor/memberships';
import { whoMay } from 'tests/support/authorization';
import { createWorld, type Caller, type World } from 'tests/support/world';

const {
  changePassword,
  confirmEmailChange,
  deleteUser,
  getEmailChange,
  requestEmailChange,
  updateDisplay,
  updateUser,
} = accountApi;

let world: World;
let anyone: Caller;
let count = 0;

beforeAll(async () => {
  world = await createWorld({
    attemptLimits: { perAddress: 10_000, registrationsPerAddress: 1_000, mailsPerAccount: 3 },
  });
  anyone = world.with(undefined);
});
afterAll(() => world.close());

interface Person {
  username: string;
  email: string;
  id: string;
  caller: Caller;
  self: { params: { username: string } };
}

/** A person with their own account and the password of the demo. */
async function person(): Promise<Person> {
  let username = `person-${++count}`;
  let email = `${username}@example.com`;
  let { token } = await anyone.ask(usersApi.register, { body: { username, email, password: demoPassword } });
  let self = { params: { username } };
  let caller = world.with(token);
  return { username, email, id: (await caller.ask(usersApi.getUser, self)).id, caller, self };
}

async function signIn(email: string, password = demoPassword): Promise<Caller> {
  return world.with((await anyone.ask(usersApi.login, { body: { email, password } })).token);
}

describe('how days and numbers are shown', () => {
  it('is chosen by a person, and returned with the account and at each sign-in', async () => {
    let { email, caller, self } = await person();
    expect((await caller.ask(usersApi.getUser, self)).display).toBeNull();
    let display = { time_zone: 'Asia/Kolkata', week_start: 'saturday', number_format: 'space-comma' } as const;
    expect(await caller.ask(updateDisplay, { ...self, body: display })).toEqual(display);
    expect((await caller.ask(usersApi.getUser, self)).display).toEqual(display);
    expect((await anyone.ask(usersApi.login, { body: { email, password: demoPassword } })).display).toEqual(display);
  });

  it.each([
    ['time_zone', 'Mars/Olympus'],
    ['week_start', 'friday'],
    ['number_format', '12.34'],
  ])('is refused with another %s', async (field, value) => {
    let { caller, self } = await person();
    expect(await caller.refusal(updateDisplay, { ...self, body: { [field]: value } as never })).toMatchObject({
      field,
    });
  });
});

describe('a profile', () => {
  it('is changed, and the default download address follows the username', async () => {
    let { username, caller, self } = await person();
    let body = { type: 'file' as const, name: 'tool', incoming_path: '/tool' };
    let { id } = await caller.ask(packagesApi.createPackage, { params: { owner: username }, body });
    let profile = { username: `${username}-Renamed`, first_name: ' Ada ', last_name: '' };
    let saved = await caller.ask(updateUser, { ...self, body: profile });
    expect(saved).toMatchObject({ username: `${username}-Renamed`, first_name: 'Ada', last_name: '' });
    expect((await caller.refusal(usersApi.getUser, self)).code).toBe('user-not-found');
    let domains = await caller.ask(domainsApi.getPackageDomains, { params: { owner: saved.username, package_id: id } });
    expect(domains[0]?.name).toBe(`${username}-renamed.gateway.localhost`);
    await signIn(`${username}-renamed`);
  });

  it('keeps its name when only the case differs', async () => {
    let { username, caller, self } = await person();
    let body = { username: username.toUpperCase() };
    expect((await caller.ask(updateUser, { ...self, body })).username).toBe(username.toUpperCase());
  });

  it.each([
    [{ username: '' }, 'username-is-required'],
    [{ username: 'x' }, 'username-is-too-short'],
    [{ username: '-x-' }, 'username-is-invalid'],
    [{ username: 'Grace' }, 'username-already-in-use'],
    [{ username: 'hopper-labs' }, 'username-already-in-use'],
  ])('is refused with %o', async (body, code) => {
    let { caller, self } = await person();
    expect(await caller.refusal(updateUser, { ...self, body })).toMatchObject({ code, field: 'username' });
  });

  it('gives a name that two people choose at the same moment to one of them', async () => {
    let both = await Promise.all([person(), person()]);
    let answers = await Promise.all(
      both.map(({ caller, self }) => caller.call(updateUser, { ...self, body: { username: 'wanted-name' } })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422]);
  });
});

describe('a password', () => {
  const password = 'difference-engine-2';

  it('is changed; other sessions end, this one and API tokens stay, and a mail is sent', async () => {
    let { email, caller, self } = await person();
    let other = await signIn(email);
    let made = await caller.ask(tokensApi.createApiToken, { ...self, body: { name: 'script', scopes: ['read'] } });
    await anyone.ask(passwordResetsApi.requestPasswordReset, { body: { email } });
    let reset = (await world.lettersTo(email)).find((letter) => letter.link.includes('/reset-password/'));
    let link = reset?.link.split('/').at(-1) ?? '';
    await anyone.ask(passwordResetsApi.getPasswordReset, { params: { token: link } });

    await caller.ask(changePassword, { ...self, body: { current_password: demoPassword, password } });
    expect((await other.refusal(usersApi.getUser, self)).code).toBe('session-expired');
    await caller.ask(usersApi.getUser, self);
    expect((await anyone.refusal(usersApi.login, { body: { email, password: demoPassword } })).code).toBe(
      'login-failed',
    );
    await signIn(email, password);
    let listed = await world.records.selectFrom('tokens').select('id').where('id', '=', made.id).execute();
    expect(listed).toHaveLength(1);
    expect((await anyone.refusal(passwordResetsApi.getPasswordReset, { params: { token: link } })).code).toBe(
      'password-reset-token-not-valid',
    );
    let subjects = (await world.lettersTo(email)).map(({ subject }) => subject);
    expect(subjects).toContain('Your password was changed');
  });

  // @spec 5: Password: required, length, single character, must differ, current must match
  it.each([
    [{ password }, 'password_does_not_match', 'current_password'],
    [{ current_password: 'wrong', password }, 'password_does_not_match', 'current_password'],
    [{ current_password: demoPassword, password: demoPassword }, 'password_must_differ', 'password'],
    [{ current_password: demoPassword }, 'password_is_required', 'password'],
    [{ current_password: demoPassword, password: 'short' }, 'password_is_too_short', 'password'],
    [{ current_password: demoPassword, password: 'aaaaaaaa' }, 'password_single_character', 'password'],
  ])('is not changed by %o', async (body, code, field) => {
    let { caller, self, email } = await person();
    expect(await caller.refusal(changePassword, { ...self, body: body as never })).toMatchObject({ code, field });
    await signIn(email);
  });

  it('cannot be guessed with a session', async () => {
    let { caller, self } = await person();
    let codes = new Set<string>();
    for (let tried = 0; tried < 12; tried++)
      codes.add((await caller.refusal(changePassword, { ...self, body: { current_password: 'x', password } })).code);
    expect([...codes]).toEqual(['password_does_not_match', 'too-many-requests']);
  });

  it('can be omitted by an account without one', async () => {
    let { caller, self, id, email } = await person();
    await world.records.updateTable('users').set({ password_hash: '' }).where('id', '=', id).execute();
    await caller.ask(changePassword, { ...self, body: { password } });
    await signIn(email, password);
  });
});

describe('an email address', () => {
  async function asked(who: Person, email: string): Promise<string> {
    let body = { email, current_password: demoPassword };
    await who.caller.ask(requestEmailChange, { ...who.self, body });
    return (await world.lettersTo(email)).at(-1)?.link.split('/').at(-1) ?? '';
  }

  it('changes once the link is followed, and not before', async () => {
    let who = await person();
    let next = `new-${who.email}`;
    let params = { token: await asked(who, next) };
    expect(await anyone.ask(getEmailChange, { params })).toEqual({ username: who.username, email: next });
    expect((await who.caller.ask(usersApi.getUser, who.self)).email).toBe(who.email);
    await anyone.ask(confirmEmailChange, { params });
    expect(await who.caller.ask(usersApi.getUser, who.self)).toMatchObject({
      email: next,
      email_verification_status: 'verified',
    });
    await signIn(next);
    expect((await anyone.refusal(usersApi.login, { body: { email: who.email, password: demoPassword } })).code).toBe(
      'login-failed',
    );
    expect((await world.lettersTo(who.email)).at(-1)?.subject).toBe('Your email was changed');
    expect((await anyone.refusal(confirmEmailChange, { params })).code).toBe('email-change-token-not-valid');
  });

  it('is confirmed by the latest of several links only, and only in time', async () => {
    let who = await person();
    let [first, second] = [await asked(who, `a-${who.email}`), await asked(who, `b-${who.email}`)];
    expect((await anyone.refusal(getEmailChange, { params: { token: first } })).code).toBe(
      'email-change-token-not-valid',
    );
    await anyone.ask(getEmailChange, { params: { token: second } });
    world.later(emailChangeMs);
    for (let route of [getEmailChange, confirmEmailChange])
      expect((await anyone.refusal(route, { params: { token: second } })).code).toBe('email-change-token-not-valid');
  });

  it('has one link, even when two are requested at the same moment', async () => {
    let who = await person();
    let ask = (email: string) =>
      who.caller.ask(requestEmailChange, { ...who.self, body: { email, current_password: demoPassword } });
    await Promise.all([ask(`c-${who.email}`), ask(`d-${who.email}`)]);
    let links = world.records.selectFrom('one_time_tokens').select('email').where('user_id', '=', who.id);
    expect(await links.where('purpose', '=', 'change-email').execute()).toHaveLength(1);
  });

  it('is assigned to one of two accounts that confirm it at once', async () => {
    let [one, two] = [await person(), await person()];
    let next = `shared-${one.email}`;
    let links = [await asked(one, next), await asked(two, next)];
    let answers = await Promise.all(links.map((token) => anyone.call(confirmEmailChange, { params: { token } })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([204, 422]);
    expect(answers.find((answer) => answer.status === 422)?.body).toMatchObject({ code: 'email-already-in-use' });
  });

  it.each([
    [{ email: '' }, 'email-is-required', 'email'],
    [{ email: 'nowhere' }, 'email-is-invalid', 'email'],
    [{ email: 'Grace@Example.com' }, 'email-already-in-use', 'email'],
    [{ current_password: 'wrong' }, 'password_does_not_match', 'current_password'],
  ])('does not change to %o', async (part, code, field) => {
    let { caller, self } = await person();
    let body = { email: 'free@example.com', current_password: demoPassword, ...part };
    expect(await caller.refusal(requestEmailChange, { ...self, body })).toMatchObject({ code, field });
  });

  // @spec 5: Email already in use (update), in the browser; the address changes by its link
  it('does not change after a new password', async () => {
    let who = await person();
    let token = await asked(who, `thief-${who.email}`);
    let body = { current_password: demoPassword, password: 'another-password' };
    await who.caller.ask(changePassword, { ...who.self, body });
    for (let route of [getEmailChange, confirmEmailChange])
      expect((await anyone.refusal(route, { params: { token } })).code).toBe('email-change-token-not-valid');
  });

  it('limits how often a person can check whether an address is in use', async () => {
    let who = await person();
    let body = { email: 'grace@example.com', current_password: demoPassword };
    let answers = [1, 2, 3, 4].map(() => who.caller.refusal(requestEmailChange, { ...who.self, body }));
    expect((await Promise.all(answers)).map(({ status }) => status).sort()).toEqual([422, 422, 422, 429]);
  });

  it('does not change to itself, and limits the mails', async () => {
    let who = await person();
    let body = { email: who.email.toUpperCase(), current_password: demoPassword };
    expect((await who.caller.refusal(requestEmailChange, { ...who.self, body })).code).toBe('email-is-the-same');
    for (let n = 0; n < 3; n++) await asked(who, `n${n}-${who.email}`);
    let more = { ...body, email: `more-${who.email}` };
    expect((await who.caller.refusal(requestEmailChange, { ...who.self, body: more })).status).toBe(429);
  });
});

describe('deleting an account', () => {
  it('deletes its data, frees its address and reserves its name', async () => {
    let { username, email, id, caller, self } = await person();
    let body = { type: 'file' as const, name: 'tool', incoming_path: '/tool', domain: `${username}.example` };
    await caller.ask(packagesApi.createPackage, { params: { owner: username }, body });
    expect(
      await world.records.selectFrom('custom_domains').selectAll().where('owner_id', '=', id).execute(),
    ).toHaveLength(1);
    await caller.ask(deleteUser, self);
    expect((await caller.refusal(usersApi.getUser, self)).code).toBe('session-expired');
    let again = { email, password: demoPassword };
    let refusal = await anyone.refusal(usersApi.register, { body: { ...again, username } });
    expect(refusal.code).toBe('username-already-in-use');
    await anyone.ask(usersApi.register, { body: { ...again, username: `${username}-again` } });
    for (let table of ['packages', 'domains', 'custom_domains'] as const)
      expect(await world.records.selectFrom(table).selectAll().where('owner_id', '=', id).execute()).toEqual([]);
  });

  it('is refused until its subscription has ended', async () => {
    let { id, caller, self } = await person();
    let now = world.now();
    let product = await createProduct(world.records, { name: 'Kept', description: '', plan: 'basic' }, now);
    let price = { amount: 500, currency: 'usd', interval: 'monthly', trial_days: 0 } as const;
    let { prices } = await addPrice(world.records, product.id, price, now);
    let row = { ...newSubscription(id, now), status: 'active' as const, price_id: prices[0]?.id ?? '' };
    await world.records.insertInto('subscriptions').values(row).execute();
    expect((await caller.refusal(deleteUser, self)).code).toBe('cannot-delete-account-with-subscription');
    await changeSubscription(world.records, row.id, { status: 'canceled' }, now);
    await caller.ask(deleteUser, self);
  });

  it('is refused until its organizations have another owner', async () => {
    let [one, two] = [await person(), await person()];
    let name = `org-of-${one.username}`;
    await one.caller.ask(organizationsApi.createOrganization, { body: { name, billing_email: one.email } });
    expect((await one.caller.refusal(deleteUser, one.self)).code).toBe('organization-needs-an-owner');
    let { id } = await world.records
      .selectFrom('owners')
      .select('id')
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    await setMember(world.records, { organizationId: id, userId: two.id }, 'member', world.now());
    let params = { name, username: two.username };
    await one.caller.ask(organizationsApi.updateOrganizationMember, { params, body: { role: 'owner' } });
    await one.caller.ask(deleteUser, one.self);
    expect((await two.caller.ask(organizationsApi.getOrganizationMembers, { params: { name } })).results).toMatchObject(
      [{ username: two.username, role: 'owner' }],
    );
  });

  it('never leaves an organization without an owner when both are deleted at once', async () => {
    for (let turn = 0; turn < 3; turn++) {
      let both = await Promise.all([person(), person()]);
      let { id } = await makeOrganization(world.records, { name: `pair-${turn}` }, both[0].id, world.now());
      await setMember(world.records, { organizationId: id, userId: both[1].id }, 'owner', world.now());
      let answers = await Promise.all(both.map(({ caller, self }) => caller.call(deleteUser, self)));
      expect(answers.map((answer) => answer.status).sort()).toEqual([204, 422]);
      let left = await world.records
        .selectFrom('memberships')
        .select('role')
        .where('organization_id', '=', id)
        .execute();
      expect(left).toEqual([{ role: 'owner' }]);
    }
  });
});

whoMay([updateUser, updateDisplay, changePassword, requestEmailChange, getEmailChange, confirmEmailChange, deleteUser]);
