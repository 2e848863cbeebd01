/**
 * Forms of sensitive steps. They require the password, keep the values, and require the password
 * again only after ten minutes.
 */
import { type AppLoadContext, type EntryContext } from '@remix-run/node';
import { UNSAFE_ErrorResponseImpl } from '@remix-run/router';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { organizationsApi } from 'contract/organizations/organizations';
import * as limits from 'contract/floor/limits';
import { demoPassword } from 'gateway/demo/people';
import handleRequest from 'app/entry.server';
import { env } from 'app/config/env.server';
import * as confirmation from 'app/routes/_app.account.confirmation';
import * as linkGithub from 'app/routes/_app.account.github._index';
import * as security from 'app/routes/_app.account.security';
import * as endOne from 'app/routes/_app.account.sessions.$sessionId';
import * as endOthers from 'app/routes/_app.account.sessions._index';
import * as tokens from 'app/routes/_app.account.tokens._index';
import * as twoFactor from 'app/routes/_app.account.two-factor._index';
import * as twoFactorConfirmation from 'app/routes/_app.account.two-factor.confirmation';
import * as deletePage from 'app/routes/_app.organizations.$owner.delete';
import * as signIn from 'app/routes/_guest.login';
import * as logout from 'app/routes/logout';
import { followConfirmation, keepingConfirmation } from 'app/session/confirmation.server';
import { sessionCookie } from 'app/session/session-cookie.server';
import { browserOf, redirectOf, refusedForm, type Browser } from '../../support/dashboard';
import { createWorld, type World } from '../../support/world';
import { leadsTo, visitorOf, type Visitor } from '../../support/visitor';

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** A browser whose person has signed in but not typed the password since. */
function signedIn(name: 'ada' | 'grace' | 'linus' | 'mary'): Promise<Browser> {
  return browserOf(world, name, { isConfirmed: false });
}

const asked = { current_password: ['Enter your password to continue.'] };
const wrong = { current_password: ['Wrong password.'] };

describe('a form of a sensitive step', () => {
  test('explains why it requires the password, and returns to its page from GitHub', async () => {
    let { identity } = await (await signedIn('ada')).open(deletePage.loader, {}, '/account/delete?x=1');
    expect(identity).toEqual({
      isConfirmed: false,
      way: 'password',
      by: 'single sign-on',
      confirmAt: '/account/confirmation?backTo=%2Faccount%2Fdelete%3Fx%3D1',
    });
  });

  test('creates no token without the password, and keeps all values except the password', async () => {
    let ada = await signedIn('ada');
    let form = { name: 'Nightly', scope_read: 'on' };
    let without = await refusedForm(await ada.post(tokens.action, {}, form));
    expect(without).toMatchObject({ status: 422, error: asked, kept: { name: 'Nightly', scope_read: 'on' } });
    let withWrong = await refusedForm(await ada.post(tokens.action, {}, { ...form, current_password: 'not hers' }));
    expect(withWrong).toMatchObject({ status: 422, error: wrong, kept: { name: 'Nightly' } });
    expect(JSON.stringify(withWrong)).not.toContain('not hers');
    let made = await ada.post(tokens.action, {}, { ...form, current_password: demoPassword });
    expect(made.status).toBe(201);
    expect((await ada.open(tokens.loader, {})).identity.isConfirmed).toBe(true);
    expect((await ada.post(tokens.action, {}, { ...form, name: 'Another' })).status).toBe(201);
    world.later(limits.confirmationMs);
    expect((await refusedForm(await ada.post(tokens.action, {}, { ...form, name: 'Third' }))).error).toEqual(asked);
  });

  test('deletes no organization and no account without the password', async () => {
    let grace = await signedIn('grace');
    let params = { owner: 'hopper-labs' };
    let form = { confirm_name: 'hopper-labs' };
    expect(await refusedForm(await grace.post(deletePage.action, params, form))).toMatchObject({
      error: asked,
      kept: form,
    });
    await (await world.as('grace')).ask(organizationsApi.getOrganizationMembers, { params: { name: 'hopper-labs' } });
    let linus = await signedIn('linus');
    let own = { confirm_name: 'linus' };
    expect((await refusedForm(await linus.post(deletePage.action, {}, own))).error).toEqual(asked);
    let gone = await linus.post(deletePage.action, {}, { ...own, current_password: demoPassword });
    let kept = gone.headers.getSetCookie().filter((set) => /confirmation/.test(set));
    expect(kept).toEqual([expect.stringMatching(/^__confirmation=; Max-Age=0;/)]);
    expect(redirectOf(gone)).toMatchObject({ to: '/login', toast: 'account_deleted' });
  });

  test('does not confirm a session for a form that is refused anyway', async () => {
    let mary = await signedIn('mary');
    let form = { name: '', scope_read: 'on', current_password: demoPassword };
    expect((await refusedForm(await mary.post(tokens.action, {}, form))).error).toHaveProperty('name');
    expect((await mary.open(tokens.loader, {})).identity.isConfirmed).toBe(false);
  });

  test('starts neither two-factor nor a link to GitHub without the password', async () => {
    let mary = await signedIn('mary');
    expect((await refusedForm(await mary.post(twoFactor.action, {}))).error).toEqual(asked);
    expect((await refusedForm(await mary.post(linkGithub.action, {}))).error).toEqual(asked);
    let started = await mary.post(twoFactor.action, {}, { current_password: demoPassword });
    expect(leadsTo(started)).toEqual([303, '/account/two-factor/confirmation']);
  });

  test('shows the secret of an authenticator only after a confirmation', async () => {
    let mary = await signedIn('mary');
    let thrown = await mary.open(twoFactorConfirmation.loader, {}).catch((answer: unknown) => answer);
    expect(redirectOf(thrown as Response)).toMatchObject({ to: '/account/two-factor', toast: 'not_confirmed' });
  });
});

describe('ending sessions', () => {
  test('requires the password on its own page', async () => {
    let [mary, other] = [await signedIn('mary'), await signedIn('mary')];
    await other.open(security.loader, {});
    let { sessions } = await mary.open(security.loader, {});
    let [ending, current] = [sessions.find((one) => !one.isCurrent), sessions.find((one) => one.isCurrent)];
    let params = { sessionId: ending?.id };
    expect(await mary.open(endOne.loader, params)).toMatchObject({ session: ending, identity: { way: 'password' } });
    expect(await mary.open(endOthers.loader, {})).toMatchObject({ others: sessions.length - 1 });
    expect((await refusedForm(await mary.post(endOne.action, params))).error).toEqual(asked);
    expect((await refusedForm(await mary.post(endOthers.action, {}))).error).toEqual(asked);
    await other.open(security.loader, {});
    let form = { current_password: demoPassword };
    expect(redirectOf(await mary.post(endOne.action, params, form))).toMatchObject({ to: '/account/security' });
    expect(redirectOf(await mary.post(endOthers.action, {}))).toMatchObject({ to: '/account/security' });
    expect((await mary.open(security.loader, {})).sessions).toMatchObject([{ isCurrent: true }]);
    for (let sessionId of [ending?.id, current?.id]) {
      let thrown = await mary.open(endOne.loader, { sessionId }).catch((answer: unknown) => answer);
      expect(leadsTo(thrown as Response)).toEqual([303, '/account/security']);
    }
    let thrown = await mary.open(endOthers.loader, {}).catch((answer: unknown) => answer);
    expect(leadsTo(thrown as Response)).toEqual([303, '/account/security']);
  });
});

describe('the confirmation of a session', () => {
  const form = { name: 'Kept', scope_read: 'on', current_password: demoPassword };
  let origin = 'http://dashboard.test';

  /** A signed-in person, by their own cookies. */
  async function visitor(person: string): Promise<Visitor> {
    let browser = visitorOf(world);
    await browser.post(signIn.action, '/login', { email: person, password: demoPassword });
    expect(browser.jar.has('__confirmation')).toBe(false);
    return browser;
  }
  let asksIn = async (browser: Visitor) => {
    let answer = await browser.open(tokens.loader, '/account/tokens');
    return !((await answer.json()) as { identity: { isConfirmed: boolean } }).identity.isConfirmed;
  };

  test('is stored for ten minutes by every answer of the form: a refusal, a page, a redirect', async () => {
    let grace = await visitor('grace');
    let cookies = (answer: Response) => answer.headers.getSetCookie().filter((set) => set.startsWith('__conf'));
    let kept = expect.stringMatching(/^__confirmation=[\w-]{20,400}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(cookies(await grace.post(tokens.action, '/account/tokens', form))).toEqual([kept]);
    let again = { ...form, current_password: '' };
    expect(cookies(await grace.post(tokens.action, '/account/tokens', again))).toEqual([]);
    grace.jar.delete('__confirmation');
    let sameName = { name: form.name, scope_export: 'on', current_password: demoPassword };
    let refused = await grace.post(tokens.action, '/account/tokens', sameName);
    expect([refused.status, cookies(refused)]).toEqual([422, [kept]]);
    grace.jar.delete('__confirmation');
    let started = await grace.post(twoFactor.action, '/account/two-factor', { current_password: demoPassword });
    expect([leadsTo(started)[0], cookies(started)]).toEqual([303, [kept]]);
  });

  test('is stored by thrown responses as well, and by the redirect back to the page', async () => {
    let headers = { host: 'dashboard.test', referer: `${origin}/account/tokens`, origin };
    let request = new Request(`${origin}/account/tokens`, { method: 'POST', headers });
    let context = { confirmation: 'given-now' };
    let throwing = keepingConfirmation(async () => {
      throw new Response(null, { status: 503 });
    });
    let thrown = (await throwing({ request, context, params: {} }).catch((answer: unknown) => answer)) as Response;
    expect([thrown.status, thrown.headers.get('set-cookie')]).toEqual([503, expect.stringContaining('=given-now;')]);
    let said = new UNSAFE_ErrorResponseImpl(403, '', { code: 'permission-not-granted', message: 'x' });
    let page = { staticHandlerContext: { errors: { 'routes/x': said }, matches: [] } } as unknown as EntryContext;
    let led = await handleRequest(request, 403, new Headers(), page, context);
    expect([leadsTo(led)[0], led.headers.getSetCookie().join()]).toEqual([303, expect.stringContaining('given-now')]);
  });

  test('is valid for the page in the same response', async () => {
    let { token = '' } = await world.as('grace');
    let session = { v: 2, token, username: 'grace', context_v1: { tag: 'user', context: 'grace' } } as const;
    let headers = { cookie: sessionCookie(session).split(';')[0] ?? '', host: 'dashboard.test', origin };
    let context = { gateway: world.gateway.api };
    let url = `${origin}/account/tokens`;
    let body = new URLSearchParams({ ...form, name: 'Shown' });
    let post = new Request(url, { method: 'POST', headers, body });
    expect((await tokens.action({ request: post, context, params: {} })).status).toBe(201);
    let shown = await tokens.loader({ request: new Request(url, { headers }), context, params: {} });
    expect(shown.identity.isConfirmed).toBe(true);
  });

  test('is required again when its cookie is missing, invalid, or from another session', async () => {
    let [ada, other] = [await visitor('ada'), await visitor('ada')];
    await other.confirm();
    await ada.post(tokens.action, '/account/tokens', { ...form, name: 'Lost' });
    expect(await asksIn(ada)).toBe(false);
    let own = ada.jar.get('__confirmation') ?? '';
    for (let value of [
      undefined,
      'made-up',
      'x'.repeat(401),
      '"><script>',
      '%0d%0ax',
      other.jar.get('__confirmation')!,
    ]) {
      if (value === undefined) ada.jar.delete('__confirmation');
      else ada.jar.set('__confirmation', value);
      expect(await asksIn(ada), value).toBe(true);
    }
    ada.jar.set('__confirmation', own);
    expect(await asksIn(ada)).toBe(false);
  });

  test('never sends an invalid value to the gateway', () => {
    let sent = (cookie: string) => {
      let context: AppLoadContext = {};
      followConfirmation(context, new Request(origin, { headers: { cookie } }));
      return context.confirmation;
    };
    expect(sent('__confirmation=good-one')).toBe('good-one');
    expect(sent('__confirmation=%22bad%22; __confirmation=good-one')).toBe('good-one');
    for (let bad of ['', 'a b', '%0d%0ax', 'x'.repeat(401)]) expect(sent(`__confirmation=${bad}`)).toBeUndefined();
    env.PUBLIC_URL = 'https://stats.example.com';
    expect(sent('__confirmation=planted')).toBeUndefined();
    expect(sent('__confirmation=planted; __Host-confirmation=good-one')).toBe('good-one');
    env.PUBLIC_URL = undefined;
  });

  test('ends with the sign-out', async () => {
    let ada = await visitor('ada');
    await ada.confirm();
    await ada.post(logout.action, '/logout', {});
    expect([...ada.jar.keys()].filter((name) => /session|confirmation/.test(name))).toEqual([]);
  });
});

test('the page that leads to GitHub is only for accounts without a password', async () => {
  let ada = await signedIn('ada');
  let open = ada.open(confirmation.loader, {}, '/account/confirmation?backTo=%2Faccount%2Ftokens');
  let thrown = await open.catch((answer: unknown) => answer);
  expect(leadsTo(thrown as Response)).toEqual([303, '/account/tokens']);
});
