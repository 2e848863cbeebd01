/** Invites to organizations: by mail or by username, accepted through a link with a token. */
import { z } from 'zod';
import { Email, KnownUsername } from '../rules/fields';
import { route } from '../rules/route';
import { AnyRole, OrganizationMembership, Role } from '../accounts/users';

export const OrganizationInvite = z.object({
  id: z.string(),
  /** The address it was sent to, or null when a username was invited. */
  email: z.string().nullable(),
  username: z.string().nullable(),
  role: AnyRole,
  /** Username of the person who sent it; null when that account was deleted. */
  invited_by: z.string().nullable(),
  created_at: z.string().datetime(),
  expires_at: z.string().datetime(),
});
export type OrganizationInvite = z.infer<typeof OrganizationInvite>;

/** What a person with the link of an invite sees of it. */
export const InviteSummary = OrganizationInvite.pick({
  email: true,
  username: true,
  role: true,
  invited_by: true,
  expires_at: true,
}).extend({ organization_name: z.string(), organization_description: z.string() });
export type InviteSummary = z.infer<typeof InviteSummary>;

const invitee = {
  email: Email.optional(),
  username: KnownUsername.optional(),
};

/** Who is invited: an email address or a username, exactly one of the two. */
export const Invitee = z.object(invitee).superRefine(oneOfTheTwo);

export const NewInvite = z.object({ ...invitee, role: Role }).superRefine(oneOfTheTwo);

function oneOfTheTwo(value: { email?: string; username?: string }, context: z.RefinementCtx): void {
  if ((value.email === undefined) === (value.username === undefined))
    context.addIssue({ code: 'custom', path: ['email'], message: 'email-is-required' });
}

const OrganizationParams = z.object({ name: z.string() });
const TokenParams = z.object({ token: z.string().max(200) });
const invites = { tag: 'Organizations' } as const;

export const invitesApi = {
  getOrganizationInvites: route({
    ...invites,
    id: 'getOrganizationInvites',
    method: 'GET',
    path: '/v2/organizations/{name}/members/invites',
    summary: 'List pending invites, newest first',
    access: 'write',
    params: OrganizationParams,
    answer: z.object({ results: z.array(OrganizationInvite) }),
    errors: ['organization-not-found'],
  }),

  inviteOrganizationMember: route({
    ...invites,
    id: 'inviteOrganizationMember',
    method: 'POST',
    path: '/v2/organizations/{name}/members/invites',
    summary: 'Invite a person by email or username; sends a link by email',
    access: 'write',
    params: OrganizationParams,
    body: NewInvite,
    status: 201,
    answer: OrganizationInvite,
    errors: [
      'organization-not-found',
      'user-not-found',
      'email-is-required',
      'email-is-invalid',
      'duplicate-organization-invite',
      'already-organization-member',
      'max-organization-members-reached',
      'too-many-requests',
    ],
  }),

  deleteOrganizationInvite: route({
    ...invites,
    id: 'deleteOrganizationInvite',
    method: 'DELETE',
    path: '/v2/organizations/{name}/members/invites',
    summary: 'Withdraw an invite',
    access: 'write',
    params: OrganizationParams,
    body: Invitee,
    errors: ['organization-not-found', 'email-is-required', 'invite-not-found'],
  }),

  resendOrganizationInvite: route({
    ...invites,
    id: 'resendOrganizationInvite',
    method: 'POST',
    path: '/v2/organizations/{name}/members/invites/deliveries',
    summary: 'Resend an invite with a new link; the old link stops working',
    access: 'write',
    params: OrganizationParams,
    body: Invitee,
    errors: ['organization-not-found', 'email-is-required', 'invite-not-found', 'too-many-requests'],
  }),

  getInvite: route({
    ...invites,
    id: 'getInvite',
    method: 'GET',
    path: '/internal/invites/{token}',
    summary: 'Get an invite by its link',
    access: 'anyone',
    params: TokenParams,
    answer: InviteSummary,
    errors: ['organization-invite-not-valid'],
  }),

  acceptInvite: route({
    ...invites,
    id: 'acceptInvite',
    method: 'POST',
    path: '/internal/invites/{token}/acceptance',
    summary: 'Accept an invite',
    access: 'session',
    params: TokenParams,
    answer: OrganizationMembership,
    errors: ['organization-invite-not-valid', 'max-organization-members-reached'],
  }),
};
