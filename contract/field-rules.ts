/** The rule of every field that people fill in, once: spec section 5 where no other source is named. */
import type { FieldErrorCode } from './field-errors';
import { imagePathSource, imagePatternSource } from './image-pattern-text';
import * as limits from './limits';
import type { Rule } from './rules';
import { fixedHost, templateVariables } from './templates';

/** A text of any kind, at most `max` long. Without a code it may be left out. */
export function textRule(max: number, required?: FieldErrorCode): Rule {
  return { required, checks: [{ code: 'field-is-too-long', max }] };
}

const alphanumeric = '[a-zA-Z0-9]';
const slug = String.raw`${alphanumeric}(?:[a-zA-Z0-9\-]*${alphanumeric})?`;

/** `invites` is a word in the address of an organization's members, so nobody can have it as a name. */
function isFree(name: string): boolean {
  return name.toLowerCase() !== 'invites';
}

/** Letters, digits and hyphens, first and last alphanumeric, 2 to 60 characters (60 leaves room in a DNS label). */
export const username: Rule = {
  required: 'username-is-required',
  checks: [
    { code: 'username-is-too-short', min: limits.nameMin },
    { code: 'username-is-too-long', max: limits.nameMax },
    { code: 'username-is-invalid', pattern: slug },
    { code: 'username-already-in-use', met: isFree },
  ],
};

/** As a username, because the two share one set of names. */
export const organizationName: Rule = {
  required: 'organization-name-is-required',
  checks: [
    { code: 'organization-name-is-too-short', min: limits.nameMin },
    { code: 'invalid-organization-name', max: limits.nameMax },
    { code: 'invalid-organization-name', pattern: slug },
    { code: 'entity-already-exists', met: isFree },
  ],
};

/** The name of somebody who has an account. */
export const knownUsername: Rule = { required: 'username-is-required', checks: [] };

const hostLabel = String.raw`${alphanumeric}(?:[a-zA-Z0-9\-]{0,61}${alphanumeric})?`;
/** At least two labels; a last one of digits alone would be an address. */
const hostName = String.raw`(?:${hostLabel}\.)+(?!\d+$)${hostLabel}`;

/** Letters of a mailbox between its dots (RFC 5322, "atext"). */
const atom = String.raw`[a-zA-Z0-9!#$%&'*+\/=?^_\x60\{\|\}~\-]+`;
const address = String.raw`${atom}(?:\.${atom})*@${hostName}`;

function emailRule(required: FieldErrorCode, invalid: FieldErrorCode): Rule {
  let max = { code: 'field-is-too-long', max: limits.emailMax } as const;
  return { required, checks: [max, { code: invalid, pattern: address }] };
}

export const email = emailRule('email-is-required', 'email-is-invalid');

/** What people type to sign in: their address, or their username. */
export const signInName = textRule(limits.emailMax, 'email-is-required');

/** Where the invoices of an organization go. */
export const billingEmail = emailRule('field-is-required', 'invalid-billing-email');

export const password: Rule = {
  required: 'password_is_required',
  verbatim: true,
  checks: [
    { code: 'password_is_too_short', min: limits.passwordMin },
    { code: 'password_is_too_long', max: limits.passwordMax },
    { code: 'password_single_character', pattern: String.raw`(?!(.)\1*$).*` },
  ],
};

/** The password of an account that exists; only the gateway knows it. */
export const knownPassword: Rule = { required: 'password_is_required', verbatim: true, checks: [] };

/** A new password typed once more; beside it stands `password`. */
export const confirmPassword: Rule = {
  required: 'confirm_password_is_required',
  verbatim: true,
  checks: [{ code: 'confirm_password_must_match', met: (text, { password }) => text === password }],
};

function domainRule(invalid: FieldErrorCode, required?: FieldErrorCode): Rule {
  let max = { code: 'field-is-too-long', max: limits.hostMax } as const;
  return { required, checks: [max, { code: invalid, pattern: String.raw`${hostName}\.?` }] };
}

/** A custom domain that is added. */
export const domain = domainRule('domain-has-invalid-characters', 'domain-is-empty');

/** The custom domain of a new pixel, which may be left out. */
export const pixelDomain = domainRule('domain-has-invalid-characters');

/** The custom domain of a new package or collection, which may be left out. */
export const publicDomain = domainRule('public-domain-has-invalid-characters');

/** A registry host, with an optional port, no scheme and no path. */
export const backendRegistry: Rule = {
  required: 'backend-registry-is-empty',
  checks: [
    { code: 'field-is-too-long', max: limits.hostMax },
    {
      code: 'backend-registry-has-invalid-characters',
      pattern: String.raw`${hostLabel}(?:\.${hostLabel})*(?::\d{1,5})?`,
    },
  ],
};

/** A Docker image path such as `library/nginx` (OCI distribution specification, "name"). */
export const dockerImageName: Rule = {
  required: 'package-name-is-empty',
  checks: [
    { code: 'docker-image-name-is-longer-than-255-characters', max: limits.dockerImageNameMax },
    { code: 'docker-image-name-has-empty-segments', met: (text) => !text.split('/').includes('') },
    { code: 'docker-image-name-has-invalid-characters', pattern: imagePathSource },
  ],
};

/** Pattern of a collection, `library/*` or `tools/{cli,server}`. */
export const imagePattern: Rule = {
  required: 'pattern-is-empty',
  inShort: 'pattern-is-invalid',
  checks: [
    { code: 'field-is-too-long', max: limits.patternMax },
    { code: 'pattern-has-invalid-characters', pattern: String.raw`[a-z0-9._\/*\{\},\\\-]*` },
    { code: 'pattern-is-invalid', pattern: imagePatternSource },
  ],
};

/** A file package's name: what may stand in one path segment of a link without surprises. */
export const filePackageName: Rule = {
  required: 'package-name-is-empty',
  checks: [
    { code: 'field-is-too-long', max: limits.artifactNameMax },
    { code: 'package-name-is-invalid', pattern: String.raw`[\p{L}\p{N}][\p{L}\p{N} ._@+\/\-]*` },
  ],
};

export const pixelName = textRule(limits.artifactNameMax, 'name-is-empty');

/** An absolute http or https address; may be left out. */
export const website: Rule = {
  checks: [
    { code: 'field-is-too-long', max: limits.urlMax },
    { code: 'invalid-website-url', pattern: '[hH][tT][tT][pP][sS]?:.*' },
    { code: 'invalid-website-url', met: (text) => URL.canParse(text) },
  ],
};

/** A path that may have variables (RFC 6570), all of those that the file location beside it uses. */
export const incomingPath: Rule = {
  required: 'incoming-path-must-not-be-empty',
  inShort: 'incoming-path-must-start-with-slash',
  checks: [
    { code: 'field-is-too-long', max: limits.urlMax },
    { code: 'incoming-path-must-be-relative', pattern: String.raw`(?!\/\/)(?![a-zA-Z][a-zA-Z0-9+.\-]*:).*` },
    { code: 'incoming-path-must-start-with-slash', pattern: String.raw`\/.*` },
    // A fragment never reaches a server, so such a path could never be met.
    {
      code: 'incoming-path-invalid-url-template',
      met: (path) => !path.includes('#') && templateVariables(path) !== null,
    },
    { code: 'incoming-path-missing-variables', met: (path, { outgoing_url }) => captures(path, outgoing_url) },
  ],
};

function captures(path: string, target: unknown): boolean {
  let captured = templateVariables(path);
  let used = typeof target === 'string' ? templateVariables(target.trim()) : null;
  return !captured || !used || used.every((name) => captured.includes(name));
}

/** Where a file is now; may be left out. */
export const outgoingUrl: Rule = {
  checks: [
    { code: 'field-is-too-long', max: limits.urlMax },
    { code: 'outgoing-url-must-be-absolute', met: (url) => fixedHost.test(url) },
    { code: 'outgoing-url-invalid-url-template', met: (url) => templateVariables(url) !== null },
  ],
};

/** Scheme and host of an http or https address, and nothing behind them; may be left out. */
export const redirectTarget: Rule = {
  checks: [
    { code: 'field-is-too-long', max: limits.urlMax },
    { code: 'redirect-target-is-invalid', met: isOrigin },
  ],
};

function isOrigin(text: string): boolean {
  let url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}

export const tokenName = textRule(limits.tokenNameMax, 'token-name-is-required');

/** What the user agents hold that are left out. */
export const filterAgent = textRule(limits.filterValueMax, 'filter-value-is-required');

/** A key that a data provider gave: printable ASCII without spaces. */
export const apiKey: Rule = {
  required: 'api-key-is-required',
  checks: [
    { code: 'field-is-too-long', max: limits.apiKeyMax },
    { code: 'invalid-api-key', pattern: String.raw`[\x21-\x7e]+` },
  ],
};

/** A whole number from 1 on. */
function countRule(max: number, invalid: FieldErrorCode): Rule {
  let pattern = String.raw`0*[1-9]\d*`;
  return {
    required: invalid,
    checks: [
      { code: invalid, pattern },
      { code: invalid, met: (text) => Number(text) <= max },
    ],
  };
}

/** Downloads of one company before a mail about it is sent. */
export const notificationDownloads = countRule(limits.notificationDownloadsMax, 'notification-downloads-are-invalid');

/** What an authenticator app shows, or a recovery code. */
export const twoFactorCode: Rule = {
  required: 'two-factor-code-is-required',
  checks: [{ code: 'field-is-too-long', max: 40 }],
};

/** What people type to pay less. */
export const discountCode: Rule = {
  required: 'field-is-required',
  checks: [
    { code: 'field-is-too-long', max: limits.discountCodeMax },
    { code: 'discount-code-is-invalid', pattern: String.raw`[a-zA-Z0-9_\-]+` },
  ],
};
