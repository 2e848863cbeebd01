import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as limits from 'contract/floor/limits';
import { eventsApi } from 'contract/analytics/events';
import { packagesApi } from 'contract/packages/packages';
import { usersApi } from 'contract/accounts/users';
import { Streamed } from 'gateway/api/http/handler';
import { respond } from 'gateway/api/http/respond';
import { demoPassword } from 'gateway/demo/people';
import { madeEvent } from 'tests/support/made-event';
import { createWorld, type Caller, type World } from 'tests/support/world';

let world: World;
let ada: Caller;
let logged = '';

beforeAll(async () => {
  let sink = new Writable({ write: (chunk, _, done) => ((logged += String(chunk)), done()) });
  world = await createWorld({ log: pino({ level: 'debug' }, sink) });
  ada = await world.as('ada');
});
afterAll(() => world.close());

async function send(method: string, path: string, init: RequestInit = {}): Promise<Response> {
  let headers = { authorization: `Bearer ${ada.token}`, ...(init.headers as Record<string, string>) };
  return world.gateway.api(new Request(`http://gateway.invalid${path}`, { method, ...init, headers }));
}

describe('addresses', () => {
  it.each([
    '/',
    '/v2',
    '/v2/packages',
    '/v2/packages/ada/file/a/b',
    '/v1/packages/ada',
    '/internal',
    '/v2/packages/ada/rust/x',
  ])('returns 404 for %s', async (path) => {
    let answer = await send('GET', path);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({ code: 'not-found', message: 'Page not found.' });
  });

  it.each([
    ['PATCH', '/v2/packages/ada', 'GET, POST'],
    ['DELETE', '/v2/search', 'POST'],
    ['GET', '/internal/login', 'POST'],
    ['POST', '/healthz', 'GET'],
  ])('refuses %s %s and names the allowed methods', async (method, path, allow) => {
    let answer = await send(method, path);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe(allow);
    expect(await answer.json()).toMatchObject({ code: 'method-not-allowed' });
  });

  it('answers HEAD as GET without a body', async () => {
    let answer = await send('HEAD', '/v2/packages/ada');
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  });

  it('answers /healthz, and serves metrics on a separate listener', async () => {
    expect(await (await send('GET', '/healthz')).text()).toBe('ok');
    expect((await send('GET', '/metrics')).status).toBe(404);
    expect(await world.gateway.metrics.metrics()).toMatch(/^# HELP /);
  });

  it('has no CORS headers and is not cached', async () => {
    let answer = await send('GET', '/v2/packages/ada', { headers: { origin: 'https://elsewhere.example' } });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
  });

  it.each(['/healthz', '/openapi.json', '/v2/packages/ada', '/v2'])(
    'cannot be displayed as a page by a browser: %s',
    async (path) => {
      let { headers } = await send('GET', path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    },
  );
});

describe('bad input', () => {
  it.each(['{', '{"query": "x"', 'query=x', '"\u0001"'])('refuses the body %s', async (body) => {
    let answer = await send('POST', '/v2/search', { body });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([400, 'json-not-valid']);
  });

  it('refuses a body that is too large, with and without Content-Length', async () => {
    let body = JSON.stringify({ query: 'x'.repeat(limits.bodyBytesMax) });
    let unsaid = new ReadableStream({ start: (c) => (c.enqueue(new TextEncoder().encode(body)), c.close()) });
    for (let init of [{ body }, { body: unsaid, duplex: 'half' }] as RequestInit[]) {
      let answer = await send('POST', '/v2/search', init);
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([413, 'body-too-large']);
    }
  });

  it.each(['Bearer', 'Bearer ', 'Basic YWRhOng=', 'Bearer a b', `Bearer ${'x'.repeat(600)}`, "Bearer ' or 1=1"])(
    'refuses the authorization %s',
    async (authorization) => {
      let answer = await send('GET', '/v2/packages/ada', { headers: { authorization } });
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([401, 'session-expired']);
    },
  );

  it.each(['/v2/packages/%00', '/v2/packages/ada?after=%00', '/v2/packages/%E0%A4%A', '/v2/packages/ada%2F..%2Fgrace'])(
    'answers %s with a refusal and nothing else',
    async (path) => {
      let answer = await send('GET', path);
      expect([404, 422]).toContain(answer.status);
      expect(Object.keys((await answer.json()) as object)).toEqual(['code', 'message']);
    },
  );

  it('checks permission before it reads the body', async () => {
    let answer = await send('POST', '/v2/packages/hopper-labs', { body: '{' });
    expect(answer.status).toBe(403);
  });
});

describe('an internal error', () => {
  it('is logged once, and the response does not contain its cause', async () => {
    let broken = await createWorld({
      log: pino({ level: 'info' }, new Writable({ write: (chunk, _, done) => ((logged += String(chunk)), done()) })),
    });
    let caller = await broken.as('ada');
    // A new name locks this table only: dropping it would also wait for the locks of other tables,
    // next to a job that takes them in another order.
    await broken.records.schema.alterTable('domains').renameTo('elsewhere').execute();
    let before = logged.length;
    let refusal = await caller.refusal(packagesApi.createPackage, {
      params: { owner: 'ada' },
      body: { type: 'docker', name: 'x', backend_registry: 'docker.io' },
    });
    expect(refusal).toEqual({
      status: 500,
      code: 'internal-error',
      message: 'Something went wrong on our side, please try again.',
    });
    expect(logged.slice(before).match(/no such table|does not exist/g)?.length).toBeGreaterThan(0);
    expect(logged.slice(before).trim().split('\n')).toHaveLength(1);
    expect((await caller.ask(packagesApi.getPackages, { params: { owner: 'ada' } })).total).toBe(0);
    await broken.close();
  });

  it('refuses an export that cannot start, and aborts one that fails midway', async () => {
    let broken = await createWorld();
    let caller = await broken.as('ada');
    let body = { type: 'docker' as const, name: 'x', backend_registry: 'docker.io' };
    let { id } = await caller.ask(packagesApi.createPackage, { params: { owner: 'ada' }, body });
    await broken.events.append([madeEvent({ artifactId: id, time: broken.now() })]);
    await broken.events.close();
    expect((await caller.refusal(eventsApi.exportEntityPackageEvents, { params: { owner: 'ada' } })).status).toBe(500);
    await broken.close();

    async function* half(): AsyncGenerator<string> {
      yield 'first\n';
      throw new Error('the disk is gone');
    }
    let log = pino({ level: 'silent' });
    let answer = await respond(eventsApi.exportEntityPackageEvents, new Streamed(half(), {}), { log });
    await expect(answer.text()).rejects.toThrow('The response could not be completed.');
  });

  it('logs refused calls with person and address', async () => {
    let before = logged.length;
    let linus = world.with((await world.as('linus')).token, '192.0.2.7');
    await linus.refusal(packagesApi.getPackages, { params: { owner: 'ada' } });
    await world.with('made-up', '192.0.2.8').refusal(packagesApi.getPackages, { params: { owner: 'ada' } });
    let lines = logged.slice(before).trim().split('\n');
    let refused = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => msg === 'refused');
    expect(refused).toEqual([
      expect.objectContaining({
        level: 30,
        call: 'getPackages',
        code: 'permission-not-granted',
        person: 'linus',
        address: '192.0.2.7',
      }),
      expect.objectContaining({ level: 30, code: 'session-expired', address: '192.0.2.8' }),
    ]);
  });

  it('never writes passwords or tokens to the log', async () => {
    let { token } = await ada.ask(usersApi.login, { body: { email: 'ada', password: demoPassword } });
    await world.with(token).ask(packagesApi.getPackages, { params: { owner: 'ada' } });
    await ada.refusal(usersApi.login, { body: { email: 'ada', password: 'a-wrong-password' } });
    expect(logged).toContain('"call":"login"');
    for (let secret of [token, demoPassword, 'a-wrong-password']) expect(logged).not.toContain(secret);
  });
});
