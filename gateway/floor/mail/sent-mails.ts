/**
 * Emails that are sent once. The row is inserted first, so only one process sends an email, and a
 * restart does not repeat it.
 */
import * as limits from 'contract/floor/limits';
import type { Records } from '../db/schema';
import type { SentMailRow } from '../db/account-schema';

export type SentOnceEmail = Pick<SentMailRow, 'kind' | 'about'> & { userId: string };

/**
 * Whether the caller should send the email. One that was claimed long ago but not accepted can be
 * claimed again.
 */
export async function claimEmail(
  records: Records,
  { userId, kind, about }: SentOnceEmail,
  now: number,
): Promise<boolean> {
  let made = await records
    .insertInto('sent_mails')
    .values({ user_id: userId, kind, about, claimed_at: now, sent_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute();
  if (made.length > 0) return true;
  let { numUpdatedRows } = await records
    .updateTable('sent_mails')
    .set({ claimed_at: now })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('about', '=', about)
    .where('sent_at', 'is', null)
    .where('claimed_at', '<=', now - limits.optionalMailRetryMs)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Also for an email that turned out empty. */
export async function markSent(records: Records, { userId, kind, about }: SentOnceEmail, now: number): Promise<void> {
  await records
    .updateTable('sent_mails')
    .set({ sent_at: now })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('about', '=', about)
    .execute();
}

export interface SummaryRecipient {
  id: string;
  name: string;
  email: string;
}

/**
 * At most `count` people with a confirmed address who had enabled the summary before `sendAt` and
 * have not got the one of this week.
 */
export async function pendingSummaries(
  records: Records,
  { about, sendAt, now, count }: { about: string; sendAt: number; now: number; count: number },
): Promise<SummaryRecipient[]> {
  return records
    .selectFrom('email_preferences')
    .innerJoin('users', 'users.id', 'email_preferences.user_id')
    .innerJoin('owners', 'owners.id', 'users.id')
    .leftJoin('sent_mails', (join) =>
      join
        .onRef('sent_mails.user_id', '=', 'users.id')
        .on('sent_mails.kind', '=', 'weekly-summary')
        .on('sent_mails.about', '=', about),
    )
    .where('email_preferences.weekly_summary_since', '<=', sendAt)
    .where('users.email_verified_at', 'is not', null)
    .where('owners.suspended_at', 'is', null)
    .where('sent_mails.sent_at', 'is', null)
    .where((e) =>
      e.or([
        e('sent_mails.claimed_at', 'is', null),
        e('sent_mails.claimed_at', '<=', now - limits.optionalMailRetryMs),
      ]),
    )
    .select(['users.id', 'owners.name', 'users.email'])
    .orderBy('owners.id')
    .limit(count)
    .execute();
}

/** Milliseconds. */
export async function deleteSummariesBefore(records: Records, time: number): Promise<void> {
  await records.deleteFrom('sent_mails').where('kind', '=', 'weekly-summary').where('claimed_at', '<', time).execute();
}
