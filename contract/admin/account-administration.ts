/**
 * What platform admins do with one account: look at it, suspend it, send its person a password
 * reset, delete it.
 */
import { z } from 'zod';
import { FoundOwner } from './administration';
import { EndApiTokens, optionalText } from '../rules/fields';
import * as limits from '../floor/limits';
import { route } from '../rules/route';
import { AnyRole } from '../accounts/users';

const Tie = z.object({ name: z.string(), role: AnyRole });

export const AccountAccess = z.object({
  email_verified_at: z.string().datetime().nullable(),
  has_password: z.boolean(),
  has_two_factor: z.boolean(),
  /** Name at GitHub; null where no account there is linked. */
  github_login: z.string().nullable(),
  /** Sessions that have not ended. */
  sessions: z.number().int(),
  api_tokens: z.number().int(),
  /** Last use of a session or API token that still exists; null where there is none. */
  last_used_at: z.string().datetime().nullable(),
});

export const AdministeredOwner = FoundOwner.extend({
  /** Null for an organization. */
  access: AccountAccess.nullable(),
  /** Organizations of a person, or members of an organization, by name; a hundred at most. */
  ties: z.array(Tie),
  ties_total: z.number().int(),
  packages: z.number().int(),
  pixels: z.number().int(),
  /** An owner with a paid subscription cannot be deleted. */
  has_active_subscription: z.boolean(),
  is_own: z.boolean(),
});
export type AdministeredOwner = z.infer<typeof AdministeredOwner>;

const admin = { tag: 'Administration', access: 'platform-admin', params: z.object({ owner: z.string() }) } as const;
const owner = { ...admin, path: '/internal/admin/owners/{owner}' } as const;
const suspension = { ...admin, path: '/internal/admin/owners/{owner}/suspension' } as const;

/** `reason` is sent to the people affected and kept in the audit log of the account. */
export const SuspendOwner = z.object({
  reason: optionalText(limits.suspensionReasonMax).transform((v) => v ?? ''),
});

/** Without either, sessions and API tokens stay valid until a new password is chosen. */
export const SendPasswordReset = z.object({ end_sessions: z.boolean().default(false), end_api_tokens: EndApiTokens });

export const accountAdministrationApi = {
  getAdministeredOwner: route({
    ...owner,
    id: 'getAdministeredOwner',
    method: 'GET',
    summary: 'Get a person or organization with admin details',
    answer: AdministeredOwner,
    errors: ['owner-not-found'],
  }),

  suspendOwner: route({
    ...suspension,
    id: 'suspendOwner',
    method: 'PUT',
    summary:
      'Suspend a person or an organization; sessions and API tokens are refused immediately, downloads keep working',
    isSensitive: true,
    body: SuspendOwner,
    errors: ['owner-not-found', 'cannot-administer-yourself', 'last-administrator', 'field-is-too-long'],
  }),

  liftSuspension: route({
    ...suspension,
    id: 'liftSuspension',
    method: 'DELETE',
    summary: 'Lift a suspension',
    isSensitive: true,
    errors: ['owner-not-found'],
  }),

  sendPasswordReset: route({
    ...admin,
    id: 'sendPasswordReset',
    method: 'POST',
    path: '/internal/admin/owners/{owner}/password-reset',
    summary: 'Send a password reset link; on request revokes all sessions and API tokens immediately',
    isSensitive: true,
    body: SendPasswordReset,
    errors: ['owner-not-found', 'user-not-found'],
  }),

  deleteOwner: route({
    ...owner,
    id: 'deleteOwner',
    method: 'DELETE',
    summary: 'Delete a person or organization with its packages and pixels',
    isSensitive: true,
    errors: [
      'owner-not-found',
      'cannot-administer-yourself',
      'last-administrator',
      'organization-needs-an-owner',
      'cannot-delete-account-with-subscription',
      'cannot-delete-organization-with-subscription',
    ],
  }),
};
