/** The link that confirms an email address. */
import { dayMs } from 'contract/shared/time';
import { issueOneTime } from './one-time-secrets';
import { type Person } from '../../floor/owners';
import { verifyEmailMail } from '../mails/verify-email';
import type { PeopleParts } from '../parts';

/** Sends a person the link that confirms their address, after the answer. */
export function sendVerification(parts: PeopleParts, { id: userId, name, email }: Person): void {
  let { records, mail, publicUrl, emailVerificationDays: days, clock } = parts;
  mail.send(async () => {
    let link = { userId, purpose: 'verify-email' as const, email, lifeMs: days * dayMs };
    let token = await issueOneTime(records, link, clock());
    return verifyEmailMail(email, { name, publicUrl, token, days });
  });
}
