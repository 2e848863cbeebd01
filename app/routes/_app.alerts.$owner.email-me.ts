/**
 * POST /alerts/[owner]/email-me: an alert of a report's bell. It is sent to the person by email, and
 * leads back to the report. GET leads to the alerts.
 */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { alertsApi } from 'contract/alerts/alerts';
import { z } from 'zod';
import { emailDestination, presetKinds } from '../features/alerts/alert-presets.server';
import { alertPresets } from '../features/alerts/alert-bell';
import { alertsHome } from '../features/alerts/destinations.server';
import { NextPath, readForm } from '../forms/read-form.server';
import { errorResponse } from '../gateway/error-message.server';
import { readApiError } from '../gateway/gateway-client.server';
import { redirect } from '../http/redirects.server';
import { resourceAction } from '../session/failure-toast.server';
import { requireManagerRole } from '../session/roles.server';
import { dedupe } from '../session/submission-deduplication.server';
import { redirectWithToast } from '../session/toast.server';

const PresetForm = z.object({
  preset: z.enum(alertPresets),
  package_id: z
    .string()
    .max(100)
    .default('')
    .transform((id) => id || null),
  next: NextPath,
});

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireManagerRole(args);
  return redirect(alertsHome(signedIn, signedIn.owner));
}

export const action = resourceAction(async (args) => {
  let signedIn = await requireManagerRole(args);
  let { call, owner } = signedIn;
  let form = await readForm(args.request, PresetForm);
  if (!form.ok) throw errorResponse('request-not-valid');
  let { preset, package_id, next } = form.value;
  return dedupe(args.request, form.value, async () => {
    let destination = await emailDestination(signedIn, owner);
    let hasNew = false;
    for (let kind of presetKinds[preset]) {
      let body = { kind, package_id, destination_ids: [destination] };
      hasNew = (await isCreated(call(alertsApi.createAlert, { params: { owner }, body }))) || hasNew;
    }
    if (!hasNew) return redirectWithToast(next, 'alert_exists');
    return redirectWithToast(next, preset === 'weekly-report' ? 'report_added' : 'alert_added');
  });
});

/** False if the same alert exists; throws other errors. */
async function isCreated(created: Promise<unknown>): Promise<boolean> {
  try {
    await created;
    return true;
  } catch (thrown) {
    if ((await readApiError(thrown))?.code !== 'alert-already-exists') throw thrown;
    return false;
  }
}
