import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { action as switchOwner } from 'app/routes/_app.context';
import { loader as search } from 'app/routes/_app.search';
import { action as signIn } from 'app/routes/_guest.login';
import { action as registerAction } from 'app/routes/_guest.register';
import { loader as start } from 'app/routes/_index';
import { action as signOut } from 'app/routes/logout';
import { action as chooseTheme } from 'app/routes/theme';
import { readSession, sessionCookie } from 'app/session/session-cookie.server';
import { loadShell, loadShellOrNull } from 'app/shell/shell-data.server';
import { requireSession } from 'app/session/guards.server';
import { messageOf } from 'contract/rules/errors';
import { usersApi } from 'contract/accounts/users';
import { demoPassword } from 'gateway/demo/people';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { browserOf, redirectOf, refusedForm } from 'tests/support/dashboard';
import { createWorld, type World } from 'tests/support/world';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.close());

type Handler = (args: ActionFunctionArgs & LoaderFunctionArgs) => Promise<unknown>;

async function postAsGuest(action: Handler, path: string, form: Record<string, string>): Promise<Response> {
  let headers = { host: 'dashboard.test', origin: 'http://dashboard.test' };
  let request = new Request(`http://dashboard.test${path}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(form),
  });
  return (await action({ request, params: {}, context: { gateway: world.gateway.api } })) as Response;
}

/** The session that a browser sends after this response. */
function sessionAfter(answer: Response) {
  let cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return readSession(new Request('http://dashboard.test/', { headers: { cookie: cookies.join('; ') } }));
}

describe('sign-in', () => {
  // @spec 3: Session: the optional list of organizations
  // @spec 4: Login stores the session; context is the only organization, else the user
  test('by email starts a session with the only organization', async () => {
    let answer = await postAsGuest(signIn, '/login', { email: 'grace@example.com', password: demoPassword });
    expect(redirectOf(answer)).toMatchObject({ status: 303, to: '/home/hopper-labs' });
    expect(sessionAfter(answer)).toEqual({
      v: 2,
      token: expect.stringMatching(/./) as string,
      username: 'grace',
      context_v1: { tag: 'organization', context: 'hopper-labs' },
    });
  });

  test('by username, without an organization, starts at the home page', async () => {
    let answer = await postAsGuest(signIn, '/login', { email: 'ada', password: demoPassword });
    expect(redirectOf(answer).to).toBe('/home/ada');
  });

  test('leads to the requested page, on this site only', async () => {
    let form = { email: 'ada', password: demoPassword };
    let to = async (backTo: string) =>
      redirectOf(await postAsGuest(signIn, `/login?${new URLSearchParams({ backTo }).toString()}`, form)).to;
    expect(await to('/pixels/ada?page=2')).toBe('/pixels/ada?page=2');
    expect(await to('//evil.example')).toBe('/home');
  });

  test('shows an error for a wrong password, and keeps the name but not the password', async () => {
    let answer = await postAsGuest(signIn, '/login', { email: 'mary', password: 'wrong-password' });
    let { status, error, kept } = await refusedForm(answer);
    expect(status).toBe(422);
    expect(error).toEqual({ '': ['Wrong email, username or password.'] });
    expect(kept).toEqual({ email: 'mary' });
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  test('shows errors on empty fields', async () => {
    let { error } = await refusedForm(await postAsGuest(signIn, '/login', {}));
    expect(error).toEqual({ email: ['Enter an email.'], password: ['Enter a password.'] });
  });

  test('shows a message after too many attempts', async () => {
    let errors: unknown[] = [];
    for (let attempt = 0; attempt < 30 && errors.length === 0; attempt++) {
      let { error } = await refusedForm(await postAsGuest(signIn, '/login', { email: 'linus', password: 'guess' }));
      if (error?.['']?.[0]?.startsWith('Too many')) errors.push(error);
    }
    expect(errors).toEqual([{ '': [messageOf('too-many-sign-ins')] }]);
  });
});

describe('registration', () => {
  const form = {
    username: 'barbara',
    email: 'barbara@example.com',
    password: 'structured-1',
    confirm_password: 'structured-1',
  };

  test('shows each refusal on its field', async () => {
    let wrong = { username: '-', email: 'x', password: 'aaaaaa', confirm_password: 'bbbbbb' };
    let { error, kept } = await refusedForm(await postAsGuest(registerAction, '/register', wrong));
    expect(Object.keys(error ?? {}).sort()).toEqual(['confirm_password', 'email', 'password', 'username']);
    expect(kept).toEqual({ username: '-', email: 'x' });
  });

  test('refuses different passwords before anything is created', async () => {
    let { error } = await refusedForm(
      await postAsGuest(registerAction, '/register', { ...form, confirm_password: 'structured-2' }),
    );
    expect(error).toEqual({ confirm_password: ['The passwords do not match.'] });
  });

  test('creates the account and signs in; the second time the name is taken', async () => {
    let answer = await postAsGuest(registerAction, '/register', form);
    expect(redirectOf(answer)).toEqual({ status: 303, to: '/home/barbara', toast: 'welcome' });
    let again = await refusedForm(await postAsGuest(registerAction, '/register', { ...form, email: 'b@example.com' }));
    expect(again.error).toEqual({ username: ['This username is already taken.'] });
  });
});

describe('sign-out', () => {
  test('ends the session and its token', async () => {
    let answer = await postAsGuest(signIn, '/login', { email: 'mary', password: demoPassword });
    let session = sessionAfter(answer)!;
    let cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!;
    let request = new Request('http://dashboard.test/logout', { method: 'POST', headers: { cookie } });
    let out = (await signOut({ request, params: {}, context: { gateway: world.gateway.api } })) as Response;
    expect(redirectOf(out)).toEqual({ status: 303, to: '/login', toast: 'signed_out' });
    expect(out.headers.getSetCookie().some((set) => /^__session=;.*Max-Age=0/.test(set))).toBe(true);
    expect((await world.with(session.token).refusal(usersApi.getUser, { params: { username: 'mary' } })).status).toBe(
      401,
    );
  });

  test('works when the gateway is unreachable', async () => {
    let warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    let report = vi.spyOn(console, 'error').mockImplementation(() => {});
    let signedIn = await postAsGuest(signIn, '/login', { email: 'ada', password: demoPassword });
    let cookie = signedIn.headers.getSetCookie()[0]!.split(';')[0]!;
    let request = new Request('http://dashboard.test/logout', { method: 'POST', headers: { cookie } });
    let gateway = () => Promise.reject(new Error('connection refused'));
    let out = (await signOut({ request, params: {}, context: { gateway } })) as Response;
    expect(redirectOf(out).to).toBe('/login');
    expect(warn).toHaveBeenCalledOnce();
    expect(report).toHaveBeenCalledOnce();
    vi.restoreAllMocks();
  });
});

describe('switching the owner', () => {
  test('to an own organization keeps the page and is stored', async () => {
    let grace = await browserOf(world, 'grace');
    let answer = await grace.post(switchOwner, {}, { owner: 'hopper-labs', path: '/analytics/grace?range=last-month' });
    expect(redirectOf(answer)).toMatchObject({ status: 303, to: '/analytics/hopper-labs?range=last-month' });
    expect(sessionAfter(answer)?.context_v1).toEqual({ tag: 'organization', context: 'hopper-labs' });
  });

  test('to the personal account is stored too', async () => {
    let grace = await browserOf(world, 'grace');
    let answer = await grace.post(switchOwner, {}, { owner: 'grace', path: '/organizations/hopper-labs/filters' });
    expect(redirectOf(answer).to).toBe('/account/filters');
    expect(sessionAfter(answer)?.context_v1).toEqual({ tag: 'user', context: 'grace' });
  });

  test.each(['//evil.example', 'https://evil.example/home/x', ''])('from %j leads to the home page', async (path) => {
    let grace = await browserOf(world, 'grace');
    expect(redirectOf(await grace.post(switchOwner, {}, { owner: 'hopper-labs', path })).to).toBe('/home/hopper-labs');
  });

  test.each(['grace', 'hopper-labs', 'nobody-here'])('is refused for ada to %s', async (owner) => {
    let ada = await browserOf(world, 'ada');
    let answer = await ada.post(switchOwner, {}, { owner, path: '/home/ada' });
    expect(answer.status).toBe(403);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  test('is refused without an owner', async () => {
    let ada = await browserOf(world, 'ada');
    expect((await ada.post(switchOwner, {}, { path: '/home/ada' })).status).toBe(400);
  });
});

describe('the shell', () => {
  async function shellOf(person: 'ada' | 'grace' | 'root', owner?: string) {
    let browser = await browserOf(world, person);
    return browser.open(async (args) => loadShell(await requireSession(args), owner), {});
  }

  test('shows the owner in the address if the person may act for them', async () => {
    expect((await shellOf('grace', 'hopper-labs')).owner).toEqual({ tag: 'organization', context: 'hopper-labs' });
    expect((await shellOf('grace', 'grace')).owner).toEqual({ tag: 'user', context: 'grace' });
    expect((await shellOf('ada', 'hopper-labs')).owner).toEqual({ tag: 'user', context: 'ada' });
  });

  test('has names, organizations and whether the person is a platform admin', async () => {
    expect(await shellOf('grace')).toMatchObject({
      displayName: 'Grace Hopper',
      organizations: ['hopper-labs'],
      isAdmin: false,
    });
    expect(await shellOf('root')).toMatchObject({ isAdmin: true, organizations: [] });
  });

  test('is rendered from the session without the gateway', async () => {
    let report = vi.spyOn(console, 'error').mockImplementation(() => {});
    let browser = await browserOf(world, 'grace');
    let shell = await browser.open(
      async (args) =>
        loadShell(await requireSession({ ...args, context: { gateway: () => Promise.reject(new Error('away')) } })),
      {},
    );
    expect(shell).toMatchObject({ reachable: false, username: 'grace', owner: { tag: 'user', context: 'grace' } });
    report.mockRestore();
  });

  test('is null for visitors and ended sessions', async () => {
    let context = { gateway: world.gateway.api };
    let request = new Request('http://dashboard.test/nowhere');
    expect(await loadShellOrNull({ request, params: {}, context })).toBeNull();
    let session = { v: 2, token: 'ended', username: 'ada', context_v1: { tag: 'user', context: 'ada' } } as const;
    let headers = { cookie: sessionCookie(session).split(';')[0]! };
    expect(await loadShellOrNull({ request: new Request(request, { headers }), params: {}, context })).toBeNull();
  });
});

describe('small pages', () => {
  test('the start page leads people to the home page and visitors to the sign-in', async () => {
    let grace = await browserOf(world, 'grace');
    expect(redirectOf(await grace.open(start, {}, '/')).to).toBe('/home/grace');
    let request = new Request('http://dashboard.test/?utm=1');
    expect(redirectOf(await start({ request, params: {}, context: {} })).to).toBe('/login');
  });

  test('a theme is stored, and the answer leads back to the page', async () => {
    let answer = await postAsGuest(chooseTheme, '/theme', { theme: 'dark', back: '/login?backTo=%2Fhome' });
    expect(answer.headers.get('set-cookie')).toContain('__theme=dark');
    expect(answer.headers.get('location')).toBe('/login?backTo=%2Fhome');
    let odd = await postAsGuest(chooseTheme, '/theme', { theme: 'x;y', back: 'https://evil.example' });
    expect(odd.headers.get('set-cookie')).toContain('__theme=system');
    expect(odd.headers.get('location')).toBe('/home');
  });

  test('the search calls the gateway only with a query, for the owner in the address or the context', async () => {
    let grace = await browserOf(world, 'grace');
    expect(await grace.open(search, {}, '/search?q=?')).toMatchObject({ owner: 'grace', query: '?', groups: null });
    let found = await grace.open(search, {}, '/search?owner=hopper-labs&q=zzz');
    expect(found).toMatchObject({ owner: 'hopper-labs', groups: [] });
  });
});
