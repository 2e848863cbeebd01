/** /organizations/[owner]/invites/delivery: a post sends an invite again, with a new link. */
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { resendOrganizationInvite } from 'contract/invites';
import { changeInvite } from '../features/organizations/invites.server';
import { requireManager, requireOrganization } from '../features/organizations/own.server';
import { requireFlag } from '../flagged.server';
import { paths } from '../paths';

export async function loader(args: LoaderFunctionArgs) {
  let { owner } = await requireOrganization(args);
  return redirect(paths.organizationMembers(owner));
}

export async function action(args: ActionFunctionArgs) {
  await requireManager(args);
  requireFlag('inviteMember');
  return changeInvite(args, resendOrganizationInvite, 'invite_sent');
}
