/** What the processes expose: files, development servers, metrics, headers. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTarget, type Target } from './target';

const secretPaths = [
  '/data/secrets.json',
  '/data/records.sqlite',
  '/secrets.json',
  '/.env',
  '/server.ts',
  '/package.json',
  '/build/server.js',
  '/server.js.map',
  '/@fs/etc/passwd',
  '/@vite/client',
  '/@id/virtual:remix/server-build',
  '/..%2f..%2fetc/passwd',
  '/assets/..%2f..%2f..%2fserver.js',
  '/assets/%2e%2e/%2e%2e/server.js',
];

describe.each([
  ['production', { NODE_ENV: 'production' }],
  ['an empty NODE_ENV', { NODE_ENV: '' }],
  ['NODE_ENV=development', { NODE_ENV: 'development' }],
])('the built server with %s', (_name, env) => {
  let target: Target;
  beforeAll(async () => {
    target = await startTarget(env);
  });
  afterAll(() => target.close());

  it.each(secretPaths)('never serves %s', async (at) => {
    let { status, body } = await target.dashboard(at);
    expect(status).not.toBe(200);
    expect(body).not.toMatch(/"salt"|root:x:0|SQLite format|createServer/);
  });
});

describe('a running installation', () => {
  let target: Target;
  beforeAll(async () => {
    target = await startTarget({ PUBLIC_URL: 'https://stats.example.com' });
  });
  afterAll(() => target.close());

  it('has files that only its own user can read', () => {
    let all = readdirSync(target.folder, { recursive: true, withFileTypes: true });
    // A new version of a file is renamed when it is complete.
    let modeOf = (at: string) => statSync(at, { throwIfNoEntry: false })?.mode ?? 0;
    let open = all.filter((entry) => (modeOf(path.join(entry.parentPath, entry.name)) & 0o077) !== 0);
    expect(open.map(({ name }) => name)).toEqual([]);
    expect(statSync(target.folder).mode & 0o077).toBe(0);
  });

  it('shows metrics on neither public port', async () => {
    expect((await target.gateway('localhost', '/metrics')).status).toBe(404);
    expect((await target.dashboard('/metrics')).status).not.toBe(200);
  });

  it('signs in with a cookie that other hosts cannot set', async () => {
    let headers = { origin: 'https://stats.example.com', host: 'stats.example.com' };
    let { status, headers: answered } = await target.post(
      '/login',
      { email: 'ada', password: 'analytical-engine-1' },
      headers,
    );
    expect(status).toBe(303);
    let session = answered['set-cookie']?.find((line) => line.startsWith('__Host-'));
    expect(session).toMatch(/; Secure/);
    expect(session).toMatch(/; HttpOnly/);
    expect(session).toMatch(/; Path=\//);
    expect(session).not.toMatch(/Domain=/);
    for (let line of answered['set-cookie'] ?? []) expect(line).toMatch(/; Secure/);
  });

  it.each(['http://stats.example.com', 'https://stats.example.com:444', 'https://x.stats.example.com'])(
    'accepts no form from %s',
    async (origin) => {
      let form = { email: 'ada', password: 'analytical-engine-1' };
      let answer = await target.post('/login', form, { origin, host: 'stats.example.com' });
      expect(answer.status).toBe(403);
      expect(answer.headers['set-cookie']).toBeUndefined();
    },
  );

  it('sets HSTS for its own host only', async () => {
    let { headers } = await target.dashboard('/login', { headers: { host: 'stats.example.com' } });
    expect(headers['strict-transport-security'] ?? '').not.toContain('includeSubDomains');
  });

  it('allows no foreign scripts', async () => {
    let { headers } = await target.dashboard('/login');
    let policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'self' '(nonce|sha256)-/);
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-frame-options']).toBe('DENY');
  });

  it('writes no secret into its log', () => {
    let secrets = JSON.parse(readFileSync(path.join(target.folder, 'secrets.json'), 'utf8')) as Record<string, string>;
    for (let secret of Object.values(secrets)) expect(target.said()).not.toContain(secret);
    expect(target.said()).not.toContain('analytical-engine-1');
  });

  it('refuses an unknown artifact with an error, not with a broken file', async () => {
    let cookie = await target
      .post(
        '/login',
        { email: 'grace', password: 'analytical-engine-1' },
        { origin: 'https://stats.example.com', host: 'stats.example.com' },
      )
      .then(({ headers }) => (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; '));
    let { status } = await target.dashboard('/organizations/hopper-labs/exports/file?pixel=unknown', {
      headers: { cookie },
    });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });
});
