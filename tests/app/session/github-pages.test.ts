/** Signing in with GitHub, page by page, against a real gateway and a fake GitHub. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { env } from 'app/config/env.server';
import { demoPassword } from 'gateway/demo/people';
import { action as toLink } from 'app/routes/_app.account.github._index';
import { action as unlink, loader as unlinkPage } from 'app/routes/_app.account.github.removal';
import { loader as security } from 'app/routes/_app.account.security';
import { loader as fromLink } from 'app/routes/_app.github-login-callback.account';
import { loader as fromGithub } from 'app/routes/_guest.github-login-callback';
import { loader as toGithub } from 'app/routes/_guest.github-login';
import { action as signIn } from 'app/routes/_guest.login';
import { action as createAccount, loader as accountForm } from 'app/routes/_guest.register-with-github';
import { redirectOf, refusedForm } from '../../support/dashboard';
import { startFakeGithub, type FakeGithub, type GithubPerson } from '../../support/fake-github';
import { leadsTo, visitorOf, type Visitor } from '../../support/visitor';
import { createWorld, type World } from '../../support/world';

const octavia: GithubPerson = {
  id: 583231,
  login: 'octavia',
  emails: [{ email: 'octavia@example.com', primary: true, verified: true }],
};

let github: FakeGithub;
let world: World;

beforeAll(async () => {
  github = await startFakeGithub();
  let { clientId, clientSecret, url } = github;
  Object.assign(env, { GITHUB_CLIENT_ID: clientId, GITHUB_CLIENT_SECRET: clientSecret, GITHUB_URL: url });
  world = await createWorld({ github: { clientId, clientSecret, apiUrl: url } });
});
afterAll(async () => {
  await world.close();
  await github.close();
});

/** Starts the sign-in with GitHub, follows GitHub's redirect, and comes back. */
async function comeFromGithub(guest: Visitor, start = '/github-login'): Promise<Response> {
  let leaving = await guest.open(toGithub, start);
  let authorized = await fetch(leaving.headers.get('location') ?? '', { redirect: 'manual' });
  let back = new URL(authorized.headers.get('location') ?? '');
  return guest.open(fromGithub, back.pathname + back.search);
}

describe('signing in with GitHub', () => {
  test('registers a new person with a chosen name, and signs them in later', async () => {
    github.visitor = octavia;
    let guest = visitorOf(world);
    let leaving = await guest.open(toGithub, '/github-login');
    expect(leaving.status).toBe(303);
    let asked = new URL(leaving.headers.get('location') ?? '').searchParams;
    expect(asked.get('code_challenge_method')).toBe('S256');
    expect(asked.get('redirect_uri')).toBe('http://dashboard.test/github-login-callback');
    expect(leadsTo(await comeFromGithub(guest))).toEqual([303, '/register-with-github']);
    let filled = await guest.open(accountForm, '/register-with-github');
    expect(await filled.json()).toMatchObject({ login: 'octavia', email: 'octavia@example.com' });
    let taken = { username: 'grace', email: 'octavia@example.com' };
    let path = '/register-with-github';
    expect((await refusedForm(await guest.post(createAccount, path, taken))).error).toHaveProperty('username');
    let made = await guest.post(createAccount, path, { ...taken, username: 'octavia' });
    expect(redirectOf(made)).toMatchObject({ status: 303, to: '/home/octavia' });
    expect(guest.jar.has('__github_account')).toBe(false);
    let again = await comeFromGithub(visitorOf(world), '/github-login?backTo=%2Fpixels%2Foctavia');
    expect(leadsTo(again)).toEqual([303, '/pixels/octavia']);
    let lured = await comeFromGithub(visitorOf(world), '/github-login?backTo=%2F%2Fevil.example');
    expect(leadsTo(lured)).toEqual([303, '/home']);
  });

  test('starts on our own pages only: a link on another site leads to the sign-in page', async () => {
    let headers = { host: 'dashboard.test', 'sec-fetch-site': 'cross-site' };
    let request = new Request('http://dashboard.test/github-login?backTo=%2Fpixels%2Fada', { headers });
    let answer = await toGithub({ request, params: {}, context: { gateway: world.gateway.api } });
    expect(leadsTo(answer)).toEqual([303, '/login?backTo=%2Fpixels%2Fada']);
  });

  test('a canceled sign-in, or the state of another browser, is refused', async () => {
    github.visitor = undefined;
    expect(redirectOf(await comeFromGithub(visitorOf(world)))).toMatchObject({ to: '/login', toast: 'github_failed' });
    github.visitor = octavia;
    let victim = visitorOf(world);
    let leaving = await visitorOf(world).open(toGithub, '/github-login');
    let authorized = await fetch(leaving.headers.get('location') ?? '', { redirect: 'manual' });
    let { pathname, search } = new URL(authorized.headers.get('location') ?? '');
    await victim.open(toGithub, '/github-login');
    let lured = await victim.open(fromGithub, pathname + search);
    expect(redirectOf(lured)).toMatchObject({ to: '/login', toast: 'github_failed' });
    expect(victim.jar.has('__session')).toBe(false);
  });

  test('a code is refused without the verifier of this browser', async () => {
    github.visitor = octavia;
    let guest = visitorOf(world);
    let leaving = await guest.open(toGithub, '/github-login');
    let authorized = await fetch(leaving.headers.get('location') ?? '', { redirect: 'manual' });
    let { pathname, search, searchParams } = new URL(authorized.headers.get('location') ?? '');
    for (let [name] of guest.jar)
      if (name.startsWith('__github:')) {
        let state = searchParams.get('state') ?? '';
        guest.jar.set(name, new URLSearchParams({ state, [state]: 'another-verifier' }).toString());
      }
    let answer = await guest.open(fromGithub, pathname + search);
    expect(redirectOf(answer)).toMatchObject({ to: '/login', toast: 'github_failed' });
  });
});

describe('two GitHub accounts that send the same form within seconds', () => {
  let form = { username: 'same-name', email: 'same@example.com' };

  async function guestOf(person: GithubPerson): Promise<Visitor> {
    github.visitor = person;
    let guest = visitorOf(world);
    expect(leadsTo(await comeFromGithub(guest))).toEqual([303, '/register-with-github']);
    return guest;
  }

  test('get one account: the second form is refused and gets no session', async () => {
    let [first, second] = [
      await guestOf({ ...octavia, id: 70, login: 'first' }),
      await guestOf({ ...octavia, id: 71, login: 'second' }),
    ];
    let post = (guest: Visitor) => guest.post(createAccount, '/register-with-github', form);
    expect(redirectOf(await post(first))).toMatchObject({ status: 303, to: '/home/same-name' });
    expect((await refusedForm(await post(second))).error).toHaveProperty('username');
    expect(second.jar.has('__session')).toBe(false);
  });

  test('are sent at the same moment: one of the two signs in', async () => {
    let guests = [
      await guestOf({ ...octavia, id: 72, login: 'third' }),
      await guestOf({ ...octavia, id: 73, login: 'fourth' }),
    ];
    let other = { username: 'other-name', email: 'other@example.com' };
    let answers = await Promise.all(guests.map((guest) => guest.post(createAccount, '/register-with-github', other)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
    expect(guests.filter(({ jar }) => jar.has('__session'))).toHaveLength(1);
  });
});

describe('linking from the account', () => {
  let there = '/github-login-callback/account';

  /** A browser in which a person has signed in by password. */
  async function signedIn(person: 'ada' | 'mary'): Promise<Visitor> {
    let browser = visitorOf(world);
    await browser.post(signIn, '/login', { email: person, password: demoPassword });
    await browser.confirm();
    return browser;
  }

  /** Presses the button and goes to GitHub. Returns the address that GitHub redirects to. */
  async function backFromGithub(browser: Visitor): Promise<string> {
    let answer = await browser.post(toLink, '/account/github', {});
    let { url } = (await answer.json()) as { url: string };
    expect(new URL(url).searchParams.get('code_challenge_method')).toBe('S256');
    expect(new URL(url).searchParams.get('redirect_uri')).toBe(`http://dashboard.test${there}`);
    let authorized = await fetch(url, { redirect: 'manual' });
    let { pathname, search } = new URL(authorized.headers.get('location') ?? '');
    return pathname + search;
  }

  test('adds the account chosen at GitHub, which can sign in, until it is unlinked', async () => {
    github.visitor = { ...octavia, id: 90, login: 'ada-there' };
    let ada = await signedIn('ada');
    let linked = await ada.open(fromLink, await backFromGithub(ada));
    expect(redirectOf(linked)).toMatchObject({ to: '/account/security', toast: 'github_linked' });
    expect(await (await ada.open(security, '/account/security')).json()).toMatchObject({
      github: { login: 'ada-there', is_only_way_in: false },
    });
    expect(leadsTo(await comeFromGithub(visitorOf(world)))).toEqual([303, '/home/ada']);
    expect(await (await ada.open(unlinkPage, '/account/github/removal')).json()).toMatchObject({ login: 'ada-there' });
    let gone = await ada.post(unlink, '/account/github/removal', {});
    expect(redirectOf(gone)).toMatchObject({ to: '/account/security', toast: 'github_unlinked' });
    expect(leadsTo(await comeFromGithub(visitorOf(world)))).toEqual([303, '/register-with-github']);
  });

  test('is refused after canceling, with the state of another browser, and for an account that is already linked', async () => {
    let mary = await signedIn('mary');
    github.visitor = undefined;
    let refused = { to: '/account/security', toast: 'github_not_linked' };
    expect(redirectOf(await mary.open(fromLink, await backFromGithub(mary)))).toMatchObject(refused);
    github.visitor = { ...octavia, id: 91, login: 'evil' };
    let foreign = await backFromGithub(await signedIn('ada'));
    expect(redirectOf(await mary.open(fromLink, foreign))).toMatchObject(refused);
    expect(redirectOf(await mary.open(fromLink, there))).toMatchObject(refused);
    github.visitor = octavia;
    let taken = await mary.open(fromLink, await backFromGithub(mary));
    expect(redirectOf(taken)).toMatchObject({ to: '/account/security', toast: 'github_belongs_elsewhere' });
    expect(await (await mary.open(security, '/account/security')).json()).toMatchObject({ github: { login: null } });
  });

  test('cannot be undone for an account that signs in with GitHub only', async () => {
    github.visitor = octavia;
    let guest = visitorOf(world);
    await comeFromGithub(guest);
    await guest.confirm();
    let answer = await guest.post(unlink, '/account/github/removal', {});
    expect((await refusedForm(answer)).error).toEqual({ '': [expect.stringContaining('Set a password first')] });
    expect(leadsTo(await comeFromGithub(visitorOf(world)))).toEqual([303, '/home/octavia']);
  });
});
