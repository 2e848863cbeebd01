/** The mail that lets a person confirm their address. */
import { mailLinks } from 'contract/shared/mail-links';
import { renderEmail } from '../../floor/mail/letter';
import type { EmailMessage } from '../../floor/mail/message';

/**
 * `publicUrl` is the dashboard's address without a slash at its end; `days` is how long the link
 * works.
 */
export function verifyEmailMail(
  to: string,
  { name, publicUrl, token, days }: { name: string; publicUrl: string; token: string; days: number },
): EmailMessage {
  return renderEmail({
    to,
    subject: 'Please confirm your email address',
    name,
    paragraphs: [
      'Please confirm that this address is yours. We use it to let you in again when you forget your password.',
      `The link works once, for ${days} ${days === 1 ? 'day' : 'days'}.`,
    ],
    link: { label: 'Confirm this address', url: publicUrl + mailLinks.verifyEmail(token) },
    note: 'If you did not create an account, ignore this mail; nothing happens without the link.',
  });
}
