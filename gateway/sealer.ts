/** Keeps secrets that must be read again out of the store in the clear: AES-256-GCM under a key of this installation, bound to whom they belong. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ivBytes = 12;
const tagBytes = 16;

export interface Sealer {
  /** The text to store. */
  seal(text: string, belongsTo: string): string;
  /** What was sealed; undefined when the key or the holder is another. */
  open(sealed: string, belongsTo: string): string | undefined;
}

/** `secret` is the installation's own; `use` keeps the keys of different uses apart. */
export function createSealer(secret: string, use: string): Sealer {
  let key = Buffer.from(hkdfSync('sha256', secret, 'gateway', use, 32));
  return {
    seal(text, belongsTo) {
      let iv = randomBytes(ivBytes);
      let cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(belongsTo));
      let body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed, belongsTo) {
      let bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < ivBytes + tagBytes) return undefined;
      let decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(belongsTo)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8');
      } catch {
        return undefined;
      }
    },
  };
}
