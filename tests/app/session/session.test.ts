import { env } from 'app/config/env.server';
import { keepConfirmation } from 'app/session/confirmation.server';
import { endedSession, readSession, sessionCookie } from 'app/session/session-cookie.server';
import { requireSession } from 'app/session/guards.server';
import { createSealer } from 'app/session/cookies.server';
import { firstContext, ownerInContext, Session } from 'app/session/session';
import { githubCookie, onwardCookie, secondStepCookie } from 'app/session/sign-in-cookies.server';
import { readTheme, themeCookie } from 'app/session/theme.server';
import { readToast, redirectWithToast, toastCookie } from 'app/session/toast.server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const newer = 'the newer secret, long enough to be one';
const older = 'the older secret, long enough to be one';
const session: Session = {
  v: 2,
  token: 'a-token',
  username: 'ada',
  context_v1: { tag: 'user', context: 'ada' },
};

function requestWith(cookie: string): Request {
  return new Request('http://dashboard.test/', { headers: { cookie } });
}

function pairOf(setCookie: string): string {
  return setCookie.split(';')[0] ?? '';
}

afterEach(() => {
  env.PUBLIC_URL = undefined;
  vi.restoreAllMocks();
});

describe('sealing', () => {
  test('opens a sealed text only with the secret', () => {
    let text = createSealer([newer]).seal({ token: 'a-token' }, 60);
    expect(createSealer([newer]).open(text)).toEqual({ token: 'a-token' });
    expect(Buffer.from(text, 'base64url').toString('latin1')).not.toContain('a-token');
    expect(createSealer([older]).open(text)).toBeNull();
  });

  test('seals with the first secret, and opens with each', () => {
    let before = createSealer([older]).seal('kept', 60);
    let rotated = createSealer([newer, older]);
    expect(rotated.open(before)).toBe('kept');
    expect(createSealer([newer]).open(rotated.seal('new', 60))).toBe('new');
    expect(createSealer([older]).open(rotated.seal('new', 60))).toBeNull();
  });

  test('refuses a text with any changed byte', () => {
    let sealer = createSealer([newer]);
    let bytes = Buffer.from(sealer.seal({ a: 1 }, 60), 'base64url');
    for (let i = 0; i < bytes.length; i++) {
      let changed = Buffer.from(bytes);
      changed[i] = changed[i]! ^ 1;
      expect(sealer.open(changed.toString('base64url')), `byte ${i}`).toBeNull();
    }
  });

  test('refuses random, empty and truncated text', () => {
    let sealer = createSealer([newer]);
    for (let text of ['', 'x', '{}', 'AQ', sealer.seal('x', 60).slice(0, 20), 'A'.repeat(5_000)])
      expect(sealer.open(text)).toBeNull();
  });

  test('refuses an expired text', () => {
    let now = 1_000_000;
    let sealer = createSealer([newer], () => now);
    let text = sealer.seal('x', 60);
    now += 59_999;
    expect(sealer.open(text)).toBe('x');
    now += 1;
    expect(sealer.open(text)).toBeNull();
  });
});

describe('the session cookie', () => {
  // @spec 3: Session: token, username, act_as, versioned shape
  test('can be read from its own cookie', () => {
    for (let kept of [session, { ...session, act_as: { username: 'grace' } }])
      expect(readSession(requestWith(pairOf(sessionCookie(kept))))).toEqual(kept);
  });

  test('is hidden from scripts and other sites, and Secure behind HTTPS', () => {
    expect(sessionCookie(session)).toMatch(/^__session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    env.PUBLIC_URL = 'https://stats.example.com';
    expect(sessionCookie(session)).toMatch(
      /^__Host-session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  test('is far below the 4 KiB limit of browsers', () => {
    let long: Session = {
      ...session,
      token: 't'.repeat(100),
      username: 'u'.repeat(60),
      act_as: { username: 'v'.repeat(60), organization: 'o'.repeat(60) },
      context_v1: { tag: 'organization', context: 'o'.repeat(60) },
    };
    expect(sessionCookie(long).length).toBeLessThan(1_200);
  });

  test('reports nothing if there is no cookie', () => {
    let warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    expect(readSession(new Request('http://dashboard.test/'))).toBeNull();
    expect(readSession(requestWith(pairOf(endedSession().getSetCookie()[0] ?? '')))).toBeNull();
    expect(warn).not.toHaveBeenCalled();
  });

  test('that cannot be read is reported without its value, and counts as signed out', () => {
    let warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    let otherShape = sessionCookie({ ...session, v: 1 } as unknown as Session);
    for (let cookie of ['__session=garbage', '__session=%E0%A4%A', pairOf(otherShape)])
      expect(readSession(requestWith(cookie)), cookie).toBeNull();
    expect(warn).toHaveBeenCalledTimes(3);
    expect(warn.mock.calls.flat().join()).not.toContain('garbage');
  });
});

describe('cookies behind HTTPS', () => {
  let plain: string;
  beforeEach(() => {
    plain = pairOf(sessionCookie(session));
    env.PUBLIC_URL = 'https://stats.example.com';
  });

  test('are Secure, of this host only, and have names that other hosts cannot set', () => {
    let made = [
      sessionCookie(session),
      toastCookie('signed_out'),
      themeCookie('dark'),
      secondStepCookie.keep({ challenge: 'c' }),
      githubCookie.keep({ accessToken: 'a' }),
      onwardCookie.forget(),
      ...endedSession()
        .getSetCookie()
        .filter((cookie) => cookie.startsWith('__Host-')),
      ...keepConfirmation(
        { context: { confirmation: 'sealed-text' }, request: requestWith('') },
        new Response(),
      ).headers.getSetCookie(),
    ];
    for (let cookie of made)
      expect(cookie).toMatch(/^__Host-\w+=[^;]*; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  });

  test('are not replaced by a session under the plain name', () => {
    let own = pairOf(sessionCookie({ ...session, username: 'own' }));
    for (let cookies of [`${plain}; ${own}`, `${own}; ${plain}`])
      expect(readSession(requestWith(cookies))?.username).toBe('own');
    expect(readSession(requestWith(`${plain}; __Host-session=garbage`))).toBeNull();
  });

  test('open under their own name only', () => {
    let own = pairOf(sessionCookie(session));
    expect(readSession(requestWith(own))).toEqual(session);
    expect(readSession(requestWith(own.replace('__Host-session', '__session')))).toBeNull();
  });

  test('replace a session without the prefix: a page is requested again, a post continues', async () => {
    let visit = (method: string) => {
      let headers = { cookie: plain, host: 'dashboard.test', origin: 'http://dashboard.test' };
      let request = new Request('http://dashboard.test/account?tab=a', { method, headers });
      return requireSession({ request, params: {}, context: {} });
    };
    let again = (await visit('GET').catch((thrown: unknown) => thrown)) as Response;
    expect([again.status, again.headers.get('location')]).toEqual([303, '/account?tab=a']);
    let [ours = '', gone] = again.headers.getSetCookie();
    expect(readSession(requestWith(pairOf(ours)))).toEqual(session);
    expect(gone).toMatch(/^__session=; Max-Age=0; Path=\/;/);
    expect((await visit('POST')).session).toEqual(session);
  });

  test('are deleted under both names at the end of a session, with its confirmation', () => {
    expect(
      endedSession()
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0]),
    ).toEqual(['__Host-session=', '__session=', '__Host-confirmation=']);
  });

  test('keep the theme of an earlier version', () => {
    expect(readTheme(requestWith('__theme=dark'))).toBe('dark');
    expect(readTheme(requestWith('__theme=dark; __Host-theme=light'))).toBe('light');
  });
});

describe('the first context (spec section 4)', () => {
  // @spec 4: Context with zero, one and two organizations
  test.each([
    [[], { tag: 'user', context: 'ada' }],
    [['only'], { tag: 'organization', context: 'only' }],
    [['one', 'two'], { tag: 'user', context: 'ada' }],
  ])('is right with organizations %j', (names, expected) => {
    expect(
      firstContext(
        'ada',
        names.map((organization_name) => ({ organization_name })),
      ),
    ).toEqual(expected);
  });
});

test('is the person when no owner is known', () => {
  expect(ownerInContext({ ...session, context_v1: { tag: 'organization', context: 'labs' } })).toBe('labs');
  let unknown: Session = { ...session, context_v1: { tag: 'unknown', context: '' } };
  expect(ownerInContext(unknown)).toBe('ada');
  expect(ownerInContext({ ...unknown, act_as: { username: 'grace' } })).toBe('grace');
});

describe('a toast', () => {
  test('is passed by a redirect as a key and cleared when read', () => {
    let answer = redirectWithToast('/packages', 'package_created', { 'set-cookie': 'other=1' });
    expect(answer.status).toBe(303);
    expect(answer.headers.getSetCookie()).toHaveLength(2);
    let read = readToast(requestWith(pairOf(toastCookie('package_created'))));
    expect(read?.toast).toEqual({ kind: 'success', text: 'Package created.' });
    expect(read?.clear).toContain('Max-Age=0');
  });

  test('never shows text from the request', () => {
    for (let value of ['<b>hello</b>', 'constructor', '__proto__', ''])
      expect(readToast(requestWith(`__toast=${value}`))).toBeNull();
  });
});

describe('the theme', () => {
  test('is the selected one, otherwise that of the device', () => {
    expect(readTheme(requestWith(pairOf(themeCookie('dark'))))).toBe('dark');
    expect(readTheme(requestWith('__theme=purple'))).toBe('system');
    expect(readTheme(requestWith(''))).toBe('system');
  });
});
