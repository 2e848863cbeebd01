import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { githubApi } from 'contract/accounts/github';
import { accountApi } from 'contract/accounts/account';
import { auditApi } from 'contract/admin/audit';
import { passwordResetsApi } from 'contract/accounts/password-resets';
import { twoFactorApi } from 'contract/accounts/two-factor';
import { usersApi } from 'contract/accounts/users';
import { codeAt } from 'tests/support/authenticator';
import { startFakeGithub, type FakeGithub, type GithubPerson } from 'tests/support/fake-github';
import { whoMay } from 'tests/support/authorization';
import { createWorld, type Caller, type World } from 'tests/support/world';

const {
  getGithubLink,
  linkGithubAccount,
  loginWithGithub,
  readGithubProfile,
  registerWithGithub,
  unlinkGithubAccount,
} = githubApi;

const octavia: GithubPerson = {
  id: 583231,
  login: 'Octavia',
  emails: [
    { email: 'old@example.com', primary: false, verified: true },
    { email: 'unconfirmed@example.com', primary: false, verified: false },
    { email: 'octavia@example.com', primary: true, verified: true },
  ],
};

let github: FakeGithub;
let world: World;
let anyone: Caller;

beforeAll(async () => {
  github = await startFakeGithub();
  let { clientId, clientSecret, url: apiUrl } = github;
  world = await createWorld({ github: { clientId, clientSecret, apiUrl } });
  anyone = world.with(undefined);
});
afterAll(async () => {
  await world.close();
  await github.close();
});

/** A person at GitHub with one verified address. */
function person(id: number, login: string): GithubPerson {
  return { id, login, emails: [{ email: `${login}@example.com`, primary: true, verified: true }] };
}

describe('answers', () => {
  it('registers with a confirmed address, and signs in afterwards', async () => {
    let access = { access_token: github.tokenFor(octavia) };
    expect(await anyone.refusal(loginWithGithub, { body: access })).toMatchObject({
      status: 401,
      code: 'github-account-not-linked',
    });
    expect(await anyone.ask(readGithubProfile, { body: access })).toEqual({
      login: 'Octavia',
      email: 'octavia@example.com',
    });
    let body = { ...access, username: 'octavia-cat', email: 'Octavia@example.com' };
    let { token } = await anyone.ask(registerWithGithub, { body });
    let params = { username: 'octavia-cat' };
    expect((await world.with(token).ask(usersApi.getUser, { params })).email_verification_status).toBe('verified');
    let letters = await world.lettersTo('Octavia@example.com');
    expect(letters.map(({ subject }) => subject)).toEqual(['Welcome']);
    let renamed = { ...octavia, login: 'octavia-renamed' };
    let again = await anyone.ask(loginWithGithub, { body: { access_token: github.tokenFor(renamed) } });
    expect(again.username).toBe('octavia-cat');
  });

  it.each([
    ['typed@example.com', 'of somebody else'],
    ['unconfirmed@example.com', 'GitHub has not confirmed'],
  ])('sends the usual mail for an address (%s) %s', async (email) => {
    let access_token = github.tokenFor({ ...octavia, id: email.length });
    let username = email.replace(/\W/g, '-');
    let { token } = await anyone.ask(registerWithGithub, { body: { access_token, username, email } });
    let user = await world.with(token).ask(usersApi.getUser, { params: { username } });
    expect(user.email_verification_status).toBe('to-be-verified');
    expect(await world.lettersTo(email)).toHaveLength(1);
  });

  it('requires the second step as well, and lets an account without a password switch it off', async () => {
    let access_token = github.tokenFor(person(7, 'careful'));
    let made = { access_token, username: 'careful', email: 'careful@example.com' };
    let self = world.with((await anyone.ask(registerWithGithub, { body: made })).token);
    let params = { username: 'careful' };
    let { secret } = await self.ask(twoFactorApi.startTwoFactor, { params });
    await self.ask(twoFactorApi.confirmTwoFactor, { params, body: { code: codeAt(secret, world.now()) } });
    let refusal = await anyone.refusal(loginWithGithub, { body: { access_token } });
    expect(refusal).toMatchObject({ status: 401, code: 'two-factor-required' });
    expect(refusal.challenge).toMatch(/^[\w-]{32}$/);
    let [code = ''] = (await self.ask(twoFactorApi.getRecoveryCodes, { params })).codes;
    await self.ask(twoFactorApi.stopTwoFactor, { params, body: { code } });
    await anyone.ask(loginWithGithub, { body: { access_token } });
  });

  it('lets an account without a password set one only by mail', async () => {
    let access_token = github.tokenFor(person(8, 'passwordless'));
    let body = { access_token, username: 'passwordless', email: 'passwordless@example.com' };
    await anyone.ask(registerWithGithub, { body });
    for (let password of ['', ' ', 'undefined'])
      expect((await anyone.call(usersApi.login, { body: { email: 'passwordless', password } })).status).not.toBe(200);
    await anyone.ask(passwordResetsApi.requestPasswordReset, { body: { email: body.email } });
    let letters = await world.lettersTo(body.email);
    expect(letters.filter(({ subject }) => /password/i.test(subject))).toHaveLength(1);
  });
});

describe('refuses', () => {
  it('tokens of another GitHub application, and invented ones', async () => {
    for (let access_token of [github.tokenFor(octavia, 'another-application'), 'gho_made_up', '{"x":1}'])
      for (let route of [loginWithGithub, readGithubProfile])
        expect(await anyone.refusal(route, { body: { access_token } })).toMatchObject({
          status: 401,
          code: 'github-token-not-valid',
        });
  });

  it('to take over an account by its address', async () => {
    let thief: GithubPerson = {
      id: 99,
      login: 'ada',
      emails: [{ email: 'ada@example.com', primary: true, verified: true }],
    };
    let access_token = github.tokenFor(thief);
    expect((await anyone.refusal(loginWithGithub, { body: { access_token } })).code).toBe('github-account-not-linked');
    let body = { access_token, username: 'ada-again', email: 'ada@example.com' };
    expect(await anyone.refusal(registerWithGithub, { body })).toMatchObject({
      code: 'email-already-in-use',
      field: 'email',
    });
    expect(await anyone.refusal(registerWithGithub, { body: { ...body, username: 'ada' } })).toMatchObject({
      code: 'username-already-in-use',
      field: 'username',
    });
    expect((await anyone.refusal(loginWithGithub, { body: { access_token } })).code).toBe('github-account-not-linked');
  });

  it('to create two accounts with one GitHub account, also at the same moment', async () => {
    let access_token = github.tokenFor(person(11, 'twins'));
    let bodies = ['one', 'two'].map((name) => ({
      access_token,
      username: `twin-${name}`,
      email: `twin-${name}@example.com`,
    }));
    let answers = await Promise.all(bodies.map((body) => anyone.call(registerWithGithub, { body })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 422]);
    let twins = await world.records.selectFrom('owners').select('name').where('name_key', 'like', 'twin-%').execute();
    expect(twins).toHaveLength(1);
  });

  it('a second registration with the same address at the same moment, one of them by password', async () => {
    let email = 'wanted@example.com';
    let tokens = [12, 13].map((id) => github.tokenFor(person(id, `wants-${id}`)));
    let password = 'analytical-engine-1';
    let answers = await Promise.all([
      ...tokens.map((access_token, i) =>
        anyone.call(registerWithGithub, { body: { access_token, username: `wants-${i}`, email } }),
      ),
      anyone.call(usersApi.register, { body: { username: 'wants-too', email: email.toUpperCase(), password } }),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 422, 422]);
    for (let { status, body } of answers)
      if (status === 422) expect(body).toMatchObject({ code: 'email-already-in-use', field: 'email' });
    let names = await world.records.selectFrom('owners').select('id').where('name_key', 'like', 'wants-%').execute();
    expect(names).toHaveLength(1);
    let byGithub = await Promise.all(
      tokens.map((access_token) => anyone.call(loginWithGithub, { body: { access_token } })),
    );
    expect(byGithub.map(({ status }) => status === 200)).toEqual(
      answers.slice(0, 2).map(({ status }) => status === 201),
    );
  });

  it('calls when GitHub is not configured, or cannot be reached', async () => {
    let body = { access_token: 'gho_any' };
    let without = await createWorld();
    expect((await without.with(undefined).refusal(loginWithGithub, { body })).code).toBe('github-not-set-up');
    await without.close();
    let gone = await startFakeGithub();
    await gone.close();
    let lonely = await createWorld({ github: { clientId: 'a', clientSecret: 'b', apiUrl: gone.url } });
    expect(await lonely.with(undefined).refusal(loginWithGithub, { body })).toMatchObject({
      status: 503,
      code: 'github-did-not-answer',
    });
    await lonely.close();
  });
});

describe('an account that has a password', () => {
  it('is linked, signs in with GitHub, and is unlinked again; the person gets mails', async () => {
    let ada = await world.as('ada');
    let params = { username: 'ada' };
    expect(await ada.ask(getGithubLink, { params })).toEqual({ login: null, is_only_way_in: false });
    expect((await ada.refusal(unlinkGithubAccount, { params })).code).toBe('github-link-not-found');
    let body = { access_token: github.tokenFor(person(70, 'ada-at-github')) };
    let linked = { login: 'ada-at-github', is_only_way_in: false };
    let at = async () => Promise.all([1, 2].map(() => ada.ask(linkGithubAccount, { params, body })));
    expect(await at()).toEqual([linked, linked]);
    expect(await ada.ask(getGithubLink, { params })).toEqual(linked);
    expect((await anyone.ask(loginWithGithub, { body })).username).toBe('ada');
    await ada.ask(unlinkGithubAccount, { params });
    expect((await anyone.refusal(loginWithGithub, { body })).code).toBe('github-account-not-linked');
    expect((await world.lettersTo('ada@example.com')).map(({ subject }) => subject).sort()).toEqual([
      'A GitHub account was linked',
      'A GitHub account was unlinked',
    ]);
    let { results } = await ada.ask(auditApi.getAuditEvents, { params: { owner: 'ada' } });
    let noted = results.filter(({ action }) => action.startsWith('github-'));
    expect(noted.map(({ action, target }) => [action, target])).toEqual([
      ['github-unlinked', 'ada-at-github'],
      ['github-linked', 'ada-at-github'],
    ]);
  });

  it('has at most one GitHub account, and each GitHub account has at most one account', async () => {
    let [mary, linus] = [await world.as('mary'), await world.as('linus')];
    let first = { access_token: github.tokenFor(person(71, 'first')) };
    let second = { access_token: github.tokenFor(person(72, 'second')) };
    await mary.ask(linkGithubAccount, { params: { username: 'mary' }, body: first });
    let refused = { status: 422, code: 'github-account-already-linked' };
    expect(await mary.refusal(linkGithubAccount, { params: { username: 'mary' }, body: second })).toMatchObject(
      refused,
    );
    expect(await linus.refusal(linkGithubAccount, { params: { username: 'linus' }, body: first })).toMatchObject(
      refused,
    );
    let foreign = { access_token: github.tokenFor(person(73, 'foreign'), 'another-application') };
    let untrusted = await linus.refusal(linkGithubAccount, { params: { username: 'linus' }, body: foreign });
    expect(untrusted.code).toBe('github-token-not-valid');
  });
});

describe('an account without a password', () => {
  it('cannot unlink GitHub until it has one', async () => {
    let access_token = github.tokenFor(person(74, 'onlyhub'));
    let body = { access_token, username: 'onlyhub', email: 'onlyhub@example.com' };
    let self = world.with((await anyone.ask(registerWithGithub, { body })).token);
    let params = { username: 'onlyhub' };
    expect(await self.ask(getGithubLink, { params })).toEqual({ login: 'onlyhub', is_only_way_in: true });
    expect(await self.refusal(unlinkGithubAccount, { params })).toMatchObject({
      status: 422,
      code: 'github-is-the-only-way-in',
    });
    await anyone.ask(loginWithGithub, { body: { access_token } });
    await self.ask(accountApi.changePassword, { params, body: { password: 'analytical-engine-2' } });
    await self.ask(unlinkGithubAccount, { params });
    await anyone.ask(usersApi.login, { body: { email: 'onlyhub', password: 'analytical-engine-2' } });
  });
});

whoMay(Object.values(githubApi));
