/** /admin/owners/[owner]/delete: deletes a person or an organization once the name was typed. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { accountAdministrationApi } from 'contract/admin/account-administration';
import { erasureApi } from 'contract/exports/erasure';
import { readOwnerStep, requireOwnerAdmin } from '../features/admin/owners.server';
import { ConfirmByName } from '../forms/confirm';
import { confirmNameInput } from '../forms/confirm-field.server';
import { readSensitiveForm } from '../forms/reauthentication.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { keepingConfirmation } from '../session/confirmation.server';
import { redirectWithToast } from '../session/toast.server';
import { deletionNotice } from '../features/retention/deletion-notice.server';
import { AlertBox } from '../ui/alert';
import { Card } from '../ui/card';
import { named } from '../ui/name';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({ title: 'Delete', description: 'Delete a person or an organization.' });

export async function loader(args: LoaderFunctionArgs) {
  let { call } = await requireOwnerAdmin(args);
  let step = await readOwnerStep(args);
  let events = await deletionNotice('Its', call(erasureApi.getStoredEvents, { params: { owner: step.owner.name } }));
  return { ...step, events };
}

export const action = keepingConfirmation(async (args) => {
  let { call, params } = await requireOwnerAdmin(args);
  let { name } = await call(accountAdministrationApi.getAdministeredOwner, { params });
  let form = await readSensitiveForm(args.request, confirmNameInput(name), call);
  if (!form.ok) return form.reply;
  let refusal = await call(accountAdministrationApi.deleteOwner, { params }).catch(form.refuse);
  return refusal ?? redirectWithToast(paths.admin(), 'owner_deleted');
});

export default function AdminOwnerDeletePage() {
  let { owner, events, identity } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  let isPerson = owner.type === 'user';
  return (
    <Stack narrow>
      <PageTitle title={named`Delete ${owner.name}`} />
      <Card>
        <div className="flex flex-col gap-4">
          <AlertBox variant="warning" title="This is permanent.">
            Packages and pixels are deleted, and their download URLs stop working immediately.{' '}
            {isPerson
              ? 'The name stays reserved for the person. Organizations stay. If the person is the only owner of one, add another owner first.'
              : 'The name stays reserved for its owners.'}{' '}
            While a paid subscription is active, it cannot be deleted. {events}
          </AlertBox>
          <ConfirmByName
            expected={owner.name}
            button={isPerson ? 'Delete account' : 'Delete organization'}
            identity={identity}
            lastResult={refused?.lastResult}
          />
        </div>
      </Card>
    </Stack>
  );
}
