/**
 * /account/two-factor/confirmation: shows the secret to an authenticator app, and switches
 * two-factor on with the first code.
 */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { twoFactorApi, CodeInput } from 'contract/accounts/two-factor';
import { CodeForm, QrCodeImage } from '../features/two-factor/two-factor';
import { qrCode, readTwoFactor, requireTwoFactorAccess } from '../features/two-factor/two-factor.server';
import { readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { readReauthentication } from '../forms/reauthentication.server';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { CopyText } from '../ui/copy-text';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta({
  title: 'Set up two-factor authentication',
  description: 'Connect an authenticator app.',
});

export async function loader(args: LoaderFunctionArgs) {
  let own = await requireTwoFactorAccess(args);
  let { status } = await readTwoFactor(own);
  if (status !== 'pending') throw redirect(paths.twoFactor());
  if (!(await readReauthentication(own.call, args.request)).isConfirmed)
    throw redirectWithToast(paths.twoFactor(), 'not_confirmed');
  // While it waits for its first code, starting gives the same secret again.
  let { secret, uri } = await own.call(twoFactorApi.startTwoFactor, { params: own.params });
  return { secret: secret.replace(/.{4}(?=.)/g, '$& '), qr: qrCode(uri) };
}

export async function action(args: ActionFunctionArgs) {
  let { call, params } = await requireTwoFactorAccess(args);
  let form = await readForm(args.request, CodeInput);
  if (!form.ok) return form.reply;
  let refusal = await call(twoFactorApi.confirmTwoFactor, { params, body: form.value }).catch(form.refuse);
  return refusal ?? redirectWithToast(paths.twoFactorRecovery(), 'two_factor_on');
}

export default function TwoFactorConfirmation() {
  let { secret, qr } = useLoaderData<typeof loader>();
  return (
    <Stack narrow>
      <PageTitle title="Set up two-factor authentication" />
      <Card title="1. Scan this with your authenticator app">
        <div className="flex flex-col gap-4">
          <QrCodeImage code={qr} label="QR code with the secret for your authenticator app" />
          <p className="text-sm text-muted">If you cannot scan it, enter this secret:</p>
          <CopyText text={secret} label="secret" wrap />
        </div>
      </Card>
      <Card title="2. Enter the code from the app">
        <CodeForm
          button="Turn on"
          hint="Six digits, renewed every 30 seconds."
          lastResult={useActionData<typeof action>()?.lastResult}
        />
      </Card>
    </Stack>
  );
}
