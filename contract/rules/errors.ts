import { accountErrors } from './account-rules';
import { annotationErrors } from './annotation-rules';
import { billingErrors } from './billing-rules';
import { destinationErrors } from './destination-rules';
import { hostingErrors } from './hosting-rules';
import { analyticsErrors } from './analytics-rules';
import { registryErrors } from './registry-rules';
import { retentionErrors } from './retention-rules';
import { commonErrors } from '../floor/rules';
import { keysOf } from '../floor/keys-of';
import { storageErrors } from './s3-location';
import { notPermitted, tooManyRequests } from '../floor/browser-sentences';
import { singleSignOnErrors } from './single-sign-on-errors';
import { accountAccessErrors } from './account-errors';
import { packageErrors } from './package-errors';
import { reportErrors } from './report-errors';
import { exportErrors } from './export-errors';
import { alertErrors } from './alert-errors';
import { paymentErrors } from './payment-errors';

/**
 * Every error of the API: code, HTTP status and message. Messages about the text of one field are
 * next to its rule. The codes are those of the published gateway API; own ones are marked. A
 * response is `{ code, message, field? }`.
 */
const catalogue = {
  ...commonErrors,
  ...accountErrors,
  ...hostingErrors,
  ...registryErrors,
  ...billingErrors,
  ...analyticsErrors,
  ...annotationErrors,
  ...storageErrors,
  ...retentionErrors,
  ...destinationErrors,
  ...singleSignOnErrors,
  ...accountAccessErrors,
  ...packageErrors,
  ...reportErrors,
  ...exportErrors,
  ...alertErrors,
  ...paymentErrors,
  'request-not-valid': [422, 'The request was not valid.'],
  'json-not-valid': [400, 'The request body is not valid JSON.'],
  'body-too-large': [413, 'The request body is too large.'],
  'permission-not-granted': [403, notPermitted],
  'not-a-pro-member': [403, 'Your plan does not include this.'],
  'not-found': [404, 'Page not found.'],
  'owner-not-found': [404, 'Owner or Package not found.'],
  'method-not-allowed': [405, 'Method not allowed.'],
  'too-many-requests': [429, tooManyRequests],
  'internal-error': [500, 'Something went wrong on our side, please try again.'],
  'api-does-not-answer': [503, 'The API is not responding. Try again in a few seconds.'],
  'too-much-at-once': [
    429,
    'Too many reports or files are being created for this account. Try again in a few seconds.',
  ],
  'server-is-busy': [503, 'The server is busy. Try again in a few seconds.'],
  'records-are-busy': [503, 'The database is busy, so this was not done. Try again in a few seconds.'],
  'not-ready': [503, 'The server is not ready.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof catalogue;
export const errorCodes = keysOf(catalogue);

/** The HTTP status of a code. */
export function statusOf(code: ErrorCode): number {
  return catalogue[code][0];
}

/** The English message of a code. */
export function messageOf(code: ErrorCode): string {
  return catalogue[code][1];
}

/** Whether a text is one of the catalogue's codes. */
export function isErrorCode(text: unknown): text is ErrorCode {
  return typeof text === 'string' && Object.hasOwn(catalogue, text);
}
