/** Where in S3, or in a storage that speaks its protocol, something lies. */
import { z } from 'zod';
import type { ErrorCode } from './errors';
import { text } from './fields';
import { limits } from './limits';

function code(c: ErrorCode): ErrorCode {
  return c;
}

export interface S3Place {
  bucket: string;
  /** Without slashes at either end; may be empty. */
  prefix: string;
}

/** S3's rules for buckets: 3 to 63 lower-case letters, digits, dots and hyphens, first and last alphanumeric, no two dots together. */
const uri = /^s3:\/\/([a-z0-9](?:[a-z0-9-]|\.(?!\.)){1,61}[a-z0-9])(?:\/(\P{Cc}*))?$/u;

/** Parts of `s3://bucket/prefix`; null where it is none. A prefix may not climb (`..`). */
export function readS3Uri(value: string): S3Place | null {
  let [, bucket, rest = ''] = uri.exec(value) ?? [];
  if (bucket === undefined) return null;
  let prefix = rest.replace(/^\/+|\/+$/g, '');
  let climbs = prefix.split('/').some((part) => part === '..' || part === '.');
  return climbs || new TextEncoder().encode(prefix).length > limits.s3PrefixMax ? null : { bucket, prefix };
}

export const S3Uri = text(limits.urlMax).refine((v) => readS3Uri(v) !== null, code('invalid-s3-uri'));

/** `eu-central-1`, or what the storage calls its own, such as `auto`. */
export const S3Region = text(limits.regionMax).pipe(z.string().regex(/^[a-z0-9-]+$/, code('invalid-region')));

/** An http or https address that may have a path but neither a name, a password, a query nor a fragment; empty is none. */
export const S3Endpoint = z
  .string({ invalid_type_error: code('invalid-url') })
  .trim()
  .max(limits.urlMax, code('field-is-too-long'))
  .nullish()
  .transform((v) => v?.replace(/\/+$/, '') || undefined)
  .refine((v) => v === undefined || isEndpoint(v), code('invalid-url'));

function isEndpoint(value: string): boolean {
  if (!URL.canParse(value)) return false;
  let { protocol, username, password, search, hash } = new URL(value);
  return /^https?:$/.test(protocol) && !username && !password && !search && !hash && !/[?#]/.test(value);
}

/** Amazon's address of a region. */
export function amazonEndpoint(region: string): string {
  return `https://s3.${region}.amazonaws.com`;
}
