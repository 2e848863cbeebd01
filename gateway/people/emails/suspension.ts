/** Notices about a suspension, and about its end. */
import { renderEmail } from '../../floor/mail/letter';
import type { EmailMessage } from '../../floor/mail/message';

export interface Suspension {
  /** Name of the person who is written to. */
  name: string;
  owner: { name: string; kind: 'user' | 'organization' };
  /** In the words of the admin; may be empty. */
  reason: string;
  /** The dashboard's address without a slash at its end. */
  publicUrl: string;
}

/** The notice of a suspension. */
export function suspendedEmail(to: string, { name, owner, reason, publicUrl }: Suspension): EmailMessage {
  let isPerson = owner.kind === 'user';
  let consequence = isPerson
    ? 'You cannot sign in, and your sessions and API tokens no longer work.'
    : 'Members can still view everything but cannot change anything.';
  return renderEmail({
    to,
    subject: isPerson ? 'Your account is suspended' : `The organization ${owner.name} is suspended`,
    name,
    paragraphs: [
      `An administrator of ${new URL(publicUrl).host} suspended ${whatOf(owner)}. ${consequence} Downloads keep working.`,
      ...(reason ? [`Reason: ${reason}`] : []),
    ],
    note: 'Contact your administrator to lift the suspension.',
  });
}

/** The notice that a suspension was lifted. */
export function suspensionLiftedEmail(
  to: string,
  { name, owner, publicUrl }: Omit<Suspension, 'reason'>,
): EmailMessage {
  let isPerson = owner.kind === 'user';
  return renderEmail({
    to,
    subject: isPerson ? 'Your account is no longer suspended' : `The organization ${owner.name} is no longer suspended`,
    name,
    paragraphs: [
      `An administrator has lifted the suspension of ${whatOf(owner)}.`,
      isPerson ? 'You can sign in again, and your API tokens work.' : 'Members can make changes again.',
    ],
    link: { label: 'Open the dashboard', url: publicUrl },
    note: 'If you did not expect this, contact your administrator.',
  });
}

function whatOf({ name, kind }: Suspension['owner']): string {
  return kind === 'user' ? `your account ${name}` : `the organization ${name}`;
}
