/** /organizations/[owner]/invites/delivery: a post sends an invite again, with a new link. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { resendOrganizationInvite } from 'contract/invites';
import { changeInvite } from '../features/organizations/invites.server';
import { requireOrganization } from '../features/organizations/own.server';
import { paths } from '../paths';
import { redirect } from '../redirects.server';

export async function loader(args: LoaderFunctionArgs) {
  let { owner } = await requireOrganization(args);
  return redirect(paths.organizationMembers(owner));
}

export function action(args: ActionFunctionArgs) {
  return changeInvite(args, resendOrganizationInvite, 'invite_sent');
}
