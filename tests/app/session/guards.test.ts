import type { LoaderFunctionArgs } from '@remix-run/node';
import { sessionCookie } from 'app/session/session-cookie.server';
import { allowAnonymous, requireAdmin, requireGuest, requireOwner, requireSession } from 'app/session/guards.server';
import { isSameOrigin } from 'app/session/origin.server';
import type { Session } from 'app/session/session';
import { usersApi } from 'contract/accounts/users';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusalOf } from 'tests/support/dashboard';
import { createWorld, type World } from 'tests/support/world';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

const site = 'http://dashboard.test';

interface Visit {
  path?: string;
  session?: Session;
  method?: string;
  headers?: Record<string, string>;
  params?: Record<string, string>;
}

function argsOf({ path = '/', session, method = 'GET', headers = {}, params = {} }: Visit): LoaderFunctionArgs {
  let cookie = session ? sessionCookie(session) : '';
  let request = new Request(site + path, {
    method,
    headers: { host: 'dashboard.test', cookie: cookie.split(';')[0]!, ...headers },
  });
  return { request, params, context: { gateway: world.gateway.api } };
}

async function sessionOf(username: 'ada' | 'grace' | 'root', context = username as string): Promise<Session> {
  let { token = '' } = await world.as(username);
  return { v: 2, token, username, context_v1: { tag: context === username ? 'user' : 'organization', context } };
}

async function redirectOf(guard: Promise<unknown>): Promise<Response> {
  let thrown: unknown = await guard.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(thrown instanceof Response)) throw new Error('nothing was thrown');
  return thrown;
}

describe('a visitor on a private page', () => {
  // @spec 2: Visitor on a private page goes to /login with backTo
  // @spec 2: No backTo from /home/[owner]
  test.each([
    ['/packages/ada/overview', '/login?backTo=%2Fpackages%2Fada%2Foverview'],
    ['/analytics/ada?range=last-month', '/login?backTo=%2Fanalytics%2Fada%3Frange%3Dlast-month'],
    ['/home', '/login?backTo=%2Fhome'],
    ['/home/ada', '/login'],
    ['/home/ada?filter_id=1', '/login'],
    [`/analytics/ada?q=${'%E2%82%AC'.repeat(1_500)}`, '/login'],
  ])('%s leads to %s', async (path, to) => {
    let answer = await redirectOf(requireSession(argsOf({ path })));
    expect([answer.status, answer.headers.get('location')]).toEqual([303, to]);
  });

  test('a post leads to the sign-in and is not repeated after it', async () => {
    let answer = await redirectOf(requireSession(argsOf({ path: '/new-package/ada', method: 'POST' })));
    expect(answer.headers.get('location')).toBe('/login');
  });

  test('a cookie of another installation is not accepted as a session', async () => {
    let visit = argsOf({ path: '/account', headers: { cookie: '__session=AQAAAAAA' } });
    expect((await redirectOf(requireOwner(visit))).headers.get('location')).toBe('/login?backTo=%2Faccount');
  });
});

describe('a signed-in person', () => {
  test('is admitted, and gets a client that sends their token', async () => {
    let { session, call } = await requireSession(argsOf({ session: await sessionOf('ada') }));
    expect(session.username).toBe('ada');
    expect((await call(usersApi.getUser, { params: { username: 'ada' } })).email).toBe('ada@example.com');
  });

  test('whose token has expired is signed out with a message, and returns after the sign-in', async () => {
    let session: Session = { ...(await sessionOf('ada')), token: 'an-old-token' };
    let { call } = await requireSession(argsOf({ path: '/pixels/ada', session }));
    let answer = await redirectOf(call(usersApi.getUser, { params: { username: 'ada' } }));
    expect(answer.headers.get('location')).toBe('/login?backTo=%2Fpixels%2Fada');
    let [ended, unconfirmed, toast] = answer.headers.getSetCookie();
    expect(ended).toMatch(/^__session=;.*Max-Age=0/);
    expect(unconfirmed).toMatch(/^__confirmation=;.*Max-Age=0/);
    expect(toast).toMatch(/^__toast=expired_session/);
  });

  test('gets a refusal that is not related to the session', async () => {
    let { call } = await requireSession(argsOf({ session: await sessionOf('ada') }));
    let refused = await refusalOf(call(usersApi.getUser, { params: { username: 'grace' } }));
    expect(refused.status).toBeGreaterThanOrEqual(403);
  });

  test('gets the owner of an owner page, or a 404', async () => {
    let session = await sessionOf('ada');
    expect((await requireOwner(argsOf({ session, params: { owner: 'ada' } }))).owner).toBe('ada');
    expect(await refusalOf(requireOwner(argsOf({ session })))).toEqual({ status: 404, code: 'owner-not-found' });
  });
});

describe('platform admins', () => {
  test('are admitted', async () => {
    expect((await requireAdmin(argsOf({ session: await sessionOf('root') }))).session.username).toBe('root');
  });

  test('others are refused', async () => {
    let visit = argsOf({ session: await sessionOf('grace') });
    expect(await refusalOf(requireAdmin(visit))).toEqual({ status: 403, code: 'permission-not-granted' });
  });
});

describe('pages for guests', () => {
  test('admit visitors', async () => {
    await expect(requireGuest(argsOf({ path: '/login?backTo=/account' }))).resolves.toBeDefined();
  });

  // @spec 2: Public-only pages send a signed-in person to /home/[owner] and ignore backTo; /login
  //   follows it
  // @spec 2: /login with backTo: there, or /home with square brackets; only local paths
  test.each([
    ['/login', '/home/hopper-labs'],
    ['/register', '/home/hopper-labs'],
    ['/register?backTo=%2Faccount', '/home/hopper-labs'],
    ['/reset-password?backTo=%2Faccount', '/home/hopper-labs'],
    ['/register-with-github?backTo=%2Faccount', '/home/hopper-labs'],
    ['/login/two-factor?backTo=%2Faccount', '/account'],
    ['/login?backTo=%2Fpixels%2Fgrace', '/pixels/grace'],
    ['/login?backTo=%2Fanalytics%2F%5Bowner%5D', '/home'],
    ['/login?backTo=%2F%2Fevil.example', '/home'],
    ['/login?backTo=%2F%5Cevil.example', '/home'],
    ['/login?backTo=https%3A%2F%2Fevil.example', '/home'],
    ['/login?backTo=%2F%09%2Fevil.example', '/home'],
    ['/login?backTo=javascript%3Aalert(1)', '/home'],
    [
      '/login?backTo=%2Fanalytics%2Fgrace%3Frange%3Dlast-month%26filter_id%3D7',
      '/analytics/grace?range=last-month&filter_id=7',
    ],
  ])('%s leads a signed-in person to %s', async (path, to) => {
    let visit = argsOf({ path, session: await sessionOf('grace', 'hopper-labs') });
    expect((await redirectOf(requireGuest(visit))).headers.get('location')).toBe(to);
  });
});

describe('posts from other sites', () => {
  const foreign = { origin: 'https://evil.example' };

  test('are refused by every guard', async () => {
    let visit = argsOf({
      method: 'POST',
      headers: foreign,
      session: await sessionOf('root'),
      params: { owner: 'root' },
    });
    let refused = { status: 403, code: 'permission-not-granted' };
    for (let guard of [requireSession, requireOwner, requireAdmin, requireGuest])
      expect(await refusalOf(guard(visit)), guard.name).toEqual(refused);
    expect(await refusalOf((async () => allowAnonymous(visit))())).toEqual(refused);
  });

  test('are not checked for reads', () => {
    expect(allowAnonymous(argsOf({ headers: foreign })).session).toBeNull();
  });

  test.each([
    [{ host: 'a.test', origin: 'http://a.test' }, true],
    [{ host: 'a.test:3000', origin: 'http://a.test:3000' }, true],
    [{ host: 'inner', 'x-forwarded-host': 'a.test, inner', origin: 'https://a.test' }, false],
    [{ host: 'a.test' }, true],
    [{ host: 'a.test', origin: 'http://b.test' }, false],
    [{ host: 'a.test:3000', origin: 'http://a.test' }, false],
    [{ host: 'a.test', origin: 'null' }, false],
    [{ host: 'a.test', 'sec-fetch-site': 'cross-site' }, false],
    [{ host: 'a.test', 'sec-fetch-site': 'same-site' }, false],
    [{ host: 'a.test', origin: 'http://a.test', 'sec-fetch-site': 'cross-site' }, false],
    [{ host: 'a.test', origin: 'http://b.test', 'sec-fetch-site': 'same-origin' }, false],
    [{ host: 'a.test', origin: 'http://a.test', 'sec-fetch-site': 'same-origin' }, true],
    [{ host: 'a.test', 'sec-fetch-site': 'same-origin' }, true],
    [{ host: 'a.test', 'sec-fetch-site': 'none' }, true],
  ])('%j are from the same site: %s', (headers, same) => {
    expect(isSameOrigin(new Headers(headers as Record<string, string>))).toBe(same);
  });
});
