import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountApi } from 'contract/accounts/account';
import { passwordResetsApi } from 'contract/accounts/password-resets';
import { usersApi } from 'contract/accounts/users';
import { demoPassword } from 'gateway/demo/people';
import { createWorld, type World } from '../../support/world';

let world: World;
beforeAll(async () => void (world = await createWorld({ attemptLimits: { registrationsPerAddress: 1_000 } })));
afterAll(() => world.close());

const common = 'password_is_too_common';
const named = 'password_contains_name';

describe('a registration', () => {
  it.each([
    ['password', common],
    ['PassWord1', common],
    ['qwertyuiop', common],
    ['Emmy-Noether', named],
    ['emmynoether1882', named],
    ['19emmy-n.', named],
    ['emmy-n@example.com', named],
    ['landfall2026!', named],
    ['dashboard.test', named],
  ])('cannot have %j as a password: %s', async (password, code) => {
    let body = { username: 'Emmy-Noether', email: 'emmy-n@example.com', password };
    expect(await world.with(undefined).refusal(usersApi.register, { body })).toMatchObject({
      status: 422,
      code,
      field: 'password',
    });
  });

  it('accepts a name with more words around it', async () => {
    let body = { username: 'emmy-noether', email: 'emmy-n@example.com', password: 'emmy has a theorem' };
    await world.with(undefined).ask(usersApi.register, { body });
  });
});

describe('a new password', () => {
  it.each([
    ['Hopper-1906', named],
    ['grace.hopper!', named],
    ['hoppergrace06', named],
    ['Hopper-Labs', named],
    ['iloveyou', common],
  ])('cannot be %j: %s', async (password, code) => {
    let grace = await world.as('grace');
    let body = { current_password: demoPassword, password };
    expect(await grace.refusal(accountApi.changePassword, { params: { username: 'grace' }, body })).toMatchObject({
      code,
      field: 'password',
    });
  });

  it('set by mail is refused too, and the link stays valid for another password', async () => {
    let anyone = world.with(undefined);
    await anyone.ask(passwordResetsApi.requestPasswordReset, { body: { email: 'grace@example.com' } });
    let token = (await world.lettersTo('grace@example.com')).at(-1)?.link.split('/').at(-1) ?? '';
    for (let [password, code] of [
      ['gracehopper', named],
      ['trustno1', common],
    ] as const)
      expect(
        (await anyone.refusal(passwordResetsApi.resetPassword, { params: { token }, body: { password } })).code,
      ).toBe(code);
    await anyone.ask(passwordResetsApi.resetPassword, { params: { token }, body: { password: 'a-brand-new-one' } });
  });
});
