/** The times of a page's calls: in its head in development, and in the log where it was slow. */
import { usersApi } from 'contract/accounts/users';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  vi.resetModules();
});

async function noted(ms: number, NODE_ENV: string) {
  vi.stubEnv('NODE_ENV', NODE_ENV);
  vi.resetModules();
  let { addServerTiming: noteTimes } = await import('app/http/server-timing.server');
  let said = vi.spyOn(console, 'warn').mockReturnValue();
  let headers = new Headers();
  let calls = [
    { id: 'getUser', ms: 1.25 },
    { id: 'getUserOrganizations', ms: 40 },
  ];
  noteTimes({ startedAt: performance.now() - ms, calls }, headers, '/home/:owner');
  return { timing: headers.get('server-timing'), said: said.mock.calls.flat() };
}

test('in development a page says in its head which calls took how long, the slowest first', async () => {
  let { timing, said } = await noted(10, 'development');
  expect(timing).toBe('getUserOrganizations;dur=40.0,getUser;dur=1.3');
  expect(said).toEqual([]);
});

test('in production a page that took long is logged with its calls', async () => {
  let slow = await noted(2_000, 'production');
  expect(slow.timing).toBeNull();
  expect(slow.said).toEqual([
    expect.stringMatching(
      /^\/home\/:owner took 2\d{3} ms until its data were there: getUserOrganizations 40 ms, getUser 1 ms$/,
    ),
  ]);
});

test('in production a quick page says nothing', async () => {
  expect(await noted(0, 'production')).toEqual({ timing: null, said: [] });
});

test('each call of the gateway adds its time', async () => {
  let { gatewayClient } = await import('app/gateway/gateway-client.server');
  let list = { results: [], _links: { self: '/', next: null }, total: 0 };
  let calls: { id: string; ms: number }[] = [];
  let context = { calls, gateway: async () => Response.json(list) };
  await gatewayClient(context)(usersApi.getUserOrganizations, { params: { username: 'ada' } });
  await gatewayClient(context)(usersApi.getUser, { params: { username: 'ada' } }).catch(() => undefined);
  expect(calls.map(({ id, ms }) => [id, ms >= 0])).toEqual([
    ['getUserOrganizations', true],
    ['getUser', true],
  ]);
});
