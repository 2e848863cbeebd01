/** /endpoints/[owner]/[endpointId]/erasure: erases the events of one visitor's endpoint. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { erasureApi } from 'contract/exports/erasure';
import { Confirm } from '../forms/confirm';
import { emptyForm, readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { requireManagerRole } from '../session/roles.server';
import { redirectWithToast } from '../session/toast.server';
import type { PageHandle } from '../shell/page-handle';
import { deletionNotice } from '../features/retention/deletion-notice.server';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({ title: 'Erase endpoint', description: 'Permanently delete events of an endpoint.' });
export const handle: PageHandle = {
  breadcrumb: ({ params: { owner = '' } }) => [
    { label: 'Overview', to: paths.home(owner) },
    { label: 'Erase endpoint' },
  ],
};

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner } = await requireManagerRole(args);
  let endpointId = args.params.endpointId ?? '';
  let stored = await call(erasureApi.getStoredEndpointEvents, { params: { owner, endpoint_id: endpointId } });
  return { owner, endpointId, events: await deletionNotice('Its', Promise.resolve(stored)) };
}

export async function action(args: ActionFunctionArgs) {
  let { call, owner } = await requireManagerRole(args);
  let form = await readForm(args.request, emptyForm);
  if (!form.ok) return form.reply;
  let params = { owner, endpoint_id: args.params.endpointId ?? '' };
  let answer = await call(erasureApi.eraseEndpoint, { params }).catch(form.refuse);
  return answer instanceof Response ? answer : redirectWithToast(paths.analytics(owner), 'endpoint_erased');
}

export default function EndpointErasurePage() {
  let { owner, endpointId, events } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title="Erase endpoint" />
      <Card>
        <Confirm
          button="Erase endpoint"
          pending="Erasing …"
          cancelTo={paths.analytics(owner)}
          lastResult={refused?.lastResult}
        >
          Permanently delete the events of the IP address behind{' '}
          <strong className="font-mono wrap-anywhere">{endpointId}</strong>. {events}
        </Confirm>
      </Card>
    </Stack>
  );
}
