/**
 * Messages of errors for people (spec section 8): our own message of its code. The gateway's own
 * message is for developers.
 */
import { json } from '@remix-run/node';
import type { ErrorAnswer } from 'contract/error-answer';
import { busyCodes } from 'contract/browser-sentences';
import { type ErrorCode, isErrorCode, messageOf, statusOf } from 'contract/errors';
import { somethingWrong } from './browser-messages';
import { env } from './env.server';

/** Seconds after which a request that was refused as too much is to be tried again. */
export const busyRetrySeconds = 5;

/** Prefix of the payment provider's message, outside production. */
export const stripeWords = 'Stripe error: ';

/**
 * The message of a code; without one it is 'something went wrong' in production, and the gateway's
 * message elsewhere.
 */
export function refusalWords({ code, message }: ErrorAnswer): string {
  if (isErrorCode(code) && code !== 'stripe-error') return messageOf(code);
  if (env.production) return somethingWrong;
  return code === 'stripe-error' && !message.startsWith(stripeWords) ? stripeWords + message : message;
}

/**
 * An error of the dashboard itself, to be thrown in the format of the gateway's; `more` says what
 * helps.
 */
export function refused(code: ErrorCode, status = statusOf(code), more = ''): Response {
  let headers = busyCodes.includes(code) ? { 'retry-after': String(busyRetrySeconds) } : undefined;
  return json<ErrorAnswer>({ code, message: messageOf(code) + more }, { status, headers });
}
