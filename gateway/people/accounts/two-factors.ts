/** The second step of sign-ins: the authenticator's secret, and one-time recovery codes. */
import { createHash } from 'node:crypto';
import type { Records } from '../../floor/db/schema';
import type { TwoFactorRow } from '../../floor/db/account-schema';

export async function findTwoFactor(records: Records, userId: string): Promise<TwoFactorRow | undefined> {
  return records.selectFrom('two_factors').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Stores a secret to be confirmed, unless there is one; gives the stored one. */
export async function startTwoFactor(records: Records, userId: string, secret: string): Promise<TwoFactorRow> {
  await records
    .insertInto('two_factors')
    .values({ user_id: userId, secret, confirmed_at: null, last_step: 0, unseen_codes: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return records.selectFrom('two_factors').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow();
}

/** Switches two-factor on; false when it was on already. */
export async function confirmTwoFactor(records: Records, userId: string, now: number): Promise<boolean> {
  let { numUpdatedRows } = await records
    .updateTable('two_factors')
    .set({ confirmed_at: now })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Uses the code of a time step: of several attempts one succeeds, and no code of that step or an
 * earlier one works again.
 */
export async function claimTimeStep(records: Records, userId: string, step: number): Promise<boolean> {
  let { numUpdatedRows } = await records
    .updateTable('two_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function dropTwoFactor(records: Records, userId: string): Promise<void> {
  await records.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await records.deleteFrom('two_factors').where('user_id', '=', userId).execute();
}

/** Puts new recovery codes in the place of the old ones; `unseen` is their sealed list. */
export async function replaceRecoveryCodes(
  records: Records,
  userId: string,
  codes: readonly string[],
  unseen: string,
): Promise<void> {
  await records.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await records
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, hash: hashOf(code) })))
    .execute();
  await records.updateTable('two_factors').set({ unseen_codes: unseen }).where('user_id', '=', userId).execute();
}

/** Uses a recovery code: of several attempts one succeeds. */
export async function useRecoveryCode(records: Records, userId: string, code: string): Promise<boolean> {
  let { numDeletedRows } = await records
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('hash', '=', hashOf(code))
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function recoveryCodesLeft(records: Records, userId: string): Promise<number> {
  let { left } = await records
    .selectFrom('recovery_codes')
    .select((e) => e.fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return left;
}

export async function forgetUnseenCodes(records: Records, userId: string): Promise<void> {
  await records.updateTable('two_factors').set({ unseen_codes: null }).where('user_id', '=', userId).execute();
}

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}
