/**
 * /account/two-factor/recovery-codes: shows the codes until they are acknowledged, and makes new
 * ones.
 */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import * as limits from 'contract/floor/limits';
import { twoFactorApi, CodeInput } from 'contract/accounts/two-factor';
import { CodeForm, NewRecoveryCodes } from '../features/two-factor/two-factor';
import { readTwoFactor, requireTwoFactorAccess } from '../features/two-factor/two-factor.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { readReauthentication, readSensitiveForm } from '../forms/reauthentication.server';
import { keepingConfirmation } from '../session/confirmation.server';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Recovery codes',
  description: 'Codes to sign in if you lose your phone.',
});

export async function loader(args: LoaderFunctionArgs) {
  let own = await requireTwoFactorAccess(args);
  let { status, recovery_codes_left } = await readTwoFactor(own);
  if (status !== 'on') throw redirect(paths.twoFactor());
  let { codes } = await own.call(twoFactorApi.getRecoveryCodes, { params: own.params });
  return { codes, left: recovery_codes_left, identity: await readReauthentication(own.call, args.request) };
}

export const action = keepingConfirmation(async (args) => {
  let { call, params } = await requireTwoFactorAccess(args);
  let form = await readSensitiveForm(args.request, CodeInput, call);
  if (!form.ok) return form.reply;
  let made = await call(twoFactorApi.makeRecoveryCodes, { params, body: form.value }).catch(form.refuse);
  if (made instanceof Response) return made;
  return redirectWithToast(paths.twoFactorRecovery(), 'recovery_codes_made');
});

export default function RecoveryCodesPage() {
  let { codes, left, identity } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  return (
    <Stack narrow>
      <PageTitle title="Recovery codes" />
      {codes.length > 0 ? (
        <Card title="Save these codes">
          <NewRecoveryCodes codes={codes} />
        </Card>
      ) : (
        <Card title="Create new codes">
          <div className="flex flex-col gap-4">
            <p className="text-sm">
              {left} of {limits.recoveryCodes} codes left. New codes replace all of them.
            </p>
            <CodeForm
              button="Create new codes"
              hint="Six digits from your authenticator app, or a recovery code."
              identity={identity}
              lastResult={refused?.lastResult}
            />
          </div>
        </Card>
      )}
    </Stack>
  );
}
