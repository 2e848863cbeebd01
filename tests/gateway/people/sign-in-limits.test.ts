/** Limits on password guessing. A person is never locked out by the guesses of others. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayMs } from 'contract/floor/time';
import { auditApi } from 'contract/admin/audit';
import { passwordResetsApi } from 'contract/accounts/password-resets';
import { twoFactorApi } from 'contract/accounts/two-factor';
import { usersApi } from 'contract/accounts/users';
import { hashPassword } from 'gateway/people/accounts/passwords';
import { demoPassword } from 'gateway/demo/people';
import { codeAt } from '../../support/authenticator';
import { createWorld, type World } from '../../support/world';

const right = { email: 'ada', password: demoPassword };
const wrong = { email: 'ada', password: 'a-wrong-guess' };
const home = '203.0.113.1';

let world: World;
beforeEach(async () => {
  world = await createWorld({ attemptLimits: { perGuesser: 3, perAccount: 6, perAddress: 12, codesPerAccount: 2 } });
});
afterEach(() => world.close());

async function codeOf(address: string, body: { email: string; password: string; devices?: string[] }): Promise<string> {
  let answer = await world.with(undefined, address).call(usersApi.login, { body });
  return answer.status === 200 ? 'in' : (answer.body as { code: string }).code;
}

async function guess(address: string, times: number): Promise<void> {
  for (let turn = 0; turn < times; turn++) expect(await codeOf(address, wrong)).toBe('login-failed');
}

/** Makes as many wrong guesses as an account allows from unknown devices. */
async function exhaust(): Promise<void> {
  for (let host of [1, 2]) await guess(`198.51.100.${host}`, 3);
  expect(await codeOf('198.51.100.3', wrong)).toBe('too-many-sign-ins');
}

async function markFor(email: string): Promise<string> {
  return (await world.with(undefined, home).ask(usersApi.login, { body: { email, password: demoPassword } })).device;
}

describe('wrong passwords', () => {
  it('from one address are limited for that address only', async () => {
    await guess('198.51.100.1', 3);
    expect(await codeOf('198.51.100.1', right)).toBe('too-many-sign-ins');
    expect(await codeOf(home, right)).toBe('in');
    expect(await codeOf('198.51.100.1', { ...right, email: 'grace' })).toBe('in');
  });

  it('from many addresses limit new devices, never a device that was signed in', async () => {
    let devices = [await markFor('ada')];
    await exhaust();
    let answer = await world.with(undefined, home).call(usersApi.login, { body: right });
    expect(answer).toMatchObject({ status: 429, body: { code: 'too-many-sign-ins' } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await codeOf(home, { ...right, devices })).toBe('in');
    // The device can also sign in from an address of the guesses.
    expect(await codeOf('198.51.100.1', { ...right, devices })).toBe('in');
  });

  it('of a known device are counted separately', async () => {
    let devices = [await markFor('ada')];
    for (let turn = 0; turn < 3; turn++) expect(await codeOf(home, { ...wrong, devices })).toBe('login-failed');
    expect(await codeOf(home, { ...right, devices })).toBe('too-many-sign-ins');
    expect(await codeOf(home, right)).toBe('in');
  });

  it('with the device mark of another account, or with an altered or expired one, count as those of unknown devices', async () => {
    let mark = await markFor('ada');
    let others = [await markFor('grace'), `${mark.slice(0, -2)}AA`];
    await exhaust();
    expect(await codeOf(home, { ...right, devices: others })).toBe('too-many-sign-ins');
    expect(await codeOf(home, { ...right, devices: [...others, mark] })).toBe('in');
    await world.runs(366 * dayMs);
    expect(await codeOf(home, { ...right, devices: [mark] })).toBe('too-many-sign-ins');
  });

  it('leave the password reset by mail to a new device', async () => {
    await exhaust();
    let anyone = world.with(undefined, home);
    await anyone.ask(passwordResetsApi.requestPasswordReset, { body: { email: 'ada@example.com' } });
    let token = (await world.lettersTo('ada@example.com')).at(-1)?.link.split('/').at(-1) ?? '';
    let password = 'a-brand-new-one';
    let { device, username } = await anyone.ask(passwordResetsApi.resetPassword, {
      params: { token },
      body: { password },
    });
    expect(username).toBe('ada');
    expect(await codeOf(home, { email: 'ada', password })).toBe('too-many-sign-ins');
    expect(await codeOf(home, { email: 'ada', password, devices: [device] })).toBe('in');
  });

  it('from one IPv6 network are counted together', async () => {
    for (let host of [1, 2, 3]) await guess(`2001:db8:7:7::${host}`, 1);
    expect(await codeOf('2001:db8:7:7:ffff::4', right)).toBe('too-many-sign-ins');
    expect(await codeOf('2001:db8:7:8::4', right)).toBe('in');
  });

  it('from one address for many accounts are limited as well', async () => {
    for (let turn = 0; turn < 12; turn++)
      expect(await codeOf('198.51.100.9', { email: `nobody-${turn}`, password: 'x' })).toBe('login-failed');
    expect(await codeOf('198.51.100.9', { ...right, email: 'mary' })).toBe('too-many-sign-ins');
  });

  it('that are refused are in the audit log once per account and time window', async () => {
    await exhaust();
    for (let turn = 0; turn < 5; turn++) expect(await codeOf(home, wrong)).toBe('too-many-sign-ins');
    let root = await world.as('root');
    let { results } = await root.ask(auditApi.getAllAuditEvents, { query: { action: ['sign-in-limited'] } });
    expect(results).toMatchObject([{ owner: 'ada', actor: null, address: '198.51.100.3' }]);
  });
});

describe('wrong codes of a second step', () => {
  it('of people who know the password do not limit a known device', async () => {
    let devices = [await markFor('ada')];
    let ada = await world.as('ada');
    let params = { username: 'ada' };
    let { secret } = await ada.ask(twoFactorApi.startTwoFactor, { params });
    let fresh = () => {
      world.later(30_000);
      return codeAt(secret, world.now());
    };
    await ada.ask(twoFactorApi.confirmTwoFactor, { params, body: { code: fresh() } });
    let stranger = world.with(undefined, '198.51.100.1');
    let challengeFor = async () => (await stranger.refusal(usersApi.login, { body: right })).challenge ?? '';
    let challenge = await challengeFor();
    for (let turn = 0; turn < 2; turn++)
      expect((await stranger.refusal(twoFactorApi.secondStep, { body: { challenge, code: '000000' } })).code).toBe(
        'two-factor-code-not-valid',
      );
    for (let turn = 0; turn < 2; turn++)
      expect((await stranger.refusal(twoFactorApi.secondStep, { body: { challenge, code: fresh() } })).code).toBe(
        'too-many-sign-ins',
      );
    let { username, device } = await world
      .with(undefined, home)
      .ask(twoFactorApi.secondStep, { body: { challenge: await challengeFor(), code: fresh(), devices } });
    expect([username, device]).toEqual(['ada', expect.any(String)]);
    let root = await world.as('root');
    let { results } = await root.ask(auditApi.getAllAuditEvents, { query: { action: ['sign-in-limited'] } });
    expect(results).toMatchObject([{ owner: 'ada', target: 'second step' }]);
  });
});

it('a password hash of an older cost is replaced when its owner signs in, and at no other sign-in', async () => {
  let id = world.ids.get('ada') ?? '';
  let kept = async () => {
    let row = await world.records.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirst();
    return row?.password_hash ?? '';
  };
  let older = await hashPassword(demoPassword, { N: 2 ** 9, r: 8, p: 1 });
  await world.records.updateTable('users').set({ password_hash: older }).where('id', '=', id).execute();
  await guess(home, 1);
  expect(await kept()).toBe(older);
  expect(await codeOf(home, right)).toBe('in');
  let renewed = await kept();
  expect(renewed).toMatch(/^scrypt\$1024\$8\$1\$/);
  expect(await codeOf(home, right)).toBe('in');
  expect(await kept()).toBe(renewed);
});
