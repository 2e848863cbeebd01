/** /admin/owners/[owner]/suspension: suspends a person or an organization. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { accountAdministrationApi, SuspendOwner } from 'contract/admin/account-administration';
import { readOwnerStep, requireOwnerAdmin } from '../features/admin/owners.server';
import { SuspensionForm } from '../features/admin/suspension-form';
import { readSensitiveForm } from '../forms/reauthentication.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { keepingConfirmation } from '../session/confirmation.server';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { named } from '../ui/name';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({ title: 'Suspend', description: 'Suspend a person or an organization.' });

export const loader = (args: LoaderFunctionArgs) => readOwnerStep(args);

export const action = keepingConfirmation(async (args) => {
  let { call, params } = await requireOwnerAdmin(args);
  let form = await readSensitiveForm(args.request, SuspendOwner, call);
  if (!form.ok) return form.reply;
  let refusal = await call(accountAdministrationApi.suspendOwner, { params, body: form.value }).catch(form.refuse);
  return refusal ?? redirectWithToast(paths.adminOwner(params.owner), 'owner_is_suspended');
});

export default function AdminSuspensionPage() {
  let { owner, identity } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title={named`Suspend ${owner.name}`} />
      <Card>
        <SuspensionForm owner={owner} identity={identity} lastResult={refused?.lastResult} />
      </Card>
    </Stack>
  );
}
