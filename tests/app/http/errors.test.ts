/**
 * Section 8 of the specification: the message for a failure by its status, and every message of the
 * catalogue.
 */
import { toastFor } from 'app/text/messages';
import { UNSAFE_ErrorResponseImpl } from '@remix-run/router';
import { errorCodes, messageOf } from 'contract/rules/errors';
import { usersApi } from 'contract/accounts/users';
import { sessionCookie } from 'app/session/session-cookie.server';
import { redirectOf, refusedForm } from 'tests/support/dashboard';
import { type Handler, routeModules } from 'tests/support/routes';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';

const place = '/packages/ada/overview';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** The toast after a refused post, in an installation with this environment. */
async function toastAfter(environment: string, status: number, code: string, message = 'What the gateway said.') {
  vi.stubEnv('NODE_ENV', environment);
  vi.resetModules();
  let [{ redirectWithFailure }, { readToast }] = await Promise.all([
    import('app/session/failure-toast.server'),
    import('app/session/toast.server'),
  ]);
  let answer = await redirectWithFailure(place, Response.json({ code, message }, { status }));
  let headers = { cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' };
  let { toast } = readToast(new Request('http://dashboard.test/', { headers })) ?? {};
  return { status: answer.status, to: answer.headers.get('location'), ...toast };
}

/** What a call says that took too long. */
const tookTooLong =
  'The server took too long to answer. Reload the page. If you were saving something, check whether it was saved before you try again.';

const generic = 'Something went wrong on our side, please try again';

/** Status, code, kind, message in production, message elsewhere. */
const table: [number, string, string, string, string][] = [
  [
    403,
    'permission-not-granted',
    'warning',
    'You do not have the permission to do this.',
    'You do not have the permission to do this.',
  ],
  [
    403,
    'not-a-pro-member',
    'warning',
    'You do not have the permission to do this.',
    'You do not have the permission to do this.',
  ],
  [401, 'session-expired', 'warning', 'Session expired, please login again', 'Session expired, please login again'],
  [422, 'stripe-error', 'warning', generic, 'Stripe error: What the gateway said.'],
  [422, 'email-already-verified', 'info', 'Your email was already verified', 'Your email was already verified'],
  [400, 'range-invalid', 'warning', generic, `${generic}: 400 ${place} range-invalid`],
  [404, 'package-not-found', 'warning', generic, `${generic}: 404 ${place} package-not-found`],
  [422, 'request-not-valid', 'warning', generic, `${generic}: 422 ${place} request-not-valid`],
  [500, 'internal-error', 'warning', generic, `${generic}: 500 ${place} internal-error`],
  [
    503,
    'gateway-unreachable',
    'warning',
    'Could not reach the Scarf server. Please try again later.',
    'Could not reach the Scarf server. Please try again later.',
  ],
  [503, 'answer-is-late', 'warning', tookTooLong, tookTooLong],
  [
    429,
    'too-many-requests',
    'warning',
    'Too many attempts. Please wait and try again.',
    'Too many attempts. Please wait and try again.',
  ],
  [
    503,
    'records-are-busy',
    'warning',
    'The database is busy, so this was not done. Try again in a few seconds.',
    'The database is busy, so this was not done. Try again in a few seconds.',
  ],
  [
    503,
    'question-is-too-large',
    'warning',
    'This report needs too much memory or time. Choose fewer days or breakdowns, or try again later.',
    'This report needs too much memory or time. Choose fewer days or breakdowns, or try again later.',
  ],
  [
    503,
    'events-are-unavailable',
    'warning',
    'A server with the events of this account does not respond. Downloads work and their events are kept. Try again later.',
    'A server with the events of this account does not respond. Downloads work and their events are kept. Try again later.',
  ],
];

describe('the toast of a refused post', () => {
  // @spec 8: 403, 401, stripe-error, other >= 400, email-already-verified, unreachable as toasts,
  //   per environment; in forms without scripts an alert, with what was typed
  test.each(table)('is right for %i %s in production', async (status, code, kind, text) => {
    expect(await toastAfter('production', status, code)).toEqual({ status: 303, to: place, kind, text });
  });

  // @spec 8: 403, 401, stripe-error, other >= 400, email-already-verified, unreachable as toasts,
  //   per environment; in forms without scripts an alert, with what was typed
  test.each(table)('is right for %i %s outside production', async (status, code, kind, _, text) => {
    for (let environment of ['development', 'test'])
      expect(await toastAfter(environment, status, code)).toEqual({ status: 303, to: place, kind, text });
  });

  test('is not shown for errors from outside the gateway', async () => {
    let { failureToast } = await import('app/session/failure-toast.server');
    let bug = new Error('a bug');
    await expect(failureToast(place, bug)).rejects.toBe(bug);
    let onward = new Response(null, { status: 302, headers: { location: '/login' } });
    await expect(failureToast(place, onward)).rejects.toBe(onward);
  });

  // @spec 7: POST request-email-verification
  // @spec 8: Verification request: success toast
  test('confirms a request for another mail', () => {
    expect(toastFor('email_verification_requested')).toEqual({
      kind: 'success',
      text: 'Email verification successfully requested',
    });
  });
});

/**
 * Posts a form with a note. Returns what the page shows after the gateway refused it in this
 * environment.
 */
async function formAfter(
  environment: string,
  status: number,
  refusal: { code: string; message: string; field?: string },
) {
  vi.stubEnv('NODE_ENV', environment);
  vi.resetModules();
  let { readForm: read } = await import('app/forms/read-form.server');
  let body = new URLSearchParams({ note: 'kept as it was typed' });
  let form = await read(
    new Request(`http://dashboard.test${place}`, { method: 'POST', body }),
    z.object({ note: z.string() }),
  );
  if (!form.ok) throw new Error('the form was refused before the gateway was asked');
  let { status: answered, error, kept } = await refusedForm(await form.refuse(Response.json(refusal, { status })));
  expect(kept).toEqual({ note: 'kept as it was typed' });
  return [answered, error];
}

describe('a refused form', () => {
  // @spec 8: 403, 401, stripe-error, other >= 400, email-already-verified, unreachable as toasts,
  //   per environment; in forms without scripts an alert, with what was typed
  test.each([
    [403, 'permission-not-granted', 403, 'You do not have the permission to do this.'],
    [404, 'package-not-found', 404, 'Package not found.'],
    [422, 'organization-needs-an-owner', 422, 'Organization needs an owner.'],
    [422, 'stripe-error', 422, generic],
    [422, 'a-code-of-tomorrow', 422, generic],
    [500, 'internal-error', 500, generic],
    [503, 'gateway-unreachable', 503, 'Could not reach the Scarf server. Please try again later.'],
    [503, 'answer-is-late', 503, tookTooLong],
    [429, 'too-many-requests', 422, 'Too many attempts. Please wait and try again.'],
    [503, 'records-are-busy', 503, 'The database is busy, so this was not done. Try again in a few seconds.'],
  ])('has the message of %i %s and the values', async (status, code, answered, words) => {
    expect(await formAfter('production', status, { code, message: 'Raw.' })).toEqual([answered, { '': [words] }]);
  });

  // @spec 8: 422 stripe-error with its message outside production
  test.each([
    [422, 'stripe-error', 'Stripe error: Raw.'],
    [422, 'a-code-of-tomorrow', `${generic}: 422 ${place} a-code-of-tomorrow`],
    [500, 'internal-error', `${generic}: 500 ${place} internal-error`],
  ])('has details of %i %s outside production', async (status, code, words) => {
    expect(await formAfter('test', status, { code, message: 'Raw.' })).toMatchObject([
      expect.any(Number),
      { '': [words] },
    ]);
  });

  test('shows an error on its field, in production without the message of the gateway', async () => {
    let refuse = (environment: string, code: string) =>
      formAfter(environment, 422, { code, message: 'Raw.', field: 'note' });
    expect(await refuse('production', 'name-is-empty')).toEqual([422, { note: ['Enter a pixel name.'] }]);
    expect(await refuse('production', 'a-code-of-tomorrow')).toEqual([422, { note: [generic] }]);
    expect(await refuse('test', 'a-code-of-tomorrow')).toEqual([422, { note: ['Raw.'] }]);
  });
});

describe('a page that cannot be loaded', () => {
  async function errorTextOf(environment: string, code: string) {
    vi.stubEnv('NODE_ENV', environment);
    vi.resetModules();
    let { gatewayClient } = await import('app/gateway/gateway-client.server');
    let gateway = async () => Response.json({ code, message: 'Raw.' }, { status: 422 });
    let thrown = await gatewayClient({ gateway })(usersApi.getUser, { params: { username: 'ada' } }).catch(
      (t: Response) => t,
    );
    return ((await (thrown as Response).json()) as { message: string }).message;
  }

  // @spec 8: The messages of the catalogue; never the gateway’s own words in production (all but
  //   the four of lead-data providers)
  test('never shows the message of the gateway in production', async () => {
    expect(await errorTextOf('production', 'package-not-found')).toBe('Package not found.');
    expect(await errorTextOf('production', 'stripe-error')).toBe(generic);
    expect(await errorTextOf('production', 'a-code-of-tomorrow')).toBe(generic);
  });

  // @spec 8: 422 stripe-error with its message outside production
  test('shows it outside production, and names the payment provider', async () => {
    expect(await errorTextOf('test', 'stripe-error')).toBe('Stripe error: Raw.');
    expect(await errorTextOf('test', 'a-code-of-tomorrow')).toBe('Raw.');
  });
});

describe('a post that no page can show an error for', () => {
  const thrown = new UNSAFE_ErrorResponseImpl(403, '', { code: 'permission-not-granted', message: 'x' });
  const ours = { host: 'dashboard.test', referer: `http://dashboard.test${place}?page=2` };

  test('leads back to the page it was sent from, with the toast', async () => {
    let { backWithFailure } = await import('app/session/failure-toast.server');
    let post = { method: 'POST', headers: new Headers(ours) };
    let answer = await backWithFailure(post, { 'routes/x': thrown });
    expect(redirectOf(answer!)).toEqual({ status: 303, to: `${place}?page=2`, toast: 'permission_not_granted' });
  });

  test('is an error page without a referrer, for other sites, and for GET', async () => {
    let { backWithFailure } = await import('app/session/failure-toast.server');
    for (let [method, headers] of [
      ['POST', { host: 'dashboard.test' }],
      ['POST', { ...ours, referer: 'http://evil.example/' }],
      ['POST', { ...ours, origin: 'http://evil.example' }],
      ['GET', ours],
    ] as [string, Record<string, string>][])
      expect(await backWithFailure({ method, headers: new Headers(headers) }, { 'routes/x': thrown })).toBeNull();
    expect(await backWithFailure({ method: 'POST', headers: new Headers(ours) }, { x: new Error('a bug') })).toBeNull();
  });
});

describe('a refused post to an address without a page', () => {
  // These two never refuse a form: the theme, and the session that a script transfers.
  let exempt = ['theme', '_guest.legacy-session'];
  let resourceRoutes = routeModules.filter(
    ([name, { action, ...rest }]) => action && !rest.default && !exempt.includes(name),
  );
  let session = { v: 2, token: 'x', username: 'ada', context_v1: { tag: 'user', context: 'ada' } } as const;
  let refused = async () => Response.json({ code: 'permission-not-granted', message: 'Not for you.' }, { status: 403 });

  function answerOf(action: Handler, headers: Record<string, string>): Promise<unknown> {
    let [cookie = ''] = sessionCookie(session).split(';');
    let request = new Request('http://dashboard.test/x', {
      method: 'POST',
      headers: { cookie, host: 'dashboard.test', ...headers },
      body: new URLSearchParams(),
    });
    let params = { owner: 'hopper-labs' };
    let args = { request, params, context: { gateway: refused } } as unknown as Parameters<Handler>[0];
    return Promise.resolve(action(args)).catch((thrown: unknown) => thrown);
  }

  test('has the expected routes', () => expect(resourceRoutes.length).toBeGreaterThan(15));

  test.each(resourceRoutes)('%s leads browsers without scripts back with a toast', async (name, { action }) => {
    let document = { accept: 'text/html', referer: `http://dashboard.test${place}?page=2` };
    let answer = redirectOf((await answerOf(action!, document)) as Response);
    expect([answer.status, answer.to]).toEqual([303, name.includes('acting.end') ? '/home/ada' : `${place}?page=2`]);
    let scripts = (await answerOf(action!, { ...document, accept: '*/*' })) as Response;
    if (answer.toast) expect(scripts.status).toBeGreaterThanOrEqual(400);
    let elsewhere = (await answerOf(action!, { ...document, origin: 'http://evil.example' })) as Response;
    expect(elsewhere.status).toBe(403);
  });
});

describe('the catalogue has', () => {
  const sentences = errorCodes.map(messageOf);

  // @spec 8: The messages of the catalogue; never the gateway’s own words in production (all but
  //   the four of lead-data providers)
  test.each([
    'The request was not valid',
    'Package not found',
    'Owner or Package not found',
    'The pixel owner was not found',
    'User not found',
    'Subscription not found',
    'Payment details not found',
    'No card found',
    'Maximum number of organizations members reached',
    'Duplicate organization invite',
    'Organization needs an owner',
    'Cannot delete an organization when it has active subscriptions',
    'Selected date range was invalid or too long',
    'Conflicting public domains cannot be updated',
    'Rule is conflicting',
    'Not logged in cannot perform the action',
    'Could not parse password reset token',
    'Organization invite acceptance error',
  ])('has the message “%s”', (words) => {
    expect(sentences.filter((sentence) => sentence.startsWith(words))).not.toEqual([]);
  });

  // @spec 8: Card errors
  test.each([
    ['incomplete number', 'card-number-is-incomplete', /number is incomplete/],
    ['incomplete expiry', 'card-expiry-is-incomplete', /expiry date is incomplete/],
    ['incomplete cvc', 'card-cvc-is-incomplete', /security code is incomplete/],
    ['incomplete zip', 'card-zip-is-incomplete', /postal code is incomplete/],
    ['incorrect number', 'card-number-is-incorrect', /number is incorrect/],
    ['incorrect expiry', 'card-expiry-is-incorrect', /expiry date is incorrect/],
    ['incorrect cvc', 'card-cvc-is-incorrect', /security code is incorrect/],
    ['incorrect zip', 'card-zip-is-incorrect', /postal code is incorrect/],
    ['expiry passed', 'card-expiry-is-past', /expiry date has passed/],
    ['unknown error saving card', 'card-error-unknown', /unknown error occurred/],
  ] as const)('has the card error %s', (_, code, words) => {
    expect(messageOf(code)).toMatch(words);
  });
});
