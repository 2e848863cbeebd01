import { accountErrors } from './accounts/account-rules';
import { annotationErrors } from './analytics/annotation-rules';
import { billingErrors } from './billing/billing-rules';
import { notPermitted, tooManyRequests } from './shared/browser-sentences';
import { destinationErrors } from './alerts/destination-rules';
import { hostingErrors } from './packages/hosting-rules';
import { analyticsErrors } from './companies/analytics-rules';
import { importFileBytesMax, whereCharactersMax, whereConditionsMax } from './limits';
import { registryErrors } from './packages/registry-rules';
import { retentionErrors } from './exports/retention-rules';
import { commonErrors } from './shared/rules';
import { storageErrors } from './exports/s3-location';
import { singleSignOnErrors } from './accounts/single-sign-on-errors';

/**
 * Every error the gateway can answer with: its code, HTTP status and message. Errors about the text
 * of one field stand beside its rule. The codes are those of the published gateway API; the few of
 * our own are marked. An answer is `{ code, message, field? }`.
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
  'public-domain-is-empty': [422, 'A domain cannot be empty.'],
  'days-are-invalid': [422, 'Days are a whole number from 1 to 366.'],
  'number-is-invalid': [422, 'This is a whole number from 1 on.'],
  'last-event-is-invalid': [422, 'The number of the last event is a whole number from 0 on.'],
  'last-event-not-known': [422, 'There is no event with this number yet.'],
  'filter-already-exists': [422, 'This filter already exists.'],
  'too-many-filters': [422, 'There are too many filters. Please remove one first.'],
  'condition-is-invalid': [
    422,
    'This condition cannot be read, or has another operator than one before it. Write it as request_platform:equals:linux.',
  ],
  'too-many-conditions': [
    422,
    `There are at most ${whereConditionsMax} conditions, of ${whereCharactersMax} characters in all.`,
  ],
  'endpoint-network-is-shared': [
    422,
    'Many people and companies have the network of this endpoint. Correct the network itself if all of it is one company.',
  ],
  'variable-name-is-invalid': [422, 'The name of a variable is a text without spaces and control characters.'],
  'too-many-annotations': [422, 'There are too many annotations. Please delete one first.'],
  'too-many-corrections': [422, 'There are too many corrections. Please take one back first.'],
  'request-not-valid': [422, 'The request was not valid.'],
  'json-not-valid': [400, 'The request body is not valid JSON.'],
  'body-too-large': [413, 'The request body is too large.'],
  'file-type-not-known': [415, 'Send the events as application/x-ndjson or text/csv.'],
  'import-column-not-known': [422, 'The file has a column that no export has, or one of them twice.'],
  'import-column-is-missing': [422, 'The file lacks a column that every event needs.'],
  'import-source-is-invalid': [422, 'Use lower-case letters, digits, dots and hyphens, 60 at most.'],
  'import-host-is-invalid': [422, 'Write a host in lower case without a scheme, such as files.example.com.'],
  'archive-not-found': [404, 'There is no such archive, or it has ended.'],
  'archive-is-being-made': [409, 'An archive is being made already. Please wait until it is ready.'],
  'import-not-found': [404, 'Import not found.'],
  'import-has-begun': [409, 'This import has been started or aborted already.'],
  'import-file-is-empty': [422, 'The file is empty.'],
  'import-file-is-too-large': [
    413,
    `A file has at most ${importFileBytesMax / 2 ** 20} MB. Compress it with gzip, split it, or use landfall import.`,
  ],
  'import-format-not-known': [422, 'This is no file of events that is known here.'],
  'import-file-is-packed-too-tightly': [422, 'The file unpacks to more than an import takes.'],
  'import-file-is-broken': [422, 'The file is damaged, or ends before its end.'],
  'import-gave-up': [
    422,
    'This import failed too often in a row. What was stored stays. Send the file again: rows that are stored are not stored twice.',
  ],
  'import-file-is-gone': [422, 'The file of this import is not on the disk of the server any more.'],
  'too-many-active-imports': [422, 'Too many imports wait or run. Start, abort or wait for one of them first.'],
  'too-little-room': [503, 'The server has too little room on its disk for this file.'],
  'upload-broke-off': [400, 'The file has not arrived in full. Please send it again.'],
  'not-logged-in': [401, 'Not logged in cannot perform the action.'],
  'session-expired': [401, 'Session expired, please login again.'],
  'account-suspended': [401, 'This account is suspended. Please write to the people who run this installation.'],
  'owner-suspended': [
    403,
    'This account or organization is suspended, so nothing of it can be changed. Please write to the people who run this installation.',
  ],
  'permission-not-granted': [403, notPermitted],
  'cannot-act-as-platform-admin': [403, 'Nobody can act as a platform admin.'],
  'cannot-administer-yourself': [422, 'You cannot do this to your own account here.'],
  'last-administrator': [422, 'This is the last platform admin. Make somebody else one first.'],
  'not-a-pro-member': [403, 'Your plan does not include this.'],
  'not-found': [404, 'Page not found.'],
  'owner-not-found': [404, 'Owner or Package not found.'],
  'package-not-found': [404, 'Package not found.'],
  'pixel-not-found': [404, 'Pixel not found.'],
  'user-not-found': [404, 'User not found.'],
  'organization-not-found': [404, 'Organization not found.'],
  'name-not-given-up': [404, 'Nobody has given up this name.'],
  'company-not-found': [404, 'Company not found.'],
  'match-not-found': [404, 'No event has come from this network, or none any more.'],
  'annotation-not-found': [404, 'This annotation does not exist any more.'],
  'correction-not-found': [404, 'This correction does not exist any more.'],
  'endpoint-not-found': [404, 'No event has this endpoint ID.'],
  'invite-not-found': [404, 'Invite not found.'],
  'package-has-no-members': [404, 'Packages of an organization have no members of their own.'],
  'token-not-found': [404, 'API token not found.'],
  'session-not-found': [404, 'Session not found.'],
  'domain-not-found': [404, 'Domain not found.'],
  'route-not-found': [404, 'Route not found.'],
  'method-not-allowed': [405, 'Method not allowed.'],
  'too-many-requests': [429, tooManyRequests],
  'too-many-sign-ins': [429, 'Too many attempts. Please wait and try again, or reset your password to sign in now.'],
  'too-busy': [429, 'Too many people are signing in right now. Please try again in a few seconds.'],
  'internal-error': [500, 'Something went wrong on our side, please try again.'],
  'api-does-not-answer': [503, 'The API does not answer at the moment. Please try again in a few seconds.'],
  'too-much-at-once': [
    429,
    'Too many reports or files of this account are being made at once. Please try again in a few seconds.',
  ],
  'server-is-busy': [503, 'This server has too much to do right now. Please try again in a few seconds.'],
  'question-is-too-large': [
    503,
    'This report needs more memory or time than the server has for it right now. Ask for fewer days or breakdowns, or try again later.',
  ],
  'records-are-busy': [503, 'This could not be saved at the moment. Please try again in a few seconds.'],
  'not-ready': [503, 'This installation is not ready.'],
  'login-failed': [401, 'The email or username and the password do not match.'],
  'token-scope-not-granted': [403, 'This API token does not allow this.'],
  'token-has-ended': [401, 'This API token has ended. Create another one.'],
  'token-owner-not-granted': [403, 'This API token is for another owner.'],
  'confirmation-required': [403, 'Please enter your password to go on.'],
  'github-account-is-another': [422, 'This is not the GitHub account linked to your account.'],
  'two-factor-required': [401, 'Enter the code from your authenticator app to sign in.'],
  'two-factor-challenge-not-valid': [401, 'This sign-in took too long. Please start again.'],
  'two-factor-code-not-valid': [422, 'This code is wrong or has been used before.'],
  'two-factor-needed': [403, 'This requires two-factor authentication. Please switch it on for your account.'],
  'own-two-factor-is-off': [422, 'Please switch two-factor authentication on for your own account first.'],
  'two-factor-already-on': [422, 'Two-factor authentication is already on.'],
  'two-factor-not-on': [422, 'Two-factor authentication is not on.'],
  'registration-is-closed': [
    422,
    'Registration is closed. Please ask the administrator of this installation for an account.',
  ],
  'registration-needs-invite': [
    422,
    'Registration is by invitation. Open the link in your invitation email and use the address it was sent to.',
  ],
  'github-account-not-linked': [401, 'No account is linked to this GitHub account yet.'],
  'github-link-not-found': [404, 'No GitHub account is linked.'],
  'github-is-the-only-way-in': [
    422,
    'You sign in with GitHub alone. Choose a password first, so that you can still get in.',
  ],
  'github-account-already-linked': [422, 'This GitHub account is already linked to another account.'],
  'github-token-not-valid': [401, 'GitHub did not confirm this sign-in. Please try again.'],
  'github-not-set-up': [422, 'Signing in with GitHub is not set up here.'],
  'github-did-not-answer': [503, 'GitHub did not answer. Please try again later.'],
  'email-already-verified': [422, 'Your email was already verified'],
  'email-verification-token-not-valid': [422, 'This link has been used, has expired, or is incomplete.'],
  'email-change-token-not-valid': [422, 'This link has been used, has expired, or is incomplete.'],
  'email-is-the-same': [422, 'This is your address already.'],
  'email-is-not-confirmed': [422, 'Please confirm your email address first.'],
  'nothing-to-report': [422, 'There were no events in the last two full weeks, so there is nothing to report.'],
  'unsubscribe-token-not-valid': [422, 'This link is incomplete, or its account no longer exists.'],
  'first-administrator-link-not-valid': [422, 'This link is not valid. It may have been used already.'],
  'password-reset-token-not-valid': [422, 'Could not parse password reset token.'],

  'too-many-former-names': [
    422,
    'Too many earlier names are still kept for this owner. Go back to one of them, or ask an administrator to free some.',
  ],
  'email-already-in-use': [422, 'This email address is already in use.'],
  password_is_too_common: [422, 'This is one of the most common passwords. Please choose another one.'],
  password_contains_name: [
    422,
    'Your password is easy to guess from your name, your email address or the name of this site. Please choose another one.',
  ],
  password_does_not_match: [422, 'This is not your password.'],
  password_must_differ: [422, 'This is your password already. Please choose another one.'],

  'token-name-already-in-use': [422, 'You have a token with this name already.'],
  'token-scope-is-required': [422, 'Choose what the token may do.'],
  'too-many-tokens': [422, 'You have reached the maximum number of tokens. Please revoke one you no longer need.'],
  'cannot-delete-account-with-subscription': [422, 'Cannot delete an account when it has active subscriptions.'],

  'cannot-revoke-ownership': [422, 'Only an owner can change the role of an owner.'],
  'cannot-delete-owner': [422, 'Only an owner can remove an owner.'],
  'organization-needs-an-owner': [422, 'Organization needs an owner.'],
  'max-organization-members-reached': [422, 'Maximum number of organizations members reached.'],
  'already-organization-member': [422, 'This person is a member already.'],
  'duplicate-organization-invite': [422, 'Duplicate organization invite.'],
  'organization-invite-not-valid': [422, 'Organization invite acceptance error.'],
  'cannot-delete-organization-with-subscription': [
    422,
    'Cannot delete an organization when it has active subscriptions.',
  ],

  'package-name-is-fixed': [422, 'The name of a package cannot be changed. Create a package with the new name.'],
  'package-already-exists': [422, 'A package with this name already exists.'],
  'package-is-conflicting': [
    422,
    'Rule is conflicting. Something else of yours on this domain has the same path, or another registry.',
  ],
  'public-domains-are-conflicting': [422, 'Conflicting public domains cannot be updated.'],
  'package-type-is-invalid': [422, 'Packages of this type cannot be created here.'],
  'public-domain-is-invalid-scarf-domain': [
    422,
    'Domains of the gateway itself and of this dashboard cannot be used here.',
  ],
  'domain-is-already-in-use': [422, 'This domain is already in use.'],
  'domain-is-invalid-scarf-domain': [422, 'Domains of the gateway itself and of this dashboard cannot be used here.'],
  'too-many-domains': [422, 'No more domains can be added here.'],
  'default-domain-stays': [422, 'The common domain of all pixels cannot be removed.'],
  'package-must-have-one-domain': [422, 'A package needs at least one domain.'],
  'incoming-path-already-exists': [422, 'A route with this path already exists.'],
  'outgoing-url-must-not-be-empty': [422, 'A file location is required.'],
  'repository-url-is-own-domain': [
    422,
    'This registry is the gateway itself. Use the registry that the packages come from.',
  ],
  'redirect-target-is-own-domain': [422, 'This host is served by the gateway itself, so the redirect would never end.'],
  'not-a-file-package': [422, 'Only file packages have routes.'],
  'too-many-routes': [422, 'A package has at most 100 routes, an owner 1,000, and a host 10 regular expressions.'],
  'too-many-packages': [422, 'You have reached the maximum number of packages. Please delete one first.'],

  'collection-not-found': [404, 'Collection not found.'],
  'collection-is-conflicting': [422, 'This domain leads to another backend registry already; one domain has only one.'],
  'pattern-is-duplicated': [422, 'There is a collection with this path on this domain already.'],
  'type-is-invalid': [422, 'Collections of this type cannot be created here.'],
  'too-many-collections': [422, 'No more collections can be added. Please widen the path of another one.'],

  'name-already-exists': [422, 'A pixel with this name already exists.'],
  'invalid-package-owner': [422, 'The package belongs to somebody else.'],
  'pixel-owner-not-found': [404, 'The pixel owner was not found.'],

  'subscription-not-found': [404, 'Subscription not found.'],
  'payment-details-not-found': [404, 'Payment details not found.'],
  'invoice-not-found': [404, 'Invoice not found.'],
  'product-not-found': [404, 'Product not found.'],
  'no-card-found': [422, 'No card found. Please add one first.'],
  'price-is-required': [422, 'Please choose a plan.'],
  'price-not-found': [422, 'This price is not offered any more.'],
  'already-subscribed': [422, 'There is already a subscription.'],
  'subscription-cannot-change': [422, 'This subscription cannot be changed any more.'],
  'currency-cannot-change': [422, 'A subscription stays in its currency. Cancel it to choose another one.'],
  'webhook-signature-not-valid': [400, 'The signature of this message is not valid.'],
  'return-url-is-required': [422, 'The address to come back to is missing.'],
  'stripe-error': [422, 'The payment provider refused this.'],
  'cards-are-saved-at-the-provider': [422, 'Cards are saved on the pages of the payment provider.'],
  'card-number-is-not-a-test-number': [422, 'This is not a test card. Please do not enter the number of a real one.'],
  'card-expiry-is-past': [422, 'The expiry date has passed.'],
  'card-was-declined': [422, 'The card was declined.'],
  'card-error-unknown': [422, 'The card could not be saved for an unknown reason. Please try again.'],
  'product-name-already-exists': [422, 'A product with this name already exists.'],
  'price-already-exists': [422, 'The product has this price already.'],
  'discount-code-already-exists': [422, 'A discount with this code already exists.'],
  'discount-not-found': [422, 'This discount code is not valid.'],
  'discount-is-used-up': [422, 'This discount code is used up.'],
  'discount-not-for-this-price': [422, 'This discount code does not fit the currency of the plan.'],
  'discount-needs-one-value': [422, 'Give either a percentage or an amount with its currency.'],
  'discount-needs-months': [422, 'How many months does the discount last?'],

  'filter-not-found': [404, 'This filter does not exist.'],

  'scheduled-export-not-found': [404, 'Scheduled export not found.'],
  'too-many-scheduled-exports': [422, 'No more exports can be scheduled. Please remove one first.'],
  'export-selection-is-empty': [422, 'Choose packages, pixels or companies to export.'],
  'export-endpoint-is-private': [422, 'This address is on a private network, where nothing may be sent from here.'],
  'export-storage-not-reached': [422, 'The storage could not be reached at this address.'],
  'export-bucket-not-found': [422, 'Bucket not found.'],
  'export-access-key-not-valid': [422, 'The storage does not know this access key.'],
  'export-secret-not-valid': [422, 'The secret does not belong to this access key.'],
  'export-access-denied': [422, 'This access key may not write to this place.'],
  'export-region-is-wrong': [422, 'The bucket is in another region.'],
  'export-storage-refused': [422, 'The storage did not take the file.'],
  'export-secret-unreadable': [422, 'The secret can no longer be read here. Please schedule the export anew.'],
  'export-was-interrupted': [422, 'The export was interrupted again and again.'],
  'export-file-is-too-large': [
    422,
    'The file of this day has more than 5 GB, which the storage does not take at once.',
  ],

  'alert-not-found': [404, 'This alert does not exist.'],
  'too-many-alerts': [422, 'There are too many alerts. Please delete one first.'],
  'alert-needs-a-destination': [422, 'Choose at least one destination.'],
  'alert-percent-is-invalid': [422, 'Percent is a whole number from 1 to 1,000.'],
  'destination-not-found': [404, 'This destination does not exist.'],
  'too-many-destinations': [422, 'There are too many destinations. Please delete one first.'],
  'webhook-needs-https': [422, 'Use an https address, so that nobody can read what is sent there.'],
  'webhook-address-is-private': [422, 'This address is on a private network, where nothing may be sent from here.'],
  'destination-has-no-secret': [422, 'Only messages to a webhook are signed.'],
  'delivery-not-found': [404, 'This delivery does not exist, or is no longer kept.'],
  'delivery-not-connected': [422, 'No connection could be made to this address.'],
  'delivery-timed-out': [422, 'There was no answer in time.'],
  'delivery-refused': [422, 'The answer was not that of a success (200 to 299).'],
  'delivery-redirected': [422, 'The answer leads to another address, which is not followed.'],
  'delivery-was-interrupted': [422, 'The delivery was interrupted again and again.'],
  'delivery-mail-refused': [422, 'The mail server did not take the mail.'],
  'delivery-address-unreadable': [422, 'The address can no longer be read here. Please enter it anew.'],
  'delivery-person-not-reached': [
    422,
    'This person has left, has no confirmed address, or has switched these mails off.',
  ],
  'share-link-not-found': [404, 'This share link does not exist, or has ended.'],
  'too-many-share-links': [422, 'There are too many share links. Please end one first.'],
  'share-is-of-one': [422, 'A share link is about one package, one pixel, or all packages.'],
  'share-days-are-invalid': [422, 'A range has 7, 30, 90 or 365 days.'],
  'share-end-is-over': [422, 'The last day is today or a later one.'],
  'share-not-found': [404, 'There is nothing at this link.'],
  'sharing-is-forbidden': [
    422,
    'This organization does not allow share links. Its owners can allow them in its settings.',
  ],
  'share-has-ended': [410, 'This share link has ended. Whoever gave it to you can make a new one.'],
  'share-needs-password': [403, 'This link needs a password.'],
  'share-password-is-wrong': [422, 'This is not the password.'],
  'company-size-is-invalid': [422, 'Write company sizes as numbers of people, such as 11-50 or 1000+.'],
  'country-is-not-known': [422, 'Write countries by their English name or two-letter code.'],
  'too-many-answers': [422, 'Too many entries. Please remove some.'],

  'data-provider-not-found': [404, 'There is no such data provider here, or it is off.'],
  'invalid-account': [422, 'Invalid account: the data provider does not let this account in.'],
  'missing-billing-email': [422, 'Missing billing email: the organization needs one first.'],
  'unable-to-create-account': [
    422,
    'Unable to create account: the data provider did not answer as it should. Please try again later.',
  ],
  'data-provider-did-not-answer': [503, 'The data provider did not answer. Please try again later.'],

  'too-much-to-recount': [422, 'These are too many events to count again here.'],
  'time-zone-not-known': [400, 'There is no such time zone. Write it like Asia/Kolkata.'],
  'range-too-long': [400, 'Selected date range was invalid or too long.'],
  'range-invalid': [400, 'Selected date range was invalid or too long.'],
  'invalid-package-query': [400, 'The package query is not valid.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type ErrorCode = keyof typeof catalogue;
export const errorCodes = Object.keys(catalogue) as [ErrorCode, ...ErrorCode[]];

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
