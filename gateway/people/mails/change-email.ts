/** Mails about a change of address: the link to the new one, and the notice to the old one. */
import { mailLinks } from 'contract/shared/mail-links';
import { renderEmail } from '../../floor/mail/letter';
import type { EmailMessage } from '../../floor/mail/message';

/**
 * To the new address. `publicUrl` is the dashboard's address without a slash at its end; `hours` is
 * how long the link works.
 */
export function changeEmailMail(
  to: string,
  { name, publicUrl, token, hours }: { name: string; publicUrl: string; token: string; hours: number },
): EmailMessage {
  return renderEmail({
    to,
    subject: 'Please confirm your new email address',
    name,
    paragraphs: [
      'You asked to use this address for your account from now on.',
      `The link works once, for ${hours} hours. Until then your account keeps its address.`,
    ],
    link: { label: 'Use this address', url: publicUrl + mailLinks.changeEmail(token) },
    note: 'If you did not ask for this, ignore this mail; nothing happens without the link.',
  });
}

/** To the old address, once it is no longer the account's. */
export function emailWasChangedMail(to: string, { name, email }: { name: string; email: string }): EmailMessage {
  return renderEmail({
    to,
    subject: 'Your email address was changed',
    name,
    paragraphs: [`Your account uses the address ${email} from now on. This is the last mail to this one.`],
    note: 'If it was not you, somebody else has your password: please write to who runs this dashboard.',
  });
}
