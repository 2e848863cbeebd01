/**
 * Secrets that work once: links in mails, and the second step of a sign-in. 24 random bytes for the
 * holder, their SHA-256 for us.
 */
import { createHash, randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import type { OneTimeTable } from '../db/account-schema';
import type { Records } from '../db/schema';

export type Purpose = OneTimeTable['purpose'];

export interface OneTime {
  userId: string;
  purpose: Purpose;
  /** The address it is about; for a new address, that one. */
  email: string;
  /** Milliseconds it is good for. */
  lifeMs: number;
}

/**
 * Makes a secret and gives its text, which is nowhere else. Those that have ended are forgotten.
 */
export async function issueOneTime(records: Records, given: OneTime, now: number): Promise<string> {
  await records.deleteFrom('one_time_tokens').where('expires_at', '<=', now).execute();
  let token = randomBytes(24).toString('base64url');
  let { userId: user_id, purpose, email, lifeMs } = given;
  let row = { id: uuidv7(), user_id, purpose, email, hash: hashOf(token), created_at: now, expires_at: now + lifeMs };
  await records.insertInto('one_time_tokens').values(row).execute();
  return token;
}

/**
 * Looks a secret up without using it; nothing when it is unknown, used, ended or for another
 * purpose.
 */
export async function findOneTime(
  records: Records,
  purpose: Purpose,
  token: string,
  now: number,
): Promise<OneTimeTable | undefined> {
  return records
    .selectFrom('one_time_tokens')
    .selectAll()
    .where('hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Uses a secret up: of several that try at once, one gets it. */
export async function takeOneTime(
  records: Records,
  purpose: Purpose,
  token: string,
  now: number,
): Promise<OneTimeTable | undefined> {
  return records
    .deleteFrom('one_time_tokens')
    .where('hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
}

/** Forgets a person's secrets of one purpose. */
export async function dropOneTimes(records: Records, userId: string, purpose: Purpose): Promise<void> {
  await records.deleteFrom('one_time_tokens').where('user_id', '=', userId).where('purpose', '=', purpose).execute();
}

/**
 * Forgets what could still let in somebody who knew the password a person had: links to a new
 * password or address, and half-done sign-ins.
 */
export async function dropWaysIn(records: Records, userId: string): Promise<void> {
  for (let purpose of ['reset-password', 'change-email', 'two-factor'] as const)
    await dropOneTimes(records, userId, purpose);
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
