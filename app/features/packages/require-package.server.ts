/**
 * One package: who may see and change it, through its owner or as a member of the package; its
 * hosting.
 */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { typeNamed } from 'contract/packages/package-types/list';
import { domainsApi, type Domain } from 'contract/packages/domains';
import { packagesApi, type Package, PackageTypeName } from 'contract/packages/packages';
import { packageRoutesApi, type PackageRoute } from 'contract/packages/package-routes';
import { permissionsApi, type PackagePermission } from 'contract/organizations/permissions';
import type { AnyRole } from 'contract/accounts/users';
import type { FormResult } from '../../forms/read-form.server';
import { type Call, readRefusal } from '../../gateway/gateway-client.server';
import { isSameOwner } from '../../links/paths';
import { refused } from '../../gateway/refusal-message.server';
import { mayChange, refusedTo } from '../../session/roles.server';
import { requireOwner, type SignedIn } from '../../session/guards.server';
import { membershipsOf } from '../../session/organizations.server';

type Args = LoaderFunctionArgs | ActionFunctionArgs;

interface AtPackage extends SignedIn {
  owner: string;
  item: Package;
  /** Role of the person on the package. */
  role: AnyRole;
  /** Whether they see it as its member, and no other package of its owner. */
  isShared: boolean;
  /** The path of every call about the package. */
  params: { owner: string; package_id: string };
}

/** For everyone who may see the package. Throws what `requireOwner` and the gateway throw. */
export async function requirePackage(args: Args): Promise<AtPackage> {
  let signedIn = await requireOwner(args);
  let { call, owner, username } = signedIn;
  let item = await findPackage(call, owner, args.params);
  let inside = { ...signedIn, item, params: { owner, package_id: item.id } };
  if (isSameOwner(item.owner, username)) return { ...inside, role: 'owner', isShared: false };
  let memberships = await membershipsOf(call, username);
  let role = memberships.find((membership) => isSameOwner(membership.organization_name, item.owner))?.role;
  if (role) return { ...inside, role, isShared: false };
  let { permission_level } = await call(permissionsApi.getOwnPackagePermission, { params: inside.params });
  return { ...inside, role: permission_level, isShared: true };
}

/** For its owners and admins; a member gets 403, with their role and whom to ask. */
export async function requirePackageChanger(args: Args): Promise<AtPackage> {
  let inside = await requirePackage(args);
  if (mayChange(inside.role)) return inside;
  throw refusedTo(inside.role, inside.isShared ? inside.item.name : inside.item.owner);
}

/** For members of the package itself; others get 404. */
export async function requireOwnMembership(args: Args): Promise<AtPackage> {
  let inside = await requirePackage(args);
  if (inside.isShared) return inside;
  throw refused('not-found');
}

/** The people on a package, its owner first; null where its owner is an organization. */
export async function readMembers(call: Call, params: AtPackage['params']): Promise<PackagePermission[] | null> {
  return call(permissionsApi.getPackagePermissions, { params }).catch(async (thrown: unknown) => {
    if ((await readRefusal(thrown))?.code === 'package-has-no-members') return null;
    throw thrown;
  });
}

/** The member of the package that the path names. Throws 404 where there is none. */
export async function memberInPath({ call, params }: AtPackage, username = ''): Promise<PackagePermission> {
  let members = await call(permissionsApi.getPackagePermissions, { params });
  let member = members.find((known) => isSameOwner(known.username, username));
  if (member) return member;
  throw refused('user-not-found');
}

/** Puts an unknown person on the field `username`. Other errors are thrown. */
export function refuseUsername(
  form: Extract<FormResult<unknown>, { ok: true }>,
): (thrown: unknown) => Promise<Response> {
  return async (thrown) => {
    let said = await readRefusal(thrown);
    return said?.code === 'user-not-found' ? form.reject('username', said.code) : form.refuse(thrown);
  };
}

type Params = Record<string, string | undefined>;

/** The package of the path. Throws 404 for an unknown type, and what the gateway refuses. */
async function findPackage(call: Call, owner: string, params: Params): Promise<Package> {
  let type = PackageTypeName.safeParse(params.packageType);
  let name = params.packageName;
  if (!type.success || !name) throw refused('package-not-found');
  return call(packagesApi.getPackageByName, { params: { owner, package_type: type.data, package_name: name } });
}

/** Domains and routes of a package; only file packages have routes. */
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
