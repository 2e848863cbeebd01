/**
 * Forms that are expensive to read. The product refuses them and keeps answering other requests.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, longestWait, password, startTarget, type Target } from './target';

/** The longest time that a legitimate request may wait during an attack. */
const waitMaxMs = 3_000;

let target: Target;
beforeAll(async () => {
  target = await startTarget();
});
afterAll(() => target.close());

const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** Addresses of guests and of signed-in people, with the form that is posted to each. */
const guestForms = ['/login', '/register', '/reset-password', '/theme'];
const signedInForms = ['/new-package/ada', '/new-pixel/ada', '/collections/ada', '/context', '/acting', '/dismissals'];

async function attack(paths: readonly string[], body: string | Buffer, headers: Record<string, string> = form) {
  let statuses: number[] = [];
  let waited = await longestWait(
    () => target.gateway('ada.gateway.localhost', '/engine/1.5.0/engine-linux.zip'),
    async () => {
      for (let at of paths)
        statuses.push(
          await target.dashboard(at, { method: 'POST', headers, body }).then(
            ({ status }) => status,
            // The connection may end before the whole body is sent.
            () => 413,
          ),
        );
    },
  );
  return { statuses, waited };
}

const payloads: [name: string, body: () => string][] = [
  ['one index of ten million', () => 'email[10000000]=x&password=y'],
  ['one index of sixty million', () => 'email[60000000]=x&password=y'],
  ['64,000 fields', () => 'a=b&'.repeat(64_000)],
  ['names nested 20,000 levels deep', () => `email${'.a'.repeat(20_000)}=x`],
  ['brackets nested 20,000 levels deep', () => `email${'[0]'.repeat(20_000)}=x`],
  ['one field of 20 MB', () => `email=${'x'.repeat(20_000_000)}`],
  ['a name of the prototype', () => '__proto__.polluted=1&constructor.prototype.polluted=1'],
  ['a made-up intent', () => '__intent__=%7B%22type%22%3A%22insert%22%7D'],
  ['an intent that is not JSON', () => '__intent__=%7B%7B'],
];

describe('a hostile form', () => {
  it.each(payloads)('with %s is refused on guest pages while downloads go on', async (_name, body) => {
    let { statuses, waited } = await attack(guestForms, body());
    for (let status of statuses) expect([400, 404, 413, 422]).toContain(status);
    expect(waited).toBeLessThan(waitMaxMs);
    expect(target.isAlive()).toBe(true);
  });

  it.each(payloads)('with %s is refused on signed-in pages while downloads go on', async (_name, body) => {
    let cookie = await target.cookieOf('root');
    let { statuses, waited } = await attack(signedInForms, body(), { ...form, cookie });
    for (let status of statuses) expect([400, 404, 405, 413, 422]).toContain(status);
    expect(waited).toBeLessThan(waitMaxMs);
    expect(target.isAlive()).toBe(true);
  });

  it.each(['application/json', 'text/plain', 'application/xml', 'multipart/form-data', ''])(
    'sent as "%s" is refused with 400 or 415',
    async (type) => {
      let { statuses } = await attack(guestForms.slice(0, 3), '{"email":"ada"}', type ? { 'content-type': type } : {});
      for (let status of statuses) expect([400, 415]).toContain(status);
    },
  );
});

describe('a hostile address', () => {
  it.each([
    ['100,000 repeated keys', `/login?${'backTo=/x&'.repeat(1_000)}`],
    ['a long query', `/login?backTo=/${'x'.repeat(12_000)}`],
  ])('with %s is answered while downloads go on', async (_name, at) => {
    let status = 0;
    let waited = await longestWait(
      () => target.gateway('ada.gateway.localhost', '/engine/1.5.0/engine-linux.zip'),
      async () => void (status = (await target.dashboard(at)).status),
    );
    expect(status).toBeLessThan(500);
    expect(waited).toBeLessThan(waitMaxMs);
  });

  it.each([
    ['a host with spaces', '/login', { host: 'a b' }],
    ['a host with a slash', '/login', { host: 'evil.example/x' }],
    ['an absolute target', 'http://evil.example/login', {}],
    ['a line break in backTo', '/login?backTo=/%0d%0aset-cookie:x=y', {}],
  ])('with %s causes no error of the server', async (_name, at, headers) => {
    let answer = await target.dashboard(at, { headers: headers as Record<string, string> });
    expect(answer.status).toBeLessThan(500);
    expect(answer.headers['set-cookie']?.join() ?? '').not.toContain('x=y');
  });

  it('cannot forge a line in the log', async () => {
    await target.dashboard('/login?_data=%0a%7B%22level%22%3A60%2C%22msg%22%3A%22forged-line%22%7D');
    await target.post('/login?_data=%0aforged-line', { email: 'x', password: 'y' });
    await target.dashboard('/nowhere%0aforged-line');
    expect(
      target
        .said()
        .split('\n')
        .filter((line) => /^\W*(\{"level":60.*)?forged-line/.test(line)),
    ).toEqual([]);
  });
});

describe('a post from another site', () => {
  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['no origin and Sec-Fetch-Site: cross-site', { 'sec-fetch-site': 'cross-site' }],
  ])('with %s is refused', async (_name, headers) => {
    let body = 'email=ada&password=analytical-engine-1';
    let host = { host: `localhost:${target.dashboardPort}` };
    let answer = await ask(target.dashboardPort, '/login', {
      method: 'POST',
      headers: { ...host, ...form, ...headers } as Record<string, string>,
      body,
    });
    expect(answer.status).toBe(403);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });
});

describe('backTo', () => {
  let hostile = [
    '/./%5Cevil.example',
    '/%5Cevil.example',
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/%09/evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/..//evil.example',
    '/x/..//evil.example',
  ];

  it.each(hostile)('%s never leads to another site', async (value) => {
    let cookie = await target.cookieOf('grace');
    for (let given of [value, decodeURIComponent(value)]) {
      let query = `backTo=${encodeURIComponent(given)}`;
      let answers = [
        await target.post(`/login?${query}`, { email: 'ada', password }),
        await target.dashboard(`/login?${query}`, { headers: { cookie } }),
        await target.post('/theme', { theme: 'dark', back: given }),
        await target.post('/dismissals', { notice: 'email-verification', next: given }, { cookie }),
        await target.post('/context', { owner: 'grace', path: given }, { cookie }),
        await target.post('/context', { owner: 'hopper-labs', path: given }, { cookie }),
      ];
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 303));
      for (let { headers } of answers) expectOwnLocation(headers.location, target);
    }
  });

  it.each(['//evil.example/', '///evil.example//', '/.//evil.example/', '/\\evil.example/', '/%5Cevil.example/'])(
    'nor does the page at %s without its last slash',
    async (at) => {
      let { status, headers } = await target.dashboard(at);
      expect(status).toBe(308);
      expectOwnLocation(headers.location, target);
    },
  );
});

/** Expects that a browser stays on the dashboard, by the rules of the URL standard. */
function expectOwnLocation(location: string | undefined, { dashboardPort }: Target): void {
  let own = `http://localhost:${dashboardPort}`;
  expect(new URL(location!, `${own}/login`).origin).toBe(own);
}
