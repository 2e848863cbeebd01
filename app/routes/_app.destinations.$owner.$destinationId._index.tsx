/** /destinations/[owner]/[destinationId]: a destination, and the log of what was sent there. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { destinationsApi } from 'contract/alerts/destinations';
import * as limits from 'contract/floor/limits';
import { ChangeDestinationForm } from '../features/alerts/destination-form';
import { DestinationState } from '../features/alerts/destination-list';
import { DeliveryList, DestinationActions } from '../features/alerts/destination-page';
import { ChangeDestinationInput, alertsHome, readDestination } from '../features/alerts/destinations.server';
import { readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { serverPaths } from '../links/paths.server';
import { requireManagerRole } from '../session/roles.server';
import { redirectWithToast } from '../session/toast.server';
import type { PageHandle } from '../shell/page-handle';
import { Card } from '../ui/card';
import { DateText } from '../ui/day';
import { PageTitle } from '../ui/page-title';
import { pageNumber, Pager } from '../ui/pager';
import { Stack } from '../ui/stack';

type Loaded = Awaited<ReturnType<typeof loader>>;

export const meta = pageMeta({
  title: 'Destination of alerts',
  description: 'Where alerts and reports are sent, whether they arrive, and what was sent.',
});
export const handle: PageHandle<Loaded> = {
  breadcrumb: ({ data }) => [
    { label: 'Alerts', to: data?.home ?? '' },
    { label: data?.name ?? 'Destination', isName: true },
  ],
};

export async function loader(args: LoaderFunctionArgs) {
  let signedIn = await requireManagerRole(args);
  let { call, owner } = signedIn;
  let params = { owner, destination_id: args.params.destinationId ?? '' };
  let page = pageNumber(new URL(args.request.url));
  return {
    ...(await readDestination(call, params, page)),
    home: alertsHome(signedIn, owner),
    days: limits.deliveryLogDays,
  };
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner } = await requireManagerRole(args);
  let form = await readForm(args.request, ChangeDestinationInput);
  if (!form.ok) return form.reply;
  let params = { owner, destination_id: args.params.destinationId ?? '' };
  let changed = await call(destinationsApi.changeDestination, { params, body: form.value }).catch(form.refuse);
  if (changed instanceof Response) return changed;
  return redirectWithToast(serverPaths.destination(owner, params.destination_id), 'destination_changed');
}

export default function DestinationPage() {
  let { name, kind, to, hasAddress, madeBy, madeAt, deliveries, address, days, ...rest } =
    useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack>
      <PageTitle
        title={name}
        description={
          <>
            <DestinationState {...rest} /> {kind} to {to}, added by {madeBy} on <DateText iso={madeAt} />
          </>
        }
        actions={<DestinationActions {...rest} />}
      />
      <Card title="Log" description={`What was sent in the last ${days} days.`} flush={deliveries.length > 0}>
        <DeliveryList deliveries={deliveries} />
      </Card>
      <Pager page={rest.pageNumber} pages={rest.pages} to={(n) => `${address}?page=${n}`} />
      <Stack narrow>
        <Card title="Change">
          <ChangeDestinationForm name={name} to={hasAddress ? to : null} lastResult={refused?.lastResult} />
        </Card>
      </Stack>
    </Stack>
  );
}
