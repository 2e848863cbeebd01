/**
 * Guards of the settings pages: one module for /account/… and /organizations/:owner/…, which
 * remix.config.js registers at both. Without an owner in the address it is the person's account.
 */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import type { AnyRole } from 'contract/accounts/users';
import type { SettingsOwner } from '../links/paths';
import { requireOwner, requireSession, type SignedIn } from './guards.server';
import { mayChange, ownerRole, roleError } from './roles.server';

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/** For pages whose calls the gateway decides about alone. */
export async function requireSettings(args: Args): Promise<SignedIn & SettingsOwner> {
  if (args.params.owner !== undefined) return { ...(await requireOwner(args)), kind: 'organization' };
  let signedIn = await requireSession(args);
  return { ...signedIn, owner: signedIn.username, kind: 'user' };
}

/** The same for people with one of these roles; others get 403. Everyone owns their own account. */
export async function requireSettingsRole(
  args: Args,
  allowed: 'members' | 'managers' | 'owners',
): Promise<SignedIn & SettingsOwner & { role: AnyRole }> {
  let settings = await requireSettings(args);
  let role = await ownerRole(settings, settings.owner);
  if (allowed === 'managers' && !mayChange(role)) throw roleError(role, settings.owner);
  if (allowed === 'owners' && role !== 'owner') throw roleError(role, settings.owner, 'owners');
  return { ...settings, role };
}
