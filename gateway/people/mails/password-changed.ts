/** The notice that the password was changed, by the person or with their session. */
import { mailLinks } from 'contract/shared/mail-links';
import { renderEmail } from '../../floor/mail/letter';
import type { EmailMessage } from '../../floor/mail/message';

/** `publicUrl` is the dashboard's address without a slash at its end. */
export function passwordChangedMail(
  to: string,
  { name, publicUrl }: { name: string; publicUrl: string },
): EmailMessage {
  return renderEmail({
    to,
    subject: 'Your password was changed',
    name,
    paragraphs: ['The password of your account was changed a moment ago, and all other sessions have ended.'],
    note: `If it was not you, ask for a new password now: ${publicUrl}${mailLinks.forgottenPassword()}`,
  });
}
