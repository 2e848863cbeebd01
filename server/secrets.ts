/** The installation's secrets, created at the first start and readable by its user only. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Secrets } from 'gateway/floor/sealer';
import type { Logger } from 'pino';
import { z } from 'zod';
import { refuseLostSecrets, whyUnwritable } from './data-folder';

export const StoredSecrets = z.object({
  /** Used if `SESSION_SECRETS` is not set: the current secret, then the one before. */
  session: z.string().min(1),
  /** The current secret of the gateway. */
  salt: z.string().min(1),
  /** Newest first. */
  earlier: z.array(z.string().min(1)).default([]),
  /**
   * Visitors have separate salts. False in installations from before November 2026, where `salt`
   * hashed them.
   */
  visitorsApart: z.boolean().default(false),
});
export type InstallationSecrets = z.infer<typeof StoredSecrets>;

/** Reads `secrets.json`, which the first start creates. Throws if it is lost or damaged. */
export function installationSecrets(folder: string): InstallationSecrets {
  let file = path.join(folder, 'secrets.json');
  if (!existsSync(file)) {
    refuseLostSecrets(folder);
    makeSecrets(folder);
  }
  try {
    return StoredSecrets.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new Error(
      `${file} cannot be read. Restore it from a backup: stored secrets cannot be decrypted without it. To start over, ` +
        `move it away and run "landfall begin-anew secrets".`,
      { cause: error },
    );
  }
}

/** Writes a new `secrets.json` atomically, with what the edge has kept of an earlier one. */
export function makeSecrets(folder: string, known: EdgeSecret = freshEdgeSecret()): void {
  let file = path.join(folder, 'secrets.json');
  let fresh = `${file}.${process.pid}.new`;
  try {
    writeFileSync(fresh, JSON.stringify({ session: randomSecret(), ...known }), { mode: 0o600, flush: true });
    place(fresh, file);
  } catch (error) {
    throw new Error(whyUnwritable(folder, error), { cause: error });
  } finally {
    rmSync(fresh, { force: true });
  }
}

/** Keeps the file if another process created it meanwhile. */
function place(fresh: string, file: string): void {
  try {
    linkSync(fresh, file);
  } catch {
    if (existsSync(file)) return;
    // Not every file system has links.
    renameSync(fresh, file);
  }
}

const EdgeSecret = StoredSecrets.pick({ salt: true, visitorsApart: true });
export type EdgeSecret = z.infer<typeof EdgeSecret>;

function freshEdgeSecret(): EdgeSecret {
  return { salt: randomSecret(), visitorsApart: true };
}

function edgeSecretFile(folder: string): string {
  return path.join(folder, 'edge', 'secret.json');
}

/** The edge's copy; undefined if it cannot be read. */
export function readEdgeSecret(folder: string): EdgeSecret | undefined {
  try {
    return EdgeSecret.parse(JSON.parse(readFileSync(edgeSecretFile(folder), 'utf8')));
  } catch {
    return undefined;
  }
}

/**
 * The installation's salt, for the link to the store side. The edge keeps a copy, so that it keeps
 * working with the same salt if `secrets.json` is lost; if both are, it creates a new one.
 */
export function edgeSecret(folder: string, log: Logger): EdgeSecret {
  let kept = readEdgeSecret(folder);
  let secret = kept;
  try {
    let { salt, visitorsApart } = installationSecrets(folder);
    secret = { salt, visitorsApart };
  } catch (error) {
    log.error({ err: error }, kept ? 'the edge uses its own copy of the salt' : 'the edge creates a new salt');
  }
  secret ??= freshEdgeSecret();
  if (secret.salt !== kept?.salt) keepEdgeSecret(folder, secret, log);
  return secret;
}

export function keepEdgeSecret(folder: string, secret: EdgeSecret, log: Logger): void {
  let file = edgeSecretFile(folder);
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.new`, JSON.stringify(secret), { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
  } catch (error) {
    log.error({ err: error }, 'the edge could not save its copy of the salt');
  }
}

/** Puts new secrets first; what earlier ones sealed can still be opened. */
export function renewSecrets(folder: string): void {
  let { session, salt, earlier, visitorsApart } = installationSecrets(folder);
  let [latest = ''] = session.split(',');
  let fresh = {
    session: `${randomSecret()},${latest}`,
    salt: randomSecret(),
    earlier: [salt, ...earlier],
    visitorsApart,
  };
  let file = path.join(folder, 'secrets.json');
  writeFileSync(`${file}.new`, JSON.stringify(fresh), { mode: 0o600, flag: 'wx' });
  renameSync(`${file}.new`, file);
}

/** The current one first. */
export function gatewaySecrets({ salt, earlier }: Pick<InstallationSecrets, 'salt' | 'earlier'>): Secrets {
  return [salt, ...earlier];
}

/** Edge and store side authenticate each other with it. */
export function linkSecret({ salt }: Pick<InstallationSecrets, 'salt'>): string {
  return createHmac('sha256', salt).update('link of edge and store').digest('base64url');
}

/** For the first administrator's link, the same in all processes. */
export function firstAdministratorSecret({ salt }: Pick<InstallationSecrets, 'salt'>): string {
  return createHmac('sha256', salt).update('first administrator').digest('base64url');
}

/** Compares in constant time. */
export function isSameSecret(given: string | string[] | undefined, secret: string): boolean {
  let [a, b] = [Buffer.from(String(given ?? '')), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** 32 random bytes. */
export function randomSecret(): string {
  return randomBytes(32).toString('base64url');
}
