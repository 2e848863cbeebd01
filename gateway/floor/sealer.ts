/** Encrypts stored secrets with keys of the installation, bound to their holder. */
import * as aesGcm from 'sealing/aes-gcm';
import type { Secrets } from 'sealing/aes-gcm';

export type { Secrets };

export interface SecretSealer {
  seal(text: string, belongsTo: string): string;
  /** Tries the current and earlier keys; undefined for another key or holder. */
  open(sealed: string, belongsTo: string): string | undefined;
  isCurrent(sealed: string, belongsTo: string): boolean;
}

/** Different uses have different keys. */
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

/** For secrets in the control store; `reseal` seals all of them again when secrets are renewed. */
export function createRecordSealer(secrets: Secrets): SecretSealer {
  return createSecretSealer(secrets, 'records');
}

/** One 32-byte key per secret for a use. */
export function sealerKeys(secrets: Secrets, use: string): [Buffer, ...Buffer[]] {
  return aesGcm.deriveKeys(secrets, 'gateway', use);
}
