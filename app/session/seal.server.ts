/**
 * Sealing of the session cookie under keys derived from SESSION_SECRETS. The first key seals, every
 * one opens.
 */
import { keysOf, openBytes, sealBytes, type Secrets } from 'sealing/aes-gcm';

/** First byte of what is sealed. */
const version = 1;

export interface Sealer {
  /** Text that only the holder of a secret can read or change, valid for `maxAgeSeconds`. */
  seal(value: unknown, maxAgeSeconds: number): string;
  /** The sealed value, or null when the text is foreign, changed or out of date. */
  open(text: string): unknown;
}

/**
 * A sealer over one or more secrets, newest first. What is sealed for one purpose opens for that
 * one only.
 */
export function createSealer(secrets: Secrets, now: () => number = Date.now, purpose = 'session cookie'): Sealer {
  let keys = keysOf(secrets, 'landfall', purpose);
  return {
    seal(value, maxAgeSeconds) {
      let plain = JSON.stringify({ value, expires: now() + maxAgeSeconds * 1_000 });
      return Buffer.concat([Buffer.of(version), sealBytes(keys[0], plain)]).toString('base64url');
    },
    open(text) {
      let bytes = Buffer.from(text, 'base64url');
      let plain = bytes[0] === version ? openBytes(keys, bytes.subarray(1)) : undefined;
      if (plain === undefined) return null;
      let { value, expires } = JSON.parse(plain) as { value: unknown; expires: number };
      return expires > now() ? value : null;
    },
  };
}
