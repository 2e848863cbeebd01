import { env } from 'app/config/env.server';
import { loader as root } from 'app/root';
import { sessionCookie } from 'app/session/session-cookie.server';
import { rejectInMaintenance, retryAfterSeconds } from 'app/session/guards.server';
import { readFailure } from 'app/shell/error-page';
import { type Handler, routeModules } from 'tests/support/routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

beforeAll(() => void (env.flags.maintenanceMode = true));
afterAll(() => void (env.flags.maintenanceMode = false));

const signedIn = sessionCookie({ v: 2, token: 't', username: 'root', context_v1: { tag: 'user', context: 'root' } });

/** The response of a handler to a session, with a gateway that counts its calls. */
async function answerOf(handler: Handler, method: string, cookie: string) {
  let calls = 0;
  let gateway = async () => {
    calls++;
    return Response.json({});
  };
  let request = new Request('http://dashboard.test/somewhere', {
    method,
    headers: { host: 'dashboard.test', cookie: cookie.split(';')[0]! },
    ...(method === 'POST' && { body: new URLSearchParams({ theme: 'dark' }) }),
  });
  let answer = await Promise.resolve()
    .then(() => handler({ request, params: { owner: 'ada' }, context: { gateway } }))
    .catch((thrown: unknown) => thrown);
  return { answer: answer as Response, calls };
}

const stillOpen = ['healthz', 'theme'];
const handlers = routeModules.flatMap(([name, { loader, action }]) => [
  ...(loader ? [{ name, method: 'GET', handler: loader }] : []),
  ...(action ? [{ name, method: 'POST', handler: action }] : []),
]);
const closed = handlers.filter(({ name }) => !stillOpen.includes(name));

// @spec 2: Maintenance page with its two sentences, on every page, status 503 with Retry-After
describe('during maintenance every page and every post answers 503 without a call to the gateway', () => {
  test('many routes are closed', () => expect(closed.length).toBeGreaterThan(100));

  test.each(closed)('$method $name', async ({ handler, method }) => {
    for (let cookie of ['', signedIn]) {
      let { answer, calls } = await answerOf(handler, method, cookie);
      expect(answer).toBeInstanceOf(Response);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, String(retryAfterSeconds)]);
      expect(await answer.json()).toMatchObject({ code: 'under-maintenance' });
      expect(calls).toBe(0);
    }
  });

  test.each(handlers.filter(({ name }) => stillOpen.includes(name)))(
    '$method $name is answered as usual',
    async ({ handler, method }) => {
      expect((await answerOf(handler, method, '')).answer.status).toBeLessThan(400);
    },
  );

  test('the document of the page has the maintenance state', async () => {
    let { answer } = await answerOf(root, 'GET', signedIn);
    expect(await answer.json()).toMatchObject({ maintenance: true });
  });

  test('a page that was opened before shows the same message', () => {
    let data = { code: 'under-maintenance', message: 'We’re preparing to serve you better.' };
    expect(readFailure({ status: 503, statusText: '', internal: false, data })).toMatchObject({
      title: 'System under maintenance',
      text: 'We’re preparing to serve you better.',
    });
  });
});

test('nothing is refused while the flag is off', () => {
  env.flags.maintenanceMode = false;
  expect(rejectInMaintenance).not.toThrow();
  env.flags.maintenanceMode = true;
});
