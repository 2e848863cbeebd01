/**
 * Sealing of the session cookie: AES-256-GCM under keys derived from SESSION_SECRETS. The first key
 * seals, every one opens.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const version = 1;
const ivLength = 12;
const tagLength = 16;

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
export function createSealer(
  secrets: readonly string[],
  now: () => number = Date.now,
  purpose = 'session cookie',
): Sealer {
  let keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, 'landfall', purpose, 32)));
  return {
    seal(value, maxAgeSeconds) {
      let iv = randomBytes(ivLength);
      let cipher = createCipheriv('aes-256-gcm', keys[0]!, iv);
      let plain = JSON.stringify({ value, expires: now() + maxAgeSeconds * 1_000 });
      let body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(text) {
      let bytes = Buffer.from(text, 'base64url');
      if (bytes[0] !== version || bytes.length <= 1 + ivLength + tagLength) return null;
      for (let key of keys) {
        let opened = openWith(key, bytes);
        if (opened) return opened.expires > now() ? opened.value : null;
      }
      return null;
    },
  };
}

function openWith(key: Buffer, bytes: Buffer): { value: unknown; expires: number } | null {
  try {
    let decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + ivLength), { authTagLength: tagLength });
    decipher.setAuthTag(bytes.subarray(1 + ivLength, 1 + ivLength + tagLength));
    let plain = Buffer.concat([decipher.update(bytes.subarray(1 + ivLength + tagLength)), decipher.final()]);
    return JSON.parse(plain.toString('utf8')) as { value: unknown; expires: number };
  } catch {
    return null;
  }
}
