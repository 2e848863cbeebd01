/**
 * Keeps secrets that must be read again out of the store in the clear: AES-256-GCM under keys of
 * this installation,
 * bound to whom they belong.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ivBytes = 12;
const tagBytes = 16;

/**
 * The installation's own secrets: the first is today's, the others are earlier ones that it
 * replaced.
 */
export type Secrets = readonly [string, ...string[]];

export interface Sealer {
  /** The text to store. */
  seal(text: string, belongsTo: string): string;
  /**
   * What was sealed under today's key or an earlier one; undefined when the key or the holder is
   * another.
   */
  open(sealed: string, belongsTo: string): string | undefined;
  /** Whether today's key opens it. */
  isCurrent(sealed: string, belongsTo: string): boolean;
}

/** `use` keeps the keys of different uses apart. */
export function createSealer(secrets: Secrets, use: string): Sealer {
  let [key, ...earlier] = keysOf(secrets, use);
  return {
    seal(text, belongsTo) {
      let iv = randomBytes(ivBytes);
      let cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(belongsTo));
      let body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed, belongsTo) {
      for (let one of [key, ...earlier]) {
        let text = openWith(one, sealed, belongsTo);
        if (text !== undefined) return text;
      }
      return undefined;
    },
    isCurrent: (sealed, belongsTo) => openWith(key, sealed, belongsTo) !== undefined,
  };
}

/** One key of 32 bytes for each secret, for one use. */
export function keysOf([first, ...earlier]: Secrets, use: string): [Buffer, ...Buffer[]] {
  let keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, 'gateway', use, 32));
  return [keyOf(first), ...earlier.map(keyOf)];
}

function openWith(key: Buffer, sealed: string, belongsTo: string): string | undefined {
  let bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < ivBytes + tagBytes) return undefined;
  let decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(belongsTo)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
