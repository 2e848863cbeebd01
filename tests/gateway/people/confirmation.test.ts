/** Sensitive steps: a session is not enough, the password is required again. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountApi } from 'contract/accounts/account';
import { confirmationApi, confirmationHeader } from 'contract/accounts/confirmation';
import { githubApi } from 'contract/accounts/github';
import * as limits from 'contract/floor/limits';
import { onePathTokensApi, onePathParameter } from 'contract/exports/one-path-tokens';
import { passwordResetsApi } from 'contract/accounts/password-resets';
import { routes } from 'contract/api/routes';
import { tokensApi } from 'contract/accounts/tokens';
import { usersApi } from 'contract/accounts/users';
import { createConfirmations } from 'gateway/people/accounts/confirmations';
import { demoPassword } from 'gateway/demo/people';
import { issueOneTime, passwordResetMs } from 'gateway/people/accounts/one-time-secrets';
import { addToken, issueToken } from 'gateway/people/accounts/tokens';
import { createSecretSealer } from 'gateway/floor/sealer';
import { application, startFakeGithub, type FakeGithub } from 'tests/support/fake-github';
import { createWorld, type Caller, type World } from 'tests/support/world';
import { worldSalt } from 'tests/support/edge';

const sensitive = [
  'confirmTwoFactor',
  'convertAccount',
  'createApiToken',
  'deleteOrganization',
  'deleteOtherSessions',
  'deleteOwner',
  'deleteSession',
  'deleteUser',
  'freeGivenUpName',
  'liftSuspension',
  'linkGithubAccount',
  'makeRecoveryCodes',
  'sendPasswordReset',
  'startTwoFactor',
  'stopTwoFactor',
  'suspendOwner',
  'unlinkGithubAccount',
];
const ofAda = { params: { username: 'ada' } };
const newToken = { ...ofAda, body: { name: 'A script', scopes: ['read' as const] } };

let github: FakeGithub;
let world: World;

beforeAll(async () => {
  github = await startFakeGithub();
  world = await createWorld({ github: { ...application, apiUrl: github.url } });
});
afterAll(async () => {
  await world.close();
  await github.close();
});

/** A session of a person who has just signed in. */
async function signedIn(name: string, password = demoPassword): Promise<Caller> {
  let { token } = await world.with(undefined).ask(usersApi.login, { body: { email: name, password } });
  return world.withUnconfirmed(token);
}

/** Path parameters for all of these calls. */
const params = { username: 'grace', name: 'hopper-labs', owner: 'hopper-labs', id: 'some-session' };

describe('a session', () => {
  it('takes no sensitive step without a confirmation, not even right after the sign-in', async () => {
    let [grace, root] = [await signedIn('grace'), await signedIn('root')];
    expect(
      routes
        .filter((route) => route.isSensitive)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(sensitive);
    for (let route of routes.filter((one) => one.isSensitive)) {
      let self = route.access === 'platform-admin' ? root : grace;
      expect(await self.refusal(route, { params })).toEqual({
        status: 403,
        code: 'confirmation-required',
        message: 'Enter your password to continue.',
        field: 'current_password',
      });
    }
  });

  it('takes sensitive steps for ten minutes after the password; other sessions do not', async () => {
    let [ada, other] = [await signedIn('ada'), await signedIn('ada')];
    expect(await ada.ask(confirmationApi.getConfirmation)).toEqual({ is_confirmed: false, way: 'password' });
    await ada.ask(confirmationApi.confirmSession, { body: { current_password: demoPassword } });
    expect(await ada.ask(confirmationApi.getConfirmation)).toEqual({ is_confirmed: true, way: 'password' });
    await ada.ask(tokensApi.createApiToken, newToken);
    expect((await other.refusal(tokensApi.createApiToken, newToken)).code).toBe('confirmation-required');
    world.later(limits.confirmationMs);
    expect((await ada.refusal(tokensApi.createApiToken, newToken)).code).toBe('confirmation-required');
  });

  it('is not confirmed by a wrong password, and guesses are counted', async () => {
    let mary = await signedIn('mary');
    let codes: string[] = [];
    for (let guess = 0; guess < 20; guess++)
      codes.push(
        (await mary.refusal(confirmationApi.confirmSession, { body: { current_password: `guess-${guess}` } })).code,
      );
    expect([...new Set(codes)]).toEqual(['password_does_not_match', 'too-many-requests']);
    expect((await mary.ask(confirmationApi.getConfirmation)).is_confirmed).toBe(false);
  });

  it('of a platform admin is confirmed by the admin’s own password, also while impersonating', async () => {
    let root = await signedIn('root');
    await root.ask(confirmationApi.confirmSession, { body: { current_password: demoPassword } });
    expect((await root.ask(confirmationApi.getConfirmation)).is_confirmed).toBe(true);
  });
});

describe('a confirmation', () => {
  async function confirmed(name: 'grace' | 'linus'): Promise<{ self: Caller; confirmation: string }> {
    let self = await signedIn(name);
    return { self, ...(await self.ask(confirmationApi.confirmSession, { body: { current_password: demoPassword } })) };
  }
  let answerTo = (self: Caller) => self.ask(confirmationApi.getConfirmation).then(({ is_confirmed }) => is_confirmed);

  it('is not available to a copy of the session’s token, made before or after it', async () => {
    let owner = await signedIn('grace');
    let copy = world.withUnconfirmed(owner.token);
    await owner.ask(confirmationApi.confirmSession, { body: { current_password: demoPassword } });
    expect([await answerTo(owner), await answerTo(copy), await answerTo(world.withUnconfirmed(owner.token))]).toEqual([
      true,
      false,
      false,
    ]);
    let params = { username: 'grace' };
    for (let [route, more] of [
      [tokensApi.createApiToken, { body: newToken.body }],
      [tokensApi.deleteOtherSessions, {}],
    ] as const)
      expect((await copy.refusal(route, { params, ...more } as never)).code).toBe('confirmation-required');
  });

  it('is valid for no other session, of the same person or of another', async () => {
    let { confirmation } = await confirmed('grace');
    for (let name of ['grace', 'linus'] as const) {
      let other = world.withUnconfirmed((await signedIn(name)).token, confirmation);
      expect(await answerTo(other)).toBe(false);
      expect((await other.refusal(accountApi.deleteUser, { params: { username: name } })).code).toBe(
        'confirmation-required',
      );
    }
  });

  it('is not valid for a link or an API token', async () => {
    let { self, confirmation } = await confirmed('grace');
    let path = confirmationApi.getConfirmation.path;
    let { token } = await self.ask(onePathTokensApi.createOnePathToken, { body: { path } });
    let headers = { [confirmationHeader]: confirmation };
    let byLink = new Request(`http://gateway.invalid${path}?${onePathParameter}=${token}`, { headers });
    expect(await (await world.gateway.api(byLink)).json()).toMatchObject({ is_confirmed: false });
    let given = { userId: world.ids.get('grace') ?? '', kind: 'api' as const, name: 'x', scopes: [] };
    let made = await addToken(world.records, given, world.now());
    let own = createConfirmations([worldSalt]).make(made.row.id, world.now());
    let script = world.withUnconfirmed(made.token, own);
    let asked = { ...newToken, params: { username: 'grace' } };
    expect((await script.refusal(tokensApi.createApiToken, asked)).code).toBe('token-scope-not-granted');
  });

  it('is valid for ten minutes, and so is each of several', async () => {
    let { self, confirmation } = await confirmed('linus');
    let withFirst = world.withUnconfirmed(self.token, confirmation);
    world.later(limits.confirmationMs - 1_000);
    let second = await self.ask(confirmationApi.confirmSession, { body: { current_password: demoPassword } });
    expect(second.confirmation).not.toBe(confirmation);
    expect([await answerTo(withFirst), await answerTo(self)]).toEqual([true, true]);
    world.later(1_000);
    expect([await answerTo(withFirst), await answerTo(self)]).toEqual([false, true]);
  });

  it('is refused when it was changed', async () => {
    let { self, confirmation } = await confirmed('linus');
    let middle = Math.floor(confirmation.length / 2);
    let changed = confirmation[middle] === 'A' ? 'B' : 'A';
    for (let text of [
      confirmation.slice(0, middle) + changed + confirmation.slice(middle + 1),
      confirmation.slice(0, -4),
      `${confirmation}AAAA`,
      `${confirmation}, ${confirmation}`,
      String(world.now()),
      'x'.repeat(5_000),
      createSecretSealer([worldSalt], 'known device').seal(String(world.now()), ''),
      createConfirmations(['another salt']).make('', world.now()),
    ])
      expect(await answerTo(world.withUnconfirmed(self.token, text)), text.slice(0, 200)).toBe(false);
    expect(await answerTo(world.withUnconfirmed(self.token, confirmation))).toBe(true);
  });

  it('ends with its session', async () => {
    let { self, confirmation } = await confirmed('linus');
    await self.ask(usersApi.logout);
    expect((await world.withUnconfirmed(self.token, confirmation).refusal(confirmationApi.getConfirmation)).code).toBe(
      'session-expired',
    );
  });
});

describe('an API token', () => {
  it('with all scopes takes no sensitive step and cannot be confirmed', async () => {
    let script = world.withUnconfirmed(
      await issueToken(world.records, world.ids.get('grace') ?? '', 'api', world.now()),
    );
    for (let route of [
      ...routes.filter((one) => one.isSensitive),
      confirmationApi.confirmSession,
      confirmationApi.getConfirmation,
    ])
      expect([route.id, (await script.refusal(route, { params })).code]).toEqual([route.id, 'token-scope-not-granted']);
  });
});

describe('an account without a password', () => {
  it('needs a fresh sign-in at GitHub, with the linked account', async () => {
    let person = {
      id: 77,
      login: 'onlyhub',
      emails: [{ email: 'onlyhub@example.com', verified: true, primary: true }],
    };
    let access_token = github.tokenFor(person);
    let made = { access_token, username: 'onlyhub', email: 'onlyhub@example.com' };
    let { token } = await world.with(undefined).ask(githubApi.registerWithGithub, { body: made });
    let self = world.withUnconfirmed(token);
    let params = { username: 'onlyhub' };
    expect(await self.ask(confirmationApi.getConfirmation)).toEqual({ is_confirmed: false, way: 'github' });
    let body = { name: 'A script', scopes: ['read' as const] };
    for (let step of [
      self.refusal(tokensApi.createApiToken, { params, body }),
      self.refusal(accountApi.changePassword, { params, body: { password: 'analytical-engine-2' } }),
      self.refusal(accountApi.requestEmailChange, { params, body: { email: 'thief@example.com' } }),
    ])
      expect((await step).code).toBe('confirmation-required');
    let another = github.tokenFor({ ...person, id: 78, login: 'another' });
    for (let [given, code] of [
      [{ access_token: another }, 'github-account-is-another'],
      [{ access_token: 'made-up' }, 'github-token-not-valid'],
      [{ current_password: '' }, 'github-token-not-valid'],
    ] as const)
      expect((await self.refusal(confirmationApi.confirmSession, { body: given })).code).toBe(code);
    await self.ask(confirmationApi.confirmSession, { body: { access_token } });
    await self.ask(tokensApi.createApiToken, { params, body });
    await self.ask(accountApi.changePassword, { params, body: { password: 'analytical-engine-2' } });
    expect((await self.ask(confirmationApi.getConfirmation)).way).toBe('password');
  });

  it('cannot link another GitHub account with a stolen session', async () => {
    let linus = await signedIn('linus');
    let body = { access_token: github.tokenFor({ id: 79, login: 'thief', emails: [] }) };
    let refusal = await linus.refusal(githubApi.linkGithubAccount, { params: { username: 'linus' }, body });
    expect(refusal.code).toBe('confirmation-required');
  });
});

describe('a new password', () => {
  async function withTokens(name: 'ada' | 'grace'): Promise<Caller> {
    let self = await world.as(name);
    for (let token of ['one', 'two'])
      await self.ask(tokensApi.createApiToken, { params: { username: name }, body: { name: token, scopes: ['read'] } });
    return self;
  }
  let namesOf = async (self: Caller, username: string) =>
    (await self.ask(tokensApi.getApiTokens, { params: { username } })).map(({ name }) => name);

  it('ends API tokens on request, and keeps them otherwise', async () => {
    let grace = await withTokens('grace');
    let change = (current_password: string, password: string, end_api_tokens?: boolean) =>
      grace.ask(accountApi.changePassword, {
        params: { username: 'grace' },
        body: { current_password, password, end_api_tokens },
      });
    await change(demoPassword, 'analytical-engine-3');
    expect((await namesOf(grace, 'grace')).slice(0, 2)).toEqual(['two', 'one']);
    await change('analytical-engine-3', 'analytical-engine-4', true);
    expect(await namesOf(grace, 'grace')).toEqual([]);
  });

  it('does the same with a reset link', async () => {
    let ada = await withTokens('ada');
    let userId = world.ids.get('ada') ?? '';
    let linkOf = () =>
      issueOneTime(
        world.records,
        { userId, purpose: 'reset-password', email: 'ada@example.com', lifeMs: passwordResetMs },
        world.now(),
      );
    let anyone = world.with(undefined);
    let before = (await namesOf(ada, 'ada')).length;
    await anyone.ask(passwordResetsApi.resetPassword, {
      params: { token: await linkOf() },
      body: { password: 'analytical-engine-5' },
    });
    expect(await namesOf(await world.as('ada'), 'ada')).toHaveLength(before);
    let body = { password: 'analytical-engine-6', end_api_tokens: true };
    await anyone.ask(passwordResetsApi.resetPassword, { params: { token: await linkOf() }, body });
    expect(await namesOf(await world.as('ada'), 'ada')).toEqual([]);
    let noted = await world.records.selectFrom('audit_events').selectAll().orderBy('id', 'desc').execute();
    expect(noted.find(({ action }) => action === 'token-revoked')).toMatchObject({ target: `all (${before})` });
  });
});
