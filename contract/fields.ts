/** The rule of every field that people or programs fill in. A rule's message is the error code that names it. */
import { z } from 'zod';
import type { ErrorCode } from './errors';
import { isImagePath, readImagePattern } from './image-pattern';
import { limits } from './limits';
import { fixedHost } from './templates';

/** Keeps messages inside the error catalogue. */
function code(c: ErrorCode): ErrorCode {
  return c;
}

/** Required text after trimming, at most `max` characters. */
export function text(max: number, required: ErrorCode = 'field-is-required') {
  return z
    .string({ required_error: required, invalid_type_error: required })
    .trim()
    .min(1, required)
    .max(max, code('field-is-too-long'));
}

/** Optional text after trimming; an empty text is `undefined`. */
export function optionalText(max: number) {
  return z
    .string({ invalid_type_error: code('request-not-valid') })
    .trim()
    .max(max, code('field-is-too-long'))
    .optional()
    .nullable()
    .transform((v) => v || undefined);
}

const slug = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i;

/** Spec section 5: letters, digits and hyphens, first and last alphanumeric, 2 to 60 characters (60 leaves room in a DNS label). */
export const Username = text(limits.nameMax, 'username-is-required')
  .pipe(z.string().min(limits.nameMin, code('username-is-too-short')))
  .pipe(z.string().regex(slug, code('username-is-invalid')))
  .refine(isFree, code('username-already-in-use'));

/** Spec section 5: as a username, because the two share one set of names. */
export const OrganizationName = text(5_000, 'organization-name-is-required')
  .pipe(z.string().min(limits.nameMin, code('organization-name-is-too-short')))
  .pipe(z.string().max(limits.nameMax, code('invalid-organization-name')))
  .pipe(z.string().regex(slug, code('invalid-organization-name')))
  .refine(isFree, code('entity-already-exists'));

/** `invites` is a word in the address of an organization's members, so nobody can have it as a name. */
function isFree(name: string): boolean {
  return name.toLowerCase() !== 'invites';
}

export const Email = text(limits.emailMax, 'email-is-required').pipe(z.string().email(code('email-is-invalid')));

/** Where the invoices of an organization go. */
export const BillingEmail = text(limits.emailMax, 'field-is-required').pipe(
  z.string().email(code('invalid-billing-email')),
);

/** Spec section 5: 6 to 100 characters, not one repeated character. Never trimmed. */
export const Password = z
  .string({ required_error: code('password_is_required'), invalid_type_error: code('password_is_required') })
  .min(1, code('password_is_required'))
  .min(limits.passwordMin, code('password_is_too_short'))
  .max(limits.passwordMax, code('password_is_too_long'))
  .refine((p) => p.length === 0 || new Set(p).size > 1, code('password_single_character'));

const hostLabel = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** At least two labels; a last one of digits alone would be an address. */
const hostName = new RegExp(`^(?:${hostLabel}\\.)+(?!\\d+$)${hostLabel}$`, 'i');
const registryHost = new RegExp(`^${hostLabel}(?:\\.${hostLabel})*(?::\\d{1,5})?$`, 'i');

/** A custom domain, lower-cased. The two messages tell package forms from the domain list. */
export function domainName(invalid: ErrorCode, empty: ErrorCode) {
  return text(limits.hostMax, empty)
    .transform((v) => v.toLowerCase().replace(/\.$/, ''))
    .pipe(z.string().regex(hostName, invalid));
}

/** The optional custom domain of something new; empty is none. */
export const publicDomain = z
  .preprocess(
    (v) => (v === '' || v === null ? undefined : v),
    domainName('public-domain-has-invalid-characters', 'public-domain-is-empty').optional(),
  )
  .optional();

/** A registry host, with an optional port, no scheme and no path. */
export const BackendRegistry = text(limits.hostMax, 'backend-registry-is-empty')
  .transform((v) => v.toLowerCase())
  .pipe(z.string().regex(registryHost, code('backend-registry-has-invalid-characters')));

/** A Docker image path such as `library/nginx` (OCI distribution specification, "name"). */
export const DockerImageName = text(5_000, 'package-name-is-empty')
  .pipe(z.string().max(limits.dockerImageNameMax, code('docker-image-name-is-longer-than-255-characters')))
  .refine((v) => !v.split('/').includes(''), code('docker-image-name-has-empty-segments'))
  .refine(
    (v) => v.split('/').includes('') || v.length > limits.dockerImageNameMax || isImagePath(v),
    code('docker-image-name-has-invalid-characters'),
  );

/** Pattern of a collection, `library/*` or `tools/{cli,server}`; the grammar is in `image-pattern.ts`. */
export const ImagePatternText = text(limits.patternMax, 'pattern-is-empty')
  .pipe(z.string().regex(/^[a-z0-9._/*{},\\-]*$/, code('pattern-has-invalid-characters')))
  .refine((v) => readImagePattern(v) !== null, code('pattern-is-invalid'));

/** A file package's name: what may stand in one path segment of a link without surprises. */
export const FilePackageName = text(limits.artifactNameMax, 'package-name-is-empty').pipe(
  z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N} ._@+/-]*$/u, code('package-name-is-invalid')),
);

export const PixelName = text(limits.artifactNameMax, 'name-is-empty');

/** An absolute http or https address. */
export const Website = optionalText(limits.urlMax).refine((v) => {
  if (!v) return true;
  let url = URL.canParse(v) ? new URL(v) : undefined;
  return url?.protocol === 'http:' || url?.protocol === 'https:';
}, code('invalid-website-url'));

/** RFC 6570 templates are checked for variables against each other in `templates.ts`; here only their outer form. */
export const IncomingPath = text(limits.urlMax, 'incoming-path-must-not-be-empty')
  .refine((v) => !/^[a-z][a-z0-9+.-]*:/i.test(v) && !v.startsWith('//'), code('incoming-path-must-be-relative'))
  .refine((v) => v.startsWith('/'), code('incoming-path-must-start-with-slash'));

export const OutgoingUrl = optionalText(limits.urlMax).refine(
  (v) => v === undefined || fixedHost.test(v),
  code('outgoing-url-must-be-absolute'),
);

/** Scheme and host of an http or https address, and nothing behind them; empty is none. */
export const RedirectTarget = optionalText(limits.urlMax).transform((v, ctx) => {
  let url = v !== undefined && URL.canParse(v) ? new URL(v) : undefined;
  if (v === undefined || (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`)) return url?.origin;
  ctx.addIssue({ code: 'custom', message: code('redirect-target-is-invalid') });
  return z.NEVER;
});

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** A UTC day, `YYYY-MM-DD`, that exists in the calendar. */
export const Day = z
  .string()
  .regex(dayPattern, code('range-invalid'))
  .refine((v) => !Number.isNaN(Date.parse(v)) && new Date(v).toISOString().startsWith(v), code('range-invalid'));

export const Importance = z.enum(['low', 'mid', 'high']);
export type Importance = z.infer<typeof Importance>;

/** A secret out of a link or of the first step of a sign-in. What cannot be one is refused like one that is not known. */
export const OneTimeToken = z.string().max(100);

/** A code of an authenticator app or a recovery code, without the spaces and hyphens people type into it. */
export const Code = text(40, 'two-factor-code-is-required').transform((v) => v.replace(/[\s-]/g, '').toLowerCase());

/** What people type to pay less; upper and lower case are the same. */
export const DiscountCode = text(limits.discountCodeMax).pipe(
  z.string().regex(/^[a-z0-9_-]+$/i, code('discount-code-is-invalid')),
);
