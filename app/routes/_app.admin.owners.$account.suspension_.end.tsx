/** /admin/owners/[owner]/suspension/end: lifts a suspension. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { accountAdministrationApi } from 'contract/admin/account-administration';
import { readOwnerStep, requireOwnerAdmin } from '../features/admin/owners.server';
import { Confirm } from '../forms/confirm';
import { emptyForm } from '../forms/read-form.server';
import { readSensitiveForm } from '../forms/reauthentication.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { keepingConfirmation } from '../session/confirmation.server';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { named } from '../ui/name';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({ title: 'Lift suspension', description: 'Lift the suspension of an account.' });

export const loader = (args: LoaderFunctionArgs) => readOwnerStep(args);

export const action = keepingConfirmation(async (args) => {
  let { call, params } = await requireOwnerAdmin(args);
  let form = await readSensitiveForm(args.request, emptyForm, call);
  if (!form.ok) return form.reply;
  let refusal = await call(accountAdministrationApi.liftSuspension, { params }).catch(form.refuse);
  return refusal ?? redirectWithToast(paths.adminOwner(params.owner), 'suspension_lifted');
});

export default function AdminSuspensionEndPage() {
  let { owner, identity } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title={named`Lift the suspension of ${owner.name}`} />
      <Card>
        <Confirm
          button="Lift suspension"
          pending="Lifting …"
          variant="primary"
          cancelTo={paths.adminOwner(owner.name)}
          identity={identity}
          lastResult={refused?.lastResult}
        >
          <p className="max-w-prose">
            {owner.type === 'user'
              ? 'The person can sign in again, and earlier sessions and API tokens work again. Send a password reset to revoke them.'
              : 'Members can make changes again.'}
          </p>
        </Confirm>
      </Card>
    </Stack>
  );
}
