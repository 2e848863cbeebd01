/**
 * Switching between the personal account and an organization (spec section 2): to the same page of
 * the other owner.
 */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { readForm } from '../forms/read-form.server';
import { SwitchInput, switchOwner } from '../session/owner-switch.server';
import { isSameOwner, paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { errorResponse } from '../gateway/error-message.server';
import { redirectHome } from '../session/context.server';
import { sessionCookie } from '../session/session-cookie.server';
import { requireSession } from '../session/guards.server';
import { shownOrganizations } from '../session/organizations.server';
import { resourceAction } from '../session/failure-toast.server';
import type { Context } from '../session/session';

export async function loader(args: LoaderFunctionArgs) {
  return redirectHome(await requireSession(args));
}

export const action = resourceAction(async (args) => {
  let signedIn = await requireSession(args);
  let { session, username } = signedIn;
  let form = await readForm(args.request, SwitchInput);
  if (!form.ok) throw errorResponse('request-not-valid', 400);
  let { owner: wantedOwner, path } = form.value;
  let context: Context & { tag: 'user' | 'organization' } = { tag: 'user', context: username };
  if (!isSameOwner(wantedOwner, username)) {
    let organization = (await shownOrganizations(signedIn)).find(({ name }) => isSameOwner(name, wantedOwner));
    if (organization === undefined) throw errorResponse('permission-not-granted');
    context = { tag: 'organization', context: organization.name };
  }
  let wanted = path ? paths.backTo(path) : paths.homeRedirect();
  let target = wanted === paths.homeRedirect() ? paths.home(context.context) : switchOwner(wanted, context);
  return redirect(target, {
    status: 303,
    headers: { 'set-cookie': sessionCookie({ ...session, context_v1: context }) },
  });
});
