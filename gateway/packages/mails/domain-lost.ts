/** The mail to an owner whose custom domain was verified by another owner. */
import { renderEmail } from '../../floor/mail/letter';
import type { EmailMessage } from '../../floor/mail/message';

interface Lost {
  /** Name of the person greeted. */
  name: string;
  owner: string;
  domain: string;
  /** The dashboard's address without a slash at its end. */
  publicUrl: string;
}

export function domainLostMail(to: string, { name, owner, domain, publicUrl }: Lost): EmailMessage {
  return renderEmail({
    to,
    subject: `${domain} is no longer verified for ${owner}`,
    name,
    paragraphs: [
      `Another owner has verified the domain ${domain}. What ${owner} serves at this domain is no longer served there.`,
      'It stays in your list of domains. If the domain is yours, set one of the DNS records that its page shows, and check it again.',
    ],
    link: { label: 'Open the dashboard', url: publicUrl },
    note: 'If you did not expect this, somebody else can change the DNS records of this domain.',
  });
}
