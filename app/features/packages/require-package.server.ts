/**
 * Who is here with which level on one package: through its owner, or as one of the package's own
 * members.
 */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { messageOf, statusOf } from 'contract/errors';
import type { Package } from 'contract/packages';
import { getOwnPackagePermission, getPackagePermissions, type PackagePermission } from 'contract/permissions';
import type { AnyRole } from 'contract/users';
import type { ReadForm } from '../../forms/read.server';
import { type Call, readRefusal } from '../../gateway-client.server';
import { isSameOwner } from '../../paths';
import { mayChange } from '../../roles.server';
import { requireOwner, type SignedIn } from '../../session/guards.server';
import { membershipsOf } from '../../session/organizations.server';
import { findPackage } from './find.server';

type Args = LoaderFunctionArgs | ActionFunctionArgs;

interface AtPackage extends SignedIn {
  owner: string;
  item: Package;
  /** What the person shown may do with the package. */
  role: AnyRole;
  /** Whether the package is all of its owner's that they may see. */
  isShared: boolean;
  /** The path of every call about the package. */
  params: { owner: string; package_id: string };
}

/** For everybody who may see the package. Throws what `requireOwner` and the gateway refuse. */
export async function requirePackage(args: Args): Promise<AtPackage> {
  let signedIn = await requireOwner(args);
  let { call, owner, username } = signedIn;
  let item = await findPackage(call, owner, args.params);
  let inside = { ...signedIn, item, params: { owner, package_id: item.id } };
  if (isSameOwner(item.owner, username)) return { ...inside, role: 'owner', isShared: false };
  let memberships = await membershipsOf(call, username);
  let role = memberships.find((membership) => isSameOwner(membership.organization_name, item.owner))?.role;
  if (role) return { ...inside, role, isShared: false };
  let { permission_level } = await call(getOwnPackagePermission, { params: inside.params });
  return { ...inside, role: permission_level, isShared: true };
}

/** For its owners and admins; a member gets 403. */
export async function requirePackageChanger(args: Args): Promise<AtPackage> {
  let inside = await requirePackage(args);
  if (mayChange(inside.role)) return inside;
  throw refused('permission-not-granted');
}

/**
 * For members of the package itself; whoever sees it through its owner has nothing to leave and
 * gets 404.
 */
export async function requireOwnMembership(args: Args): Promise<AtPackage> {
  let inside = await requirePackage(args);
  if (inside.isShared) return inside;
  throw refused('not-found');
}

/**
 * The people on a package of a person, its owner first; null for one of an organization, which has
 * members itself.
 */
export async function readMembers(call: Call, params: AtPackage['params']): Promise<PackagePermission[] | null> {
  return call(getPackagePermissions, { params }).catch(async (thrown: unknown) => {
    if ((await readRefusal(thrown))?.code === 'package-has-no-members') return null;
    throw thrown;
  });
}

/**
 * The person `:username` of the path names, as a member of the package. Throws 404 when there is
 * none.
 */
export async function memberInPath({ call, params }: AtPackage, username = ''): Promise<PackagePermission> {
  let members = await call(getPackagePermissions, { params });
  let member = members.find((known) => known.username.toLowerCase() === username.toLowerCase());
  if (member) return member;
  throw refused('user-not-found');
}

/**
 * Puts what the gateway refuses about the named person, an unknown one included, on the field.
 * Other refusals are thrown on.
 */
export function refuseUsername(form: Extract<ReadForm<unknown>, { ok: true }>): (thrown: unknown) => Promise<Response> {
  return async (thrown) => {
    let said = await readRefusal(thrown);
    return said?.code === 'user-not-found' ? form.reject('username', said.code) : form.refuse(thrown);
  };
}

function refused(code: 'permission-not-granted' | 'user-not-found' | 'not-found'): Response {
  return json({ code, message: messageOf(code) }, { status: statusOf(code) });
}
