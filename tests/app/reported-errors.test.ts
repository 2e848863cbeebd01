/** What the dashboard's own log says of a request that failed. */
import { afterEach, expect, test, vi } from 'vitest';
import { handleError } from 'app/entry.server';

afterEach(() => void vi.restoreAllMocks());

function reported(path: string, params: Record<string, string>, signal?: AbortSignal): string[] {
  let error = vi.spyOn(console, 'error').mockImplementation(() => {});
  handleError(new Error('broken'), { request: new Request(`http://dashboard.test${path}`, { signal }), params });
  return error.mock.calls.map(([first]) => String(first));
}

test('the method and the path, without its query', () => {
  expect(reported('/packages/ada/overview?filter_id=7', { owner: 'ada' })).toEqual(['GET /packages/ada/overview:']);
});

test.each(['/reset-password', '/verify-email', '/change-email', '/invites', '/unsubscribe'])(
  'not the token of a link below %s, which still opens something',
  (below) => {
    expect(reported(`${below}/a%20secret`, { token: 'a secret' })).toEqual([`GET ${below}/…:`]);
  },
);

test('nothing of a request that went away', () => {
  expect(reported('/pixels/ada', {}, AbortSignal.abort())).toEqual([]);
});
