/** POST …/pause: pauses a destination or resumes it. GET leads to the destination. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { destinationsApi } from 'contract/alerts/destinations';
import { PauseInput } from '../features/alerts/destinations.server';
import { readForm } from '../forms/read-form.server';
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
  let { call, owner } = await requireManagerRole(args);
  let form = await readForm(args.request, PauseInput);
  if (!form.ok) return form.reply;
  let params = { owner, destination_id: args.params.destinationId ?? '' };
  let { is_paused } = await call(destinationsApi.changeDestination, { params, body: form.value });
  let toast = is_paused ? ('destination_paused' as const) : ('destination_resumed' as const);
  return redirectWithToast(serverPaths.destination(owner, params.destination_id), toast);
});
