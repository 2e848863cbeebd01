/** Calls to the gateway: their content, the hosts that get trace headers, and time limits. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AppLoadContext } from '@remix-run/node';
import { pathOf, queryText } from 'contract/floor/call-address';
import { eventsApi } from 'contract/analytics/events';
import { usersApi } from 'contract/accounts/users';
import { aggregationsApi } from 'contract/analytics/aggregations';
import { afterEach, describe, expect, test, vi } from 'vitest';

let servers: Server[] = [];

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  vi.resetModules();
  for (let server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** The client and the guards with these settings. */
async function withSettings(settings: Record<string, string> = {}) {
  for (let [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  vi.resetModules();
  let [client, guards] = await Promise.all([
    import('app/gateway/gateway-client.server'),
    import('app/session/guards.server'),
  ]);
  return { ...client, ...guards };
}

const list = { results: [], _links: { self: '/', next: null }, total: 0 };
const mine = { params: { username: 'ada' }, query: { per_page: 'max' } } as const;

/** A gateway in this process that records its calls. */
function embedded() {
  let asked: Request[] = [];
  let context: AppLoadContext = {
    gateway: async (request) => {
      asked.push(request);
      return Response.json(list);
    },
  };
  return { asked, context };
}

/** A gateway at another address, over HTTP. */
async function remote(answer: (url: string, end: (body: string) => void) => void) {
  let asked: { url: string; headers: IncomingHttpHeaders }[] = [];
  let server = createServer((request, response) => {
    asked.push({ url: request.url ?? '', headers: request.headers });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.flushHeaders();
    answer(request.url ?? '', (body) => response.end(body));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  let { port } = server.address() as AddressInfo;
  return { asked, url: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}` };
}

describe('a refusal', () => {
  test.each([
    ['server-is-busy', '5'],
    ['question-is-too-large', '30'],
    ['events-are-unavailable', '30'],
    ['internal-error', null],
  ])('of %s says when to try again, also where there is no page', async (code, seconds) => {
    let { gatewayClient } = await withSettings();
    let gateway = async () => Response.json({ code, message: 'Raw.' }, { status: 503 });
    let thrown = await gatewayClient({ gateway }, 'a-token')(usersApi.getUserOrganizations, mine).catch(
      (error: unknown) => error,
    );
    expect((thrown as Response).headers.get('retry-after')).toBe(seconds);
  });
});

describe('a call of the gateway (spec section 7)', () => {
  // @spec 7: Bearer authorization and credentials on all calls
  test('sends the token of the session, and credentials', async () => {
    let { gatewayClient } = await withSettings();
    let { asked, context } = embedded();
    await gatewayClient(context, 'a-token')(usersApi.getUserOrganizations, mine);
    expect(asked[0]?.headers.get('authorization')).toBe('Bearer a-token');
    expect(asked[0]?.credentials).toBe('include');
    await gatewayClient(context)(usersApi.getUserOrganizations, mine);
    expect(asked[1]?.headers.has('authorization')).toBe(false);
  });

  // @spec 7: Empty query values skipped, lists repeat their key
  test('leaves out empty values and repeats the key of a list', () => {
    expect(queryText({ a: '', b: undefined, c: null, d: [] })).toBe('');
    expect(queryText({ a: 0, b: false, c: ['x', '', 'y z'], d: '&=' })).toBe('?a=0&b=false&c=x&c=y+z&d=%26%3D');
  });

  test('encodes a name with slashes as one segment of the path', () => {
    expect(pathOf(usersApi.getUserOrganizations, { username: 'a/b?c' })).toBe('/v2/users/a%2Fb%3Fc/organizations');
  });
});

describe('trace headers', () => {
  const id = '0af7651916cd43dd8448eb211c80319c';
  const parent = 'b7ad6b7169203331';

  /** The headers of two calls caused by one request of a visitor. */
  async function sent(settings: Record<string, string>, headers: Record<string, string> = {}) {
    let { allowAnonymous } = await withSettings(settings);
    let { asked, context } = embedded();
    let { call } = allowAnonymous({ request: new Request('http://dashboard.test/', { headers }), params: {}, context });
    await call(usersApi.getUserOrganizations, mine);
    await call(usersApi.getUserOrganizations, mine);
    return asked.map(({ headers }) => ({ parent: headers.get('traceparent'), state: headers.get('tracestate') }));
  }

  // @spec 7: Trace headers go to the product's API hosts only
  test.each<Record<string, string>>([{}, { API_HOSTS: 'api.example.com, other.example' }, { API_HOSTS: 'localhost' }])(
    'are not sent for %j',
    async (settings) => {
      let incoming = { traceparent: `00-${id}-${parent}-01`, tracestate: 'a=1' };
      expect(await sent(settings, incoming)).toEqual([
        { parent: null, state: null },
        { parent: null, state: null },
      ]);
    },
  );

  // @spec 7: Trace headers go to the product's API hosts only
  test.each(['api.localhost', 'x.example, API.localhost:8081'])(
    'continue the trace of the request when the embedded API is listed as %s',
    async (API_HOSTS) => {
      let incoming = { traceparent: `00-${id}-${parent}-01`, tracestate: 'a=1,b=2' };
      let [first, second] = await sent({ API_HOSTS }, incoming);
      expect(first?.parent).toMatch(new RegExp(`^00-${id}-[0-9a-f]{16}-01$`));
      expect(first?.parent).not.toContain(parent);
      expect(first?.state).toBe('a=1,b=2');
      expect(second?.parent).toMatch(new RegExp(`^00-${id}-`));
      expect(second?.parent).not.toBe(first?.parent);
    },
  );

  test('keep an unsampled trace, and read a later version by its first four parts', async () => {
    let settings = { API_HOSTS: 'api.localhost' };
    let [plain] = await sent(settings, { traceparent: `00-${id}-${parent}-00` });
    expect(plain?.parent).toMatch(/-00$/);
    let [later] = await sent(settings, { traceparent: `cc-${id}-${parent}-03-what-comes-later` });
    expect(later?.parent).toMatch(new RegExp(`^00-${id}-[0-9a-f]{16}-01$`));
  });

  test.each([
    '',
    'garbage',
    `00-${id.toUpperCase()}-${parent}-01`,
    `00-${'0'.repeat(32)}-${parent}-01`,
    `00-${id}-${'0'.repeat(16)}-01`,
    `ff-${id}-${parent}-01`,
    `00-${id}-${parent}-01-more`,
    `00-${id}-${parent}`,
  ])('start one new trace for the request instead of %j', async (traceparent) => {
    let [first, second] = await sent({ API_HOSTS: 'api.localhost' }, { traceparent, tracestate: 'a=1' });
    expect(first?.parent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(first?.parent).not.toContain(id);
    expect(first?.state).toBeNull();
    expect(second?.parent?.slice(0, 36)).toBe(first?.parent?.slice(0, 36));
  });

  test('are sent to a remote gateway only if its host is listed', async () => {
    let gateway = await remote((_, end) => end(JSON.stringify(list)));
    for (let API_HOSTS of ['api.localhost', '127.0.0.1:1', '127.0.0.1', gateway.host]) {
      let { gatewayClient } = await withSettings({ GATEWAY_URL: gateway.url, API_HOSTS });
      await gatewayClient({})(usersApi.getUserOrganizations, mine);
    }
    expect(gateway.asked.map(({ headers }) => 'traceparent' in headers)).toEqual([false, false, true, true]);
  });
});

describe('another gateway', () => {
  /** One that answers each call with this status and body. */
  async function answering(status: number, body: string) {
    let server = createServer((_, response) => response.writeHead(status, { 'content-type': 'text/html' }).end(body));
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return withSettings({
      GATEWAY_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    });
  }

  test.each([
    [401, ''],
    [403, '<h1>Forbidden</h1>'],
    [404, '{"error":"no such thing"}'],
    [429, 'slow down'],
  ])('is understood by its status %i whatever its body is', async (status, body) => {
    let { gatewayClient, readApiError } = await answering(status, body);
    let thrown = await gatewayClient({}, 't')(usersApi.getUserOrganizations, mine).catch((error: unknown) => error);
    expect((thrown as Response).status).toBe(status);
    expect((await readApiError(thrown))?.code).not.toBe('gateway-unreachable');
  });

  test.each([200, 201, 202, 206])('succeeds with %i as with every 2xx', async (status) => {
    let { gatewayClient } = await answering(status, JSON.stringify(list));
    expect((await gatewayClient({}, 't')(usersApi.getUserOrganizations, mine)).results).toEqual([]);
  });

  test('that refuses with a code of its own is understood by the status', async () => {
    let { gatewayClient, readApiError } = await answering(403, '{"code":"no-seat-left","message":"No."}');
    let { env } = await import('app/config/env.server');
    env.production = true;
    let thrown = await gatewayClient({}, 't')(usersApi.getUserOrganizations, mine).catch((error: unknown) => error);
    expect(await readApiError(thrown)).toMatchObject({ message: 'You do not have the permission to do this.' });
  });

  test('is unreachable where it fails without a word', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    let { gatewayClient } = await answering(502, '<h1>Bad gateway</h1>');
    await expect(gatewayClient({}, 't')(usersApi.getUserOrganizations, mine)).rejects.toMatchObject({ status: 503 });
  });

  test('loses an odd row of a list and keeps the others', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    let row = {
      organization_id: '1',
      organization_description: '',
      organization_website: '',
    };
    let good = { ...row, organization_name: 'good', role: 'admin' };
    let results = [{ ...row, organization_name: 'odd' }, good];
    let { gatewayClient } = await answering(200, JSON.stringify({ ...list, results, total: 2 }));
    let context: AppLoadContext = {};
    let answer = await gatewayClient(context, 't')(usersApi.getUserOrganizations, mine);
    expect(answer.results).toEqual([good]);
    expect(context.unreadRows).toBe(1);
  });

  test.each(['', '<h1>Unauthorized</h1>', '{"code":"token-not-valid","message":"No."}'])(
    'that knows a session no more, in whatever words, leads once to the sign-in and back: %j',
    async (body) => {
      let { requireSession, requireGuest } = await answering(401, body);
      let { sessionCookie } = await import('app/session/session-cookie.server');
      let session = { v: 2, token: 't', username: 'ada', context_v1: { tag: 'user', context: 'ada' } } as const;
      let [cookie = ''] = sessionCookie(session).split(';');
      let argsOf = (path: string, headers: Record<string, string>) => ({
        request: new Request(`http://dashboard.test${path}`, { headers }),
        params: {},
        context: {},
      });
      let { call } = await requireSession(argsOf('/packages/ada/overview?page=2', { cookie }));
      let thrown = (await call(usersApi.getUserOrganizations, mine).catch((error: unknown) => error)) as Response;
      let to = thrown.headers.get('location') ?? '';
      expect([thrown.status, to]).toEqual([303, '/login?backTo=%2Fpackages%2Fada%2Foverview%3Fpage%3D2']);
      // The cookie is gone with it, so the sign-in page leads nowhere else.
      let [name] = cookie.split('=');
      let ended = thrown.headers.getSetCookie().filter((line) => line.startsWith(`${name}=;`));
      expect(ended.join()).toMatch(/Max-Age=0/);
      await expect(requireGuest(argsOf(to, {}))).resolves.toHaveProperty('call');
    },
  );
});

describe('the time limit of 10 seconds', () => {
  /** The status and code with which a call ends. Moves the clock forward while it waits. */
  async function outcome(calling: Promise<unknown>, limitMs = 10_000): Promise<unknown> {
    let ended = calling.then(
      () => 'answered',
      async (thrown: Response) => [thrown.status, ((await thrown.json()) as { code: string }).code],
    );
    await vi.advanceTimersByTimeAsync(limitMs - 1);
    expect(await Promise.race([ended, Promise.resolve('waiting')])).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    return ended;
  }
  const late = [503, 'answer-is-late'];
  const silence: AppLoadContext = { gateway: () => new Promise(() => {}) };

  test('ends a call without a response', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.spyOn(console, 'error').mockImplementation(() => {});
    let { gatewayClient } = await withSettings();
    let body = { email: 'ada', password: 'x' };
    expect(await outcome(gatewayClient(silence)(usersApi.login, { body }))).toEqual(late);
  });

  test('is 20 seconds for a report, which is too large then, and ends its question', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.spyOn(console, 'error').mockImplementation(() => {});
    let { gatewayClient } = await withSettings();
    let asked: Request[] = [];
    let context: AppLoadContext = {
      gateway: (request) => {
        asked.push(request);
        return new Promise(() => {});
      },
    };
    let params = { owner: 'ada' };
    let query = { start_date: '2026-03-01', end_date: '2026-03-20' };
    let calling = gatewayClient(context, 't')(aggregationsApi.exportEntityAggregations, { params, query });
    expect(await outcome(calling, 20_000)).toEqual([503, 'question-is-too-large']);
    expect(asked[0]?.signal.aborted).toBe(true);
  });

  // @spec 7: Time limit on every call
  test('ends a file whose headers do not arrive', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.spyOn(console, 'error').mockImplementation(() => {});
    let { sendRoute } = await withSettings();
    let calling = sendRoute(silence, { token: 't' }, eventsApi.exportEntityPackageEvents, { params: { owner: 'ada' } });
    expect(await outcome(calling)).toEqual(late);
  });

  test('ends a call whose body is incomplete', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.spyOn(console, 'error').mockImplementation(() => {});
    let stuck = new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode('{')) });
    let { gatewayClient } = await withSettings();
    let context: AppLoadContext = { gateway: async () => new Response(stuck) };
    expect(await outcome(gatewayClient(context, 't')(usersApi.getUserOrganizations, mine))).toEqual(late);
  });

  test('does not abort a file that is being sent', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let { sendRoute } = await withSettings();
    let send: (text: string) => void = () => {};
    let lines = new ReadableStream<Uint8Array>({
      start(body) {
        send = (text) => (text ? body.enqueue(new TextEncoder().encode(text)) : body.close());
      },
    });
    let context: AppLoadContext = { gateway: async () => new Response(lines) };
    let answer = await sendRoute(context, { token: 't' }, eventsApi.exportEntityPackageEvents, {
      params: { owner: 'ada' },
    });
    await vi.advanceTimersByTimeAsync(60_000);
    send('id,type\n');
    send('');
    expect(await answer.text()).toBe('id,type\n');
  });

  test('may be below a path', async () => {
    let asked: (string | undefined)[] = [];
    let server = createServer(({ url }, response) => {
      asked.push(url);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(list));
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    let { port } = server.address() as AddressInfo;
    let { gatewayClient } = await withSettings({ GATEWAY_URL: `http://127.0.0.1:${port}/gateway/` });
    await gatewayClient({})(usersApi.getUserOrganizations, mine);
    expect(asked).toEqual([expect.stringMatching(/^\/gateway\/v\d\//)]);
  });

  test('closes the connection to a remote gateway', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    let server = createServer();
    servers.push(server);
    let asked = once(server, 'request') as Promise<[IncomingMessage]>;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    let { port } = server.address() as AddressInfo;
    let { gatewayClient } = await withSettings({ GATEWAY_URL: `http://127.0.0.1:${port}` });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let calling = gatewayClient({})(usersApi.getUserOrganizations, mine);
    let [request] = await asked;
    let closed = once(request.socket, 'close');
    expect(await outcome(calling)).toEqual(late);
    await closed;
  });
});
