/** /admin/owners/[owner]/password-reset: mails a person the link to a new password. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { accountAdministrationApi, SendPasswordReset } from 'contract/admin/account-administration';
import { readOwnerStep, requireOwnerAdmin } from '../features/admin/owners.server';
import { PasswordResetForm } from '../features/admin/password-reset-form';
import { readSensitiveForm } from '../forms/reauthentication.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { keepingConfirmation } from '../session/confirmation.server';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { named } from '../ui/name';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({ title: 'Password reset', description: 'Send a password reset link.' });

export const loader = (args: LoaderFunctionArgs) => readOwnerStep(args);

export const action = keepingConfirmation(async (args) => {
  let { call, params } = await requireOwnerAdmin(args);
  let form = await readSensitiveForm(args.request, SendPasswordReset, call);
  if (!form.ok) return form.reply;
  let refusal = await call(accountAdministrationApi.sendPasswordReset, { params, body: form.value }).catch(form.refuse);
  return refusal ?? redirectWithToast(paths.adminOwner(params.owner), 'password_reset_sent');
});

export default function AdminPasswordResetPage() {
  let { owner, identity } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title={named`Send ${owner.name} a password reset`} />
      <Card>
        <PasswordResetForm owner={owner} identity={identity} lastResult={refused?.lastResult} />
      </Card>
    </Stack>
  );
}
