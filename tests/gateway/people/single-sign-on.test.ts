/** Signing in with an OpenID Connect provider: a real one on this machine. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditApi } from 'contract/admin/audit';
import { confirmationApi } from 'contract/accounts/confirmation';
import { features } from 'contract/accounts/features';
import { readGroupRights } from 'contract/accounts/group-rights';
import { organizationsApi } from 'contract/organizations/organizations';
import { singleSignOnApi } from 'contract/accounts/single-sign-on';
import { usersApi, type SignInResult } from 'contract/accounts/users';
import {
  client,
  type ProvidedPerson,
  type SignOnProviderServer,
  startSignOnProvider,
} from '../../support/sign-on-provider';
import { addTwoFactor } from '../../support/two-factor';
import { createWorld, type Caller, type World, type WorldOptions } from '../../support/world';

const publicUrl = 'http://dashboard.test';

let provider: SignOnProviderServer;
let world: World;
let anyone: Caller;

beforeAll(async () => {
  provider = await startSignOnProvider(publicUrl);
});
afterAll(() => provider.close());

type Settings = NonNullable<WorldOptions['singleSignOn']>;

async function open(settings: Partial<Settings> = {}, options: WorldOptions = {}): Promise<void> {
  let defaults = { scopes: 'openid email profile', groupsClaim: 'groups', trustsEmail: false };
  let ways = { isOnly: false, createsAccounts: true, rights: [] };
  let singleSignOn = { issuer: provider.issuer, ...client, ...defaults, ...ways, ...settings };
  world = await createWorld({ ...options, singleSignOn });
  anyone = world.with(undefined);
}

beforeEach(() => {
  provider.isBroken = false;
  provider.people = {
    s1: { email: 'Grete@corp.example', email_verified: true, preferred_username: 'grete.h', given_name: 'Grete' },
  };
  provider.next = 's1';
});
afterEach(() => world.close());

/** Goes to the provider and back; gives what the browser brings. */
async function returned(purpose: 'sign-in' | 'confirmation' = 'sign-in') {
  let { url, flow } = await anyone.ask(singleSignOnApi.beginSingleSignOn, { body: { purpose } });
  let back = await provider.visit(url);
  return { back, body: { flow, query: back.search } };
}

async function signIn(): Promise<SignInResult> {
  return anyone.ask(singleSignOnApi.loginWithSingleSignOn, { body: (await returned()).body });
}

async function refusal() {
  return anyone.refusal(singleSignOnApi.loginWithSingleSignOn, { body: (await returned()).body });
}

function provide(subject: string, person: ProvidedPerson): void {
  provider.people[subject] = person;
  provider.next = subject;
}

describe('a new person', () => {
  it('gets an account with the name and confirmed address of the provider, and the same one the next time', async () => {
    await open();
    let { back } = await returned();
    expect(back.origin + back.pathname).toBe(`${publicUrl}/single-sign-on-callback`);
    let { token, username } = await signIn();
    expect(username).toBe('grete-h');
    let user = await world.with(token).ask(usersApi.getUser, { params: { username } });
    expect(user).toMatchObject({ first_name: 'Grete', email_verification_status: 'verified' });
    expect((await world.lettersTo('Grete@corp.example')).map(({ subject }) => subject)).toEqual(['Welcome']);
    provider.people.s1 = { email: 'other@corp.example', email_verified: true, preferred_username: 'renamed' };
    expect((await signIn()).username).toBe('grete-h');
  });

  it('gets another name where the one of the provider is taken or none', async () => {
    await open();
    provide('s2', { email: 'ada@corp.example', email_verified: true, preferred_username: 'ada' });
    expect((await signIn()).username).toBe('ada-2');
    provide('s3', { email: '§§§@corp.example', email_verified: true });
    expect((await signIn()).username).toMatch(/^person-\d+$/);
  });

  it('confirms an address by mail that the provider has not confirmed, unless it is trusted', async () => {
    await open();
    provide('s4', { email: 'kurt@corp.example', email_verified: false });
    let { token, username } = await signIn();
    let user = await world.with(token).ask(usersApi.getUser, { params: { username } });
    expect(user.email_verification_status).not.toBe('verified');
    await world.close();
    await open({ trustsEmail: true });
    let trusted = await signIn();
    let asked = await world.with(trusted.token).ask(usersApi.getUser, { params: { username: trusted.username } });
    expect(asked.email_verification_status).toBe('verified');
  });

  it('is refused where accounts are not created, and without an address', async () => {
    await open({ createsAccounts: false });
    expect(await refusal()).toMatchObject({ status: 403, code: 'single-sign-on-account-not-known' });
    provide('s5', { preferred_username: 'nobody' });
    expect(await refusal()).toMatchObject({ code: 'single-sign-on-email-is-missing' });
  });
});

describe('a person with an account of the same address', () => {
  it('signs in to it where both sides have confirmed the address, and gets an email', async () => {
    await open({ createsAccounts: false });
    provide('s6', { email: 'GRACE@example.com', email_verified: true, preferred_username: 'somebody' });
    let { token, username } = await signIn();
    expect(username).toBe('grace');
    let { results } = await world.with(token).ask(auditApi.getAuditEvents, { params: { owner: 'grace' } });
    expect(results.map(({ action }) => action)).toEqual(expect.arrayContaining(['single-sign-on-linked', 'signed-in']));
    let letters = await world.lettersTo('grace@example.com');
    expect(letters.map(({ subject }) => subject)).toContain('Single sign-on was linked');
  });

  it('is refused where the provider has not confirmed it', async () => {
    await open();
    provide('s7', { email: 'grace@example.com', email_verified: false });
    expect(await refusal()).toMatchObject({ status: 422, code: 'single-sign-on-email-is-taken' });
  });
});

it('a person with two-factor authentication still needs the code', async () => {
  await open();
  await addTwoFactor(world, 'grace');
  provide('s8', { email: 'grace@example.com', email_verified: true });
  expect(await refusal()).toMatchObject({ status: 401, code: 'two-factor-required' });
});

it('another identity of the provider does not get the account of an earlier one by its address', async () => {
  await open();
  await signIn();
  provide('s11', { email: 'grete@corp.example', email_verified: true, preferred_username: 'successor' });
  expect(await refusal()).toMatchObject({ status: 422, code: 'single-sign-on-email-is-taken' });
  provider.next = 's1';
  expect((await signIn()).username).toBe('grete-h');
});

it('people of one address may come in as often as they like, and failures are limited', async () => {
  await open({}, { attemptLimits: { perAddress: 3 } });
  for (let time = 0; time < 5; time += 1) await signIn();
  provider.next = null;
  expect(await refusal()).toMatchObject({ code: 'single-sign-on-failed' });
  let begin = () => anyone.refusal(singleSignOnApi.beginSingleSignOn, { body: { purpose: 'sign-in' } });
  await anyone.ask(singleSignOnApi.beginSingleSignOn, { body: { purpose: 'sign-in' } });
  expect(await begin()).toMatchObject({ status: 429, code: 'too-many-requests' });
});

describe('a return', () => {
  it('works once, only with what its browser was given, for ten minutes and for its purpose', async () => {
    await open();
    let failed = { status: 401, code: 'single-sign-on-failed' };
    let [first, second] = [await returned(), await returned()];
    let crossed = { flow: first.body.flow, query: second.body.query };
    expect(await anyone.refusal(singleSignOnApi.loginWithSingleSignOn, { body: crossed })).toMatchObject(failed);
    await anyone.ask(singleSignOnApi.loginWithSingleSignOn, { body: first.body });
    expect(await anyone.refusal(singleSignOnApi.loginWithSingleSignOn, { body: first.body })).toMatchObject(failed);
    let { body } = await returned('confirmation');
    expect(await anyone.refusal(singleSignOnApi.loginWithSingleSignOn, { body })).toMatchObject(failed);
    let { flow } = second.body;
    let made = { ...second.body, flow: flow.slice(0, -8) + (flow.at(-8) === 'A' ? 'B' : 'A') + flow.slice(-7) };
    expect(await anyone.refusal(singleSignOnApi.loginWithSingleSignOn, { body: made })).toMatchObject(failed);
    let late = await returned();
    world.later(10 * 60_000 + 1);
    expect(await anyone.refusal(singleSignOnApi.loginWithSingleSignOn, { body: late.body })).toMatchObject(failed);
  });

  it('of a person who cancelled is refused, and a broken or unreachable provider has its own error', async () => {
    await open();
    provider.next = null;
    expect(await refusal()).toMatchObject({ status: 401, code: 'single-sign-on-failed' });
    provider.next = 's1';
    let { body } = await returned();
    provider.isBroken = true;
    expect(await anyone.refusal(singleSignOnApi.loginWithSingleSignOn, { body })).toMatchObject({
      status: 503,
      code: 'single-sign-on-did-not-answer',
    });
    await world.close();
    await open();
    let begin = () => anyone.refusal(singleSignOnApi.beginSingleSignOn, { body: { purpose: 'sign-in' } });
    expect(await begin()).toMatchObject({ status: 503, code: 'single-sign-on-did-not-answer' });
    provider.isBroken = false;
    expect((await signIn()).username).toBe('grete-h');
  });

  it('is refused where single sign-on is not set up', async () => {
    world = await createWorld();
    let asked = world.with(undefined).refusal(singleSignOnApi.beginSingleSignOn, { body: { purpose: 'sign-in' } });
    expect(await asked).toMatchObject({ code: 'single-sign-on-not-set-up' });
  });
});

describe('groups', () => {
  const rights = readGroupRights('staff=hopper-labs:member, leads=hopper-labs:admin, ops = platform-admin');
  let rolesOf = async () => {
    let grace = await world.as('grace');
    let { results } = await grace.ask(organizationsApi.getOrganizationMembers, { params: { name: 'hopper-labs' } });
    return Object.fromEntries(results.map(({ username, role }) => [username, role]));
  };

  it('make members and admins of organizations, and take that back', async () => {
    await open({ rights }, { memberLimitOverride: 10 });
    let before = await rolesOf();
    for (let [groups, role] of [
      [['staff'], 'member'],
      [['staff', 'leads'], 'admin'],
      [['others'], undefined],
    ] as const) {
      provider.people.s1!.groups = [...groups];
      await signIn();
      expect(await rolesOf()).toEqual(role ? { ...before, 'grete-h': role } : before);
    }
  });

  it('change nothing where the answer names none, or not as a list of names', async () => {
    await open({ rights }, { memberLimitOverride: 10 });
    provider.people.s1!.groups = ['staff'];
    await signIn();
    for (let groups of [undefined, [{ name: 'staff' }] as unknown as string[]]) {
      provider.people.s1!.groups = groups;
      await signIn();
      expect((await rolesOf())['grete-h']).toBe('member');
    }
  });

  it('leave owners of an organization alone', async () => {
    await open({ rights });
    provide('s8', { email: 'grace@example.com', email_verified: true, groups: ['staff'] });
    await signIn();
    expect((await rolesOf()).grace).toBe('owner');
  });

  it('make platform admins and take that back, but not from the last one', async () => {
    await open({ rights });
    provider.people.s1!.groups = ['ops'];
    let { token, username } = await signIn();
    let params = { owner: username };
    expect(await world.with(token).ask(usersApi.getFeatures, { params })).toContain(features.platformAdmin);
    provider.people.s1!.groups = [];
    await signIn();
    expect(await world.with(token).ask(usersApi.getFeatures, { params })).not.toContain(features.platformAdmin);
    provide('s9', { email: 'root@example.com', email_verified: true, groups: [] });
    let root = await signIn();
    let kept = await world.with(root.token).ask(usersApi.getFeatures, { params: { owner: root.username } });
    expect(kept).toContain(features.platformAdmin);
  });
});

describe('as the only way in', () => {
  it('refuses passwords and registrations', async () => {
    await open({ isOnly: true });
    let only = { status: 403, code: 'single-sign-on-only' };
    let credentials = { email: 'ada', password: 'analytical-engine-1', devices: [] };
    expect(await anyone.refusal(usersApi.login, { body: credentials })).toMatchObject(only);
    let body = { username: 'new-person', email: 'new@example.com', password: 'a long sentence of words 1' };
    expect(await anyone.refusal(usersApi.register, { body })).toMatchObject(only);
    expect((await signIn()).username).toBe('grete-h');
  });
});

describe('confirming a session', () => {
  it('needs a fresh sign-in of the same identity', async () => {
    await open();
    let { token } = await signIn();
    let self = world.withUnconfirmed(token);
    expect(await self.ask(confirmationApi.getConfirmation)).toEqual({ is_confirmed: false, way: 'single-sign-on' });
    let { body: single_sign_on } = await returned('confirmation');
    let { confirmation } = await self.ask(confirmationApi.confirmSession, {
      body: { current_password: '', single_sign_on },
    });
    let confirmed = world.withUnconfirmed(token, confirmation);
    expect(await confirmed.ask(confirmationApi.getConfirmation)).toEqual({ is_confirmed: true, way: 'single-sign-on' });
    provide('s10', { email: 'another@corp.example', email_verified: true });
    let other = (await returned('confirmation')).body;
    expect(
      await self.refusal(confirmationApi.confirmSession, { body: { current_password: '', single_sign_on: other } }),
    ).toMatchObject({ code: 'single-sign-on-account-is-another' });
    expect(await self.refusal(confirmationApi.confirmSession, { body: { current_password: '' } })).toMatchObject({
      code: 'single-sign-on-failed',
    });
  });
});
