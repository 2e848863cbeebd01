/** /organizations/[owner]/invites/delivery: a post sends an invite again, with a new link. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { invitesApi } from 'contract/organizations/invites';
import { withdrawOrResendInvite } from '../features/organizations/members.server';
import { requireManager, requireOrganization } from '../features/organizations/require-organization.server';
import { requireFlag } from '../session/require-flag.server';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { resourceAction } from '../session/failure-toast.server';

export async function loader(args: LoaderFunctionArgs) {
  let { owner } = await requireOrganization(args);
  return redirect(paths.organizationMembers(owner));
}

export const action = resourceAction(async (args) => {
  await requireManager(args);
  requireFlag('inviteMember');
  return withdrawOrResendInvite(args, invitesApi.resendOrganizationInvite, 'invite_sent');
});
