/**
 * The start page for visitors (section 2 of the specification): the landing page in production, the
 * sign-in elsewhere.
 */
import { afterEach, describe, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** The status and target of `/` in an installation with these settings. */
async function startOf(settings: Record<string, string>, query = '', signedIn = false) {
  for (let [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  vi.resetModules();
  let [{ loader }, { sessionCookie }] = await Promise.all([
    import('app/routes/_index'),
    import('app/session/session-cookie.server'),
  ]);
  let session = { v: 2, token: 't', username: 'ada', context_v1: { tag: 'organization', context: 'labs' } } as const;
  let headers: Record<string, string> = signedIn ? { cookie: sessionCookie(session).split(';')[0] ?? '' } : {};
  let request = new Request(`http://dashboard.test/${query}`, { headers });
  let answer = await loader({ request, params: {}, context: {} });
  return [answer.status, answer.headers.get('location')];
}

const production = { NODE_ENV: 'production' };

describe('a visitor of the start page', () => {
  // @spec 2: In production a visitor on / goes to the landing page, query kept
  test.each([
    ['https://example.com/', '', 'https://example.com/'],
    ['https://example.com', '?utm_source=a', 'https://example.com/?utm_source=a'],
    [
      'https://example.com/start?lang=en',
      '?utm_source=a&utm_source=b',
      'https://example.com/start?lang=en&utm_source=a&utm_source=b',
    ],
    ['https://example.com/start?lang=en#top', '?q=x%20y%26z', 'https://example.com/start?lang=en&q=x+y%26z#top'],
  ])('in production with the landing page %s and the query %j goes to %s', async (LANDING_URL, query, to) => {
    expect(await startOf({ ...production, LANDING_URL }, query)).toEqual([307, to]);
  });

  test('in production without a landing page goes to the sign-in', async () => {
    expect(await startOf(production, '?utm_source=a')).toEqual([307, '/login']);
  });

  test('outside production goes to the sign-in, with or without a landing page', async () => {
    let LANDING_URL = 'https://example.com/';
    expect(await startOf({ NODE_ENV: 'development', LANDING_URL }, '?utm_source=a')).toEqual([307, '/login']);
  });

  // @spec 2: / sends a signed-in person to /home/[owner] of the context
  test('a signed-in person is sent to the home page of the owner in context', async () => {
    expect(await startOf({ ...production, LANDING_URL: 'https://example.com/' }, '', true)).toEqual([
      307,
      '/home/labs',
    ]);
  });
});
