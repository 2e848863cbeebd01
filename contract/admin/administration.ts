/**
 * What platform admins do with other people's accounts: find them, see the pages those people see,
 * and release names that were given up.
 */
import { z } from 'zod';
import * as limits from '../floor/limits';
import { PageQuery, pageOf, route } from '../rules/route';
import { PublicOwner } from '../accounts/users';

export const FoundOwner = PublicOwner.extend({
  /** A person's address, or the one an organization's bills go to; may be empty. */
  email: z.string(),
  /** First and last name of a person; may be empty. */
  full_name: z.string(),
  /** Platform admins cannot be impersonated. */
  is_platform_admin: z.boolean(),
  suspended_at: z.string().datetime().nullable(),
});
export type FoundOwner = z.infer<typeof FoundOwner>;

const admin = { tag: 'Administration', access: 'platform-admin' } as const;
const ActingParams = z.object({ owner: z.string() });

/** A name that its owner gave up by a rename or deletion; it stays reserved. */
export const FreedName = z.object({
  name: z.string(),
  given_up_at: z.string().datetime(),
  /**
   * The owner's current name, whose downloads are still served at the hosts of this name; null when
   * the owner was deleted.
   */
  owner: z.string().nullable(),
});
export type FreedName = z.infer<typeof FreedName>;

const NameParams = z.object({ name: z.string() });

export const administrationApi = {
  /** `q`: part of a name, of a person's first and last name, or of an email address. */
  getOwners: route({
    ...admin,
    id: 'getOwners',
    method: 'GET',
    path: '/internal/admin/owners',
    summary: 'List people and organizations, by name',
    query: PageQuery.extend({ q: z.string().trim().max(limits.searchQueryMax).optional() }),
    answer: pageOf(FoundOwner),
  }),

  startActing: route({
    ...admin,
    id: 'startActing',
    method: 'POST',
    path: '/internal/admin/acting/{owner}',
    summary: 'Log that the caller starts acting as an owner',
    params: ActingParams,
    answer: PublicOwner,
    errors: ['owner-not-found', 'cannot-act-as-platform-admin'],
  }),

  stopActing: route({
    ...admin,
    id: 'stopActing',
    method: 'DELETE',
    path: '/internal/admin/acting/{owner}',
    summary: 'Log that the caller stops acting as an owner',
    params: ActingParams,
    errors: ['owner-not-found'],
  }),

  getGivenUpName: route({
    ...admin,
    id: 'getGivenUpName',
    method: 'GET',
    path: '/internal/admin/given-up-names/{name}',
    summary: 'Get when a reserved name was given up, and who uses its hosts',
    params: NameParams,
    answer: FreedName,
    errors: ['name-not-given-up'],
  }),

  freeGivenUpName: route({
    ...admin,
    id: 'freeGivenUpName',
    method: 'DELETE',
    path: '/internal/admin/given-up-names/{name}',
    summary: 'Release a reserved name; its hosts stop serving its former owner',
    isSensitive: true,
    params: NameParams,
    errors: ['name-not-given-up'],
  }),
};
