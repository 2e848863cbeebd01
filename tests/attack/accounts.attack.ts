/**
 * Attacks on accounts: password guessing, lockouts, forged addresses, sensitive steps without a
 * password.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFakeGithub, type FakeGithub } from '../support/fake-github';
import { cookiesOf, longestWait, password, startTarget, type Target } from './target';

describe('guessing passwords', () => {
  let target: Target;
  beforeAll(async () => {
    target = await startTarget({ TRUST_PROXY: 'true', REGISTRATIONS_PER_HOUR: '5' });
  });
  afterAll(() => target.close());

  let guess = (person: string, from: string) =>
    target.post('/login', { email: person, password: 'wrong-guess-9' }, { 'x-forwarded-for': from });

  it('from one address is limited, whatever proxies the client claims', async () => {
    let last = await guess('mary', '198.51.100.7');
    for (let i = 0; i < 40; i++) last = await guess('mary', `10.${i}.1.1, 198.51.100.7`);
    expect(last.body).toMatch(/Too many/i);
  });

  it('from one IPv6 network of 64 bits is limited', async () => {
    let last = await guess('linus', '2001:db8:1:2::1');
    for (let i = 0; i < 40; i++) last = await guess('linus', `2001:db8:1:2::${i.toString(16)}`);
    expect(last.body).toMatch(/Too many/i);
  });

  it('never locks the owner out of a browser that has signed in before', async () => {
    let known = await target.post('/login', { email: 'grace', password }, { 'x-forwarded-for': '203.0.113.5' });
    expect(known.status).toBe(303);
    let device = cookiesOf(known)
      .split('; ')
      .filter((pair) => !/__(Host-)?session=/.test(pair))
      .join('; ');
    for (let i = 0; i < 60; i++) await guess('grace', `198.51.100.${i}`);
    let headers = { 'x-forwarded-for': '203.0.113.5', cookie: device };
    expect((await target.post('/login', { email: 'grace', password }, headers)).status).toBe(303);
  });

  it('250 times at once delays other sign-ins little more than 250 forms without a password do', async () => {
    let first = await target.post('/login', { email: 'ada', password }, { 'x-forwarded-for': '203.0.113.9' });
    let headers = { 'x-forwarded-for': '203.0.113.9', cookie: cookiesOf(first) };
    let statuses: number[] = [];
    let signIn = async () => statuses.push((await target.post('/login', { email: 'ada', password }, headers)).status);
    let waitedWhile = (send: (i: number) => Promise<unknown>) =>
      longestWait(signIn, () => Promise.all(Array.from({ length: 250 }, (_, i) => send(i))));
    // Baseline: the same number of pages without a password to hash.
    let nothing = { email: '', password: '' };
    let usual = await waitedWhile((i) => target.post('/login', nothing, { 'x-forwarded-for': `198.18.0.${i}` }));
    let waited = await waitedWhile((i) => guess(`nobody-${i}`, `192.0.2.${i}`));
    expect(waited).toBeLessThan(3 * usual + 4_000);
    expect(new Set(statuses)).toEqual(new Set([303]));
  });

  it('is logged with the real address in the audit log', async () => {
    let token = await target.signIn('root');
    let log = await target.api('GET', '/internal/admin/audit?per_page=max', undefined, token);
    expect(log.status).toBe(200);
    expect(JSON.stringify(log.body)).not.toContain('10.1.1.1');
  });

  it('by registering accounts from one address is limited, whatever address the client claims', async () => {
    let statuses: number[] = [];
    for (let i = 0; i < 12; i++) {
      let form = { username: `flood-${i}`, email: `flood-${i}@example.com`, password: 'a-long-passphrase-7' };
      let headers = { 'x-forwarded-for': `10.9.${i}.1, 198.51.100.99` };
      statuses.push((await target.post('/register', { ...form, confirm_password: form.password }, headers)).status);
    }
    expect(statuses.slice(0, 5)).toEqual([303, 303, 303, 303, 303]);
    expect(statuses.slice(5)).not.toContain(303);
  });

  it.each(['password1', 'qwertyuiop', '12345678', 'flooder-name'])(
    'never succeeds with %s, which nobody can choose as a password',
    async (weak) => {
      let form = { username: 'flooder-name', email: 'weak@example.com', password: weak, confirm_password: weak };
      let answer = await target.post('/register', form, { 'x-forwarded-for': '203.0.113.77' });
      expect(answer.status).toBe(422);
    },
  );
});

describe('two GitHub accounts that register one name at once', () => {
  let github: FakeGithub;
  let target: Target;
  beforeAll(async () => {
    github = await startFakeGithub(0);
    target = await startTarget({
      GITHUB_CLIENT_ID: github.clientId,
      GITHUB_CLIENT_SECRET: github.clientSecret,
      GITHUB_URL: github.url,
    });
  });
  afterAll(async () => {
    await target.close();
    await github.close();
  });

  /** Goes to GitHub and back. Returns the cookies with which the registration form is shown. */
  async function startRegistration(id: number): Promise<string> {
    let emails = [{ email: `octo-${id}@example.com`, primary: true, verified: true }];
    github.visitor = { id, login: `octo-${id}`, emails };
    let begin = await target.dashboard('/github-login', { headers: { 'sec-fetch-site': 'same-origin' } });
    let jar = cookiesOf(begin);
    let atGithub = await fetch(begin.headers.location!, { redirect: 'manual' });
    let back = new URL(atGithub.headers.get('location')!);
    let callback = await target.dashboard(`${back.pathname}${back.search}`, { headers: { cookie: jar } });
    return [jar, cookiesOf(callback)].filter(Boolean).join('; ');
  }

  it('never share one session', async () => {
    let [first, second] = [await startRegistration(101), await startRegistration(202)];
    let form = { username: 'one-name', email: 'one@example.com' };
    let answers = await Promise.all(
      [first, second].map((cookie) => target.post('/register-with-github', form, { cookie })),
    );
    let sessions = answers.map(cookiesOf).filter((cookies) => /session=\S/.test(cookies));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 422]);
    expect(sessions.length).toBeLessThanOrEqual(1);
  });
});

describe('steps that end or change an account', () => {
  let target: Target;
  beforeAll(async () => {
    target = await startTarget();
  });
  afterAll(() => target.close());

  it.each([
    ['an API token is made', 'POST', '/internal/users/ada/tokens', { name: 'x', scopes: ['read'] }],
    ['two-factor setup is started', 'POST', '/internal/users/ada/two-factor', undefined],
    ['the account is deleted', 'DELETE', '/internal/users/ada', undefined],
  ])('require a confirmed session: %s', async (_what, method, at, body) => {
    let answer = await target.api(method, at, body, await target.signIn('ada'));
    expect([answer.status, answer.body]).toMatchObject([403, { code: 'confirmation-required' }]);
  });

  it('are refused to a copied session token, even after its owner has typed the password', async () => {
    let token = await target.signIn('linus');
    let body = { current_password: password };
    let { confirmation } = (await target.api('POST', '/internal/session/confirmation', body, token)).body;
    let make = (more?: Record<string, string>) =>
      target.api('POST', '/internal/users/linus/tokens', { name: 'x', scopes: ['read'] }, token, more);
    expect((await make()).body).toMatchObject({ code: 'confirmation-required' });
    expect((await make({ 'x-confirmation': `${confirmation}A` })).status).toBe(403);
    expect((await target.api('DELETE', '/internal/users/linus/sessions', undefined, token)).status).toBe(403);
    expect((await make({ 'x-confirmation': confirmation as string })).status).toBe(201);
  });

  it('include a change of address, which requires the password', async () => {
    let body = { email: 'mallory@evil.example', current_password: 'not-the-password' };
    let answer = await target.api('POST', '/internal/users/ada/email-changes', body, await target.signIn('ada'));
    expect([answer.status, answer.body]).toMatchObject([422, { code: 'password_does_not_match' }]);
  });

  it('do not give other people access to the admin area', async () => {
    let token = await target.signIn('ada');
    for (let at of ['/internal/admin/owners', '/internal/admin/audit'])
      expect((await target.api('GET', at, undefined, token)).status).toBe(403);
    for (let at of ['/admin', '/admin/audit'])
      expect([403, 404]).toContain(
        (await target.dashboard(at, { headers: { cookie: await target.cookieOf('ada') } })).status,
      );
  });
});
