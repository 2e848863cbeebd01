/** Spec section 8: what is said about a failure by its status, and that every message of the catalogue exists. */
import { toastFor } from 'app/messages';
import { errorCodes, messageOf } from 'contract/errors';
import { afterEach, describe, expect, test, vi } from 'vitest';

const place = '/packages/ada/overview';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** The toast on the page after a post that was refused, as an installation of this environment shows it. */
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

const generic = 'Something went wrong on our side, please try again';

/** Status, code, kind, words in production, words elsewhere. */
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
  [
    429,
    'too-many-requests',
    'warning',
    'Too many attempts. Please wait and try again.',
    'Too many attempts. Please wait and try again.',
  ],
];

describe('the toast of a refused post', () => {
  test.each(table)('%i %s in production', async (status, code, kind, text) => {
    expect(await toastAfter('production', status, code)).toEqual({ status: 303, to: place, kind, text });
  });

  test.each(table)('%i %s elsewhere', async (status, code, kind, _, text) => {
    for (let environment of ['development', 'test'])
      expect(await toastAfter(environment, status, code)).toEqual({ status: 303, to: place, kind, text });
  });

  test('what is no failure of the gateway is thrown on', async () => {
    let { failureToast } = await import('app/session/failure-toast.server');
    let bug = new Error('a bug');
    await expect(failureToast(place, bug)).rejects.toBe(bug);
    let onward = new Response(null, { status: 302, headers: { location: '/login' } });
    await expect(failureToast(place, onward)).rejects.toBe(onward);
  });

  test('a request for another mail is confirmed', () => {
    expect(toastFor('email_verification_requested')).toEqual({
      kind: 'success',
      text: 'Email verification successfully requested',
    });
  });
});

describe('the catalogue has', () => {
  const sentences = errorCodes.map(messageOf);

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
  ])('“%s”', (words) => {
    expect(sentences.filter((sentence) => sentence.startsWith(words))).not.toEqual([]);
  });

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
    ['unknown error saving card', 'card-error-unknown', /could not be saved/],
  ] as const)('a card error: %s', (_, code, words) => {
    expect(messageOf(code)).toMatch(words);
  });
});
