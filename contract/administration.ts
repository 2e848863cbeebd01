/** What platform admins do with other people's accounts: find them, and be shown what they see. */
import { z } from 'zod';
import * as limits from './limits';
import { PageQuery, pageOf, route } from './route';
import { PublicOwner } from './users';

/** An owner as platform admins find it. */
export const FoundOwner = PublicOwner.extend({
  /** A person's address, or the one an organization's bills go to; may be empty. */
  email: z.string(),
  /** First and last name of a person; may be empty. */
  full_name: z.string(),
  /** Nobody acts as a platform admin. */
  is_platform_admin: z.boolean(),
});
export type FoundOwner = z.infer<typeof FoundOwner>;

const admin = { tag: 'Administration', access: 'platform-admin' } as const;
const ActingParams = z.object({ owner: z.string() });

/** `q`: part of a name, of a person's first and last name, or of an email address. */
export const getOwners = route({
  ...admin,
  id: 'getOwners',
  method: 'GET',
  path: '/internal/admin/owners',
  summary: 'People and organizations of this installation, by name',
  query: PageQuery.extend({ q: z.string().trim().max(limits.searchQueryMax).optional() }),
  answer: pageOf(FoundOwner),
});

export const startActing = route({
  ...admin,
  id: 'startActing',
  method: 'POST',
  path: '/internal/admin/acting/{owner}',
  summary: 'Write down that the caller begins to act as an owner; what the caller may do stays as it is',
  params: ActingParams,
  answer: PublicOwner,
  errors: ['owner-not-found', 'cannot-act-as-platform-admin'],
});

export const stopActing = route({
  ...admin,
  id: 'stopActing',
  method: 'DELETE',
  path: '/internal/admin/acting/{owner}',
  summary: 'Write down that the caller no longer acts as an owner',
  params: ActingParams,
  errors: ['owner-not-found'],
});
