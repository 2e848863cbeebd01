/** The installation's secrets, created at the first start and readable by its user only. */
import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Secrets } from 'gateway/sealer';
import { z } from 'zod';

const Kept = z.object({
  /**
   * Used for `SESSION_SECRETS` where the environment sets none: the current secret, then the one
   * before.
   */
  session: z.string().min(1),
  /** The current secret of the gateway. */
  salt: z.string().min(1),
  /** Earlier secrets of the gateway, the newest first. */
  earlier: z.array(z.string().min(1)).default([]),
});
export type KeptSecrets = z.infer<typeof Kept>;

/** Reads `secrets.json` of a folder, creating it when absent. Throws when it is damaged. */
export function keptSecrets(folder: string): KeptSecrets {
  let file = path.join(folder, 'secrets.json');
  if (!existsSync(file)) {
    let fresh = { session: newSecret(), salt: newSecret() };
    writeFileSync(file, JSON.stringify(fresh), { mode: 0o600, flag: 'wx' });
  }
  try {
    return Kept.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new Error(`${file} cannot be read. Restore it from a backup: without it stored secrets do not open.`, {
      cause: error,
    });
  }
}

/** Puts new secrets in front of those of a folder; what earlier ones sealed can still be opened. */
export function renewSecrets(folder: string): void {
  let { session, salt, earlier } = keptSecrets(folder);
  let [latest = ''] = session.split(',');
  let fresh = { session: `${newSecret()},${latest}`, salt: newSecret(), earlier: [salt, ...earlier] };
  let file = path.join(folder, 'secrets.json');
  writeFileSync(`${file}.new`, JSON.stringify(fresh), { mode: 0o600, flag: 'wx' });
  renameSync(`${file}.new`, file);
}

/** The gateway's secrets, the current one first. */
export function gatewaySecrets({ salt, earlier }: Pick<KeptSecrets, 'salt' | 'earlier'>): Secrets {
  return [salt, ...earlier];
}

/** The secret by which edge and store side of an installation authenticate each other. */
export function linkSecret({ salt }: Pick<KeptSecrets, 'salt'>): string {
  return createHmac('sha256', salt).update('link of edge and store').digest('base64url');
}

function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
