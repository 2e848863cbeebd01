/** /alerts/[owner]/[alertId]: what an alert or a report is, to change it. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { AlertForm } from '../features/alerts/alert-form';
import { AlertInput, alertFormOf, readAlert, saveAlert } from '../features/alerts/alerts.server';
import { alertsHome } from '../features/alerts/destinations.server';
import { readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { requireManagerRole } from '../session/roles.server';
import { redirectWithToast } from '../session/toast.server';
import type { PageHandle } from '../shell/page-handle';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

type Loaded = Awaited<ReturnType<typeof loader>>;

export const meta = pageMeta({
  title: 'Alert or report',
  description: 'Edit an alert or report.',
});
export const handle: PageHandle<Loaded> = {
  breadcrumb: ({ data }) => [{ label: 'Alerts', to: data?.home ?? '' }, { label: data?.form.label ?? 'Alert' }],
};

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireManagerRole(args);
  let { call, owner } = signedIn;
  let { kind, package_id, percent, at_least, downloads, period, stage, ...alert } = await readAlert(
    call,
    owner,
    args.params.alertId,
  );
  let numbers = { percent: String(percent), at_least: String(at_least), downloads: String(downloads) };
  let values = { package_id: package_id ?? '', ...numbers, period, stage };
  let form = await alertFormOf(call, owner, kind);
  return { home: alertsHome(signedIn, owner), form, values, ticked: alert.destination_ids };
}

export async function action(args: ActionFunctionArgs) {
  let signedIn = await requireManagerRole(args);
  let { call, owner } = signedIn;
  let form = await readForm(args.request, AlertInput);
  if (!form.ok) return form.reply;
  let alert = await readAlert(call, owner, args.params.alertId);
  let saved = await saveAlert(call, alert, form.value).catch(form.refuse);
  return saved instanceof Response ? saved : redirectWithToast(alertsHome(signedIn, owner), 'alert_changed');
}

export default function AlertPage() {
  let { form, values, ticked } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title={form.label} description={form.hint} />
      <Card>
        <AlertForm {...form} values={values} ticked={ticked} button="Save" lastResult={refused?.lastResult} />
      </Card>
    </Stack>
  );
}
