/** Access to the pages of an organization. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import type { AnyRole } from 'contract/accounts/users';
import { mayChange, ownerRole, roleError } from '../../session/roles.server';
import { requireOwner, type SignedIn } from '../../session/guards.server';

type Args = LoaderFunctionArgs | ActionFunctionArgs;

interface InOrganization extends SignedIn {
  owner: string;
  role: AnyRole;
  params: { name: string };
}

/** Throws what `requireOwner` and the gateway throw. */
export async function requireOrganization(args: Args): Promise<InOrganization> {
  let signedIn = await requireOwner(args);
  let role = await ownerRole(signedIn, signedIn.owner);
  return { ...signedIn, role, params: { name: signedIn.owner } };
}

/** Owners and admins; 403 for members. */
export async function requireManager(args: Args): Promise<InOrganization> {
  let inside = await requireOrganization(args);
  if (!mayChange(inside.role)) throw roleError(inside.role, inside.owner);
  return inside;
}

export async function requireOrganizationOwner(args: Args): Promise<InOrganization> {
  let inside = await requireOrganization(args);
  if (inside.role !== 'owner') throw roleError(inside.role, inside.owner, 'owners');
  return inside;
}
