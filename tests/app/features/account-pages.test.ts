/** The account pages against a real gateway: content, changes and permissions. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountApi } from 'contract/accounts/account';
import { dayMs } from 'contract/floor/time';
import { tokensApi } from 'contract/accounts/tokens';
import { usersApi } from 'contract/accounts/users';
import { demoPassword } from 'gateway/demo/people';
import { createSampleOrganization } from 'gateway/floor/owners';
import { action as deleteAccount, loader as deletePage } from 'app/routes/_app.organizations.$owner.delete';
import { action as saveProfile, loader as accountPage } from 'app/routes/_app.account._index';
import { action as changeEmail, loader as emailPage } from 'app/routes/_app.account.email';
import { action as changePassword, loader as securityPage } from 'app/routes/_app.account.security';
import { action as endOthers } from 'app/routes/_app.account.sessions._index';
import { action as endSession } from 'app/routes/_app.account.sessions.$sessionId';
import { action as revokeToken, loader as revokePage } from 'app/routes/_app.account.tokens.$tokenId.delete';
import { action as createToken, loader as tokensPage } from 'app/routes/_app.account.tokens._index';
import { loader as auditPage } from 'app/routes/_app.organizations.$owner.audit';
import { action as followLink, loader as linkPage } from 'app/routes/change-email.$token';
import { readSession } from 'app/session/session-cookie.server';
import { browserOf, redirectOf, refusalOf, refusedForm, type Browser } from '../../support/dashboard';
import { createWorld, type World } from '../../support/world';

let world: World;
let ada: Browser;
let linus: Browser;
let mary: Browser;

beforeAll(async () => {
  world = await createWorld();
  [ada, linus, mary] = await Promise.all([
    browserOf(world, 'ada'),
    browserOf(world, 'linus'),
    browserOf(world, 'mary'),
  ]);
});
afterAll(() => world.close());

describe('the profile', () => {
  test('shows the names, and the addresses that follow the username', async () => {
    expect(await ada.open(accountPage, {})).toMatchObject({
      user: { username: 'ada', email: 'ada@example.com' },
      exampleHost: 'ada.gateway.localhost',
    });
  });

  test('is saved, and the session continues under the new name', async () => {
    let grace = await browserOf(world, 'grace');
    let form = { username: 'amazing-grace', first_name: 'Grace', last_name: 'Hopper' };
    let answer = await grace.post(saveProfile, {}, form);
    expect(redirectOf(answer)).toMatchObject({ status: 303, to: '/account', toast: 'profile_saved' });
    let [cookie = ''] = answer.headers.getSetCookie().filter((value) => value.startsWith('__session='));
    let session = readSession(new Request('http://dashboard.test/', { headers: { cookie } }));
    expect(session).toMatchObject({
      username: 'amazing-grace',
      context_v1: { tag: 'user', context: 'amazing-grace' },
    });
    expect(
      await world.with(session?.token).ask(usersApi.getUser, { params: { username: 'amazing-grace' } }),
    ).toMatchObject({
      first_name: 'Grace',
      last_name: 'Hopper',
    });
  });

  // @spec 5: Username already in use; what was typed is kept
  test('keeps the submitted name when it is taken', async () => {
    let form = { username: 'linus', first_name: 'A', last_name: '' };
    let refused = await refusedForm(await ada.post(saveProfile, {}, form));
    expect(refused).toMatchObject({
      status: 422,
      error: { username: ['This username is already taken.'] },
      kept: { username: 'linus', first_name: 'A' },
    });
  });
});

describe('security', () => {
  // @spec 5: Passwords are never echoed
  test('a password is changed, and never shown again', async () => {
    let wrong = { current_password: 'not-it', password: 'another-one', confirm_password: 'another-one' };
    let refused = await refusedForm(await mary.post(changePassword, {}, wrong));
    expect(refused).toMatchObject({ status: 422, error: { current_password: ['Wrong password.'] } });
    expect(JSON.stringify(refused.kept ?? {})).not.toMatch(/not-it|another-one/);
    let twice = { ...wrong, current_password: demoPassword, confirm_password: 'another-two' };
    expect((await refusedForm(await mary.post(changePassword, {}, twice))).error).toEqual({
      confirm_password: ['The passwords do not match.'],
    });
    let right = { ...wrong, current_password: demoPassword };
    expect(redirectOf(await mary.post(changePassword, {}, right))).toEqual({
      status: 303,
      to: '/account/security',
      toast: 'password_changed',
    });
    await world.with(undefined).ask(usersApi.login, { body: { email: 'mary', password: 'another-one' } });
  });

  test('sessions are listed, ended one by one, and all at once', async () => {
    let others = [await browserOf(world, 'linus'), await browserOf(world, 'linus')];
    for (let other of others) await other.open(accountPage, {});
    let { sessions } = await linus.open(securityPage, {});
    expect(sessions.map((session) => session.isCurrent).sort()).toEqual([false, false, true]);
    let sessionId = sessions.find((session) => !session.isCurrent)?.id;
    for (let turn of ['first', 'second'])
      expect(redirectOf(await linus.post(endSession, { sessionId })), turn).toMatchObject({ toast: 'session_ended' });
    expect((await linus.open(securityPage, {})).sessions).toHaveLength(2);
    expect(redirectOf(await linus.post(endOthers, {}))).toMatchObject({ to: '/account/security' });
    expect((await linus.open(securityPage, {})).sessions).toMatchObject([{ isCurrent: true }]);
  });
});

describe('API tokens', () => {
  test('a new one is shown only in the answer to its form', async () => {
    let answer = await ada.post(createToken, {}, { name: 'Nightly', scope_read: 'on', scope_export: 'on' });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([201, 'no-store']);
    let { made } = (await answer.json()) as { made: { name: string; token: string } };
    let page = await ada.open(tokensPage, {});
    expect(page.tokens).toMatchObject([{ name: 'Nightly', scopes: ['read', 'export'] }]);
    expect(JSON.stringify(page)).not.toContain(made.token);
    expect(page.tryLine).toBe(`curl -sS -H "Authorization: Bearer $TOKEN" 'http://api.localhost:8081/v2/packages/ada'`);
  });

  test('one can be for one owner and end after some days', async () => {
    let form = { name: 'Labs', scope_events: 'on', owner: 'hopper-labs', expires_in_days: '7' };
    let { made } = (await (await mary.post(createToken, {}, form)).json()) as { made: { tryLine: string | null } };
    expect(made.tryLine).toBeNull();
    let { tokens, owners } = await mary.open(tokensPage, {});
    expect(owners).toEqual(['mary', 'hopper-labs']);
    expect(tokens).toMatchObject([{ name: 'Labs', scopes: ['events'], owner: 'hopper-labs', hasEnded: false }]);
    expect(Date.parse(tokens[0]?.expires_at ?? '') - Date.parse(tokens[0]?.created_at ?? '')).toBe(7 * dayMs);
    let forever = await mary.post(createToken, {}, { name: 'All', scope_read: 'on', owner: '', expires_in_days: '' });
    expect(forever.status).toBe(201);
    let reading = await mary.post(createToken, {}, { name: 'Reads', scope_read: 'on', owner: 'hopper-labs' });
    expect(await reading.json()).toMatchObject({
      made: { tryLine: expect.stringContaining('/v2/packages/hopper-labs') },
    });
    let [read] = (await mary.open(tokensPage, {})).tokens;
    expect(await mary.post(revokeToken, { tokenId: read?.id })).toMatchObject({ status: 303 });
    expect((await mary.open(tokensPage, {})).tokens[0]).toMatchObject({ name: 'All', owner: null, expires_at: null });
  });

  test('one without a name or a scope is refused', async () => {
    let refused = await refusedForm(await ada.post(createToken, {}, { name: '' }));
    expect(refused.error).toEqual({
      name: ['Enter a name.'],
      scope_read: ['Choose at least one permission.'],
    });
    let again = await refusedForm(await ada.post(createToken, {}, { name: 'nightly', scope_write: 'on' }));
    expect(again).toMatchObject({ error: { name: ['You already have a token with this name.'] } });
  });

  test('one is revoked on a confirmation page', async () => {
    let [token] = (await ada.open(tokensPage, {})).tokens;
    expect(await ada.open(revokePage, { tokenId: token?.id })).toEqual({ name: 'Nightly' });
    expect(redirectOf(await ada.post(revokeToken, { tokenId: token?.id }))).toMatchObject({ toast: 'token_revoked' });
    expect(await (await world.as('ada')).ask(tokensApi.getApiTokens, { params: { username: 'ada' } })).toEqual([]);
    expect(await refusalOf(ada.open(revokePage, { tokenId: token?.id }))).toEqual({
      status: 404,
      code: 'token-not-found',
    });
  });
});

describe('the email address', () => {
  // @spec 5: Email confirmation must match
  test('is typed twice, confirmed by its link, and then changed', async () => {
    let form = { email: 'countess@example.com', confirm_email: 'countes@example.com', current_password: demoPassword };
    expect((await refusedForm(await ada.post(changeEmail, {}, form))).error).toEqual({
      confirm_email: ['The emails do not match.'],
    });
    let answer = await ada.post(changeEmail, {}, { ...form, confirm_email: 'Countess@example.com' });
    expect(redirectOf(answer)).toMatchObject({ to: '/account/email', toast: 'email_change_requested' });
    expect(await ada.open(emailPage, {})).toMatchObject({ email: 'ada@example.com', isConfirmed: true });

    let [letter] = await world.lettersTo('countess@example.com');
    expect(letter?.link).toMatch(/^http:\/\/dashboard\.test\/change-email\//);
    let token = letter?.link.split('/').at(-1);
    let page = (await ada.open(linkPage, { token })) as Response;
    expect(await page.json()).toMatchObject({ email: 'countess@example.com', username: 'ada', problem: '' });
    expect(redirectOf(await ada.post(followLink, { token }))).toMatchObject({
      to: '/account/email',
      toast: 'email_changed',
    });
    expect(await ada.open(emailPage, {})).toMatchObject({ email: 'countess@example.com', isConfirmed: true });
    let used = (await ada.open(linkPage, { token })) as Response;
    expect(used.status).toBe(422);
    expect(
      (await world.with(undefined).refusal(accountApi.confirmEmailChange, { params: { token: token ?? '' } })).status,
    ).toBe(422);
  });
});

describe('the audit log', () => {
  test('describes each action in words', async () => {
    let { audit } = await ada.open(auditPage, {});
    expect(audit.lines.map((line) => [line.what, line.target])).toEqual([
      ['Changed the email', 'ada@example.com → countess@example.com'],
      ['Revoked an API token', 'Nightly'],
      ['Created an API token', 'Nightly (read, export)'],
    ]);
    expect(audit.lines.every((line) => line.who === 'ada')).toBe(true);
  });

  test('of an organization is shown to owners and admins only', async () => {
    expect((await mary.open(auditPage, { owner: 'hopper-labs' })).audit).toMatchObject({ page: 1 });
    expect(await refusalOf(linus.open(auditPage, { owner: 'hopper-labs' }))).toMatchObject({ status: 403 });
  });
});

describe('deleting an account', () => {
  test('requires the name, and signs out', async () => {
    expect(await linus.open(deletePage, {})).toMatchObject({ name: 'linus' });
    let refused = await refusedForm(await linus.post(deleteAccount, {}, { confirm_name: 'linux' }));
    expect(refused.error).toEqual({ confirm_name: ['Type the name exactly as shown.'] });
    let answer = await linus.post(deleteAccount, {}, { confirm_name: 'linus' });
    expect(redirectOf(answer)).toMatchObject({ status: 303, to: '/login', toast: 'account_deleted' });
    expect(answer.headers.getSetCookie().some((value) => value.startsWith('__session=;'))).toBe(true);
    let body = { email: 'linus', password: demoPassword };
    expect((await world.with(undefined).refusal(usersApi.login, { body })).code).toBe('login-failed');
  });

  test('is refused for the only owner of an organization', async () => {
    await createSampleOrganization(world.records, { name: 'one-woman-show' }, world.ids.get('mary') ?? '', world.now());
    let refused = await refusedForm(await mary.post(deleteAccount, {}, { confirm_name: 'mary' }));
    expect(refused).toMatchObject({ status: 422, error: { '': ['Organization needs an owner.'] } });
  });
});
