/** The email with an alert or a report, and the one about a failed delivery. */
import { emailLinks } from 'contract/shared/email-links';
import { renderEmail } from '../../floor/mail/letter';
import type { EmailMessage } from '../../floor/mail/message';

interface AlertEmail {
  /** The recipient's. */
  name: string;
  /** The owner whose alert or report it is. */
  owner: string;
  title: string;
  sentences: readonly string[];
  url: string;
  publicUrl: string;
  unsubscribeUrl: string;
}

/** `publicUrl` has no slash at its end. */
export function alertEmail(to: string, about: AlertEmail): EmailMessage {
  let { name, owner, title, sentences, url, publicUrl, unsubscribeUrl } = about;
  return renderEmail({
    to,
    subject: title,
    name,
    paragraphs: sentences,
    link: { label: 'Open the dashboard', url },
    note: `You get this mail because ${owner} sends alerts or reports to you. Your email preferences: ${publicUrl}${emailLinks.emailPreferences()}`,
    unsubscribeUrl,
  });
}

interface FailedDelivery {
  name: string;
  owner: string;
  /** Name of the destination. */
  destination: string;
  title: string;
  /** Of the last attempt. */
  reason: string;
  attempts: number;
  /** The page with the log. */
  url: string;
}

export function failedDeliveryEmail(to: string, about: FailedDelivery): EmailMessage {
  let { name, owner, destination, title, reason, attempts, url } = about;
  return renderEmail({
    to,
    subject: `A message to ${destination} was not delivered`,
    name,
    paragraphs: [
      `${owner} could not send “${title}” to ${destination}. There were ${attempts} attempts. The last one: ${reason}`,
      'Mend the address on the page of the destination, then send the message again from its log. There is one mail a day about a destination that fails.',
    ],
    link: { label: 'Open the log', url },
    note: 'You get this mail because you own what it is about.',
  });
}
