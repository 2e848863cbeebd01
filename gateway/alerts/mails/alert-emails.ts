/** The email with an alert or a report, and the one about a failed delivery. */
import { z } from 'zod';
import { emailLinks } from 'contract/floor/email-links';
import { renderEmail } from '../../floor/mail/letter';
import type { EmailMessage } from '../../floor/mail/message';
import { chartOf, DayCount } from './days-chart';

interface AlertEmail {
  /** The recipient's. */
  name: string;
  /** The owner whose alert or report it is. */
  owner: string;
  title: string;
  sentences: readonly string[];
  url: string;
  data: Record<string, unknown>;
  publicUrl: string;
  unsubscribeUrl: string;
}

/** Of reports. */
const WithDays = z.object({ days: z.array(DayCount) });

/** `publicUrl` has no slash at its end. */
export function alertEmail(to: string, about: AlertEmail): EmailMessage {
  let { name, owner, title, sentences, url, data, publicUrl, unsubscribeUrl } = about;
  let chart = chartOf(WithDays.safeParse(data).data?.days ?? []);
  return renderEmail({
    to,
    subject: title,
    name,
    paragraphs: sentences,
    sections: chart ? [{ title: owner, rows: [], chart }] : [],
    link: { label: 'Open the dashboard', url },
    note: `You receive this email because ${owner} sends you alerts or reports. Manage email preferences: ${publicUrl}${emailLinks.emailPreferences()}`,
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
    subject: `Delivery to ${destination} failed`,
    name,
    paragraphs: [
      `${owner} could not send “${title}” to ${destination}. Attempts: ${attempts}. Last error: ${reason}`,
      'Correct the destination, then resend the message from its log. You receive at most one email a day per failing destination.',
    ],
    link: { label: 'Open the log', url },
    note: 'You receive this email because you own this destination.',
  });
}
