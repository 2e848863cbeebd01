/** Attacks on share links: guessed addresses and passwords, what ended links tell, and frames. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTarget, type Target } from './target';

const all = ['versions', 'platforms', 'clients', 'countries'];

let target: Target;
let token: string;
beforeAll(async () => {
  target = await startTarget({ TRUST_PROXY: 'true' });
  token = await target.signIn('grace');
});
afterAll(() => target.close());

async function shared(body: Record<string, unknown> = {}): Promise<{ id: string; path: string; secret: string }> {
  let made = await target.api('POST', '/v2/share-links/hopper-labs', { title: 'Numbers of ours', ...body }, token);
  expect(made.status).toBe(201);
  return { id: made.body.id, path: `/share/${made.body.token}`, secret: made.body.token };
}

let look = (path: string, from: string) => target.dashboard(path, { headers: { 'x-forwarded-for': from } });
let forms = ['', '/embed', '/chart.svg', '/preview.png'];

describe('the address of a share link', () => {
  it('cannot be guessed: one reader has a limited number of tries, and others go on reading', async () => {
    let { path, secret } = await shared();
    expect(secret).toMatch(/^[\w-]{24}$/);
    let statuses = new Set<number>();
    for (let tried = 0; tried < 1_004; tried += 4) {
      let guesses = Array.from({ length: 4 }, (_, i) => `/share/${String(tried + i).padStart(24, 'a')}`);
      for (let { status } of await Promise.all(guesses.map((at) => look(at, '198.51.100.7')))) statuses.add(status);
    }
    expect(statuses).toEqual(new Set([404, 429]));
    expect((await look(path, '198.51.100.7')).status).toBe(429);
    expect((await look(path, '203.0.113.8')).status).toBe(200);
  });

  it('is nothing that parts of it, other letters or paths lead to', async () => {
    let { secret } = await shared();
    for (let wrong of [secret.slice(1), secret.toUpperCase(), `${secret}a`, `${secret}%00`, `..%2f${secret}`, '%'])
      expect([400, 404, 422]).toContain((await look(`/share/${wrong}`, '203.0.113.9')).status);
  });
});

describe('a link that has ended', () => {
  it('tells nothing in any of its forms, also while its organization forbids sharing', async () => {
    let [ended, kept] = [await shared({ title: 'Secret of ours' }), await shared({ title: 'Secret of ours' })];
    let shows = async (path: string) => {
      let answers = await Promise.all(forms.map((form) => look(path + form, '203.0.113.10')));
      for (let { body } of answers) expect(body).not.toMatch(/Secret of ours|hopper-labs|flowmatic/);
      return answers.map(({ status }) => status);
    };
    await target.api('DELETE', `/v2/share-links/hopper-labs/${ended.id}`, undefined, token);
    expect(await shows(ended.path)).toEqual([410, 410, 410, 410]);
    let rule = (forbids_sharing: boolean) =>
      target.api('PUT', '/v2/organizations/hopper-labs/sharing-rule', { forbids_sharing }, token);
    expect((await rule(true)).status).toBe(200);
    expect(await shows(kept.path)).toEqual([410, 410, 410, 410]);
    let refused = await target.api('POST', '/v2/share-links/hopper-labs', { title: 'Another' }, token);
    expect(refused).toMatchObject({ status: 422, body: { code: 'sharing-is-forbidden' } });
    await rule(false);
    expect((await look(kept.path, '203.0.113.10')).status).toBe(200);
  });
});

describe('a link with a password', () => {
  it('shows nothing without it, and a reader cannot try many', async () => {
    let { path } = await shared({ title: 'Secret of ours', password: 'difference-engine' });
    for (let form of forms) {
      let answer = await look(path + form, '203.0.113.11');
      expect([200, 403, 404]).toContain(answer.status);
      expect(answer.body).not.toMatch(/Secret of ours|flowmatic/);
    }
    let guess = (password: string, from: string) => target.post(path, { password }, { 'x-forwarded-for': from });
    let last = await guess('guess', '198.51.100.20');
    for (let i = 0; i < 30; i++) last = await guess(`guess-${i}`, '198.51.100.20');
    expect(last.body).toMatch(/Too many/i);
    expect((await guess('difference-engine', '198.51.100.20')).body).toMatch(/Too many/i);
    expect((await guess('difference-engine', '203.0.113.21')).status).toBe(303);
  });
});

describe('the page of a link', () => {
  it('names no company, unless companies were chosen', async () => {
    let { path } = await shared({ shows: all, longest_days: 365 });
    let plain = await look(`${path}?days=365`, '203.0.113.30');
    expect(plain.status).toBe(200);
    expect(plain.body).not.toMatch(/by Company/);
    for (let asked of ['companies', 'by=company', 'shows=companies', 'where=company_name:is-not-empty'])
      expect((await look(`${path}?days=365&${asked}`, '203.0.113.30')).body).not.toMatch(/by Company/);
    let chosen = await shared({ shows: ['companies'], longest_days: 365 });
    expect((await look(`${chosen.path}?days=365`, '203.0.113.30')).body).toMatch(/by Company/);
  });

  it('can be framed as its chart alone, runs nothing, sets no cookie and is not indexed', async () => {
    let { path } = await shared({ title: '<img src=x onerror=alert(1)>' });
    let [page, frame] = await Promise.all([look(path, '203.0.113.31'), look(`${path}/embed`, '203.0.113.31')]);
    expect(page.headers['x-frame-options']).toBe('DENY');
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'.*frame-ancestors 'none'/);
    expect(frame.headers['x-frame-options']).toBeUndefined();
    expect(frame.headers['content-security-policy']).toMatch(/^default-src 'none'.*frame-ancestors \*/);
    for (let { body, headers } of [page, frame]) {
      expect(headers['set-cookie']).toBeUndefined();
      expect(headers['content-security-policy']).not.toMatch(/script-src(?! 'none')|unsafe-eval/);
      expect(body).not.toMatch(/<script|<img src=x/);
      expect(body).toMatch(/noindex/);
    }
  });
});
