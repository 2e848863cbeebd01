/** /organizations/[owner]/sharing: a post forbids share links, or allows them. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { organizationsApi } from 'contract/organizations/organizations';
import { SharingInput } from '../features/organizations/members.server';
import { requireOrganizationOwner } from '../features/organizations/require-organization.server';
import { readForm } from '../forms/read-form.server';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { resourceAction } from '../session/failure-toast.server';
import { redirectWithToast } from '../session/toast.server';

export async function loader(args: LoaderFunctionArgs) {
  let { owner } = await requireOrganizationOwner(args);
  return redirect(paths.organization(owner));
}

export const action = resourceAction(async (args) => {
  let { call, owner, params } = await requireOrganizationOwner(args);
  let form = await readForm(args.request, SharingInput);
  if (!form.ok) return form.reply;
  let { forbids_sharing } = await call(organizationsApi.setSharingRule, { params, body: form.value });
  return redirectWithToast(paths.organization(owner), forbids_sharing ? 'sharing_forbidden' : 'sharing_allowed');
});
