/** Email verification, and the welcome email after it. */
import { dayMs } from 'contract/floor/time';
import { issueOneTime } from './one-time-secrets';
import { type Person, findUser } from '../../floor/owners';
import type { Records } from '../../floor/db/schema';
import { verifyAddressEmail } from '../emails/account';
import type { AccountServices } from './services';
import { emailLinks } from 'contract/floor/email-links';
import { renderEmail } from '../../floor/mail/letter';
import type { EmailMessage } from '../../floor/mail/message';

/** Sends a person the link that confirms their address, after the answer. */
export function sendVerification(parts: AccountServices, { id: userId, name, email }: Person): void {
  let { records, mail, publicUrl, emailVerificationDays: days, clock } = parts;
  mail.send(async () => {
    let lifeMs = days * dayMs;
    let link = { userId, purpose: 'verify-email' as const, email, lifeMs };
    let token = await issueOneTime(records, link, clock());
    return { ownerId: userId, lifeMs, message: verifyAddressEmail(email, { name, publicUrl, token, days }) };
  });
}

/**
 * Call it when an address was confirmed; sends nothing to people who switched it off or had it
 * already. Never delays the answer.
 */
export function sendWelcome(
  parts: Pick<AccountServices, 'records' | 'mail' | 'publicUrl' | 'clock'>,
  userId: string,
): void {
  let { records, mail, publicUrl, clock } = parts;
  mail.send(async () => {
    let user = await findUser(records, userId);
    if (!user || !(await claimWelcome(records, userId, clock()))) return undefined;
    return { ownerId: userId, message: welcomeEmail(user.email, { name: user.name, publicUrl }) };
  });
}

/** True once for each person with a confirmed address who has not switched it off. */
async function claimWelcome(records: Records, userId: string, now: number): Promise<boolean> {
  let { numUpdatedRows } = await records
    .updateTable('users')
    .set({ welcomed_at: now })
    .where('id', '=', userId)
    .where('email_verified_at', 'is not', null)
    .where('welcomed_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('email_preferences')
            .select('user_id')
            .where('user_id', '=', userId)
            .where('no_welcome_since', 'is not', null),
        ),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** `publicUrl` is the dashboard's address without a slash at its end. */
function welcomeEmail(to: string, { name, publicUrl }: { name: string; publicUrl: string }): EmailMessage {
  return renderEmail({
    to,
    subject: 'Welcome',
    name,
    paragraphs: ['Your email is verified and your account is ready. Here is what to do next:'],
    sections: [
      {
        title: 'Get started',
        rows: [
          ['Count downloads', publicUrl + emailLinks.newPackage(name)],
          ['Track documentation visits', publicUrl + emailLinks.newPixel(name)],
          ['Get a weekly summary', publicUrl + emailLinks.emailPreferences()],
        ],
      },
    ],
    link: { label: 'Open the dashboard', url: publicUrl + emailLinks.home() },
    note: 'You receive this email once, after verifying your email.',
  });
}
