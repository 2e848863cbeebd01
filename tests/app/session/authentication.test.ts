/** The pages for sign-in, password reset and the second step, against a real gateway. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { twoFactorApi } from 'contract/accounts/two-factor';
import { usersApi } from 'contract/accounts/users';
import { env } from 'app/config/env.server';
import * as twoFactor from 'app/routes/_app.account.two-factor._index';
import * as confirmation from 'app/routes/_app.account.two-factor.confirmation';
import * as off from 'app/routes/_app.account.two-factor.off';
import * as recovery from 'app/routes/_app.account.two-factor.recovery-codes';
import * as acknowledge from 'app/routes/_app.recovery-codes';
import * as login from 'app/routes/_guest.login';
import * as secondStep from 'app/routes/_guest.login_.two-factor';
import * as reset from 'app/routes/_guest.reset-password.$token';
import * as forgotten from 'app/routes/_guest.reset-password._index';
import * as verify from 'app/routes/verify-email.$token';
import { demoPassword } from 'gateway/demo/people';
import { githubCookie } from 'app/session/sign-in-cookies.server';
import { codeAt } from '../../support/authenticator';
import { browserOf, redirectOf, refusalOf, refusedForm } from '../../support/dashboard';
import { leadsTo, visitorOf } from '../../support/visitor';
import { createWorld, type World } from '../../support/world';

type Handler = (args: LoaderFunctionArgs & ActionFunctionArgs) => Promise<unknown>;

let world: World;
beforeAll(async () => {
  world = await createWorld({ attemptLimits: { perAccount: 100, mailsPerAccount: 100 } });
});
afterAll(() => world.close());

describe('a forgotten password', () => {
  test('gets the same answer for known and unknown addresses', async () => {
    let answers = [];
    for (let email of ['mary@example.com', 'nobody@example.com'])
      answers.push(redirectOf(await visitorOf(world).post(forgotten.action, '/reset-password', { email })));
    expect(answers[0]).toEqual({ status: 303, to: '/login', toast: 'password_reset_requested' });
    expect(answers[1]).toEqual(answers[0]);
    let wrong = await refusedForm(await visitorOf(world).post(forgotten.action, '/reset-password', { email: 'mary@' }));
    expect(wrong).toMatchObject({ status: 422, kept: { email: 'mary@' } });
  });

  test('is replaced by the link, once; passwords are never echoed', async () => {
    await visitorOf(world).post(forgotten.action, '/reset-password', { email: 'linus@example.com' });
    let path = new URL((await world.lettersTo('linus@example.com')).at(-1)?.link ?? '').pathname;
    let params = { token: path.split('/').at(-1) ?? '' };
    let guest = visitorOf(world);
    let chosen = { password: 'a-new-password', confirm_password: 'another-one' };
    let refused = await refusedForm(await guest.post(reset.action, path, chosen, params));
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused)).not.toContain('a-new-password');
    let again = { ...chosen, confirm_password: chosen.password };
    let done = redirectOf(await guest.post(reset.action, path, again, params));
    expect(done).toEqual({ status: 303, to: '/login', toast: 'password_reset' });
    let used = await guest.open(reset.loader, path, params);
    expect([used.status, await used.json()]).toEqual([
      422,
      { username: null, problem: 'Could not parse password reset token.' },
    ]);
    expect((await guest.post(reset.action, path, again, params)).status).toBe(422);
  });
});

test('an address is confirmed by the button of the page, not by opening its link', async () => {
  let body = { username: 'hedy', email: 'hedy@example.com', password: 'frequency-hopping' };
  await world.with(undefined).ask(usersApi.register, { body });
  let path = new URL((await world.lettersTo(body.email))[0]?.link ?? '').pathname;
  let params = { token: path.split('/').at(-1) ?? '' };
  let guest = visitorOf(world);
  for (let visit of [1, 2])
    expect(await (await guest.open(verify.loader, path, params)).json(), `${visit}`).toMatchObject({
      email: body.email,
    });
  let done = redirectOf(await guest.post(verify.action, path, {}, params));
  expect(done).toEqual({ status: 303, to: '/login', toast: 'email_verified' });
  expect((await guest.open(verify.loader, path, params)).status).toBe(422);
});

describe('the second step', () => {
  test('is required before the session starts, and keeps the requested page', async () => {
    let self = await world.as('ada');
    let ada = await browserOf(world, 'ada');
    expect(await ada.open(twoFactor.loader, {})).toMatchObject({ status: 'off' });
    expect(leadsTo(await ada.post(twoFactor.action, {}))).toEqual([303, '/account/two-factor/confirmation']);
    let shown = (await ada.open(confirmation.loader, {})) as { secret: string; qr: { path: string } };
    expect(shown.qr.path.length).toBeGreaterThan(1_000);
    let { secret } = await self.ask(twoFactorApi.startTwoFactor, { params: { username: 'ada' } });
    expect(shown.secret.replaceAll(' ', '')).toBe(secret);
    let confirmed = await ada.post(confirmation.action, {}, { code: codeAt(secret, world.now()) });
    expect(redirectOf(confirmed)).toMatchObject({ to: '/account/two-factor/recovery-codes', toast: 'two_factor_on' });
    let { codes } = (await ada.open(recovery.loader, {})) as { codes: string[] };
    let kept = await ada.post(acknowledge.action, {}, { next: '//elsewhere.example' });
    expect(redirectOf(kept)).toMatchObject({ status: 303, to: '/home' });
    expect(await ada.open(recovery.loader, {})).toMatchObject({ codes: [], left: 10 });

    let guest = visitorOf(world);
    let form = { email: 'ada', password: demoPassword };
    let asked = await guest.post(login.action, '/login?backTo=%2Fpixels%2Fada', form);
    expect(leadsTo(asked)).toEqual([303, '/login/two-factor?backTo=%2Fpixels%2Fada']);
    expect([...guest.jar.keys()]).toEqual(['__second_step']);
    let path = '/login/two-factor?backTo=%2Fpixels%2Fada';
    expect((await guest.post(secondStep.action, path, { code: '000000' })).status).toBe(422);
    let inside = await guest.post(secondStep.action, path, { code: codes[0] ?? '' });
    expect(leadsTo(inside)).toEqual([303, '/pixels/ada']);
    expect([...guest.jar.keys()]).toEqual(['__session', '__devices']);
  });

  test('has no page without the first step, nor with another cookie', async () => {
    let guest = visitorOf(world);
    expect(leadsTo(await guest.open(secondStep.loader, '/login/two-factor'))).toEqual([303, '/login']);
    let refused = redirectOf(await guest.post(secondStep.action, '/login/two-factor', { code: '123456' }));
    expect(refused).toEqual({ status: 303, to: '/login', toast: 'sign_in_took_too_long' });
    guest.jar.set('__second_step', githubCookie.keep({ accessToken: 'x' }).replace(/^[^=]*=|;.*/g, ''));
    expect(leadsTo(await guest.open(secondStep.loader, '/login/two-factor'))).toEqual([303, '/login']);
  });

  test('is switched off with password and code; a wrong value is marked', async () => {
    let ada = await browserOf(world, 'ada', { isConfirmed: false });
    let none = await refusedForm(await ada.post(off.action, {}, { code: '000000' }));
    expect(none.error).toEqual({ current_password: ['Enter your password to continue.'] });
    let wrong = await refusedForm(await ada.post(off.action, {}, { code: '000000', current_password: 'not hers' }));
    expect(wrong).toMatchObject({ status: 422, error: { current_password: ['Wrong password.'] } });
    let code = await refusedForm(await ada.post(off.action, {}, { code: '000000', current_password: demoPassword }));
    expect(code.error).toHaveProperty('code');
  });

  test('has no pages while its flag is off', async () => {
    let ada = await browserOf(world, 'ada');
    env.flags.showTwoFactorAuthenticationUi = false;
    for (let { loader } of [twoFactor, confirmation, recovery, off])
      expect(await refusalOf(ada.open(loader as Handler, {}))).toEqual({ status: 404, code: 'not-found' });
    env.flags.showTwoFactorAuthenticationUi = true;
  });
});
