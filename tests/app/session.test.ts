import { endedSessionCookie, readSession, sessionCookie } from 'app/session/cookie.server';
import { createSealer } from 'app/session/seal.server';
import { firstContext, ownerInContext, Session } from 'app/session/session';
import { readTheme, themeCookie } from 'app/session/theme.server';
import { readToast, redirectWithToast, toastCookie } from 'app/session/toast.server';
import { afterEach, describe, expect, test, vi } from 'vitest';

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

afterEach(() => void vi.restoreAllMocks());

describe('sealing', () => {
  test('what was sealed comes back, and cannot be read without the secret', () => {
    let text = createSealer([newer]).seal({ token: 'a-token' }, 60);
    expect(createSealer([newer]).open(text)).toEqual({ token: 'a-token' });
    expect(Buffer.from(text, 'base64url').toString('latin1')).not.toContain('a-token');
    expect(createSealer([older]).open(text)).toBeNull();
  });

  test('the first secret seals, every secret opens', () => {
    let before = createSealer([older]).seal('kept', 60);
    let rotated = createSealer([newer, older]);
    expect(rotated.open(before)).toBe('kept');
    expect(createSealer([newer]).open(rotated.seal('new', 60))).toBe('new');
    expect(createSealer([older]).open(rotated.seal('new', 60))).toBeNull();
  });

  test('a change of any byte is noticed', () => {
    let sealer = createSealer([newer]);
    let bytes = Buffer.from(sealer.seal({ a: 1 }, 60), 'base64url');
    for (let i = 0; i < bytes.length; i++) {
      let changed = Buffer.from(bytes);
      changed[i] = changed[i]! ^ 1;
      expect(sealer.open(changed.toString('base64url')), `byte ${i}`).toBeNull();
    }
  });

  test('garbage, nothing and cut text open to nothing', () => {
    let sealer = createSealer([newer]);
    for (let text of ['', 'x', '{}', 'AQ', sealer.seal('x', 60).slice(0, 20), 'A'.repeat(5_000)])
      expect(sealer.open(text)).toBeNull();
  });

  test('it ends with its time', () => {
    let now = 1_000_000;
    let sealer = createSealer([newer], () => now);
    let text = sealer.seal('x', 60);
    now += 59_999;
    expect(sealer.open(text)).toBe('x');
    now += 1;
    expect(sealer.open(text)).toBeNull();
  });
});

describe('session cookie', () => {
  test('is read back from its own cookie', () => {
    expect(readSession(requestWith(pairOf(sessionCookie(session))))).toEqual(session);
  });

  test('is kept from scripts and other sites, and secure behind https', () => {
    expect(sessionCookie(session, true)).toMatch(/Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax/);
    expect(sessionCookie(session, false)).not.toContain('Secure');
  });

  test('stays far below the 4 KiB a browser keeps', () => {
    let long: Session = {
      ...session,
      token: 't'.repeat(100),
      username: 'u'.repeat(60),
      act_as: { username: 'v'.repeat(60), organization: 'o'.repeat(60) },
      context_v1: { tag: 'organization', context: 'o'.repeat(60) },
    };
    expect(sessionCookie(long).length).toBeLessThan(1_200);
  });

  test('without a cookie there is no session and nothing to report', () => {
    let warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    expect(readSession(new Request('http://dashboard.test/'))).toBeNull();
    expect(readSession(requestWith(pairOf(endedSessionCookie())))).toBeNull();
    expect(warn).not.toHaveBeenCalled();
  });

  test('a cookie that cannot be read is reported without its value and counts as signed out', () => {
    let warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    let otherShape = sessionCookie({ ...session, v: 1 } as unknown as Session);
    for (let cookie of ['__session=garbage', '__session=%E0%A4%A', pairOf(otherShape)])
      expect(readSession(requestWith(cookie)), cookie).toBeNull();
    expect(warn).toHaveBeenCalledTimes(3);
    expect(warn.mock.calls.flat().join()).not.toContain('garbage');
  });
});

describe('first context (spec section 4)', () => {
  test.each([
    [[], { tag: 'user', context: 'ada' }],
    [['only'], { tag: 'organization', context: 'only' }],
    [['one', 'two'], { tag: 'user', context: 'ada' }],
  ])('with organizations %j', (names, expected) => {
    expect(
      firstContext(
        'ada',
        names.map((organization_name) => ({ organization_name })),
      ),
    ).toEqual(expected);
  });
});

test('the owner in context is the person while no owner is known', () => {
  expect(ownerInContext({ ...session, context_v1: { tag: 'organization', context: 'labs' } })).toBe('labs');
  let unknown: Session = { ...session, context_v1: { tag: 'unknown', context: '' } };
  expect(ownerInContext(unknown)).toBe('ada');
  expect(ownerInContext({ ...unknown, act_as: { username: 'grace' } })).toBe('grace');
});

describe('toast', () => {
  test('travels over a redirect as a key and is cleared when read', () => {
    let answer = redirectWithToast('/packages', 'package_created', { 'set-cookie': 'other=1' });
    expect(answer.status).toBe(303);
    expect(answer.headers.getSetCookie()).toHaveLength(2);
    let read = readToast(requestWith(pairOf(toastCookie('package_created'))));
    expect(read?.toast).toEqual({ kind: 'success', text: 'Package created.' });
    expect(read?.clear).toContain('Max-Age=0');
  });

  test('words from outside are never shown', () => {
    for (let value of ['<b>hello</b>', 'constructor', '__proto__', ''])
      expect(readToast(requestWith(`__toast=${value}`))).toBeNull();
  });
});

describe('theme', () => {
  test('is what was chosen, else what the device prefers', () => {
    expect(readTheme(requestWith(pairOf(themeCookie('dark'))))).toBe('dark');
    expect(readTheme(requestWith('__theme=purple'))).toBe('system');
    expect(readTheme(requestWith(''))).toBe('system');
  });
});
