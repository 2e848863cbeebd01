/**
 * Every refusal the gateway can give: its code, HTTP status and the plain English sentence sent beside it.
 * The codes are those of the published gateway API; the few of our own are marked. An answer is `{ code, message, field? }`.
 */
const catalogue = {
  'request-not-valid': [422, 'The request was not valid.'],
  'json-not-valid': [400, 'The request body is not valid JSON.'],
  'body-too-large': [413, 'The request body is too large.'],
  'not-logged-in': [401, 'Not logged in cannot perform the action.'],
  'session-expired': [401, 'Session expired, please login again.'],
  'permission-not-granted': [403, 'You do not have the permission to do this.'],
  'not-a-pro-member': [403, 'Your plan does not include this.'],
  'not-found': [404, 'There is nothing at this address.'],
  'owner-not-found': [404, 'Owner or Package not found.'],
  'package-not-found': [404, 'Package not found.'],
  'pixel-not-found': [404, 'Pixel not found.'],
  'user-not-found': [404, 'User not found.'],
  'organization-not-found': [404, 'Organization not found.'],
  'invite-not-found': [404, 'Invite not found.'],
  'package-has-no-members': [404, 'Packages of an organization have no members of their own.'],
  'domain-not-found': [404, 'Domain not found.'],
  'route-not-found': [404, 'Route not found.'],
  'method-not-allowed': [405, 'This address does not answer this method.'],
  'too-many-requests': [429, 'Too many attempts. Please wait and try again.'],
  'internal-error': [500, 'Something went wrong on our side, please try again.'],
  'login-failed': [401, 'The email or username and the password do not match.'],
  'two-factor-required': [401, 'This account asks for a second step: a code of its authenticator app.'],
  'two-factor-challenge-not-valid': [401, 'This sign-in took too long. Please start again.'],
  'two-factor-code-not-valid': [422, 'This code is not right, or was used before.'],
  'two-factor-code-is-required': [422, 'A code is required.'],
  'two-factor-already-on': [422, 'Two-factor authentication is already on.'],
  'two-factor-not-on': [422, 'Two-factor authentication is not on.'],
  'github-account-not-linked': [401, 'No account here belongs to this GitHub account yet.'],
  'github-account-already-linked': [422, 'This GitHub account belongs to an account here already.'],
  'github-token-not-valid': [401, 'GitHub did not confirm this sign-in. Please try again.'],
  'github-not-set-up': [422, 'Signing in with GitHub is not set up here.'],
  'github-did-not-answer': [503, 'GitHub did not answer. Please try again later.'],
  'email-already-verified': [422, 'Your email was already verified'],
  'email-verification-token-not-valid': [422, 'This link has been used, is too old, or is not whole.'],
  'password-reset-token-not-valid': [422, 'Could not parse password reset token.'],

  'email-is-required': [422, 'An email address is required.'],
  'email-is-invalid': [422, 'This email address is not valid.'],
  'email-already-in-use': [422, 'This email address is already in use.'],
  'username-is-required': [422, 'A username is required.'],
  'username-is-too-short': [422, 'A username has at least 2 characters.'],
  'username-is-too-long': [422, 'A username has at most 60 characters.'],
  'username-is-invalid': [422, 'Use letters, digits and hyphens; start and end with a letter or digit.'],
  'username-already-in-use': [422, 'This username is already in use.'],
  password_is_required: [422, 'A password is required.'],
  password_is_too_short: [422, 'A password has at least 6 characters.'],
  password_is_too_long: [422, 'A password has at most 100 characters.'],
  password_single_character: [422, 'A password needs at least two different characters.'],
  password_does_not_match: [422, 'This is not your password.'],
  confirm_password_is_required: [422, 'Please repeat the password.'],
  confirm_password_must_match: [422, 'The two passwords are not the same.'],
  'field-is-required': [422, 'This is a required field.'],
  'field-is-too-long': [422, 'This is too long.'],
  'invalid-website-url': [422, 'This is not a valid web address.'],

  'organization-name-is-required': [422, 'An organization needs a name.'],
  'organization-name-is-too-short': [422, 'An organization name has at least 2 characters.'],
  'invalid-organization-name': [422, 'Use up to 60 letters, digits and hyphens; start and end with a letter or digit.'],
  'entity-already-exists': [422, 'An organization or person with this name already exists.'],
  'invalid-billing-email': [422, 'This email address is not valid.'],
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

  'package-name-is-empty': [422, 'A package needs a name.'],
  'package-name-is-invalid': [422, 'This name has characters a package of this type cannot have.'],
  'package-already-exists': [422, 'A package with this name already exists.'],
  'package-is-conflicting': [422, 'The package conflicts with another rule on this domain.'],
  'package-type-is-invalid': [422, 'Packages of this type cannot be created here.'],
  'backend-registry-is-empty': [422, 'A backend registry is required.'],
  'backend-registry-has-invalid-characters': [422, 'A backend registry is a host name such as docker.io or ghcr.io.'],
  'docker-image-name-is-longer-than-255-characters': [422, 'A Docker image name has at most 255 characters.'],
  'docker-image-name-has-empty-segments': [422, 'A Docker image name cannot have empty segments.'],
  'docker-image-name-has-invalid-characters': [
    422,
    'Use lower-case letters and digits, separated by a dot, hyphen, underscore or slash.',
  ],
  'public-domain-is-empty': [422, 'A domain cannot be empty.'],
  'public-domain-is-already-in-use': [422, 'This domain is already in use.'],
  'public-domain-has-invalid-characters': [422, 'This is not a valid domain name.'],
  'public-domain-is-invalid-scarf-domain': [422, 'Domains of the gateway itself cannot be used here.'],
  'domain-is-empty': [422, 'A domain cannot be empty.'],
  'domain-is-already-in-use': [422, 'This domain is already in use.'],
  'domain-has-invalid-characters': [422, 'This is not a valid domain name.'],
  'domain-is-invalid-scarf-domain': [422, 'Domains of the gateway itself cannot be used here.'],
  'too-many-domains': [422, 'No more domains can be added here.'],
  'default-domain-stays': [422, 'The common domain of all pixels cannot be removed.'],
  'package-must-have-one-domain': [422, 'A package needs at least one domain.'],
  'incoming-path-must-not-be-empty': [422, 'A path is required.'],
  'incoming-path-must-start-with-slash': [422, 'The path starts with a slash.'],
  'incoming-path-must-be-relative': [422, 'The path is relative: no scheme and no host.'],
  'incoming-path-invalid-url-template': [422, 'The path is not a valid URL template (RFC 6570).'],
  'incoming-path-missing-variables': [422, 'The path lacks a variable that the file location uses.'],
  'incoming-path-already-exists': [422, 'A route with this path already exists.'],
  'outgoing-url-must-not-be-empty': [422, 'A file location is required.'],
  'outgoing-url-must-be-absolute': [422, 'The file location starts with http:// or https://.'],
  'outgoing-url-invalid-url-template': [422, 'The file location is not a valid URL template (RFC 6570).'],
  'not-a-file-package': [422, 'Only file packages have routes.'],
  'too-many-routes': [422, 'No more routes can be added to this package.'],

  'name-is-empty': [422, 'A pixel needs a name.'],
  'name-already-exists': [422, 'A pixel with this name already exists.'],
  'invalid-package-owner': [422, 'The package belongs to somebody else.'],
  'pixel-owner-not-found': [404, 'The pixel owner was not found.'],

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

/** The plain sentence of a code. */
export function messageOf(code: ErrorCode): string {
  return catalogue[code][1];
}

/** Whether a text is one of the catalogue's codes. */
export function isErrorCode(text: unknown): text is ErrorCode {
  return typeof text === 'string' && Object.hasOwn(catalogue, text);
}
