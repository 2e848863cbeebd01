/**
 * AES-256-GCM with keys derived from secrets, for the dashboard's cookies and the gateway's stored
 * secrets. Sealed bytes are nonce, tag, text.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const nonceBytes = 12;
const tagBytes = 16;

/** The current secret, then earlier ones. */
export type Secrets = readonly [string, ...string[]];

/**
 * One 32-byte key per secret, by HKDF-SHA-256. `salt` and `use` separate keys of different uses.
 */
export function deriveKeys([first, ...earlier]: Secrets, salt: string, use: string): [Buffer, ...Buffer[]] {
  let keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, salt, use, 32));
  return [keyOf(first), ...earlier.map(keyOf)];
}

/** `belongsTo` is authenticated: the bytes open only with the same value. */
export function sealBytes(key: Buffer, text: string, belongsTo = ''): Buffer {
  let nonce = randomBytes(nonceBytes);
  let cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(belongsTo));
  let body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** Undefined if no key opens it. */
export function openBytes(keys: readonly Buffer[], sealed: Buffer, belongsTo = ''): string | undefined {
  for (let key of keys) {
    let text = openWith(key, sealed, belongsTo);
    if (text !== undefined) return text;
  }
  return undefined;
}

function openWith(key: Buffer, sealed: Buffer, belongsTo: string): string | undefined {
  if (sealed.length < nonceBytes + tagBytes) return undefined;
  let options = { authTagLength: tagBytes };
  let decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), options);
  decipher.setAAD(Buffer.from(belongsTo)).setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
