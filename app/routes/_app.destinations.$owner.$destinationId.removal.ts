/** POST …/removal: deletes a destination. GET leads to the destination. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { destinationsApi } from 'contract/alerts/destinations';
import { alertsHome } from '../features/alerts/destinations.server';
import { emptyForm, readForm } from '../forms/read-form.server';
import { serverPaths } from '../links/paths.server';
import { redirect } from '../http/redirects.server';
import { requireManagerRole } from '../session/roles.server';
import { resourceAction } from '../session/failure-toast.server';
import { redirectWithToast } from '../session/toast.server';

export async function loader(args: LoaderFunctionArgs) {
  let { owner } = await requireManagerRole(args);
  return redirect(serverPaths.destination(owner, args.params.destinationId ?? ''));
}

export const action = resourceAction(async (args) => {
  let signedIn = await requireManagerRole(args);
  let { call, owner } = signedIn;
  await readForm(args.request, emptyForm);
  await call(destinationsApi.deleteDestination, { params: { owner, destination_id: args.params.destinationId ?? '' } });
  return redirectWithToast(alertsHome(signedIn, owner), 'destination_deleted');
});
