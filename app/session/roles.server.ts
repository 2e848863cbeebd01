/**
 * What a person may do with an owner's packages, for showing or hiding buttons. The gateway decides
 * again on every call.
 */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { usersApi, type AnyRole } from 'contract/accounts/users';
import { isSameOwner } from '../links/paths';
import { errorResponse } from '../gateway/error-message.server';
import { secondary } from '../gateway/secondary.server';
import { isManagerRole, roleLabels } from '../text/labels';
import { isPlatformAdmin, requireOwner, type SignedIn } from './guards.server';
import { readMemberships } from './organizations.server';

/** Whether the role may change packages and pixels (domain rule: members read). */
export function mayChange(role: AnyRole): boolean {
  return isManagerRole(role);
}

/** Whether the role may export events (domain rule: members read on the page only). */
export function mayExport(role: AnyRole): boolean {
  return mayChange(role);
}

/**
 * The role of the person with an owner: `owner` of their own account, else the membership's. For
 * another owner the gateway decides: it refuses a stranger (403) or an unknown owner (404), which
 * is thrown. Otherwise the person is a platform admin, who may do what owners may.
 */
export async function ownerRole({ call, username }: SignedIn, owner: string): Promise<AnyRole> {
  if (isSameOwner(owner, username)) return 'owner';
  let results = await readMemberships(call, username);
  let membership = results.find((m) => isSameOwner(m.organization_name, owner));
  if (membership) return membership.role;
  await call(usersApi.getFeatures, { params: { owner } });
  return 'owner';
}

/** The same for showing and hiding only: a role that could not be read may do what members may. */
export function shownRole(signedIn: SignedIn, owner: string): Promise<AnyRole> {
  return secondary(ownerRole(signedIn, owner), 'others' as const);
}

/** True unless the owner is the user's account or organization, or the user is a platform admin. */
export async function isStranger({ session, username, call }: SignedIn, owner: string): Promise<boolean> {
  if (isSameOwner(owner, username)) return false;
  let results = await readMemberships(call, username);
  if (results.some((m) => isSameOwner(m.organization_name, owner))) return false;
  return !(await isPlatformAdmin({ session, call }));
}

/** For a page that a role may not open: it names the role, and whom to ask. */
export function roleError(role: AnyRole, owner: string, whom = 'owners or admins'): Response {
  let words = ` Your role in ${owner} is ${roleLabels[role].toLowerCase()}; ask one of its ${whom}.`;
  return errorResponse('permission-not-granted', 403, words);
}

/**
 * For pages that change an owner's things. Throws what `requireOwner` throws, and 403 for a member.
 */
export async function requireManagerRole(
  args: LoaderFunctionArgs | ActionFunctionArgs,
): Promise<SignedIn & { owner: string }> {
  let signedIn = await requireOwner(args);
  let role = await ownerRole(signedIn, signedIn.owner);
  if (mayChange(role)) return signedIn;
  throw roleError(role, signedIn.owner);
}
