/** /account/two-factor: whether sign-ins need a code, and links to change that. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import * as limits from 'contract/floor/limits';
import { twoFactorApi } from 'contract/accounts/two-factor';
import { TwoFactorRequiredBy } from '../features/two-factor/two-factor';
import { readTwoFactor, requireTwoFactorAccess } from '../features/two-factor/two-factor.server';
import { AppForm, useAppForm } from '../forms/app-form';
import { FormError } from '../forms/form-error';
import { type Reauthentication, ReauthenticationField, reauthenticationRules } from '../forms/reauthentication';
import { emptyForm } from '../forms/read-form.server';
import { SubmitButton } from '../forms/submit';
import { readApiError } from '../gateway/gateway-client.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { readReauthentication, readSensitiveForm } from '../forms/reauthentication.server';
import { keepingConfirmation } from '../session/confirmation.server';
import { LinkButton } from '../ui/button';
import { Card } from '../ui/card';
import { Facts } from '../ui/description-list';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Two-factor authentication',
  description: 'Protect your account with an authenticator app.',
});

export async function loader(args: LoaderFunctionArgs) {
  let own = await requireTwoFactorAccess(args);
  let [twoFactor, identity] = await Promise.all([readTwoFactor(own), readReauthentication(own.call, args.request)]);
  return { ...twoFactor, identity };
}

/** Creates the secret, unless two-factor is already on. */
export const action = keepingConfirmation(async (args) => {
  let own = await requireTwoFactorAccess(args);
  let form = await readSensitiveForm(args.request, emptyForm, own.call);
  if (!form.ok) return form.reply;
  try {
    await own.call(twoFactorApi.startTwoFactor, { params: own.params });
    return redirect(paths.twoFactorConfirmation(), { status: 303 });
  } catch (thrown) {
    let isOn = (await readApiError(thrown))?.code === 'two-factor-already-on';
    return isOn ? redirect(paths.twoFactor(), { status: 303 }) : form.refuse(thrown);
  }
});

export default function TwoFactorPage() {
  let { status, recovery_codes_left, required_by, identity } = useLoaderData<typeof loader>();
  return (
    <Stack narrow>
      <PageTitle title="Two-factor authentication" />
      {status !== 'on' && <TwoFactorRequiredBy by={required_by} />}
      {status === 'on' ? <SwitchedOn codesLeft={recovery_codes_left} /> : <SwitchedOff identity={identity} />}
    </Stack>
  );
}

function SwitchedOff({ identity }: { identity: Reauthentication }) {
  let refused = useActionData<typeof action>();
  let form = useAppForm(refused?.lastResult, { rules: reauthenticationRules({ identity }) });
  return (
    <Card title="Two-factor is off">
      <div className="flex flex-col gap-4">
        <p className="text-sm">Add a code from your phone as a second step when you sign in.</p>
        <AppForm form={form}>
          <FormError />
          <ReauthenticationField identity={identity} />
          <div>
            <SubmitButton pending="Loading …">Set up</SubmitButton>
          </div>
        </AppForm>
      </div>
    </Card>
  );
}

function SwitchedOn({ codesLeft }: { codesLeft: number }) {
  return (
    <Card title="On">
      <div className="flex flex-col gap-4">
        <Facts facts={[{ label: 'Recovery codes left', value: `${codesLeft} of ${limits.recoveryCodes}` }]} />
        <div className="flex flex-wrap gap-2">
          <LinkButton to={paths.twoFactorRecovery()} variant="outline">
            Recovery codes
          </LinkButton>
          <LinkButton to={paths.twoFactorOff()} variant="danger-outline">
            Turn off
          </LinkButton>
        </div>
      </div>
    </Card>
  );
}
