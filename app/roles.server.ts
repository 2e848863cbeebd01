/** What a person may do with an owner's things, for showing or hiding buttons. The gateway decides again on every call. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { messageOf, statusOf } from 'contract/errors';
import { getFeatures, getUserOrganizations, type Role } from 'contract/users';
import { requireOwner, type SignedIn } from './session/guards.server';

/** Whether the role may change packages and pixels (domain rule: members read). */
export function mayChange(role: Role): boolean {
  return role !== 'member';
}

/** Whether the role may take events away as a file (domain rule: members read on the page only). */
export function mayExport(role: Role): boolean {
  return role !== 'member';
}

/**
 * The role of the person shown with an owner: `owner` of one's own account, else the membership's. Somebody else's owner is the gateway's to judge:
 * it refuses a stranger (403) or an unknown owner (404), which is thrown on. Who is left is a platform admin, whom it lets do what owners may.
 */
export async function ownerRole({ call, username }: SignedIn, owner: string): Promise<Role> {
  let wanted = owner.toLowerCase();
  if (wanted === username.toLowerCase()) return 'owner';
  let { results } = await call(getUserOrganizations, {
    params: { username },
    query: { per_page: 'max' },
  });
  let membership = results.find((m) => m.organization_name.toLowerCase() === wanted);
  if (membership) return membership.role;
  await call(getFeatures, { params: { owner } });
  return 'owner';
}

/** For pages that change an owner's things. Throws what `requireOwner` throws, and 403 for a member. */
export async function requireChanger(
  args: LoaderFunctionArgs | ActionFunctionArgs,
): Promise<SignedIn & { owner: string }> {
  let signedIn = await requireOwner(args);
  let role = await ownerRole(signedIn, signedIn.owner);
  if (mayChange(role)) return signedIn;
  let code = 'permission-not-granted' as const;
  throw json({ code, message: messageOf(code) }, { status: statusOf(code) });
}
