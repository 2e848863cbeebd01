/**
 * /organizations/[owner]/two-factor: a post switches the two-factor requirement for members on or
 * off.
 */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { organizationsApi } from 'contract/organizations/organizations';
import { TwoFactorInput } from '../features/organizations/members.server';
import { requireOrganizationOwner } from '../features/organizations/require-organization.server';
import { readForm } from '../forms/read-form.server';
import { readApiError } from '../gateway/gateway-client.server';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { resourceAction, redirectWithFailure } from '../session/failure-toast.server';
import { redirectWithToast } from '../session/toast.server';

export async function loader(args: LoaderFunctionArgs) {
  let { owner } = await requireOrganizationOwner(args);
  return redirect(paths.organization(owner));
}

export const action = resourceAction(async (args) => {
  let { call, owner, params } = await requireOrganizationOwner(args);
  let form = await readForm(args.request, TwoFactorInput);
  if (!form.ok) return form.reply;
  let page = paths.organization(owner);
  try {
    let { requires_two_factor } = await call(organizationsApi.setTwoFactorRequirement, { params, body: form.value });
    return redirectWithToast(page, requires_two_factor ? 'two_factor_required' : 'two_factor_not_required');
  } catch (thrown) {
    let isOwnOff = (await readApiError(thrown))?.code === 'own-two-factor-is-off';
    return isOwnOff ? redirectWithToast(page, 'own_two_factor_is_off') : redirectWithFailure(page, thrown);
  }
});
