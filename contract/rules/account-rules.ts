/** Rules of the fields of accounts and organizations (specification, section 5). */
import * as limits from '../floor/limits';
import { hostName, slug } from './name-patterns';
import { atMost, rulesOf } from '../floor/rules';

const tokenNameMax = 60;

export const accountErrors = {
  'email-is-required': [422, 'Enter an email.'],
  'email-is-invalid': [422, 'This email is not valid.'],
  'username-is-too-short': [422, 'Use at least 2 characters.'],
  'username-is-too-long': [422, 'Use at most 60 characters.'],
  'username-is-invalid': [422, 'Use letters, digits and hyphens. Start and end with a letter or digit.'],
  'username-already-in-use': [422, 'This username is already taken.'],
  password_is_required: [422, 'Enter a password.'],
  password_is_too_short: [422, 'Use at least 6 characters.'],
  password_is_too_long: [422, 'Use at most 100 characters.'],
  password_single_character: [422, 'Use at least two different characters.'],
  confirm_password_is_required: [422, 'Confirm your password.'],
  confirm_password_must_match: [422, 'The passwords do not match.'],
  confirm_email_must_match: [422, 'The emails do not match.'],
  'token-name-is-required': [422, 'Enter a name.'],
  'two-factor-code-is-required': [422, 'Enter a code.'],
  'organization-name-is-required': [422, 'Enter a name.'],
  'organization-name-is-too-short': [422, 'Use at least 2 characters.'],
  'organization-name-is-too-long': [422, 'Use at most 60 characters.'],
  'invalid-organization-name': [422, 'Use letters, digits and hyphens. Start and end with a letter or digit.'],
  'entity-already-exists': [422, 'An organization or person with this name already exists.'],
  'invalid-billing-email': [422, 'This email is not valid.'],
} as const;

const rule = rulesOf(accountErrors);

/** `invites` is part of the address of an organization's members page, so it cannot be a name. */
function isFree(name: string): boolean {
  return name.toLowerCase() !== 'invites';
}

/**
 * Letters, digits and hyphens, first and last alphanumeric, 2 to 60 characters (60 leaves room in a
 * DNS label).
 */
export const username = rule({
  required: 'username-is-required',
  checks: [
    { code: 'username-is-too-short', min: limits.nameMin },
    { code: 'username-is-too-long', max: limits.nameMax },
    { code: 'username-is-invalid', pattern: slug },
    { code: 'username-already-in-use', met: isFree },
  ],
});

export const organizationName = rule({
  required: 'organization-name-is-required',
  checks: [
    { code: 'organization-name-is-too-short', min: limits.nameMin },
    { code: 'organization-name-is-too-long', max: limits.nameMax },
    { code: 'invalid-organization-name', pattern: slug },
    { code: 'entity-already-exists', met: isFree },
  ],
});

/** RFC 5322, "atext". */
const atom = String.raw`[a-zA-Z0-9!#$%&'*+\/=?^_\x60\{\|\}~\-]+`;
const address = String.raw`${atom}(?:\.${atom})*@${hostName}`;

function emailRule(
  required: 'email-is-required' | 'field-is-required',
  invalid: 'email-is-invalid' | 'invalid-billing-email',
) {
  return rule({ required, checks: [atMost(limits.emailMax), { code: invalid, pattern: address }] });
}

export const email = emailRule('email-is-required', 'email-is-invalid');

export const signInName = rule({ required: 'email-is-required', checks: [atMost(limits.emailMax)] });

export const billingEmail = emailRule('field-is-required', 'invalid-billing-email');

export const password = rule({
  required: 'password_is_required',
  verbatim: true,
  checks: [
    { code: 'password_is_too_short', min: limits.passwordMin },
    { code: 'password_is_too_long', max: limits.passwordMax },
    { code: 'password_single_character', pattern: String.raw`(?!([\s\S])\1*$)[\s\S]*` },
  ],
});

/** The current password of an account; only the gateway can check it. */
export const currentPassword = rule({ required: 'password_is_required', verbatim: true, checks: [] });

/** A new password typed a second time, compared with the field `password`. */
export const confirmPassword = rule({
  required: 'confirm_password_is_required',
  verbatim: true,
  checks: [{ code: 'confirm_password_must_match', met: (text, { password }) => text === password }],
});

export const confirmEmail = rule({
  required: 'confirm_email_must_match',
  checks: [{ code: 'confirm_email_must_match', met: (text, { email }) => plain(text) === plain(email) }],
});

function plain(address: unknown): string {
  return String(address ?? '')
    .trim()
    .toLowerCase();
}

export const tokenName = rule({ required: 'token-name-is-required', checks: [atMost(tokenNameMax)] });

export const twoFactorCode = rule({
  required: 'two-factor-code-is-required',
  checks: [atMost(40)],
});
