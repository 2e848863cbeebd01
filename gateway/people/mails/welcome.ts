/** The welcome mail, with first steps, once the address of an account is confirmed. */
import { mailLinks } from 'contract/shared/mail-links';
import { renderEmail } from '../../floor/mail/letter';
import type { EmailMessage } from '../../floor/mail/message';

/** `publicUrl` is the dashboard's address without a slash at its end. */
export function welcomeMail(to: string, { name, publicUrl }: { name: string; publicUrl: string }): EmailMessage {
  return renderEmail({
    to,
    subject: 'Welcome',
    name,
    paragraphs: ['Your address is confirmed, and your account is complete. Two things are worth doing first:'],
    sections: [
      {
        title: 'To begin with',
        rows: [
          ['Count downloads', publicUrl + mailLinks.newPackage(name)],
          ['Count readers of your documentation', publicUrl + mailLinks.newPixel(name)],
          ['Get a summary on Mondays', publicUrl + mailLinks.emailPreferences()],
        ],
      },
    ],
    link: { label: 'Open the dashboard', url: publicUrl + mailLinks.home() },
    note: 'You get this mail once, because this address was confirmed for a new account.',
  });
}
