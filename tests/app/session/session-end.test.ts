/**
 * How a session ends or is kept: the token check of pages, the sign-out, and a gateway that cannot
 * be reached.
 */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { loader as appShell } from 'app/routes/_app';
import { action as signOut } from 'app/routes/logout';
import { sessionCookie } from 'app/session/session-cookie.server';
import type { Session } from 'app/session/session';
import type { ShellData } from 'app/shell/shell-data.server';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { redirectOf } from '../../support/dashboard';
import { createWorld, type World } from '../../support/world';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());
afterEach(() => void vi.restoreAllMocks());

type Args = LoaderFunctionArgs & ActionFunctionArgs;
type Api = World['gateway']['api'];

function argsOf(session: Session, { gateway = world.gateway.api as Api, path = '/home/ada', more = '' } = {}): Args {
  let cookie = [sessionCookie(session).split(';')[0], more].filter(Boolean).join('; ');
  let method = path === '/logout' ? 'POST' : 'GET';
  let request = new Request(`https://stats.example.com${path}`, { method, headers: { cookie } });
  return { request, params: { owner: 'ada' }, context: { gateway } };
}

async function sessionOf(person: 'ada' | 'grace', more: Partial<Session> = {}): Promise<Session> {
  let { token = '' } = await world.as(person);
  return { v: 2, token, username: person, context_v1: { tag: 'user', context: person }, ...more };
}

/** What the layout of signed-in pages returns or throws. */
async function openShell(args: Args): Promise<ShellData | Response> {
  return appShell(args).catch((thrown: unknown) => thrown as Response);
}

/** A gateway with a fixed response for one path. */
function answering(path: RegExp, answer: () => Promise<Response>): Api {
  return (request, from) =>
    path.test(new URL(request.url).pathname) ? answer() : world.gateway.api(request as Request, from);
}

const expired = { status: 303, to: '/login', toast: 'expired_session' };

describe('the token check at the start (spec section 4)', () => {
  // @spec 7: GET user at login and startup
  test('keeps a session whose token the gateway knows', async () => {
    expect(await openShell(argsOf(await sessionOf('ada')))).toMatchObject({ username: 'ada', reachable: true });
  });

  // @spec 4: Startup token check: on failure log out
  test('ends a session whose token is unknown to the gateway', async () => {
    let answer = await openShell(argsOf(await sessionOf('ada', { token: 'an-old-token' })));
    expect(redirectOf(answer as Response)).toEqual(expired);
    expect((answer as Response).headers.getSetCookie()[0]).toMatch(/^__session=;.*Max-Age=0/);
  });

  test('ends the session of a deleted person, and one whose username does not match the token', async () => {
    for (let username of ['nobody-here', 'grace']) {
      let answer = await openShell(argsOf(await sessionOf('ada', { username })));
      expect(redirectOf(answer as Response), username).toEqual(expired);
    }
  });

  // @spec 4: On a network crash a warning is shown, the session stays
  test.each([
    ['does not answer', () => Promise.reject(new Error('connection refused'))],
    ['fails', async () => Response.json({ code: 'internal-error', message: 'x' }, { status: 500 })],
    ['answers with a page of a proxy', async () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['sends a response that violates the contract', async () => Response.json({ hello: 'world' })],
  ])('keeps the session while the gateway %s', async (_, answer) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    let gateway = answering(/^\/internal\/users\/ada$/, answer);
    let shell = await openShell(argsOf(await sessionOf('ada'), { gateway }));
    expect(shell).toMatchObject({ reachable: false, username: 'ada', owner: { tag: 'user', context: 'ada' } });
  });
});

describe('the sign-out', () => {
  async function out(more = ''): Promise<Response> {
    return (await signOut(argsOf(await sessionOf('grace'), { path: '/logout', more }))) as Response;
  }

  // @spec 4: Logout clears session, user and context
  test('ends the session with its context and clears the storage of this site', async () => {
    let answer = await out();
    expect(redirectOf(answer)).toEqual({ status: 303, to: '/login', toast: 'signed_out' });
    expect(answer.headers.get('clear-site-data')).toBe('"storage"');
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__session=;.*Max-Age=0/),
      expect.stringMatching(/^__confirmation=;.*Max-Age=0/),
      expect.stringMatching(/^__toast=signed_out/),
    ]);
  });

  // @spec 4: Logout resets the analytics identity
  test('deletes the cookies of the chat widget on every possible domain', async () => {
    let cookies = (await out('intercom-id-ab12=x; __theme=dark; intercom-session-ab12=y')).headers.getSetCookie();
    expect(cookies.filter((set) => set.startsWith('intercom-'))).toEqual(
      ['intercom-id-ab12', 'intercom-session-ab12'].flatMap((name) => [
        `${name}=; Max-Age=0; Path=/`,
        `${name}=; Max-Age=0; Domain=stats.example.com; Path=/`,
        `${name}=; Max-Age=0; Domain=example.com; Path=/`,
      ]),
    );
    expect(cookies.some((set) => set.startsWith('__theme'))).toBe(false);
  });
});
