/** What the dashboard's own log says of a request that failed. */
import { afterEach, expect, test, vi } from 'vitest';
import { handleError } from 'app/entry.server';
import { logWarning } from 'app/log.server';

afterEach(() => void vi.restoreAllMocks());

function reported(path: string, params: Record<string, string>, signal?: AbortSignal, said = 'broken'): string[] {
  let error = vi.spyOn(console, 'error').mockImplementation(() => {});
  handleError(new Error(said), { request: new Request(`http://dashboard.test${path}`, { signal }), params });
  return error.mock.calls.map(([first]) => String(first));
}

test('the method and the path, without its query', () => {
  let [line] = reported('/packages/ada/overview?filter_id=7', { owner: 'ada' });
  expect(line).toMatch(/^GET \/packages\/ada\/overview: Error: broken\\n {4}at /);
});

test.each(['/reset-password', '/verify-email', '/change-email', '/invites', '/unsubscribe'])(
  'not the token of a link below %s, which still opens something',
  (below) => {
    let [line] = reported(`${below}/a%20secret`, { token: 'a secret' });
    expect(line).toContain(`GET ${below}/…: Error: broken`);
  },
);

test('nothing of a request that went away', () => {
  expect(reported('/pixels/ada', {}, AbortSignal.abort())).toEqual([]);
});

test('one line, whatever a request puts into the message of an error', () => {
  let said = 'No route "\r\n{"level":50}\u2028\u2029\u0085\u001b[2J\0"';
  let [line = ''] = reported('/login?_data=%0aforged', {}, undefined, said);
  expect(line).toContain(String.raw`No route "\u000d\n{"level":50}\u2028\u2029\u0085\u001b[2J\u0000"`);
  expect(line).not.toMatch(/\p{Cc}/u);
});

test('a warning is one line as well', () => {
  let warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  logWarning('the way by GitHub ended early:', 'denied\nforged');
  expect(warn.mock.calls).toEqual([[String.raw`the way by GitHub ended early: denied\nforged`]]);
});
