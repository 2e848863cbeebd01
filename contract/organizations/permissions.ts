/** People who may see or change one package of another person's account. */
import { z } from 'zod';
import { KnownUsername } from '../rules/fields';
import { PackageTypeName } from '../packages/packages';
import { route } from '../rules/route';
import { AnyRole, Role } from '../accounts/users';

export const PackagePermission = z.object({ username: z.string(), permission_level: AnyRole, user_id: z.string() });
export type PackagePermission = z.infer<typeof PackagePermission>;

export const SetPackagePermission = z.object({
  username: KnownUsername,
  permission_level: Role,
});

export const SharedPackage = z.object({
  id: z.string(),
  owner: z.string(),
  type: PackageTypeName,
  name: z.string(),
  permission_level: AnyRole,
});
export type SharedPackage = z.infer<typeof SharedPackage>;

const PackageParams = z.object({ owner: z.string(), package_id: z.string() });
const permissions = { tag: 'Packages' } as const;

export const permissionsApi = {
  getPackagePermissions: route({
    ...permissions,
    id: 'getPackagePermissions',
    method: 'GET',
    path: '/v2/packages/{owner}/{package_id}/permissions',
    summary: 'List people with access to a package, owner first',
    access: 'read',
    params: PackageParams,
    answer: z.array(PackagePermission),
    errors: ['package-not-found', 'package-has-no-members'],
  }),

  setPackagePermission: route({
    ...permissions,
    id: 'setPackagePermission',
    method: 'POST',
    path: '/v2/packages/{owner}/{package_id}/permissions',
    summary:
      'Give a person access to a package: member (view), admin (edit) or owner (manage); only owners can add owners or change admins',
    access: 'write',
    params: PackageParams,
    body: SetPackagePermission,
    errors: ['package-not-found', 'package-has-no-members', 'user-not-found', 'cannot-revoke-ownership'],
  }),

  deletePackagePermission: route({
    ...permissions,
    id: 'deletePackagePermission',
    method: 'DELETE',
    path: '/v2/packages/{owner}/{package_id}/permissions/{username}',
    summary: 'Remove a person from a package, or leave with your own name; only owners can remove admins',
    access: 'write-or-self',
    params: PackageParams.extend({ username: z.string() }),
    errors: ['package-not-found', 'package-has-no-members', 'user-not-found', 'cannot-delete-owner'],
  }),

  getOwnPackagePermission: route({
    ...permissions,
    id: 'getOwnPackagePermission',
    method: 'GET',
    path: '/internal/packages/{owner}/{package_id}/own-permission',
    summary: 'Get the access of the caller to a package: member (view), admin (edit) or owner (manage)',
    access: 'read',
    params: PackageParams,
    answer: z.object({ permission_level: AnyRole }),
    errors: ['owner-not-found', 'package-not-found'],
  }),

  getSharedPackages: route({
    ...permissions,
    id: 'getSharedPackages',
    method: 'GET',
    path: '/internal/users/{username}/shared-packages',
    summary: 'List packages shared with a person, by name',
    access: 'self',
    params: z.object({ username: z.string() }),
    answer: z.object({ results: z.array(SharedPackage) }),
    errors: ['user-not-found'],
  }),
};
