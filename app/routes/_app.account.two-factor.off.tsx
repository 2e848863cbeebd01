/** /account/two-factor/off: switches two-factor off with the password and a code. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { twoFactorApi, CodeInput } from 'contract/accounts/two-factor';
import { CodeForm, TwoFactorRequiredBy } from '../features/two-factor/two-factor';
import { readTwoFactor, requireTwoFactorAccess } from '../features/two-factor/two-factor.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { readReauthentication, readSensitiveForm } from '../forms/reauthentication.server';
import { keepingConfirmation } from '../session/confirmation.server';
import { redirectWithToast } from '../session/toast.server';
import { AlertBox } from '../ui/alert';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Turn off two-factor authentication',
  description: 'Sign in without a second step again.',
});

export async function loader(args: LoaderFunctionArgs) {
  let own = await requireTwoFactorAccess(args);
  let { status, required_by } = await readTwoFactor(own);
  if (status !== 'on') throw redirect(paths.twoFactor());
  return { requiredBy: required_by, identity: await readReauthentication(own.call, args.request) };
}

export const action = keepingConfirmation(async (args) => {
  let { call, params } = await requireTwoFactorAccess(args);
  let form = await readSensitiveForm(args.request, CodeInput, call);
  if (!form.ok) return form.reply;
  let refusal = await call(twoFactorApi.stopTwoFactor, { params, body: form.value }).catch(form.refuse);
  return refusal ?? redirectWithToast(paths.twoFactor(), 'two_factor_off');
});

export default function TwoFactorOff() {
  let { requiredBy, identity } = useLoaderData<typeof loader>();
  return (
    <Stack narrow>
      <PageTitle title="Turn off two-factor authentication" />
      <Card>
        <div className="flex flex-col gap-4">
          <AlertBox variant="warning" title="You will sign in with a password alone.">
            Your authenticator app and all recovery codes stop working.
          </AlertBox>
          <TwoFactorRequiredBy by={requiredBy} />
          <CodeForm
            button="Turn off"
            variant="danger"
            hint="Six digits from your authenticator app, or a recovery code."
            identity={identity}
            lastResult={useActionData<typeof action>()?.lastResult}
          />
        </div>
      </Card>
    </Stack>
  );
}
