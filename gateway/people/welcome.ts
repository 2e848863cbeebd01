/** Sends the welcome mail, once for each account. */
import { welcomeMail } from './mails/welcome';
import { preferencesOf } from './accounts/email-preferences';
import { findUser } from '../floor/owners';
import { claimEmail, markSent } from '../floor/mail/sent-mails';
import type { PeopleParts } from './parts';

/**
 * Call it when an address was confirmed; sends nothing to people who switched it off or had it
 * already. Never delays the answer.
 */
export function welcome(parts: Pick<PeopleParts, 'records' | 'mail' | 'publicUrl' | 'clock'>, userId: string): void {
  let { records, mail, publicUrl, clock } = parts;
  mail.send(async () => {
    let user = await findUser(records, userId);
    let { welcome: isWanted } = await preferencesOf(records, userId);
    let once = { userId, kind: 'welcome' as const, about: '' };
    if (!user || user.email_verified_at === null || !isWanted) return undefined;
    if (!(await claimEmail(records, once, clock()))) return undefined;
    // Handed to the outgoing mail, which tries again by itself.
    await markSent(records, once, clock());
    return welcomeMail(user.email, { name: user.name, publicUrl });
  });
}
