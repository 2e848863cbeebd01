/** /alerts/[owner]/new?kind=…: the form of a new alert or report; without a kind, the kinds. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { alertsApi, type Alert } from 'contract/alerts/alerts';
import { AlertForm } from '../features/alerts/alert-form';
import { AlertInput, alertFormOf, alertKind, kindLinks } from '../features/alerts/alerts.server';
import { alertsHome } from '../features/alerts/destinations.server';
import { readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { requireManagerRole } from '../session/roles.server';
import { dedupe } from '../session/submission-deduplication.server';
import { redirectWithToast } from '../session/toast.server';
import type { PageHandle } from '../shell/page-handle';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

type Loaded = Awaited<ReturnType<typeof loader>>;

export const meta = pageMeta({
  title: 'New alert or report',
  description: 'Create an alert or report.',
});
export const handle: PageHandle<Loaded> = {
  breadcrumb: ({ data }) => [{ label: 'Alerts', to: data?.home ?? '' }, { label: 'New' }],
};

const atFirst = { percent: '50', at_least: '100', downloads: '1000', period: 'total', stage: 'investigation' };

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireManagerRole(args);
  let { call, owner } = signedIn;
  let query = new URL(args.request.url).searchParams;
  let packageId = query.get('package') ?? '';
  let kind = alertKind(query.get('kind'));
  let form = kind ? await alertFormOf(call, owner, kind) : null;
  let home = alertsHome(signedIn, owner);
  if (form?.destinations.length === 0) throw redirect(home);
  return { home, form, values: { ...atFirst, package_id: packageId }, kinds: kindLinks(owner, packageId) };
}

export async function action(args: ActionFunctionArgs) {
  let signedIn = await requireManagerRole(args);
  let { call, owner } = signedIn;
  let kind = alertKind(new URL(args.request.url).searchParams.get('kind'));
  if (!kind) throw redirect(paths.newAlert(owner));
  let form = await readForm(args.request, AlertInput);
  if (!form.ok) return form.reply;
  let body = { kind, ...form.value };
  return dedupe(args.request, form.value, async () => {
    let made: Alert | Response = await call(alertsApi.createAlert, { params: { owner }, body }).catch(form.refuse);
    if (made instanceof Response) return made;
    let toast = kind.endsWith('report') ? ('report_added' as const) : ('alert_added' as const);
    return redirectWithToast(alertsHome(signedIn, owner), toast);
  });
}

export default function NewAlert() {
  let { form, values, kinds } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  if (form)
    return (
      <Stack narrow>
        <PageTitle title={`New: ${form.label}`} description={form.hint} />
        <Card>
          <AlertForm
            {...form}
            values={values}
            ticked={form.destinations.map(({ value }) => value)}
            button="Add"
            lastResult={refused?.lastResult}
          />
        </Card>
      </Stack>
    );
  return (
    <Stack narrow>
      <PageTitle title="New alert or report" description="Choose what to get notified about." />
      <Card>
        <ul className="divide-y divide-line">
          {kinds.map(({ label, hint, to }) => (
            <li key={to} className="py-3 first:pt-0 last:pb-0">
              <Link to={to} className="font-medium text-accent underline">
                {label}
              </Link>
              <p className="text-sm text-muted">{hint}</p>
            </li>
          ))}
        </ul>
      </Card>
    </Stack>
  );
}
