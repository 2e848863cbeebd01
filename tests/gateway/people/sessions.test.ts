import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs } from 'contract/floor/time';
import { accountApi } from 'contract/accounts/account';
import * as limits from 'contract/floor/limits';
import { packagesApi } from 'contract/packages/packages';
import { usersApi } from 'contract/accounts/users';
import { demoPassword } from 'gateway/demo/people';
import { issueToken, sessionMs, sessionLifeMs } from 'gateway/people/accounts/tokens';
import { whoMay } from 'tests/support/authorization';
import { createWorld, type Caller, type World } from 'tests/support/world';

const right = { email: 'ada@example.com', password: demoPassword };
const ada = { params: { username: 'ada' } };

let world: World;
let anyone: Caller;

beforeAll(async () => {
  world = await createWorld({ attemptLimits: { perGuesser: 3, perAddress: 1_000, registrationsPerAddress: 7 } });
  anyone = world.with(undefined);
});
afterAll(() => world.close());

describe('answers', () => {
  it.each(['ada@example.com', 'ADA@Example.com', 'ada', ' Ada '])('signs in %s', async (email) => {
    let { token, username } = await anyone.ask(usersApi.login, { body: { ...right, email } });
    expect(username).toBe('ada');
    expect(token).toMatch(/^[\w-]{43}$/);
    expect((await world.with(token).ask(usersApi.getUser, ada)).email).toBe('ada@example.com');
  });

  it('lists the organizations of the person', async () => {
    let { organizations } = await anyone.ask(usersApi.login, { body: { ...right, email: 'linus' } });
    expect(organizations).toMatchObject([{ organization_name: 'hopper-labs', role: 'member' }]);
  });

  it('registers, signs in, and accepts the password of the new account', async () => {
    let body = { username: 'Emmy-N', email: 'Emmy@Example.com', password: ' spaces are kept ' };
    let { token } = await anyone.ask(usersApi.register, { body });
    expect(await world.with(token).ask(usersApi.getUser, { params: { username: 'emmy-n' } })).toMatchObject({
      username: 'Emmy-N',
      email: 'Emmy@Example.com',
      email_verification_status: 'to-be-verified',
      days_left_for_email_verification: limits.emailVerificationDays,
    });
    await anyone.ask(usersApi.login, { body: { email: 'emmy@example.com', password: body.password } });
    expect(
      (await anyone.refusal(usersApi.login, { body: { email: 'emmy-n', password: body.password.trim() } })).code,
    ).toBe('login-failed');
  });

  it('ends the token of the call at sign-out, and no other token', async () => {
    let [first, second] = [await world.as('ada'), await world.as('ada')];
    await first.ask(usersApi.logout);
    expect((await first.refusal(usersApi.getUser, ada)).code).toBe('session-expired');
    await second.ask(usersApi.getUser, ada);
  });

  it('keeps a session that is used, and ends an unused one', async () => {
    let [used, unused] = [await world.as('ada'), await world.as('ada')];
    for (let part = 0; part < 3; part++) {
      world.later(sessionMs / 2);
      await used.ask(usersApi.getUser, ada);
    }
    expect((await unused.refusal(usersApi.getUser, ada)).code).toBe('session-expired');
  });

  it('ends a session 90 days after the sign-in, however much it is used, but no API token', async () => {
    let script = world.with(await issueToken(world.records, world.ids.get('ada')!, 'api', world.now()));
    let session = await world.as('ada');

    for (let part = 0; part < 4; part++) {
      await world.runs(20 * dayMs);
      await session.ask(usersApi.getUser, ada);
    }
    await world.runs(10 * dayMs);
    expect((await session.refusal(usersApi.getUser, ada)).code).toBe('session-expired');
    await script.ask(packagesApi.getPackages, { params: { owner: 'ada' } });
    await anyone.ask(usersApi.login, { body: right });
    let old = await world.records
      .selectFrom('tokens')
      .select('kind')
      .where('created_at', '<=', world.now() - sessionLifeMs)
      .execute();
    expect(old.map(({ kind }) => kind)).not.toContain('session');
    await script.ask(packagesApi.getPackages, { params: { owner: 'ada' } });
  });

  it('records the use of a token once a minute', async () => {
    let caller = await world.as('linus');
    let used = async () => {
      await caller.ask(usersApi.getUser, { params: { username: 'linus' } });
      let rows = await world.records
        .selectFrom('tokens')
        .select('last_used_at')
        .orderBy('created_at', 'desc')
        .execute();
      return rows[0]?.last_used_at ?? 0;
    };
    let first = await used();
    world.later(30_000);
    expect(await used()).toBe(first);
    world.later(31_000);
    expect(await used()).toBeGreaterThan(first);
  });

  it('stores neither passwords nor tokens', async () => {
    let { token } = await anyone.ask(usersApi.login, { body: right });
    let stored = JSON.stringify([
      await world.records.selectFrom('tokens').selectAll().execute(),
      await world.records.selectFrom('users').selectAll().execute(),
    ]);
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(demoPassword);
  });
});

describe('refuses', () => {
  it.each([
    [{}, 'email-is-required', 'email'],
    [{ email: 'ada' }, 'password_is_required', 'password'],
    [{ email: 'ada', password: ['x'] }, 'request-not-valid', 'password'],
  ])('a sign-in with %o', async (body, code, field) => {
    expect(await anyone.refusal(usersApi.login, { body: body as never })).toMatchObject({ status: 422, code, field });
  });

  it('an unknown account and a wrong password with the same answer', async () => {
    let unknown = await anyone.refusal(usersApi.login, { body: { email: 'nobody@example.com', password: 'x' } });
    let wrong = await anyone.refusal(usersApi.login, { body: { email: 'grace', password: 'x' } });
    expect(unknown).toEqual(wrong);
    expect(wrong).toMatchObject({ status: 401, code: 'login-failed' });
  });

  it('attempts over the limit for one account until the right password is entered', async () => {
    let guess = { body: { email: 'mary', password: 'wrong' } };
    for (let turn of ['first', 'second'])
      expect((await anyone.refusal(usersApi.login, guess)).code, turn).toBe('login-failed');
    await anyone.ask(usersApi.login, { body: { ...right, email: 'mary' } });
    for (let turn of ['first', 'second', 'third'])
      expect((await anyone.refusal(usersApi.login, guess)).code, turn).toBe('login-failed');
    let answer = await anyone.call(usersApi.login, { body: { ...right, email: 'mary' } });
    expect(answer).toMatchObject({ status: 429, body: { code: 'too-many-sign-ins' } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await anyone.ask(usersApi.login, { body: { ...right, email: 'linus' } });
  });

  it('counts attempts by account, whichever name was typed, separately from those of a session', async () => {
    let root = await world.as('root');
    for (let email of ['root', 'ROOT@example.com', 'Root'])
      expect((await anyone.refusal(usersApi.login, { body: { email, password: 'wrong' } })).code, email).toBe(
        'login-failed',
      );
    for (let email of ['root', 'root@example.com'])
      expect((await anyone.call(usersApi.login, { body: { ...right, email } })).status, email).toBe(429);
    let body = { current_password: 'wrong', password: 'another-one' };
    let self = { params: { username: 'root' } };
    expect((await root.refusal(accountApi.changePassword, { ...self, body })).code).toBe('password_does_not_match');
  });

  it.each([
    [{ username: '' }, 'username-is-required', 'username'],
    [{ username: 'x' }, 'username-is-too-short', 'username'],
    [{ username: '-x-' }, 'username-is-invalid', 'username'],
    [{ username: 'x'.repeat(61) }, 'username-is-too-long', 'username'],
    [{ email: 'nowhere' }, 'email-is-invalid', 'email'],
    [{ password: 'short' }, 'password_is_too_short', 'password'],
    [{ password: 'x'.repeat(101) }, 'password_is_too_long', 'password'],
    [{ password: 'xxxxxxx' }, 'password_single_character', 'password'],
  ])('a registration with %o', async (part, code, field) => {
    let body = { username: 'hedy', email: 'hedy@example.com', password: 'frequency-hopping', ...part };
    expect(await world.with(undefined).refusal(usersApi.register, { body })).toMatchObject({
      status: 422,
      code,
      field,
    });
  });

  // @spec 5: Email already in use (sign-up, update), also at once
  it('a name or address that is registered twice, in any case, also at the same moment', async () => {
    let body = { username: 'GRACE', email: 'new@example.com', password: 'frequency-hopping' };
    expect(await anyone.refusal(usersApi.register, { body })).toMatchObject({
      code: 'username-already-in-use',
      field: 'username',
    });
    body = { ...body, username: 'Hopper-Labs' };
    expect((await anyone.refusal(usersApi.register, { body })).code).toBe('username-already-in-use');
    body = { ...body, username: 'new-grace', email: 'Grace@Example.com' };
    expect(await anyone.refusal(usersApi.register, { body })).toMatchObject({
      code: 'email-already-in-use',
      field: 'email',
    });
    body = { username: 'twice', email: 'twice@example.com', password: 'frequency-hopping' };
    let both = await Promise.all([1, 2].map(() => anyone.call(usersApi.register, { body })));
    expect(both.map((answer) => answer.status).sort()).toEqual([201, 422]);
    let next = { ...body, username: 'more', email: 'more@example.com' };
    await anyone.ask(usersApi.register, { body: next });
    expect(await anyone.refusal(usersApi.register, { body: next })).toMatchObject({
      status: 429,
      code: 'too-many-requests',
    });
  });
});

whoMay([usersApi.login, usersApi.register, usersApi.logout]);
