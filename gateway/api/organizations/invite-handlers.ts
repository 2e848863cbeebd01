/** Invites to organizations. */
import { invitesApi, type OrganizationInvite } from 'contract/organizations/invites';
import * as limits from 'contract/floor/limits';
import { dayMs, time } from 'contract/floor/time';
import {
  acceptInvite,
  createInvite,
  deleteInvite,
  inviteByToken,
  invitesOf,
  renewInvite,
  type Invite,
  type InviteeName,
  type StoreMail,
} from '../../people/organizations/invites';
import { membershipOf } from '../../floor/memberships';
import { organizationById } from '../../people/organizations/organizations';
import { findUser } from '../../floor/owners';
import { ApiError } from '../../floor/calls/api-error';
import type { Services } from '../http/services';
import { serve } from '../http/handler';
import { memberLimitOf } from '../../people/organizations/member-limit';
import { presentMembership } from '../../people/accounts/present';
import { emailLinks } from 'contract/floor/email-links';
import type { Role } from 'contract/accounts/users';
import { renderEmail } from '../../floor/mail/letter';
import type { EmailMessage } from '../../floor/mail/message';
import type { OwnerRow } from '../../floor/db/account-schema';

export const inviteEndpoints = serve(invitesApi, {
  async getOrganizationInvites({ parts, owner }) {
    let rows = await invitesOf(parts.records, owner.id, parts.clock());
    return { results: rows.map(present) };
  },

  async inviteOrganizationMember({ parts, owner, caller, body, act }) {
    let limit = await memberLimitOf(parts, owner.id);
    await countMail(parts, owner.id, body, act.address);
    let storeMail = mailFrom(parts, owner, caller.user.name);
    let invite = await createInvite(parts.records, { organization: owner, actor: caller, limit, storeMail }, body, act);
    parts.mail.wake();
    return present(invite);
  },

  async deleteOrganizationInvite({ parts, owner, body, act }) {
    await deleteInvite(parts.records, owner, body, act);
    return undefined;
  },

  async resendOrganizationInvite({ parts, owner, caller, body, act }) {
    await countMail(parts, owner.id, body, act.address);
    let storeMail = mailFrom(parts, owner, caller.user.name);
    await renewInvite(parts.records, { organizationId: owner.id, storeMail }, body, parts.clock());
    parts.mail.wake();
    return undefined;
  },

  async getInvite({ parts, params }) {
    let invite = await inviteByToken(parts.records, params.token, parts.clock());
    let { name, description } = await organizationById(parts.records, invite.organization_id);
    let { email, username, role, invited_by, expires_at } = present(invite);
    return {
      email,
      username,
      role,
      invited_by,
      expires_at,
      organization_name: name,
      organization_description: description,
    };
  },

  async acceptInvite({ parts, caller, params, act }) {
    let person = await findUser(parts.records, caller.user.id);
    if (!person) throw new ApiError('organization-invite-not-valid');
    let limitOf: Parameters<typeof acceptInvite>[2] = (change, id) => memberLimitOf(parts, id, change);
    let { organizationId } = await acceptInvite(parts.records, { token: params.token, person }, limitOf, act);
    return presentMembership(await membershipOf(parts.records, person.id, organizationId));
  },
});

/** Limits the mails of one organization to a person. Refuses with too-many-requests. */
function countMail({ attempts }: Services, ownerId: string, { email, username }: InviteeName, address: string) {
  return attempts.mail(`invite ${ownerId} ${email ?? username}`, address);
}

/** Refuses with too-many-requests, as long as too many emails of the organization wait. */
function mailFrom({ mail, publicUrl }: Services, to: OwnerRow, by: string): StoreMail {
  let days = limits.organizationInviteDays;
  return (change, { invite: { role, username }, token, address }) => {
    let about = { name: username ?? address, organization: to.name, role, by, publicUrl, token, days };
    let message = organizationInviteEmail(address, about);
    return mail.store(change, { ownerId: to.id, lifeMs: days * dayMs, message });
  };
}

function present(row: Invite): OrganizationInvite {
  return {
    id: row.id,
    email: row.email,
    username: row.username,
    role: row.role,
    invited_by: row.invited_by_name,
    created_at: time(row.created_at),
    expires_at: time(row.expires_at),
  };
}

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
  owner: 'As an owner you can change everything.',
  admin: 'As an admin you can change everything except owners.',
  member: 'As a member you can view everything.',
};

/**
 * `publicUrl` is the dashboard's address without a slash at its end; `days` is how long the link
 * works.
 */
function organizationInviteEmail(to: string, invited: Invited): EmailMessage {
  let { name, organization, role, by, publicUrl, token, days } = invited;
  return renderEmail({
    to,
    subject: `${by} invites you to ${organization}`,
    name,
    paragraphs: [
      `${by} invites you to the organization ${organization}. ${whatRoleMay[role]}`,
      `The link expires in ${days} days. You need an account with this email; you can create one when you accept.`,
    ],
    link: { label: `Join ${organization}`, url: publicUrl + emailLinks.organizationInvite(token) },
    note: 'If you did not expect this invitation, ignore this email.',
  });
}
