/**
 * Messages of errors for people (spec section 8): our own message of its code. The gateway's own
 * message is for developers.
 */
import { json } from '@remix-run/node';
import type { ErrorAnswer } from 'contract/api/error-answer';
import { busySeconds } from 'contract/floor/browser-sentences';
import { type ErrorCode, isErrorCode, messageOf, statusOf } from 'contract/rules/errors';
import { somethingWrong } from '../config/browser-messages';
import { env } from '../config/env.server';

/** Prefix of the payment provider's message, outside production. */
export const stripePrefix = 'Stripe error: ';

const codeByStatus: Record<number, ErrorCode> = {
  401: 'session-expired',
  403: 'permission-not-granted',
  404: 'not-found',
  405: 'method-not-allowed',
  413: 'body-too-large',
  429: 'too-many-requests',
};

/** What a refusal means whose body says nothing, as that of a proxy before the gateway. */
export function unsaid(status: number): ErrorAnswer {
  let code = codeByStatus[status] ?? 'request-not-valid';
  return { code, message: messageOf(code) };
}

/**
 * The message of a code. In production an unknown one has that of the status, or 'something went
 * wrong'; elsewhere it is the gateway's message.
 */
export function errorMessage({ code, message }: ErrorAnswer, status = 500): string {
  if (isErrorCode(code) && code !== 'stripe-error') return messageOf(code);
  if (env.production) return status in codeByStatus ? unsaid(status).message : somethingWrong;
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
