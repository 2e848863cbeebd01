/** /organizations/[owner]/invites/withdrawal: a post withdraws an invite. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { invitesApi } from 'contract/organizations/invites';
import { withdrawOrResendInvite } from '../features/organizations/members.server';
import { requireOrganization } from '../features/organizations/require-organization.server';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { resourceAction } from '../session/failure-toast.server';

export async function loader(args: LoaderFunctionArgs) {
  let { owner } = await requireOrganization(args);
  return redirect(paths.organizationMembers(owner));
}

export const action = resourceAction(async (args) => {
  return withdrawOrResendInvite(args, invitesApi.deleteOrganizationInvite, 'invite_withdrawn');
});
