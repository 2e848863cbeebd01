/**
 * The banners of the shell, from the gateway's data to their posts: when they are shown, what they
 * send, and how long a dismissal lasts.
 */
import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { env } from 'app/config/env.server';
import * as shell from 'app/routes/_app';
import * as start from 'app/routes/_app.acting._index';
import * as dismissals from 'app/routes/_app.dismissals';
import * as emailVerification from 'app/routes/_app.email-verification';
import * as acknowledge from 'app/routes/_app.recovery-codes';
import * as codesFile from 'app/routes/_app.recovery-codes[.]txt';
import * as login from 'app/routes/_guest.login';
import * as logout from 'app/routes/logout';
import * as verify from 'app/routes/verify-email.$token';
import { sessionCookie } from 'app/session/session-cookie.server';
import type { ShellData } from 'app/shell/shell-data.server';
import { twoFactorApi } from 'contract/accounts/two-factor';
import { usersApi } from 'contract/accounts/users';
import { demoPassword } from 'gateway/demo/people';
import { codeAt } from '../../support/authenticator';
import { redirectOf } from '../../support/dashboard';
import { visitorOf, type Visitor } from '../../support/visitor';
import { createWorld, type World } from '../../support/world';

const chatSecret = 'the-secret-of-the-chat';
const flagsBefore = { ...env.flags };
const hedy = { username: 'hedy', email: 'hedy@example.com', password: 'frequency-hopping' };

let world: World;
beforeAll(async () => {
  world = await createWorld({ chatSecret, attemptLimits: { perAccount: 1_000 } });
  await world.with(undefined).ask(usersApi.register, { body: hedy });
});
afterAll(() => world.close());
beforeEach(
  () => void Object.assign(env.flags, { displayEmailVerification: true, suppressEmailValidationAlert: false }),
);
afterEach(() => {
  Object.assign(env.flags, flagsBefore);
  vi.restoreAllMocks();
});

async function browserOf(email: string, password: string = demoPassword): Promise<Visitor> {
  let browser = visitorOf(world);
  await browser.post(login.action, '/login', { email, password });
  return browser;
}

async function shellOf(browser: Visitor): Promise<ShellData> {
  return (await (await browser.open(shell.loader, '/somewhere')).json()) as ShellData;
}

// @spec 6: Email banner needs displayEmailVerification, no suppress flag, an unverified status
describe('the verification banner needs its flag, no suppression, and an address that is not verified', () => {
  test.each([
    [true, false, true],
    [true, true, false],
    [false, false, false],
    [false, true, false],
  ])('flag %s, suppressed %s: shown %s', async (displayEmailVerification, suppressEmailValidationAlert, isShown) => {
    Object.assign(env.flags, { displayEmailVerification, suppressEmailValidationAlert });
    let { notices } = await shellOf(await browserOf(hedy.email, hedy.password));
    expect(notices.verification !== null).toBe(isShown);
  });

  test('is not shown for a verified address', async () => {
    expect((await shellOf(await browserOf('ada'))).notices.verification).toBeNull();
  });

  test('shows the days left as the gateway counts them', async () => {
    expect((await shellOf(await browserOf(hedy.email, hedy.password))).notices.verification).toEqual({ daysLeft: 14 });
  });
});

// @spec 2: Dismissals hold for the session
test('a dismissal holds until the session ends', async () => {
  let browser = await browserOf(hedy.email, hedy.password);
  let closed = await browser.post(dismissals.action, '/dismissals', {
    notice: 'email-verification',
    next: '/home/hedy',
  });
  expect(redirectOf(closed)).toMatchObject({ status: 303, to: '/home/hedy' });
  for (let visit of [1, 2]) expect((await shellOf(browser)).notices.verification, `${visit}`).toBeNull();
  await browser.post(logout.action, '/logout', {});
  let again = await browserOf(hedy.email, hedy.password);
  expect((await shellOf(again)).notices.verification).not.toBeNull();
});

test('only an existing banner can be dismissed', async () => {
  let browser = await browserOf(hedy.email, hedy.password);
  let refused = await browser.post(dismissals.action, '/dismissals', { notice: 'everything' });
  expect([refused.status, await refused.json()]).toMatchObject([422, { code: 'request-not-valid' }]);
});

describe('a request for another mail', () => {
  async function resend(browser: Visitor, next = '/pixels/hedy') {
    return redirectOf(await browser.post(emailVerification.action, '/email-verification', { next }));
  }

  // @spec 7: POST /internal/users/{owner}/request-email-verification: 2xx success
  test('sends it and returns to the page with a message', async () => {
    let before = (await world.lettersTo(hedy.email)).length;
    let browser = await browserOf(hedy.email, hedy.password);
    expect(await resend(browser)).toEqual({ status: 303, to: '/pixels/hedy', toast: 'email_verification_requested' });
    let letters = await world.lettersTo(hedy.email);
    expect(letters.length).toBe(before + 1);
    expect(letters.at(-1)?.link).toMatch(/\/verify-email\//);
  });

  test('never leads to another site', async () => {
    let browser = await browserOf(hedy.email, hedy.password);
    expect((await resend(browser, '//evil.example')).to).toBe('/home');
  });

  // @spec 8: email-already-verified: info toast
  test('shows that the address is verified already', async () => {
    expect((await resend(await browserOf('ada'))).toast).toBe('email_already_verified');
  });

  // @spec 8: Successful verification request: success toast; failures by their status
  test.each([
    [Response.json({ code: 'too-many-requests', message: 'Wait.' }, { status: 429 }), 'too_many_attempts'],
    [Response.json({ code: 'internal-error', message: 'Oh.' }, { status: 500 }), 'something_went_wrong'],
    [Response.json({ code: 'permission-not-granted', message: 'No.' }, { status: 403 }), 'permission_not_granted'],
    [new Response('<html>a proxy</html>', { status: 502 }), 'gateway_unreachable'],
  ])('shows failure %#', async (answer, toast) => {
    let session = { v: 2, token: 't', username: 'hedy', context_v1: { tag: 'user', context: 'hedy' } } as const;
    let request = new Request('http://dashboard.test/email-verification', {
      method: 'POST',
      headers: { host: 'dashboard.test', cookie: sessionCookie(session).split(';')[0]! },
      body: new URLSearchParams({ next: '/pixels/hedy' }),
    });
    let args = { request, params: {}, context: { gateway: async () => answer.clone() } };
    let { to, toast: said } = redirectOf((await emailVerification.action(args)) as Response);
    expect([to, said?.split('%3A')[0]]).toEqual(['/pixels/hedy', toast]);
  });
});

// @spec 4: to-be-verified and not-verified show the banner, verified does not
test('the banner disappears when the address is verified', async () => {
  let browser = await browserOf(hedy.email, hedy.password);
  expect((await shellOf(browser)).notices.verification).not.toBeNull();
  let path = new URL((await world.lettersTo(hedy.email)).at(-1)?.link ?? '').pathname;
  await visitorOf(world).post(verify.action, path, {}, { token: path.split('/').at(-1) ?? '' });
  expect((await shellOf(browser)).notices.verification).toBeNull();
});

describe('the chat', () => {
  beforeEach(() => {
    env.flags.showIntercom = true;
    env.INTERCOM_APP_ID = 'chat1';
  });
  afterEach(() => void (env.INTERCOM_APP_ID = ''));

  // @spec 3: User: intercom_key
  // @spec 6: A chat widget boots when showIntercom is on and the user has an intercom_key
  test('gets an id of the person that the gateway has signed', async () => {
    let { chat } = (await shellOf(await browserOf('grace'))).notices;
    let userId = world.ids.get('grace') ?? '';
    expect(chat).toEqual({
      appId: 'chat1',
      script: 'https://widget.intercom.io/widget/chat1',
      userId,
      username: 'grace',
      key: createHmac('sha256', chatSecret).update(userId).digest('hex'),
    });
  });

  test('is there only with the flag and an app id', async () => {
    let browser = await browserOf('grace');
    env.flags.showIntercom = false;
    expect((await shellOf(browser)).notices.chat).toBeNull();
    env.flags.showIntercom = true;
    env.INTERCOM_APP_ID = '';
    expect((await shellOf(browser)).notices.chat).toBeNull();
  });

  test('is not there for people without a signed id', async () => {
    let other = await createWorld();
    try {
      let browser = visitorOf(other);
      await browser.post(login.action, '/login', { email: 'grace', password: demoPassword });
      expect((await shellOf(browser)).notices.chat).toBeNull();
    } finally {
      await other.close();
    }
  });

  test('is hidden while impersonating', async () => {
    let root = await browserOf('root');
    expect((await shellOf(root)).notices.chat?.username).toBe('root');
    await root.post(start.action, '/acting', { owner: 'grace' });
    expect((await shellOf(root)).notices.chat).toBeNull();
  });
});

describe('recovery codes', () => {
  // @spec 3: Recovery codes: codes, array of strings
  // @spec 6: 2-factor banner needs showTwoFactorAuthenticationUi
  test('are shown until they are acknowledged, to the person only, with the flag on', async () => {
    let linus = await browserOf('linus');
    let self = await world.as('linus');
    let params = { username: 'linus' };
    expect((await shellOf(linus)).notices.recoveryCodes).toEqual([]);
    let { secret } = await self.ask(twoFactorApi.startTwoFactor, { params });
    await self.ask(twoFactorApi.confirmTwoFactor, { params, body: { code: codeAt(secret, world.now()) } });
    let { recoveryCodes } = (await shellOf(linus)).notices;
    expect(recoveryCodes).toHaveLength(10);

    env.flags.showTwoFactorAuthenticationUi = false;
    expect((await shellOf(linus)).notices.recoveryCodes).toEqual([]);
    env.flags.showTwoFactorAuthenticationUi = true;
    let root = await browserOf('root');
    await root.post(start.action, '/acting', { owner: 'linus' });
    expect((await shellOf(root)).notices.recoveryCodes).toEqual([]);

    let file = await linus.open(codesFile.loader, '/recovery-codes.txt');
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="recovery-codes.txt"');
    expect((await file.text()).trim().split('\n')).toEqual(recoveryCodes);

    let kept = redirectOf(await linus.post(acknowledge.action, '/recovery-codes', { next: '/home/linus' }));
    expect(kept).toEqual({ status: 303, to: '/home/linus', toast: 'recovery_codes_kept' });
    expect((await shellOf(linus)).notices.recoveryCodes).toEqual([]);
    expect((await linus.open(codesFile.loader, '/recovery-codes.txt')).status).toBe(404);
  });
});
