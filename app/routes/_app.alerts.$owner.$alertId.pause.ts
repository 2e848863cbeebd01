/** POST …/pause: pauses an alert or resumes it. GET leads to the alert. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { readAlert, saveAlert } from '../features/alerts/alerts.server';
import { alertsHome, PauseInput } from '../features/alerts/destinations.server';
import { readForm } from '../forms/read-form.server';
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
  let form = await readForm(args.request, PauseInput);
  if (!form.ok) return form.reply;
  let { is_paused } = await saveAlert(call, await readAlert(call, owner, args.params.alertId), form.value);
  return redirectWithToast(alertsHome(signedIn, owner), is_paused ? 'alert_paused' : 'alert_resumed');
});
