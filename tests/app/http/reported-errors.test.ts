/** The dashboard's log entry for a failed request. */
import { afterEach, expect, test, vi } from 'vitest';
import { handleError } from 'app/entry.server';
import { logWarning } from 'app/http/log.server';

afterEach(() => void vi.restoreAllMocks());

function reported(
  path: string,
  params: Record<string, string>,
  signal?: AbortSignal,
  said: unknown = 'broken',
): string[] {
  let error = vi.spyOn(console, 'error').mockImplementation(() => {});
  let thrown = typeof said === 'string' ? new Error(said) : said;
  handleError(thrown, { request: new Request(`http://dashboard.test${path}`, { signal }), params });
  return error.mock.calls.map(([first]) => String(first));
}

test('a failure is logged with its method and path, without the query', () => {
  let [line] = reported('/packages/ada/overview?filter_id=7', { owner: 'ada' });
  expect(line).toMatch(/^GET \/packages\/ada\/overview: Error: broken\\n {4}at /);
});

test.each(['/reset-password', '/verify-email', '/change-email', '/invites', '/unsubscribe'])(
  'the token of a link below %s is not logged',
  (below) => {
    let [line] = reported(`${below}/a%20secret`, { token: 'a secret' });
    expect(line).toContain(`GET ${below}/…: Error: broken`);
  },
);

test('a request that was canceled is not logged', () => {
  expect(reported('/pixels/ada', {}, AbortSignal.abort())).toEqual([]);
});

test.each([
  [405, 0],
  [500, 1],
])('a request that is refused with %s is logged %s times', (status, times) => {
  let refusal = { status, statusText: 'said', internal: true, data: 'said' };
  expect(reported('/login', {}, undefined, refusal)).toHaveLength(times);
});

test('an error is logged as one line, whatever its message contains', () => {
  let said = 'No route "\r\n{"level":50}\u2028\u2029\u0085\u001b[2J\0"';
  let [line = ''] = reported('/login?_data=%0aforged', {}, undefined, said);
  expect(line).toContain(String.raw`No route "\u000d\n{"level":50}\u2028\u2029\u0085\u001b[2J\u0000"`);
  expect(line).not.toMatch(/\p{Cc}/u);
});

test('a warning is logged as one line', () => {
  let warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  logWarning('the way by GitHub ended early:', 'denied\nforged');
  expect(warn.mock.calls).toEqual([[String.raw`the way by GitHub ended early: denied\nforged`]]);
});
