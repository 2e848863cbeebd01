/**
 * Seals stored secrets that must be read again, under keys of this installation, bound to their
 * holder.
 */
import * as aesGcm from 'sealing/aes-gcm';
import type { Secrets } from 'sealing/aes-gcm';

export type { Secrets };

export interface SecretSealer {
  /** The text to store. */
  seal(text: string, belongsTo: string): string;
  /**
   * Opens what was sealed under the current key or an earlier one; undefined for another key or
   * holder.
   */
  open(sealed: string, belongsTo: string): string | undefined;
  /** Whether today's key opens it. */
  isCurrent(sealed: string, belongsTo: string): boolean;
}

/** `use` keeps the keys of different uses apart. */
export function createSecretSealer(secrets: Secrets, use: string): SecretSealer {
  let keys = sealerKeys(secrets, use);
  let openWith = (some: readonly Buffer[], sealed: string, belongsTo: string) =>
    aesGcm.openBytes(some, Buffer.from(sealed, 'base64url'), belongsTo);
  return {
    seal: (text, belongsTo) => aesGcm.sealBytes(keys[0], text, belongsTo).toString('base64url'),
    open: (sealed, belongsTo) => openWith(keys, sealed, belongsTo),
    isCurrent: (sealed, belongsTo) => openWith([keys[0]], sealed, belongsTo) !== undefined,
  };
}

/** One key of 32 bytes for each secret, for one use. */
export function sealerKeys(secrets: Secrets, use: string): [Buffer, ...Buffer[]] {
  return aesGcm.deriveKeys(secrets, 'gateway', use);
}
