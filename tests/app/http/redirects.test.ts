import { readdirSync, readFileSync } from 'node:fs';
import { env } from 'app/config/env.server';
import { permanentRedirect, temporaryRedirect, redirect } from 'app/http/redirects.server';
import { loader as root } from 'app/root';
import { loader as homeRedirect } from 'app/routes/_app.home._index';
import { loader as start } from 'app/routes/_index';
import { sessionCookie } from 'app/session/session-cookie.server';
import { redirectWithToast } from 'app/session/toast.server';
import { visitorOf, leadsTo } from 'tests/support/visitor';
import type { World } from 'tests/support/world';
import { afterEach, describe, expect, test } from 'vitest';

/** A context whose gateway refuses every call. */
const nowhere = { gateway: { api: () => Promise.reject(new Error('no gateway')) } } as unknown as World;
const session = { v: 2, token: 't', username: 'ada', context_v1: { tag: 'user', context: 'ada' } } as const;

function signedIn() {
  let browser = visitorOf(nowhere);
  browser.jar.set('__session', sessionCookie(session).replace(/^[^=]*=|;.*/g, ''));
  return browser;
}

afterEach(() => {
  env.production = false;
  env.LANDING_URL = undefined;
});

// @spec 2: /home redirects to the user's home
// @spec 9: Redirect codes 303, 307, 308
test('redirects have three codes, 303 by default, and keep their headers', () => {
  expect([redirect('/a').status, temporaryRedirect('/a').status, permanentRedirect('/a').status]).toEqual([
    303, 307, 308,
  ]);
  let answer = redirect('/a', { headers: { 'set-cookie': 'x=1' } });
  expect([answer.status, answer.headers.get('location'), answer.headers.get('set-cookie')]).toEqual([303, '/a', 'x=1']);
});

test('no file of the app sends a 302', () => {
  let files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  let strays = files.filter((file) =>
    /import [^;]*\bredirect\b[^;]*from '(@remix-run\/(node|react)|react-router)'/.test(
      readFileSync(`app/${file}`, 'utf8'),
    ),
  );
  expect(strays).toEqual(['http/redirects.server.ts']);
});

// @spec 9: 303 after a post and by guards, 307 for / and /home, 308 for a slash too many
test('a post is answered with 303 and a toast', () => {
  expect(leadsTo(redirectWithToast('/home', 'welcome'))).toEqual([303, '/home']);
});

describe('307: a temporary redirect', () => {
  // @spec 9: 303 after a post and by guards, 307 for / and /home, 308 for a slash too many
  test('the start page leads people to the home page, visitors to the sign-in or the landing page', async () => {
    expect(leadsTo(await signedIn().open(start, '/'))).toEqual([307, '/home/ada']);
    expect(leadsTo(await visitorOf(nowhere).open(start, '/'))).toEqual([307, '/login']);
    env.production = true;
    env.LANDING_URL = 'https://landing.example/?a=1';
    let answer = await visitorOf(nowhere).open(start, '/?utm=x');
    expect(leadsTo(answer)).toEqual([307, 'https://landing.example/?a=1&utm=x']);
  });

  test('/home leads to the home of the owner in context, with the filter', async () => {
    expect(leadsTo(await signedIn().open(homeRedirect, '/home?filter_id=7'))).toEqual([307, '/home/ada?filter_id=7']);
  });
});

describe('308: an address with a trailing slash', () => {
  // @spec 9: 303 after a post and by guards, 307 for / and /home, 308 for a slash too many
  test.each([
    ['/pixels/ada/', '/pixels/ada'],
    ['/pixels/ada/?page=2', '/pixels/ada?page=2'],
    ['//evil.example/', '/evil.example'],
    ['///evil.example//', '/evil.example'],
  ])('%s is redirected to %s', async (path, to) => {
    let request = new Request(`http://dashboard.test${path}`, { headers: { host: 'dashboard.test' } });
    let answer = await root({ request, params: {}, context: {} }).catch((thrown: unknown) => thrown);
    expect(leadsTo(answer as Response)).toEqual([308, to]);
  });

  test.each(['/', '/pixels/ada', '/pixels/ada?back=/x/'])('%s is not redirected', async (path) => {
    expect((await visitorOf(nowhere).open(root, path)).status).toBe(200);
  });
});
