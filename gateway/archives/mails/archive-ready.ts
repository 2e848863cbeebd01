/** The mail that says that an archive is there. */
import { settingsPath } from 'contract/shared/page-links';
import { dayOf } from 'contract/shared/time';
import { renderEmail } from '../../floor/mail/letter';
import type { EmailMessage } from '../../floor/mail/message';

interface Ready {
  /** Name of the person greeted. */
  name: string;
  owner: { name: string; kind: 'user' | 'organization' };
  /** The dashboard's address without a slash at its end. */
  publicUrl: string;
  /** When its file is deleted, in milliseconds. */
  until: number;
}

export function archiveReadyEmail(to: string, { name, owner, publicUrl, until }: Ready): EmailMessage {
  return renderEmail({
    to,
    subject: `The archive of ${owner.name} is ready`,
    name,
    paragraphs: [
      `The archive with everything that ${owner.name} has is ready. You can download it until ${dayOf(until)} (UTC), ` +
        'signed in; then it is deleted.',
    ],
    link: { label: 'Go to the archive', url: `${publicUrl}${settingsPath(owner.name, owner.kind, 'archive')}` },
    note: 'You get this mail because you asked for the archive. If it was not you, change your password.',
  });
}
