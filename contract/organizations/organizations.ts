import { z } from 'zod';
import { BillingEmail, KnownUsername, optionalText, OrganizationName, Username, Website } from '../rules/fields';
import * as limits from '../floor/limits';
import { ours, PageQuery, pageOf, route } from '../rules/route';
import { AnyRole, Role } from '../accounts/users';

export const Organization = z.object({
  id: z.string(),
  name: z.string(),
  description: ours(z.string(), ''),
  billing_email: ours(z.string(), ''),
  website: ours(z.string(), ''),
  /** Whether members without two-factor authentication are refused. */
  requires_two_factor: ours(z.boolean(), false),
  /** Whether share links are forbidden: those there are answer as ended ones, and none is made. */
  forbids_sharing: ours(z.boolean(), false),
  /** How many members its plan allows, pending invites included; null: any number. */
  member_limit: ours(z.number().int().nullable(), null),
  created_at: z.string().datetime(),
  updated_at: z.string().datetime(),
});
export type Organization = z.infer<typeof Organization>;

export const OrganizationMember = z.object({ user_id: z.string(), username: z.string(), role: AnyRole });
export type OrganizationMember = z.infer<typeof OrganizationMember>;

const description = {
  billing_email: BillingEmail,
  description: optionalText(limits.descriptionMax),
  website: Website,
};

/**
 * The body of a new organization and of an update. A rename adds default download addresses of the
 * new name; those of the old name keep working.
 */
export const SaveOrganization = z.object({ name: OrganizationName, ...description });

/**
 * The body of a conversion: `username` is the person's new one; the old one becomes the name of the
 * organization.
 */
export const Conversion = z.object({ username: Username, ...description });

export const TwoFactorRequirement = z.object({ requires_two_factor: z.boolean() });

export const SharingRule = z.object({ forbids_sharing: z.boolean() });

export const MemberRole = z.object({ role: Role });

export const NewMember = z.object({ username: KnownUsername, role: Role });

const OrganizationParams = z.object({ name: z.string() });
const MemberParams = OrganizationParams.extend({ username: z.string() });
const organizations = { tag: 'Organizations' } as const;
const fieldErrors = [
  'organization-name-is-required',
  'organization-name-is-too-short',
  'organization-name-is-too-long',
  'invalid-organization-name',
  'entity-already-exists',
  'invalid-billing-email',
  'invalid-website-url',
] as const;

export const organizationsApi = {
  createOrganization: route({
    ...organizations,
    id: 'createOrganization',
    method: 'POST',
    path: '/v2/organizations',
    summary: 'Create an organization; the caller is its first owner',
    access: 'session',
    body: SaveOrganization,
    status: 201,
    answer: Organization,
    errors: fieldErrors,
  }),

  getOrganization: route({
    ...organizations,
    id: 'getOrganization',
    method: 'GET',
    path: '/v2/organizations/{name}',
    summary: 'Get an organization',
    access: 'read',
    params: OrganizationParams,
    answer: Organization,
    errors: ['organization-not-found'],
  }),

  updateOrganization: route({
    ...organizations,
    id: 'updateOrganization',
    method: 'PUT',
    path: '/v2/organizations/{name}',
    summary: 'Update an organization',
    access: 'write',
    params: OrganizationParams,
    body: SaveOrganization,
    answer: Organization,
    errors: ['organization-not-found', 'too-many-former-names', ...fieldErrors],
  }),

  setTwoFactorRequirement: route({
    ...organizations,
    id: 'setTwoFactorRequirement',
    method: 'PUT',
    path: '/v2/organizations/{name}/two-factor-requirement',
    summary: 'Require two-factor authentication of members, or not; the caller must have it to require it',
    access: 'own',
    params: OrganizationParams,
    body: TwoFactorRequirement,
    answer: Organization,
    errors: ['organization-not-found', 'own-two-factor-is-off'],
  }),

  setSharingRule: route({
    ...organizations,
    id: 'setSharingRule',
    method: 'PUT',
    path: '/v2/organizations/{name}/sharing-rule',
    summary: 'Disable or enable public sharing; existing links stop working while it is disabled',
    access: 'own',
    params: OrganizationParams,
    body: SharingRule,
    answer: Organization,
    errors: ['organization-not-found'],
  }),

  getOrganizationMembers: route({
    ...organizations,
    id: 'getOrganizationMembers',
    method: 'GET',
    path: '/v2/organizations/{name}/members',
    summary: 'List members, by name',
    access: 'read',
    params: OrganizationParams,
    query: PageQuery,
    answer: pageOf(OrganizationMember),
    errors: ['organization-not-found'],
  }),

  addOrganizationMember: route({
    ...organizations,
    id: 'addOrganizationMember',
    method: 'POST',
    path: '/v2/organizations/{name}/members',
    summary: 'Add a person who has an account; only owners can add owners',
    access: 'write',
    params: OrganizationParams,
    body: NewMember,
    status: 201,
    answer: OrganizationMember,
    errors: [
      'organization-not-found',
      'user-not-found',
      'already-organization-member',
      'max-organization-members-reached',
    ],
  }),

  getOrganizationMember: route({
    ...organizations,
    id: 'getOrganizationMember',
    method: 'GET',
    path: '/v2/organizations/{name}/members/{username}',
    summary: 'Get a member',
    access: 'read',
    params: MemberParams,
    answer: OrganizationMember,
    errors: ['organization-not-found', 'user-not-found'],
  }),

  updateOrganizationMember: route({
    ...organizations,
    id: 'updateOrganizationMember',
    method: 'PUT',
    path: '/v2/organizations/{name}/members/{username}',
    summary: 'Change the role of a member; only owners can change owners, and one owner must stay',
    access: 'write',
    params: MemberParams,
    body: MemberRole,
    answer: OrganizationMember,
    errors: ['organization-not-found', 'user-not-found', 'cannot-revoke-ownership', 'organization-needs-an-owner'],
  }),

  deleteOrganizationMember: route({
    ...organizations,
    id: 'deleteOrganizationMember',
    method: 'DELETE',
    path: '/v2/organizations/{name}/members/{username}',
    summary: 'Remove a member, or leave with your own name',
    access: 'write-or-self',
    params: MemberParams,
    errors: ['organization-not-found', 'user-not-found', 'cannot-delete-owner', 'organization-needs-an-owner'],
  }),

  convertAccount: route({
    ...organizations,
    id: 'convertAccount',
    method: 'POST',
    path: '/internal/users/{username}/conversion',
    summary:
      'Convert a personal account to an organization: it keeps the name and all data; the person gets a new ' +
      'username, owns it, and must sign in again',
    access: 'self',
    isSensitive: true,
    params: z.object({ username: z.string() }),
    body: Conversion,
    status: 201,
    answer: Organization,
    errors: [
      'user-not-found',
      'username-is-required',
      'username-is-too-short',
      'username-is-too-long',
      'username-is-invalid',
      'username-already-in-use',
      'invalid-billing-email',
      'invalid-website-url',
    ],
  }),

  deleteOrganization: route({
    ...organizations,
    id: 'deleteOrganization',
    method: 'DELETE',
    path: '/v2/organizations/{name}',
    summary: 'Delete an organization with its packages, pixels and memberships',
    access: 'own',
    isSensitive: true,
    params: OrganizationParams,
    errors: ['organization-not-found', 'cannot-delete-organization-with-subscription'],
  }),
};
