/**
 * Rules of the fields of packages, collections, pixels and their domains (specification, section
 * 5).
 */
import { imagePathSource, imagePatternSource } from './image-pattern-text';
import * as limits from '../floor/limits';
import { hostLabel, hostName, dockerImageNameMax } from './name-patterns';
import { atMost, rulesOf } from '../floor/rules';
import { fixedHost, regexVariables, templateVariables } from './templates';

/** Characters of a collection's image pattern. */
const patternMax = 500;

export const hostingErrors = {
  'invalid-website-url': [422, 'This is not a valid URL.'],
  'package-name-is-empty': [422, 'Enter a package name.'],
  'package-name-is-invalid': [422, 'This name contains characters that are not allowed.'],
  'backend-registry-is-empty': [422, 'Enter a backend registry.'],
  'backend-registry-has-invalid-characters': [422, 'Enter a host name such as docker.io or ghcr.io.'],
  'docker-image-name-is-longer-than-255-characters': [422, 'Use at most 255 characters.'],
  'docker-image-name-has-empty-segments': [422, 'A Docker image name cannot have empty segments.'],
  'docker-image-name-has-invalid-characters': [
    422,
    'Use lowercase letters and digits, separated by a dot, hyphen, underscore or slash.',
  ],
  'public-domain-has-invalid-characters': [422, 'This is not a valid domain name.'],
  'domain-is-empty': [422, 'Enter a domain.'],
  'domain-has-invalid-characters': [422, 'This is not a valid domain name.'],
  'incoming-path-must-not-be-empty': [422, 'Enter a path.'],
  'incoming-path-must-start-with-slash': [422, 'Start the path with a slash.'],
  'incoming-path-must-be-relative': [422, 'Enter a path without a scheme or host.'],
  'incoming-path-invalid-url-template': [422, 'This is not a valid URL template (RFC 6570).'],
  'incoming-path-missing-variables': [422, 'The path is missing a variable that the file location uses.'],
  // Errors of our own from here to the next mark.
  'incoming-path-is-ambiguous': [
    422,
    'These variables are ambiguous: /my-tool-1.0 matches /{name}-{version} in two ways. Separate them with a slash.',
  ],
  'incoming-path-invalid-regex': [422, 'This is not a valid RE2 regular expression.'],
  'incoming-path-regex-too-large': [
    422,
    'This regular expression is too complex. Use at most 500 characters and no large repetitions.',
  ],
  'telemetry-has-no-file-location': [422, 'Event routes have no file location. Leave this empty.'],
  // The end of them.
  'outgoing-url-must-be-absolute': [422, 'Enter a URL that starts with http:// or https://.'],
  'outgoing-url-invalid-url-template': [422, 'This is not a valid URL template (RFC 6570).'],
  'redirect-target-is-invalid': [422, 'Enter only a scheme and a host, such as https://files.example.com.'],
  'pattern-is-empty': [422, 'Enter a path.'],
  'pattern-is-invalid': [422, 'This is not a valid pattern. Use names, * and {a,b}, separated by slashes.'],
  'pattern-has-invalid-characters': [422, 'Use lowercase letters, digits, dots, hyphens, underscores, * and {a,b}.'],
  'name-is-empty': [422, 'Enter a pixel name.'],
  'notification-downloads-are-invalid': [422, 'Enter a whole number from 1 to 1,000,000.'],
} as const;

const rule = rulesOf(hostingErrors);

function domainRule(
  invalid: 'domain-has-invalid-characters' | 'public-domain-has-invalid-characters',
  required?: 'domain-is-empty',
) {
  return rule({ required, checks: [atMost(limits.hostMax), { code: invalid, pattern: String.raw`${hostName}\.?` }] });
}

/** A custom domain to add. */
export const domain = domainRule('domain-has-invalid-characters', 'domain-is-empty');

/** The custom domain of a new pixel, which may be left out. */
export const pixelDomain = domainRule('domain-has-invalid-characters');

/**
 * The domain of a company, which may be left out where its name is given. Letters of all scripts
 * may be typed.
 */
export const companyDomain = rule({
  checks: [
    atMost(limits.hostMax),
    { code: 'domain-has-invalid-characters', met: (text) => isHostName.test(asciiDomain(text)) },
  ],
});

const isHostName = new RegExp(`^${hostName}$`, 'i');

/**
 * `xn--bcher-kva.example` of `Bücher.example.`: in lower case, without the last dot; empty if it
 * cannot be one.
 */
export function asciiDomain(typed: string): string {
  let text = typed.replace(/\.$/, '').toLowerCase();
  // An ASCII name stays as it is typed: a URL reads more texts as hosts.
  if (!/[\u0080-\uffff]/.test(text)) return text;
  return URL.canParse(`http://${text}`) && !/[/:?#@\\]/.test(text) ? new URL(`http://${text}`).hostname : '';
}

/** The custom domain of a new package or collection, which may be left out. */
export const publicDomain = domainRule('public-domain-has-invalid-characters');

/** A registry host, with an optional port, no scheme and no path. */
export const backendRegistry = rule({
  required: 'backend-registry-is-empty',
  checks: [
    atMost(limits.hostMax),
    {
      code: 'backend-registry-has-invalid-characters',
      pattern: String.raw`${hostLabel}(?:\.${hostLabel})*(?::\d{1,5})?`,
    },
  ],
});

/** A Docker image path such as `library/nginx` (OCI distribution specification, "name"). */
export const dockerImageName = rule({
  required: 'package-name-is-empty',
  checks: [
    { code: 'docker-image-name-is-longer-than-255-characters', max: dockerImageNameMax },
    { code: 'docker-image-name-has-empty-segments', met: (text) => !text.split('/').includes('') },
    { code: 'docker-image-name-has-invalid-characters', pattern: imagePathSource },
  ],
});

/** Pattern of a collection, `library/*` or `tools/{cli,server}`. */
export const imagePattern = rule({
  required: 'pattern-is-empty',
  checks: [
    atMost(patternMax),
    { code: 'pattern-has-invalid-characters', pattern: String.raw`[a-z0-9._\/*\{\},\\\-]*` },
    { code: 'pattern-is-invalid', pattern: imagePatternSource },
  ],
});

/** Name of a file package: characters that need no escaping in a path segment. */
export const filePackageName = rule({
  required: 'package-name-is-empty',
  checks: [
    atMost(limits.artifactNameMax),
    { code: 'package-name-is-invalid', pattern: String.raw`@?[\p{L}\p{N}][\p{L}\p{N} ._@+\/\-]*` },
  ],
});

export const pixelName = rule({ required: 'name-is-empty', checks: [atMost(limits.artifactNameMax)] });

/** An absolute http or https address; may be left out. */
export const website = rule({
  checks: [
    atMost(limits.urlMax),
    { code: 'invalid-website-url', pattern: '[hH][tT][tT][pP][sS]?:.*' },
    { code: 'invalid-website-url', met: (text) => URL.canParse(text) },
  ],
});

const anyPath = {
  required: 'incoming-path-must-not-be-empty',
  checks: [
    atMost(limits.urlMax),
    { code: 'incoming-path-must-be-relative', pattern: String.raw`(?!\/\/)(?![a-zA-Z][a-zA-Z0-9+.\-]*:).*` },
    { code: 'incoming-path-must-start-with-slash', pattern: String.raw`\/.*` },
  ],
} as const;

/**
 * A path and a target before it is known what they have to be: that depends on the type of a route.
 */
export const someRoutePath = rule({ required: anyPath.required, checks: [atMost(limits.urlMax)] });
export const someTarget = rule({ checks: [atMost(limits.urlMax)] });

/**
 * A path, possibly with variables (RFC 6570), or a regular expression where `type` is that. It has
 * to capture every variable that the file location uses.
 */
export const incomingPath = rule({
  ...anyPath,
  checks: [
    ...anyPath.checks,
    // A fragment is never sent to a server, so such a path could never match.
    {
      code: 'incoming-path-invalid-url-template',
      met: (path, { type }) => type === 'regex' || (!path.includes('#') && templateVariables(path) !== null),
    },
    { code: 'incoming-path-missing-variables', met: captures },
  ],
});

function captures(path: string, { outgoing_url: target, type }: Readonly<Record<string, unknown>>): boolean {
  let captured = type === 'regex' ? regexVariables(path) : templateVariables(path);
  let used = typeof target === 'string' ? templateVariables(target.trim()) : null;
  return !captured || !used || used.every((name) => captured.includes(name));
}

/** Location of the file; may be left out. */
export const outgoingUrl = rule({
  checks: [
    atMost(limits.urlMax),
    { code: 'telemetry-has-no-file-location', met: (_, { type }) => type !== 'telemetry' },
    { code: 'outgoing-url-must-be-absolute', met: (url) => fixedHost.test(url) },
    { code: 'outgoing-url-invalid-url-template', met: (url) => templateVariables(url) !== null },
  ],
});

/** Scheme and host of an http or https address, without a path; may be left out. */
export const redirectTarget = rule({
  checks: [atMost(limits.urlMax), { code: 'redirect-target-is-invalid', met: isOrigin }],
});

function isOrigin(text: string): boolean {
  let url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}

/** Number of downloads of one company after which a mail about it is sent; 1 by default. */
export const notificationDownloads = rule({
  checks: [
    { code: 'notification-downloads-are-invalid', pattern: String.raw`0*[1-9]\d*` },
    { code: 'notification-downloads-are-invalid', met: (text) => Number(text) <= limits.notificationDownloadsMax },
  ],
});
