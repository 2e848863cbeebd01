/** Access to a package, through its owner or as its member. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { typeNamed } from 'contract/packages/package-types/list';
import { domainsApi, type Domain } from 'contract/packages/domains';
import { packagesApi, type Package, PackageTypeName } from 'contract/packages/packages';
import { packageRoutesApi, type PackageRoute } from 'contract/packages/package-routes';
import { permissionsApi, type PackagePermission } from 'contract/organizations/permissions';
import type { AnyRole } from 'contract/accounts/users';
import type { FormResult } from '../../forms/read-form.server';
import { type Call, readApiError } from '../../gateway/gateway-client.server';
import { isSameOwner } from '../../links/paths';
import { errorResponse } from '../../gateway/error-message.server';
import { mayChange, roleError } from '../../session/roles.server';
import { requireOwner, type SignedIn } from '../../session/guards.server';
import { readMemberships } from '../../session/organizations.server';

type Args = LoaderFunctionArgs | ActionFunctionArgs;

interface AtPackage extends SignedIn {
  owner: string;
  item: Package;
  role: AnyRole;
  /** As a member of this package only. */
  isShared: boolean;
  params: { owner: string; package_id: string };
}

/** Throws what `requireOwner` and the gateway throw. */
export async function requirePackage(args: Args): Promise<AtPackage> {
  let signedIn = await requireOwner(args);
  let { call, owner, username } = signedIn;
  let item = await findPackage(call, owner, args.params);
  let inside = { ...signedIn, item, params: { owner, package_id: item.id } };
  if (isSameOwner(item.owner, username)) return { ...inside, role: 'owner', isShared: false };
  let memberships = await readMemberships(call, username);
  let role = memberships.find((membership) => isSameOwner(membership.organization_name, item.owner))?.role;
  if (role) return { ...inside, role, isShared: false };
  let { permission_level } = await call(permissionsApi.getOwnPackagePermission, { params: inside.params });
  return { ...inside, role: permission_level, isShared: true };
}

/** Owners and admins; a member gets 403 with their role and whom to ask. */
export async function requirePackageChanger(args: Args): Promise<AtPackage> {
  let inside = await requirePackage(args);
  if (mayChange(inside.role)) return inside;
  throw roleError(inside.role, inside.isShared ? inside.item.name : inside.item.owner);
}

/** Members of the package itself; others get 404. */
export async function requireOwnMembership(args: Args): Promise<AtPackage> {
  let inside = await requirePackage(args);
  if (inside.isShared) return inside;
  throw errorResponse('not-found');
}

/** The owner first; null if the owner is an organization. */
export async function readMembers(call: Call, params: AtPackage['params']): Promise<PackagePermission[] | null> {
  return call(permissionsApi.getPackagePermissions, { params }).catch(async (thrown: unknown) => {
    if ((await readApiError(thrown))?.code === 'package-has-no-members') return null;
    throw thrown;
  });
}

/** Throws 404 for other usernames. */
export async function memberInPath({ call, params }: AtPackage, username = ''): Promise<PackagePermission> {
  let members = await call(permissionsApi.getPackagePermissions, { params });
  let member = members.find((known) => isSameOwner(known.username, username));
  if (member) return member;
  throw errorResponse('user-not-found');
}

/** Shows an unknown person as an error on `username`; throws others. */
export function refuseUsername(
  form: Extract<FormResult<unknown>, { ok: true }>,
): (thrown: unknown) => Promise<Response> {
  return async (thrown) => {
    let said = await readApiError(thrown);
    return said?.code === 'user-not-found' ? form.reject('username', said.code) : form.refuse(thrown);
  };
}

type Params = Record<string, string | undefined>;

/** Throws 404 for an unknown type, and API errors. */
async function findPackage(call: Call, owner: string, params: Params): Promise<Package> {
  let type = PackageTypeName.safeParse(params.packageType);
  let name = params.packageName;
  if (!type.success || !name) throw errorResponse('package-not-found');
  return call(packagesApi.getPackageByName, { params: { owner, package_type: type.data, package_name: name } });
}

/** Only file packages have routes. */
export async function readHosting(
  call: Call,
  owner: string,
  item: Pick<Package, 'id' | 'type'>,
): Promise<{ domains: Domain[]; routes: PackageRoute[] }> {
  let params = { owner, package_id: item.id };
  let [domains, routes] = await Promise.all([
    call(domainsApi.getPackageDomains, { params }),
    typeNamed(item.type).hasRoutes ? call(packageRoutesApi.getPackageRoutes, { params }) : [],
  ]);
  return { domains, routes };
}
