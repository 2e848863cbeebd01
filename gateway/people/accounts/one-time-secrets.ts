/**
 * One-time tokens: links in mails, and the second step of a sign-in. 24 random bytes for the
 * person, their SHA-256 in the store.
 */
import { createHash, randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { OneTimeTokenRow } from '../../floor/db/account-schema';
import type { Records } from '../../floor/db/schema';
import { byAge } from '../../floor/installation-clock';
import { hourMs } from 'contract/floor/time';

/** A link to reset the password works for an hour. */
export const passwordResetMs = hourMs;

export type OneTimePurpose = OneTimeTokenRow['purpose'];

export interface OneTimeSecret {
  userId: string;
  purpose: OneTimePurpose;
  /** The email address it belongs to; for a change of address, the new one. */
  email: string;
  lifeMs: number;
}

/** Creates a token and gives its text, which is stored nowhere. Expired ones are deleted. */
export async function issueOneTime(records: Records, given: OneTimeSecret, now: number): Promise<string> {
  await byAge(records, now, () => records.deleteFrom('one_time_tokens').where('expires_at', '<=', now).execute());
  let token = randomBytes(24).toString('base64url');
  let { userId: user_id, purpose, email, lifeMs } = given;
  let row = { id: uuidv7(), user_id, purpose, email, hash: hashOf(token), created_at: now, expires_at: now + lifeMs };
  await records.insertInto('one_time_tokens').values(row).execute();
  return token;
}

/**
 * Finds a token without using it; undefined when it is unknown, used, expired or for another
 * purpose.
 */
export async function findOneTime(
  records: Records,
  purpose: OneTimePurpose,
  token: string,
  now: number,
): Promise<OneTimeTokenRow | undefined> {
  return records
    .selectFrom('one_time_tokens')
    .selectAll()
    .where('hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Uses a token; of several attempts at the same moment, one succeeds. */
export async function useOneTime(
  records: Records,
  purpose: OneTimePurpose,
  token: string,
  now: number,
): Promise<OneTimeTokenRow | undefined> {
  return records
    .deleteFrom('one_time_tokens')
    .where('hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
}

export async function dropOneTimes(records: Records, userId: string, purpose: OneTimePurpose): Promise<void> {
  await records.deleteFrom('one_time_tokens').where('user_id', '=', userId).where('purpose', '=', purpose).execute();
}

/**
 * Deletes tokens that a person with the old password could still use: links to a new password or
 * address, and pending second steps.
 */
export async function dropSignInSecrets(records: Records, userId: string): Promise<void> {
  for (let purpose of ['reset-password', 'change-email', 'two-factor'] as const)
    await dropOneTimes(records, userId, purpose);
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
