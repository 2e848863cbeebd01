/** /organizations/[owner]/delete: deletes an organization once its name was typed. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { erasureApi } from 'contract/exports/erasure';
import { organizationsApi } from 'contract/organizations/organizations';
import { organizationHandle } from '../shell/breadcrumbs';
import { requireOrganizationOwner } from '../features/organizations/require-organization.server';
import { ConfirmByName } from '../forms/confirm';
import { confirmNameInput } from '../forms/confirm-field.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { keepingConfirmation } from '../session/confirmation.server';
import { sessionCookie } from '../session/cookie.server';
import { readReauthentication, readSensitiveForm } from '../forms/reauthentication.server';
import { organizationGone } from '../session/session';
import { redirectWithToast } from '../session/toast.server';
import { deletionNotice } from '../features/retention/deletion-notice.server';
import { AlertBox } from '../ui/alert';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Delete organization',
  description: 'Delete an organization with everything that belongs to it.',
});
export const handle = organizationHandle('Delete');

export async function loader(args: LoaderFunctionArgs) {
  let { call, params } = await requireOrganizationOwner(args);
  let { name } = await call(organizationsApi.getOrganization, { params });
  let events = await deletionNotice('Its', call(erasureApi.getStoredEvents, { params: { owner: name } }));
  return { name, events, identity: await readReauthentication(call, args.request) };
}

export const action = keepingConfirmation(async (args) => {
  let { call, session, owner, params } = await requireOrganizationOwner(args);
  let form = await readSensitiveForm(args.request, confirmNameInput(owner), call);
  if (!form.ok) return form.reply;
  let refusal = await call(organizationsApi.deleteOrganization, { params }).catch(form.refuse);
  if (refusal) return refusal;
  let headers = { 'set-cookie': sessionCookie(organizationGone(session, owner)) };
  return redirectWithToast(paths.organizations(), 'organization_deleted', headers);
});

export default function OrganizationDeletePage() {
  let { name, events, identity } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title="Delete organization" />
      <Card>
        <div className="flex flex-col gap-4">
          <AlertBox variant="warning" title="This is permanent.">
            Its packages and pixels go with it, and downloads through their addresses stop working at once. Nobody but
            its owners can take the name again. While a subscription is active, an organization cannot be deleted.{' '}
            {events}
          </AlertBox>
          <ConfirmByName
            expected={name}
            button="Delete organization"
            identity={identity}
            lastResult={refused?.lastResult}
          />
        </div>
      </Card>
    </Stack>
  );
}
