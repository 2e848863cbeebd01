/**
 * The words of a refusal for people (spec section 8): our own sentence of its code. What the
 * gateway wrote itself is for developers.
 */
import { json } from '@remix-run/node';
import type { ErrorAnswer } from 'contract/error-answer';
import { type ErrorCode, isErrorCode, messageOf, statusOf } from 'contract/errors';
import { somethingWrong } from './browser-messages';
import { env } from './env.server';

/** What stands before the words of the payment provider, outside production. */
export const stripeWords = 'Stripe error: ';

/**
 * The sentence of a code; what has none is 'something went wrong' in production, and as the gateway
 * said it elsewhere.
 */
export function refusalWords({ code, message }: ErrorAnswer): string {
  if (isErrorCode(code) && code !== 'stripe-error') return messageOf(code);
  if (env.production) return somethingWrong;
  return code === 'stripe-error' && !message.startsWith(stripeWords) ? stripeWords + message : message;
}

/** The dashboard's own refusal, to be thrown: as the gateway would give it. */
export function refused(code: ErrorCode, status = statusOf(code)): Response {
  return json<ErrorAnswer>({ code, message: messageOf(code) }, { status });
}
