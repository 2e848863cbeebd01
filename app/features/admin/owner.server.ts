/** One account in the admin area: who may see it, and what its pages show. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { getAdministeredOwner, type AdministeredOwner } from 'contract/account-administration';
import type { Identity } from '../../forms/identity';
import { readIdentity } from '../../identity.server';
import { requireAdmin, type SignedIn } from '../../session/guards.server';

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/** For platform admins: the account that the address names. */
export async function requireOwnerAdmin(args: Args): Promise<SignedIn & { params: { owner: string } }> {
  return { ...(await requireAdmin(args)), params: { owner: args.params.account ?? '' } };
}

/** What the page of a sensitive step shows. */
export async function readOwnerStep(args: Args): Promise<{ owner: AdministeredOwner; identity: Identity }> {
  let { call, params } = await requireOwnerAdmin(args);
  let [owner, identity] = await Promise.all([call(getAdministeredOwner, { params }), readIdentity(call, args.request)]);
  return { owner, identity };
}
