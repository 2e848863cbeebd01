/** POST …/removal: deletes an alert. GET leads to the alert. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { alertsApi } from 'contract/alerts/alerts';
import { alertsHome } from '../features/alerts/destinations.server';
import { emptyForm, readForm } from '../forms/read-form.server';
import { serverPaths } from '../links/paths.server';
import { redirect } from '../http/redirects.server';
import { requireManagerRole } from '../session/roles.server';
import { resourceAction } from '../session/failure-toast.server';
import { redirectWithToast } from '../session/toast.server';

export async function loader(args: LoaderFunctionArgs) {
  let { owner } = await requireManagerRole(args);
  return redirect(serverPaths.alert(owner, args.params.alertId ?? ''));
}

export const action = resourceAction(async (args) => {
  let signedIn = await requireManagerRole(args);
  let { call, owner } = signedIn;
  await readForm(args.request, emptyForm);
  await call(alertsApi.deleteAlert, { params: { owner, alert_id: args.params.alertId ?? '' } });
  return redirectWithToast(alertsHome(signedIn, owner), 'alert_deleted');
});
