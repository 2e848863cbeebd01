/** A location in S3, or in a storage that speaks its protocol. */
import * as limits from '../floor/limits';
import { atMost, rulesOf } from '../floor/rules';

const regionMax = 64;
/** Bytes of the prefix of keys in a bucket; a whole key has at most 1,024. */
const s3PrefixMax = 900;

export const storageErrors = {
  'invalid-s3-uri': [422, 'Invalid S3 URI'],
  'invalid-region': [422, 'Use lowercase letters, digits and hyphens, such as eu-central-1.'],
  'invalid-url': [422, 'Invalid URL'],
} as const;

const rule = rulesOf(storageErrors);

export interface S3Location {
  bucket: string;
  /** Without slashes at its ends; may be empty. */
  prefix: string;
}

/**
 * S3's rules for buckets: 3 to 63 lower-case letters, digits, dots and hyphens, first and last
 * alphanumeric, no two dots together.
 */
const uri = /^s3:\/\/([a-z0-9](?:[a-z0-9-]|\.(?!\.)){1,61}[a-z0-9])(?:\/(\P{Cc}*))?$/u;

/**
 * Bucket and prefix of `s3://bucket/prefix`; null when malformed. The prefix must not contain `..`.
 */
export function readS3Uri(value: string): S3Location | null {
  let [, bucket, rest = ''] = uri.exec(value) ?? [];
  if (bucket === undefined) return null;
  let prefix = rest.replace(/^\/+|\/+$/g, '');
  let climbs = prefix.split('/').some((part) => part === '..' || part === '.');
  return climbs || new TextEncoder().encode(prefix).length > s3PrefixMax ? null : { bucket, prefix };
}

export const s3Uri = rule({
  required: 'field-is-required',
  checks: [
    atMost(limits.urlMax),
    { code: 'invalid-s3-uri', pattern: String.raw`s3:\/\/.+` },
    { code: 'invalid-s3-uri', met: (text) => readS3Uri(text) !== null },
  ],
});

/** `eu-central-1`, or a region of another storage, such as `auto`. */
export const s3Region = rule({
  required: 'field-is-required',
  checks: [atMost(regionMax), { code: 'invalid-region', pattern: String.raw`[a-z0-9\-]+` }],
});

/**
 * An http or https address, possibly with a path, without name, password, query and fragment; may
 * be left out.
 */
export const s3Endpoint = rule({
  checks: [atMost(limits.urlMax), { code: 'invalid-url', met: isEndpoint }],
});

function isEndpoint(value: string): boolean {
  if (!URL.canParse(value)) return false;
  let { protocol, username, password, search, hash } = new URL(value);
  return /^https?:$/.test(protocol) && !username && !password && !search && !hash && !/[?#]/.test(value);
}

/** Amazon's endpoint of a region. */
export function amazonEndpoint(region: string): string {
  return `https://s3.${region}.amazonaws.com`;
}
