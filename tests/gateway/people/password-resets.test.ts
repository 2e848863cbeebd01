import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minuteMs } from 'contract/floor/time';
import { accountApi } from 'contract/accounts/account';
import { emailVerificationApi } from 'contract/accounts/email-verification';
import { passwordResetsApi } from 'contract/accounts/password-resets';
import { usersApi } from 'contract/accounts/users';
import { demoPassword } from 'gateway/demo/people';
import { issueToken } from 'gateway/people/accounts/tokens';
import { whoMay } from 'tests/support/authorization';
import { createWorld, type Caller, type World } from 'tests/support/world';

const password = 'a-brand-new-one';

let world: World;
let anyone: Caller;

beforeAll(async () => {
  world = await createWorld();
  anyone = world.with(undefined);
});
afterAll(() => world.close());

async function linkFor(email: string): Promise<string> {
  await anyone.ask(passwordResetsApi.requestPasswordReset, { body: { email } });
  let letters = await world.lettersTo(email.toLowerCase());
  return (
    letters
      .findLast((letter) => letter.link.includes('/reset-password/'))
      ?.link.split('/')
      .at(-1) ?? ''
  );
}

describe('answers', () => {
  it('accepts the new password, ends every session, and keeps API tokens', async () => {
    let ada = await world.as('ada');
    let program = world.with(await issueToken(world.records, world.ids.get('ada') ?? '', 'api', world.now()));
    let params = { token: await linkFor('Ada@Example.com') };
    expect(await anyone.ask(passwordResetsApi.getPasswordReset, { params })).toEqual({ username: 'ada' });
    await ada.ask(usersApi.getUser, { params: { username: 'ada' } });
    await anyone.ask(passwordResetsApi.resetPassword, { params, body: { password } });
    expect((await ada.refusal(usersApi.getUser, { params: { username: 'ada' } })).code).toBe('session-expired');
    expect((await program.refusal(usersApi.login, { body: { email: 'ada', password: demoPassword } })).code).toBe(
      'login-failed',
    );
    await anyone.ask(usersApi.login, { body: { email: 'ada', password } });
    let tokens = await world.records.selectFrom('tokens').selectAll().where('kind', '=', 'api').execute();
    expect(tokens).toHaveLength(1);
    expect((await world.lettersTo('ada@example.com')).at(-1)?.subject).toBe('Your password was changed');
  });

  it('refuses the password there is, and leaves the link for another', async () => {
    let params = { token: await linkFor('root@example.com') };
    let refused = await anyone.refusal(passwordResetsApi.resetPassword, { params, body: { password: demoPassword } });
    expect(refused).toMatchObject({ status: 422, code: 'password_must_differ', field: 'password' });
    await anyone.ask(passwordResetsApi.resetPassword, { params, body: { password: 'quite-another-one' } });
    let signedIn = await anyone.ask(usersApi.login, { body: { email: 'root', password: 'quite-another-one' } });
    expect(signedIn.username).toBe('root');
  });

  it('answers the same for an unknown address, and sends no mail', async () => {
    let known = await anyone.call(passwordResetsApi.requestPasswordReset, { body: { email: 'mary@example.com' } });
    let unknown = await anyone.call(passwordResetsApi.requestPasswordReset, { body: { email: 'nobody@example.com' } });
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    expect(await world.lettersTo('nobody@example.com')).toEqual([]);
    expect(await world.lettersTo('mary@example.com')).toHaveLength(1);
  });

  it('accepts a link once, even when it is used twice at the same moment', async () => {
    let params = { token: await linkFor('grace@example.com') };
    let answers = await Promise.all(
      ['first-password', 'second-password'].map((p) =>
        anyone.call(passwordResetsApi.resetPassword, { params, body: { password: p } }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422]);
  });

  it('invalidates every other link of the person', async () => {
    let [first, second] = [await linkFor('linus@example.com'), await linkFor('linus@example.com')];
    await anyone.ask(passwordResetsApi.resetPassword, { params: { token: second }, body: { password } });
    expect(
      (await anyone.refusal(passwordResetsApi.resetPassword, { params: { token: first }, body: { password } })).status,
    ).toBe(422);
  });

  it('invalidates a link to another address that was requested with the old password', async () => {
    let body = { email: 'thief@example.com', current_password: demoPassword };
    await (await world.as('mary')).ask(accountApi.requestEmailChange, { params: { username: 'mary' }, body });
    let token = (await world.lettersTo('thief@example.com')).at(-1)?.link.split('/').at(-1) ?? '';
    await anyone.ask(accountApi.getEmailChange, { params: { token } });
    await anyone.ask(passwordResetsApi.resetPassword, {
      params: { token: await linkFor('mary@example.com') },
      body: { password },
    });
    expect((await anyone.refusal(accountApi.confirmEmailChange, { params: { token } })).code).toBe(
      'email-change-token-not-valid',
    );
  });

  it('confirms the address', async () => {
    let root = await world.as('root');
    await world.records.updateTable('users').set({ email_verified_at: null }).execute();
    await anyone.ask(passwordResetsApi.resetPassword, {
      params: { token: await linkFor('root@example.com') },
      body: { password },
    });
    expect((await root.refusal(usersApi.getUser, { params: { username: 'root' } })).code).toBe('session-expired');
    let again = await world.as('root');
    let { email_verification_status } = await again.ask(usersApi.getUser, { params: { username: 'root' } });
    expect(email_verification_status).toBe('verified');
  });
});

describe('refuses', () => {
  it('a link after an hour; a refused password does not use up a link', async () => {
    let params = { token: await linkFor('mary@example.com') };
    world.later(59 * minuteMs);
    expect(
      await anyone.refusal(passwordResetsApi.resetPassword, { params, body: { password: 'short' } }),
    ).toMatchObject({
      status: 422,
      code: 'password_is_too_short',
      field: 'password',
    });
    await anyone.ask(passwordResetsApi.getPasswordReset, { params });
    world.later(2 * minuteMs);
    let tooOld = {
      status: 422,
      code: 'password-reset-token-not-valid',
      message: 'Could not parse password reset token.',
    };
    expect(await anyone.refusal(passwordResetsApi.getPasswordReset, { params })).toMatchObject(tooOld);
    expect(await anyone.refusal(passwordResetsApi.resetPassword, { params, body: { password } })).toMatchObject(tooOld);
  });

  it('a link for another purpose', async () => {
    let body = { username: 'newcomer', email: 'newcomer@example.com', password };
    await anyone.ask(usersApi.register, { body });
    let [letter] = await world.lettersTo(body.email);
    let params = { token: letter?.link.split('/').at(-1) ?? '' };
    await anyone.ask(emailVerificationApi.getEmailVerification, { params });
    expect((await anyone.refusal(passwordResetsApi.getPasswordReset, { params })).code).toBe(
      'password-reset-token-not-valid',
    );
    expect((await anyone.refusal(passwordResetsApi.resetPassword, { params, body: { password } })).status).toBe(422);
  });

  it('more mails to one address than the hourly limit, known or not', async () => {
    for (let email of ['many@example.com', 'mary@example.com']) {
      let statuses = [];
      for (let turn = 0; turn < 6; turn++)
        statuses.push((await anyone.call(passwordResetsApi.requestPasswordReset, { body: { email } })).status);
      expect(statuses.at(-1)).toBe(429);
    }
  });

  it('an invalid address', async () => {
    expect((await anyone.refusal(passwordResetsApi.requestPasswordReset, { body: { email: 'ada' } })).code).toBe(
      'email-is-invalid',
    );
  });
});

whoMay([passwordResetsApi.requestPasswordReset, passwordResetsApi.getPasswordReset, passwordResetsApi.resetPassword]);
