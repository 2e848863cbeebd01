/**
 * Who may create an account. The gateway refuses others, and the pages tell them before they fill
 * in a form.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { env } from 'app/config/env.server';
import { loader as loginPage } from 'app/routes/_guest.login';
import { action as createAccount, loader as form } from 'app/routes/_guest.register';
import { invitesApi } from 'contract/organizations/invites';
import { githubApi } from 'contract/accounts/github';
import { usersApi } from 'contract/accounts/users';
import { redirectOf, refusedForm } from '../../support/dashboard';
import { startFakeGithub, type FakeGithub } from '../../support/fake-github';
import { visitorOf } from '../../support/visitor';
import { createWorld, type World } from '../../support/world';

const password = 'analytical-engine-1';
const person = { username: 'invited', email: 'invited@example.com', password, confirm_password: password };

let github: FakeGithub;
beforeAll(async () => void (github = await startFakeGithub()));
afterAll(() => github.close());

let world: World;
async function open(registration: 'invite' | 'closed') {
  let { clientId, clientSecret, url: apiUrl } = github;
  Object.assign(env, { REGISTRATION: registration });
  world = await createWorld({ registration, memberLimitOverride: 50, github: { clientId, clientSecret, apiUrl } });
}
afterEach(async () => {
  Object.assign(env, { REGISTRATION: 'open' });
  await world.close();
});

function byGithub(invite: string, email = person.email) {
  let emails = [{ email, primary: true, verified: true }];
  let access_token = github.tokenFor({ id: 4_711, login: 'invited', emails });
  return { body: { access_token, username: 'invited', email, invite } };
}

/** The address of the page in an invite's mail. */
async function inviteFor(email: string): Promise<string> {
  let grace = await world.as('grace');
  await grace.ask(invitesApi.inviteOrganizationMember, {
    params: { name: 'hopper-labs' },
    body: { email, role: 'member' },
  });
  return new URL((await world.lettersTo(email)).at(-1)?.link ?? '').pathname;
}

describe('a closed registration', () => {
  test('rejects all visitors, and no page links to it', async () => {
    await open('closed');
    let anyone = world.with(undefined);
    let refusal = { status: 422, code: 'registration-is-closed' };
    expect(await anyone.refusal(usersApi.register, { body: person })).toMatchObject(refusal);
    expect(await anyone.refusal(githubApi.registerWithGithub, byGithub(''))).toMatchObject(refusal);
    let guest = visitorOf(world);
    expect(await (await guest.open(form, '/register')).json()).toMatchObject({
      problem: 'Registration is closed. Ask your administrator for an account.',
    });
    expect(await (await guest.open(loginPage, '/login')).json()).toMatchObject({ joins: false });
    expect((await refusedForm(await guest.post(createAccount, '/register', person))).status).toBe(422);
  });
});

describe('registration by invitation', () => {
  test('creates one account for the address of an invite’s link', async () => {
    await open('invite');
    let path = await inviteFor(person.email);
    let there = `/register?backTo=${encodeURIComponent(path)}`;
    let guest = visitorOf(world);
    expect(await (await guest.open(form, there)).json()).toMatchObject({ problem: '' });
    let other = await refusedForm(await guest.post(createAccount, there, { ...person, email: 'other@example.com' }));
    expect(other.error).toHaveProperty('email');
    expect(redirectOf(await guest.post(createAccount, there, person))).toMatchObject({ status: 303, to: path });
    let again = { ...person, username: 'second' };
    expect((await refusedForm(await visitorOf(world).post(createAccount, there, again))).error).toHaveProperty('email');
  });

  test('is refused without the link, even for an invited address', async () => {
    await open('invite');
    await inviteFor(person.email);
    let guest = visitorOf(world);
    expect(await (await guest.open(form, '/register')).json()).toMatchObject({
      problem: expect.stringMatching(/requires an invitation/),
    });
    let anyone = world.with(undefined);
    for (let invite of ['', 'made-up'])
      for (let call of [
        anyone.refusal(usersApi.register, { body: { ...person, invite } }),
        anyone.refusal(githubApi.registerWithGithub, byGithub(invite)),
      ])
        expect(await call).toMatchObject({ status: 422, code: 'registration-needs-invite' });
  });

  test('is possible with GitHub and the link, for the address of the invite', async () => {
    await open('invite');
    let invite = (await inviteFor(person.email)).split('/').at(-1) ?? '';
    let anyone = world.with(undefined);
    expect((await anyone.refusal(githubApi.registerWithGithub, byGithub(invite, 'other@example.com'))).field).toBe(
      'email',
    );
    expect((await anyone.ask(githubApi.registerWithGithub, byGithub(invite))).username).toBe('invited');
  });
});
