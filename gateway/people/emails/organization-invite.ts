import { emailLinks } from 'contract/shared/email-links';
import type { Role } from 'contract/accounts/users';
import { renderEmail } from '../../floor/mail/letter';
import type { EmailMessage } from '../../floor/mail/message';

interface Invited {
  /** A username, or the address of a person without an account. */
  name: string;
  organization: string;
  role: Role;
  by: string;
  publicUrl: string;
  token: string;
  days: number;
}

const whatRoleMay: Record<Role, string> = {
  owner: 'As an owner you can do everything there.',
  admin: 'As an admin you can do everything there but make or remove owners.',
  member: 'As a member you can see everything there and change nothing.',
};

/**
 * `publicUrl` is the dashboard's address without a slash at its end; `days` is how long the link
 * works.
 */
export function organizationInviteEmail(to: string, invited: Invited): EmailMessage {
  let { name, organization, role, by, publicUrl, token, days } = invited;
  return renderEmail({
    to,
    subject: `${by} invites you to ${organization}`,
    name,
    paragraphs: [
      `${by} invites you to the organization ${organization}. ${whatRoleMay[role]}`,
      `The link works for ${days} days. You need an account with this address; you can make one on the way.`,
    ],
    link: { label: `Join ${organization}`, url: publicUrl + emailLinks.organizationInvite(token) },
    note: 'If you do not know who this is, ignore this mail; nothing happens without the link.',
  });
}
