/** The installation's own secrets, made at the first start and readable by its user alone. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Reads `secrets.json` of a folder, which is made when absent. */
export function keptSecrets(folder: string): { session: string; salt: string } {
  let file = path.join(folder, 'secrets.json');
  if (!existsSync(file)) {
    let fresh = { session: randomBytes(32).toString('base64url'), salt: randomBytes(32).toString('base64url') };
    writeFileSync(file, JSON.stringify(fresh), { mode: 0o600, flag: 'wx' });
  }
  return JSON.parse(readFileSync(file, 'utf8')) as { session: string; salt: string };
}
