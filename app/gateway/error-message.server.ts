/**
 * Messages of errors for people (spec section 8): our own message of its code. The gateway's own
 * message is for developers.
 */
import { json } from '@remix-run/node';
import type { ErrorAnswer } from 'contract/error-answer';
import { busySeconds } from 'contract/shared/browser-sentences';
import { type ErrorCode, isErrorCode, messageOf, statusOf } from 'contract/errors';
import { somethingWrong } from '../config/browser-messages';
import { env } from '../config/env.server';

/** Prefix of the payment provider's message, outside production. */
export const stripePrefix = 'Stripe error: ';

/**
 * The message of a code; without one it is 'something went wrong' in production, and the gateway's
 * message elsewhere.
 */
export function errorMessage({ code, message }: ErrorAnswer): string {
  if (isErrorCode(code) && code !== 'stripe-error') return messageOf(code);
  if (env.production) return somethingWrong;
  return code === 'stripe-error' && !message.startsWith(stripePrefix) ? stripePrefix + message : message;
}

/**
 * An error of the dashboard itself, to be thrown in the format of the gateway's; `more` says what
 * helps.
 */
export function errorResponse(code: ErrorCode, status = statusOf(code), more = ''): Response {
  return errorAnswerResponse({ code, message: messageOf(code) + more }, status);
}

/** The answer of a refusal, which says when to try again where that helps. */
export function errorAnswerResponse(refusal: ErrorAnswer, status: number): Response {
  let seconds = busySeconds[refusal.code];
  return json(refusal, { status, headers: seconds ? { 'retry-after': String(seconds) } : {} });
}
