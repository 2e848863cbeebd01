/**
 * The words of a refusal for people (spec section 8): our own sentence of its code. What the
 * gateway wrote itself is for developers.
 */
import type { ErrorAnswer } from 'contract/error-answer';
import { isErrorCode, messageOf } from 'contract/errors';
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
