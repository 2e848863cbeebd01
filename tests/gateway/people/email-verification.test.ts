import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs } from 'contract/floor/time';
import { emailVerificationApi } from 'contract/accounts/email-verification';
import { usersApi } from 'contract/accounts/users';
import { whoMay } from 'tests/support/authorization';
import { createWorld, type Caller, type World } from 'tests/support/world';

let world: World;
let anyone: Caller;

beforeAll(async () => {
  world = await createWorld({ emailVerificationDays: 3 });
  anyone = world.with(undefined);
});
afterAll(() => world.close());

async function newcomer(username: string) {
  let email = `${username}@example.com`;
  let { token } = await anyone.ask(usersApi.register, { body: { username, email, password: 'frequency-hopping' } });
  let self = world.with(token);
  return { self, email, status: async () => statusOf(await self.ask(usersApi.getUser, { params: { username } })) };
}

function statusOf(user: { email_verification_status: string; days_left_for_email_verification: number | null }) {
  return [user.email_verification_status, user.days_left_for_email_verification];
}

async function newestToken(email: string): Promise<string> {
  return (await world.lettersTo(email)).at(-1)?.link.split('/').at(-1) ?? '';
}

describe('answers', () => {
  it('sends a link at registration, which confirms the address once', async () => {
    let { email, status } = await newcomer('hedy');
    expect(await status()).toEqual(['to-be-verified', 3]);
    let [letter] = await world.lettersTo(email);
    expect(letter?.link).toMatch(/^http:\/\/dashboard\.test\/verify-email\/[\w-]{32}$/);
    let params = { token: await newestToken(email) };
    expect(await anyone.ask(emailVerificationApi.getEmailVerification, { params })).toEqual({
      username: 'hedy',
      email,
    });
    expect(await status()).toEqual(['to-be-verified', 3]);
    let both = await Promise.all([1, 2].map(() => anyone.call(emailVerificationApi.verifyEmail, { params })));
    expect(both.map((answer) => answer.status).sort()).toEqual([204, 422]);
    expect(await status()).toEqual(['verified', null]);
  });

  it('counts down the days, reports when they are over, and accepts a link requested afterwards', async () => {
    let { self, email, status } = await newcomer('radia');
    let first = await newestToken(email);
    world.later(2.5 * dayMs);
    expect(await status()).toEqual(['to-be-verified', 1]);
    world.later(dayMs);
    expect(await status()).toEqual(['not-verified', 0]);
    expect((await anyone.refusal(emailVerificationApi.verifyEmail, { params: { token: first } })).code).toBe(
      'email-verification-token-not-valid',
    );
    await self.ask(emailVerificationApi.requestEmailVerification, { params: { username: 'radia' } });
    await anyone.ask(emailVerificationApi.verifyEmail, { params: { token: await newestToken(email) } });
    expect(await status()).toEqual(['verified', null]);
  });

  it('stores only a hash of the link', async () => {
    let { email } = await newcomer('stored');
    let rows = JSON.stringify(await world.records.selectFrom('one_time_tokens').selectAll().execute());
    expect(rows).not.toContain(await newestToken(email));
  });
});

describe('refuses', () => {
  it('to send a mail to a confirmed address', async () => {
    let grace = await world.as('grace');
    expect(
      await grace.refusal(emailVerificationApi.requestEmailVerification, { params: { username: 'grace' } }),
    ).toMatchObject({
      status: 422,
      code: 'email-already-verified',
    });
  });

  it('to send more mails than the hourly limit', async () => {
    let { self, email } = await newcomer('eager');
    let params = { username: 'eager' };
    let answers = [];
    for (let turn = 0; turn < 6; turn++)
      answers.push((await self.call(emailVerificationApi.requestEmailVerification, { params })).status);
    expect(answers).toEqual([204, 204, 204, 204, 204, 429]);
    expect(await world.lettersTo(email)).toHaveLength(6);
  });

  it.each(['nothing', '%00', 'x'.repeat(99), 'x'.repeat(2_000)])('the link %s', async (token) => {
    for (let route of [emailVerificationApi.getEmailVerification, emailVerificationApi.verifyEmail])
      expect((await anyone.refusal(route, { params: { token } })).status).toBe(422);
  });

  it('a link for an address that the person has changed', async () => {
    let { email } = await newcomer('moved');
    let params = { token: await newestToken(email) };
    let elsewhere = { email: 'elsewhere@example.com', email_key: 'elsewhere@example.com' };
    await world.records.updateTable('users').set(elsewhere).where('email_key', '=', email).execute();
    expect((await anyone.refusal(emailVerificationApi.getEmailVerification, { params })).status).toBe(422);
    expect((await anyone.refusal(emailVerificationApi.verifyEmail, { params })).status).toBe(422);
  });
});

whoMay([
  emailVerificationApi.requestEmailVerification,
  emailVerificationApi.getEmailVerification,
  emailVerificationApi.verifyEmail,
]);
