/** Sessions of an older dashboard version, in its cookie and in the browser's local storage. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { action as postEntries, loader as openEntries } from 'app/routes/_guest.legacy-session';
import { loader as start } from 'app/routes/_index';
import { readSession, sessionCookie } from 'app/session/session-cookie.server';
import { requireGuest, requireSession } from 'app/session/guards.server';
import { legacyEntriesScript } from 'app/session/legacy-session.server';
import type { Session } from 'app/session/session';
import { usersApi } from 'contract/accounts/users';
import { issueToken } from 'gateway/people/accounts/tokens';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { redirectOf } from '../../support/dashboard';
import { createWorld, type World } from '../../support/world';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());
afterEach(() => void vi.restoreAllMocks());

const origin = 'http://dashboard.test';
const away = () => Promise.reject(new Error('connection refused'));
type Args = LoaderFunctionArgs & ActionFunctionArgs;

interface Visit {
  path?: string;
  cookie?: string;
  form?: Record<string, string>;
  foreign?: boolean;
  gateway?: World['gateway']['api'];
}

function argsOf({ path = '/', cookie = '', form, foreign, gateway = world.gateway.api }: Visit): Args {
  let request = new Request(origin + path, {
    method: form ? 'POST' : 'GET',
    headers: { host: 'dashboard.test', origin: foreign ? 'https://evil.example' : origin, cookie },
    ...(form && { body: new URLSearchParams(form) }),
  });
  return { request, params: {}, context: { gateway } };
}

/** The cookie as version 1 sealed it. */
function olderCookie(session: Record<string, unknown>): string {
  return sessionCookie(session as unknown as Session).split(';')[0] ?? '';
}

async function tokenOf(person: 'ada' | 'grace' | 'root'): Promise<string> {
  return (await world.as(person)).token ?? '';
}

async function thrownBy(guard: Promise<unknown>): Promise<Response> {
  let thrown: unknown = await guard.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(thrown instanceof Response)) throw new Error('nothing was thrown');
  return thrown;
}

/** The session that a browser has after a response. */
function sessionAfter(answer: Response): Session | null {
  let cookie = answer.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ');
  return readSession(new Request(origin, { headers: { cookie } }));
}

describe('an older cookie', () => {
  // @spec 4: Legacy session (cookie) becomes v2
  test('is checked with the gateway and replaced by version 2, and the page is requested again', async () => {
    let token = await tokenOf('grace');
    let organizations = [{ organization_name: 'long-gone', role: 'owner' }];
    let visit = { path: '/pixels/grace?page=2', cookie: olderCookie({ token, username: 'grace', organizations }) };
    let answer = await thrownBy(requireSession(argsOf(visit)));
    expect(redirectOf(answer)).toMatchObject({ status: 303, to: '/pixels/grace?page=2' });
    expect(sessionAfter(answer)).toEqual({
      v: 2,
      token,
      username: 'grace',
      context_v1: { tag: 'organization', context: 'hopper-labs' },
    });
  });

  // @spec 3: Context has tag and owner, kept under a versioned name (`context_v1`)
  test('keeps its context if the person still has access, and the owner they act as', async () => {
    let token = await tokenOf('grace');
    let own = { tag: 'user', context: 'grace' };
    let carried = async (more: object) => {
      let visit = { cookie: olderCookie({ token, username: 'grace', ...more }) };
      return sessionAfter(await thrownBy(requireSession(argsOf(visit))));
    };
    expect((await carried({ context: own }))?.context_v1).toEqual(own);
    let elsewhere = { tag: 'organization', context: 'somebody-elses' };
    let only = { tag: 'organization', context: 'hopper-labs' };
    expect((await carried({ context: elsewhere }))?.context_v1).toEqual(only);
    expect((await carried({ context: 'not a context' }))?.context_v1).toEqual(only);
    let acting = { act_as: { username: 'ada' } };
    expect(await carried(acting)).toMatchObject({ ...acting, context_v1: { tag: 'user', context: 'ada' } });
  });

  test('is accepted for a post without a redirect', async () => {
    let token = await tokenOf('ada');
    let args = argsOf({ cookie: olderCookie({ token, username: 'ada' }), form: { name: 'x' } });
    let { session, call } = await requireSession(args);
    expect(session).toMatchObject({ v: 2, context_v1: { tag: 'user', context: 'ada' } });
    expect((await call(usersApi.getUser, { params: { username: 'ada' } })).username).toBe('ada');
  });

  test('with a token unknown to the gateway is signed out with a message', async () => {
    let cookie = olderCookie({ token: 'an-old-token', username: 'ada' });
    let answer = await thrownBy(requireSession(argsOf({ path: '/account', cookie })));
    expect(redirectOf(answer)).toMatchObject({ to: '/login?backTo=%2Faccount', toast: 'expired_session' });
    expect(answer.headers.getSetCookie()[0]).toMatch(/^__session=;.*Max-Age=0/);
  });

  test('with another person’s name is signed out', async () => {
    let cookie = olderCookie({ token: await tokenOf('ada'), username: 'grace' });
    expect(redirectOf(await thrownBy(requireSession(argsOf({ path: '/account', cookie }))))).toMatchObject({
      to: '/login?backTo=%2Faccount',
    });
  });

  test('is kept unchanged while the gateway cannot be reached', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    let cookie = olderCookie({ token: 't', username: 'ada', context: { tag: 'organization', context: 'labs' } });
    let { session } = await requireSession(argsOf({ cookie, gateway: away }));
    expect(session).toMatchObject({ token: 't', context_v1: { tag: 'organization', context: 'labs' } });
  });

  test('leads from the start and sign-in pages to the home page, or to the sign-in when it is refused', async () => {
    let cookie = olderCookie({ token: await tokenOf('ada'), username: 'ada' });
    expect(redirectOf(await start(argsOf({ cookie }))).to).toBe('/home/ada');
    let answer = await thrownBy(requireGuest(argsOf({ path: '/login?backTo=%2Fpixels%2Fada', cookie })));
    expect(redirectOf(answer).to).toBe('/pixels/ada');
    expect(sessionAfter(answer)?.v).toBe(2);
    let ended = olderCookie({ token: 'an-old-token', username: 'ada' });
    await expect(requireGuest(argsOf({ path: '/login', cookie: ended }))).resolves.toBeDefined();
  });

  test('is ignored when there is a current session', async () => {
    let today = { v: 2, token: 'new', username: 'ada', context_v1: { tag: 'user', context: 'ada' } } as const;
    let both = `${olderCookie({ token: 'old', username: 'ada' })}; ${olderCookie(today)}`;
    expect(readSession(argsOf({ cookie: both }).request)).toEqual(today);
  });

  test.each([{ username: 'ada' }, { token: '', username: 'ada' }, { v: 3, token: 't', username: 'ada' }, 'text'])(
    'with the content %j is reported and counts as signed out',
    async (content) => {
      let warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
      let cookie = olderCookie(content as Record<string, unknown>);
      expect(redirectOf(await thrownBy(requireSession(argsOf({ path: '/account', cookie })))).to).toBe(
        '/login?backTo=%2Faccount',
      );
      expect(warn).toHaveBeenCalledOnce();
    },
  );
});

describe('entries of local storage', () => {
  async function post(form: Record<string, string>, visit: Visit = {}): Promise<Response> {
    return postEntries(argsOf({ path: '/legacy-session', form, ...visit }));
  }

  test('start a session and return the page to go to', async () => {
    let token = await tokenOf('grace');
    let session = JSON.stringify({ token, username: 'grace', act_as: { username: 'ada' }, organizations: [] });
    let answer = await post({ session, context: '' }, { path: '/legacy-session?backTo=%2Fpixels%2Fgrace' });
    expect([answer.status, await answer.json()]).toEqual([200, { to: '/pixels/grace' }]);
    expect(sessionAfter(answer)).toEqual({
      v: 2,
      token,
      username: 'grace',
      context_v1: { tag: 'organization', context: 'hopper-labs' },
    });
  });

  test('keep their context, and lead to the home page without backTo', async () => {
    let session = JSON.stringify({ token: await tokenOf('grace'), username: 'grace' });
    let answer = await post({ session, context: JSON.stringify({ tag: 'user', context: 'grace' }) });
    expect(await answer.json()).toEqual({ to: '/home/grace' });
    expect((await (await post({ session }, { path: '/legacy-session?backTo=//evil.example' })).json()).to).toBe(
      '/home',
    );
  });

  test.each(['an-old-token', 'api'])('with the token %s are refused', async (kind) => {
    let token = kind === 'api' ? await issueToken(world.records, world.ids.get('ada') ?? '', 'api', world.now()) : kind;
    let answer = await post({ session: JSON.stringify({ token, username: 'ada' }) });
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([401, null]);
  });

  // @spec 4: A parse failure is reported, not thrown
  test.each(['', '{', 'null', '[]', '{"token":"t"}'])('with %j are reported, not thrown', async (session) => {
    let warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    expect((await post({ session })).status).toBe(422);
    expect(warn).toHaveBeenCalledOnce();
  });

  test('are answered with 503 while the gateway cannot be reached, so that the browser keeps them', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    let session = JSON.stringify({ token: 't', username: 'ada' });
    expect((await thrownBy(post({ session }, { gateway: away }))).status).toBe(503);
  });

  test('are refused from another site, and not read by a GET', async () => {
    expect((await thrownBy(post({ session: '{}' }, { foreign: true }))).status).toBe(403);
    let answer = (await openEntries(argsOf({ path: '/legacy-session?backTo=%2Faccount' }))) as Response;
    expect(redirectOf(answer).to).toBe('/login?backTo=%2Faccount');
  });

  test('are posted by a script below 600 bytes that cannot end its own element', () => {
    expect(Buffer.byteLength(legacyEntriesScript)).toBeLessThan(600);
    expect(legacyEntriesScript).not.toMatch(/<[/!]/);
  });
});

describe('the script on the sign-in page', () => {
  interface Run {
    stored: Record<string, string>;
    answer: (() => Promise<Response>) | null;
  }

  /** Runs the script to its end, with its own storage, address and network. */
  async function run({ stored, answer }: Run) {
    let kept = new Map(Object.entries(stored));
    let storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      removeItem: (key: string) => void kept.delete(key),
    };
    let posts: [string, string][] = [];
    let visited: string[] = [];
    let send = (url: string, { body }: { body: URLSearchParams }) => {
      posts.push([url, body.toString()]);
      return (answer ?? away)();
    };
    let location = { search: '?backTo=%2Faccount', replace: (to: string) => void visited.push(to) };
    new Function('localStorage', 'fetch', 'location', legacyEntriesScript)(storage, send, location);
    await new Promise((resolve) => setImmediate(resolve));
    return { kept: [...kept.keys()], posts, visited };
  }

  const stored = { session: '{"token":"t"}', user: '{}', context: '{}', session_v2: '', user_v2: '{}', other: 'x' };

  test('posts the entries, removes them and continues', async () => {
    let answer = async () => Response.json({ to: '/account' });
    let { kept, posts, visited } = await run({ stored, answer });
    expect(posts).toEqual([
      ['/legacy-session?backTo=%2Faccount', 'session=%7B%22token%22%3A%22t%22%7D&context=%7B%7D'],
    ]);
    expect(kept).toEqual(['other']);
    expect(visited).toEqual(['/account']);
  });

  test('uses the newer entry when both exist', async () => {
    let both = { session: 'older', session_v2: 'newer', context_v1: 'newest' };
    expect((await run({ stored: both, answer: null })).posts[0]?.[1]).toBe('session=newer&context=newest');
  });

  test('removes refused entries and stays on the page', async () => {
    let answer = async () => Response.json({ to: null }, { status: 401 });
    expect(await run({ stored, answer })).toMatchObject({ kept: ['other'], visited: [] });
  });

  test('keeps the entries if there is no response', async () => {
    let all = Object.keys(stored);
    expect(await run({ stored, answer: null })).toMatchObject({ kept: all, visited: [] });
    expect(await run({ stored, answer: async () => new Response('', { status: 503 }) })).toMatchObject({ kept: all });
  });

  test('does nothing in a browser without entries', async () => {
    expect(await run({ stored: { other: 'x' }, answer: null })).toEqual({ kept: ['other'], posts: [], visited: [] });
  });
});
