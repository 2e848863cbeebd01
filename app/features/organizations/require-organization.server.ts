/** What the pages of one organization share: who is here with which role. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import type { AnyRole } from 'contract/accounts/users';
import { mayChange, ownerRole, refusedTo } from '../../session/roles.server';
import { requireOwner, type SignedIn } from '../../session/guards.server';

type Args = LoaderFunctionArgs | ActionFunctionArgs;

interface InOrganization extends SignedIn {
  owner: string;
  /** Role of the person shown. */
  role: AnyRole;
  /** The path of every call about the organization. */
  params: { name: string };
}

/** For people who may see the organization. Throws what `requireOwner` and the gateway throw. */
export async function requireOrganization(args: Args): Promise<InOrganization> {
  let signedIn = await requireOwner(args);
  let role = await ownerRole(signedIn, signedIn.owner);
  return { ...signedIn, role, params: { name: signedIn.owner } };
}

/** For its owners and admins; a member gets 403. */
export async function requireManager(args: Args): Promise<InOrganization> {
  let inside = await requireOrganization(args);
  if (!mayChange(inside.role)) throw refusedTo(inside.role, inside.owner);
  return inside;
}

/** For its owners only. */
export async function requireOrganizationOwner(args: Args): Promise<InOrganization> {
  let inside = await requireOrganization(args);
  if (inside.role !== 'owner') throw refusedTo(inside.role, inside.owner, 'owners');
  return inside;
}
