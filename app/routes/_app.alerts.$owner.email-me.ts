/**
 * POST /alerts/[owner]/email-me: an alert of a report's bell. It is sent to the person by email, and
 * leads back to the report. GET leads to the alerts.
 */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { type AlertKind, alertsApi } from 'contract/alerts/alerts';
import { destinationsApi } from 'contract/alerts/destinations';
import { z } from 'zod';
import { type AlertPreset, alertPresets } from '../features/alerts/alert-bell';
import { alertsHome } from '../features/alerts/destinations.server';
import { NextPath, readForm } from '../forms/read-form.server';
import { errorResponse } from '../gateway/error-message.server';
import { readApiError } from '../gateway/gateway-client.server';
import { redirect } from '../http/redirects.server';
import { resourceAction } from '../session/failure-toast.server';
import type { SignedIn } from '../session/guards.server';
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

/** What the bell of a report creates. */
const presetKinds: Record<AlertPreset, readonly AlertKind[]> = {
  change: ['spike', 'drop'],
  'new-company': ['new-company'],
  'new-version': ['new-version'],
  'withdrawn-unused': ['withdrawn-unused'],
  'target-away': ['target-away'],
  'weekly-report': ['weekly-report'],
};

/** Id of the owner's destination that emails this person; created if there is none. */
async function emailDestination({ call, username }: SignedIn, owner: string): Promise<string> {
  let params = { owner };
  let { results } = await call(destinationsApi.getDestinations, { params });
  let known = results.find(({ kind, to, is_paused }) => kind === 'email' && to === username && !is_paused);
  if (known) return known.id;
  let body = { kind: 'email' as const, name: `Email ${username}`, username };
  return (await call(destinationsApi.createDestination, { params, body })).id;
}
