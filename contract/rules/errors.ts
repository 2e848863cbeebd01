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

/** Errors of alerts, destinations and deliveries. */
const alertErrors = {
  'alert-not-found': [404, 'Alert not found.'],
  'alert-already-exists': [422, 'You already have this alert. If it is paused, resume it.'],
  'too-many-alerts': [422, 'You have reached the maximum number of alerts. Delete one first.'],
  'alert-needs-a-destination': [422, 'Choose at least one destination.'],
  'alert-percent-is-invalid': [422, 'Enter a whole number from 1 to 1,000.'],
  'destination-not-found': [404, 'Destination not found.'],
  'too-many-destinations': [422, 'You have reached the maximum number of destinations. Delete one first.'],
  'webhook-needs-https': [422, 'Use an https:// URL, so that messages are encrypted.'],
  'webhook-address-is-private': [422, 'This URL is on a private network, where sending is not allowed.'],
  'destination-has-no-secret': [422, 'Only webhooks have a signing secret.'],
  'delivery-not-found': [404, 'Delivery not found. It may have been deleted.'],
  'delivery-not-connected': [422, 'Could not connect to this URL.'],
  'delivery-timed-out': [422, 'The request timed out.'],
  'delivery-refused': [422, 'The response status was not 2xx.'],
  'delivery-redirected': [422, 'The response was a redirect, and redirects are not followed.'],
  'delivery-was-interrupted': [422, 'The delivery was interrupted too many times.'],
  'delivery-mail-refused': [422, 'The mail server rejected the email.'],
  'delivery-address-unreadable': [422, 'This URL can no longer be decrypted. Enter it again.'],
  'delivery-person-not-reached': [422, 'This person left, has no verified email, or unsubscribed.'],
} as const;

/** Errors of subscriptions, payments, prices and discounts. */
const paymentErrors = {
  'subscription-not-found': [404, 'Subscription not found.'],
  'payment-details-not-found': [404, 'Payment details not found.'],
  'invoice-not-found': [404, 'Invoice not found.'],
  'product-not-found': [404, 'Product not found.'],
  'no-card-found': [422, 'No card found. Add one first.'],
  'price-is-required': [422, 'Choose a plan.'],
  'price-not-found': [422, 'This price is no longer available.'],
  'already-subscribed': [422, 'You already have a subscription.'],
  'subscription-cannot-change': [422, 'This subscription can no longer be changed.'],
  'currency-cannot-change': [422, 'You cannot change the currency of a subscription. Cancel it first.'],
  'webhook-signature-not-valid': [400, 'Invalid signature.'],
  'return-url-is-required': [422, 'The return URL is missing.'],
  'stripe-error': [422, 'The payment provider declined this.'],
  'cards-are-saved-at-the-provider': [422, 'Add your card on the payment provider’s page.'],
  'card-number-is-not-a-test-number': [422, 'This is not a test card. Do not enter a real card number.'],
  'card-expiry-is-past': [422, 'The expiry date has passed.'],
  'card-was-declined': [422, 'The card was declined.'],
  'card-error-unknown': [422, 'An unknown error occurred while saving the card. Try again.'],
  'product-name-already-exists': [422, 'A product with this name already exists.'],
  'price-already-exists': [422, 'This product already has this price.'],
  'discount-code-already-exists': [422, 'A discount with this code already exists.'],
  'discount-not-found': [422, 'This discount code is not valid.'],
  'discount-is-used-up': [422, 'This discount code has reached its limit.'],
  'discount-not-for-this-price': [422, 'This discount code does not apply to this currency.'],
  'discount-needs-one-value': [422, 'Enter either a percentage or an amount with a currency.'],
  'discount-needs-months': [422, 'Enter the number of months.'],
} as const;

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
