/**
 * The schema of every field that people or programs fill in, made from its rule. The message of an
 * issue is the error code.
 */
import { z } from 'zod';
import type { ErrorCode } from './errors';
import * as account from './account-rules';
import { discountCode } from './billing-rules';
import { destinationName, webhookAddress } from './destination-rules';
import * as hosting from './hosting-rules';
import { apiKey } from './analytics-rules';
import * as limits from '../floor/limits';
import { printable } from '../floor/printable';
import { repositoryUrl } from './registry-rules';
import { knownUsername, refusalOf, type Rule, textRule, trimmed } from '../floor/rules';
import { s3Endpoint, s3Region, s3Uri } from './s3-location';

/** Restricts messages to the codes of the catalogue. */
function code(c: ErrorCode): ErrorCode {
  return c;
}

/** A trimmed text that meets a rule. A value of another type is refused as if it were missing. */
export function schemaOf(rule: Rule) {
  let missing = rule.required ?? code('request-not-valid');
  let typed = z.string({ required_error: missing, invalid_type_error: missing });
  typed._def.openapi = { metadata: lengthsOf(rule) };
  return typed
    .transform((text) => trimmed(rule, text))
    .superRefine((text, issue) => {
      let message = refusalOf(rule, text);
      if (message) issue.addIssue({ code: 'custom', message });
    });
}

/** Minimum and maximum length for the OpenAPI page. */
function lengthsOf({ required, checks }: Rule) {
  let minLength = checks.find((check) => 'min' in check)?.min ?? (required && 1);
  let maxLength = checks.find((check) => 'max' in check)?.max;
  return { ...(minLength && { minLength }), ...(maxLength && { maxLength }) };
}

/** A text that may be left out; an empty one is `undefined`. */
function optional(rule: Rule) {
  return schemaOf(rule)
    .nullish()
    .transform((v) => v || undefined);
}

/** Required text after trimming, at most `max` characters. */
export function text(max: number) {
  return schemaOf(textRule(max, 'field-is-required'));
}

/** The same without characters that are not seen or change how others are read. */
export function printableText(max: number) {
  return text(max)
    .transform((typed) => printable(typed, max).trim())
    .pipe(z.string().min(1, code('field-is-required')));
}

/** Optional text after trimming; an empty text is `undefined`. */
export function optionalText(max: number) {
  return optional(textRule(max));
}

export const Username = schemaOf(account.username);
/** The username of an existing account; a text that cannot be a username is simply not found. */
export const KnownUsername = schemaOf(knownUsername).pipe(z.string().max(limits.nameMax, code('user-not-found')));

export const OrganizationName = schemaOf(account.organizationName);
export const Email = schemaOf(account.email);
export const BillingEmail = schemaOf(account.billingEmail);
export const Password = schemaOf(account.password);

/** A domain, lower-cased, without a trailing dot. */
export const DomainName = schemaOf(hosting.domain).transform(plainDomain);

/** The optional custom domain of something new; empty is none. */
export const PublicDomain = optional(hosting.publicDomain).transform((v) => v && plainDomain(v));
export const PixelDomain = optional(hosting.pixelDomain).transform((v) => v && plainDomain(v));

function plainDomain(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}

export const BackendRegistry = schemaOf(hosting.backendRegistry).transform((v) => v.toLowerCase());
export const DockerImageName = schemaOf(hosting.dockerImageName);
export const ImagePatternText = schemaOf(hosting.imagePattern);
/** The address of a registry; ends with a slash. */
export const RepositoryUrl = schemaOf(repositoryUrl).transform((v) => new URL(v).href.replace(/\/*$/, '/'));
export const FilePackageName = schemaOf(hosting.filePackageName);
export const PixelName = schemaOf(hosting.pixelName);
export const Website = optional(hosting.website);

export const IncomingPath = schemaOf(hosting.incomingPath);
export const SomeRoutePath = schemaOf(hosting.someRoutePath);
export const SomeTarget = optional(hosting.someTarget);
export const OutgoingUrl = optional(hosting.outgoingUrl);

/** Scheme and host alone; empty is none. */
export const RedirectTarget = optional(hosting.redirectTarget).transform((v) => v && new URL(v).origin);

export const S3Uri = schemaOf(s3Uri);
export const S3Region = schemaOf(s3Region);
/** Without trailing slashes; empty is none. */
export const S3Endpoint = optional(s3Endpoint).transform((v) => v?.replace(/\/+$/, ''));

export const DestinationName = schemaOf(destinationName);
/** Without a fragment. */
export const WebhookAddress = schemaOf(webhookAddress).transform((v) => v.replace(/#.*$/s, ''));

/** The domain of a company; empty is none. */
export const CompanyDomain = optional(hosting.companyDomain).transform((v) => (v ? hosting.asciiDomain(v) : ''));

/** A key of a data provider. */
export const ApiKeyText = schemaOf(apiKey);

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a text is a day, `YYYY-MM-DD`, that exists in the calendar. */
export function isDay(text: string): boolean {
  return dayPattern.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);
}

export const DayText = z.string().regex(dayPattern, code('range-invalid')).refine(isDay, code('range-invalid'));

export const Importance = z.enum(['low', 'mid', 'high']);
export type Importance = z.infer<typeof Importance>;

const lastEventIsInvalid = code('last-event-is-invalid');

/**
 * The mark of the last event that a question knows, as an earlier answer named it; by default the
 * last one.
 */
export const LastEvent = z.coerce
  .number({ invalid_type_error: lastEventIsInvalid })
  .int(lastEventIsInvalid)
  .min(0, lastEventIsInvalid)
  .max(Number.MAX_SAFE_INTEGER, lastEventIsInvalid)
  .optional()
  .describe('Mark of the last event to include, from an earlier response; defaults to the latest');

/** Whether a new password revokes the API tokens of its account as well. */
export const EndApiTokens = z.boolean().default(false);

/**
 * A secret from a link, or from the first step of a sign-in. A text that cannot be one is refused
 * like an unknown one.
 */
export const OneTimeToken = z.string().max(100);

/**
 * A code of an authenticator app or a recovery code, without the spaces and hyphens people type
 * into it.
 */
export const SixDigitCode = schemaOf(account.twoFactorCode).transform((v) => v.replace(/[\s-]/g, '').toLowerCase());

/** Case does not matter. */
export const DiscountCode = schemaOf(discountCode);
