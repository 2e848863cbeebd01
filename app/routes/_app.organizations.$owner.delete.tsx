/** /organizations/[owner]/delete: an organization goes once its name was typed. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { deleteOrganization, getOrganization } from 'contract/organizations';
import { organizationHandle } from '../features/organizations/crumbs';
import { requireItsOwner } from '../features/organizations/own.server';
import { ConfirmByName } from '../forms/confirm-by-name';
import { confirmsName } from '../forms/confirm-name.server';
import { read } from '../forms/read.server';
import { pageMeta } from '../meta';
import { paths } from '../paths';
import { sessionCookie } from '../session/cookie.server';
import { organizationGone } from '../session/organization-context';
import { redirectWithToast } from '../session/toast.server';
import { Alert } from '../ui/alert';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({ title: 'Delete organization' });
export const handle = organizationHandle('Delete');

export async function loader(args: LoaderFunctionArgs) {
  let { call, params } = await requireItsOwner(args);
  let { name } = await call(getOrganization, { params });
  return { name };
}

export async function action(args: ActionFunctionArgs) {
  let { call, session, owner, params } = await requireItsOwner(args);
  let form = await read(args.request, confirmsName(owner));
  if (!form.ok) return form.reply;
  let refusal = await call(deleteOrganization, { params }).catch(form.refuse);
  if (refusal) return refusal;
  let headers = { 'set-cookie': sessionCookie(organizationGone(session, owner)) };
  return redirectWithToast(paths.organizations(), 'organization_deleted', headers);
}

export default function OrganizationDeletePage() {
  let { name } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title="Delete organization" />
      <Card>
        <div className="flex flex-col gap-4">
          <Alert variant="warning" title="This is permanent.">
            Its packages and pixels go with it, and downloads through their addresses stop working at once. While a
            subscription is active, an organization cannot be deleted.
          </Alert>
          <ConfirmByName expected={name} button="Delete organization" lastResult={refused?.lastResult} />
        </div>
      </Card>
    </Stack>
  );
}
