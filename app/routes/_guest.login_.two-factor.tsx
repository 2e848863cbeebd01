/** /login/two-factor: the second step of a sign-in. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData } from '@remix-run/react';
import { twoFactorCode } from 'contract/rules/account-rules';
import { twoFactorApi, SecondStep } from 'contract/accounts/two-factor';
import { AppForm, useAppForm } from '../forms/app-form';
import { TextField } from '../forms/fields';
import { FormError } from '../forms/form-error';
import { readForm } from '../forms/read-form.server';
import { SubmitButton } from '../forms/submit';
import { readApiError } from '../gateway/gateway-client.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { redirect } from '../http/redirects.server';
import { knownDeviceTokens, secondStepCookie } from '../session/sign-in-cookies.server';
import { requireGuest } from '../session/guards.server';
import { startBrowserSession } from '../session/sign-in.server';
import { redirectWithToast } from '../session/toast.server';
import { GuestCard } from '../shell/guest-card';

export const meta = pageMeta({
  title: 'Two-factor authentication',
  description: 'Enter the code from your authenticator app.',
});

export async function loader(args: LoaderFunctionArgs) {
  await requireGuest(args);
  return secondStepCookie.read(args.request) ? null : redirect(paths.login());
}

export async function action(args: ActionFunctionArgs) {
  let { call } = await requireGuest(args);
  let kept = secondStepCookie.read(args.request);
  if (!kept) return redirectWithToast(paths.login(), 'sign_in_took_too_long');
  let form = await readForm(args.request, SecondStep.pick({ code: true }));
  if (!form.ok) return form.reply;
  try {
    let body = { ...kept, code: form.value.code, devices: knownDeviceTokens(args.request) };
    return startBrowserSession(args.request, await call(twoFactorApi.secondStep, { body }));
  } catch (thrown) {
    let said = await readApiError(thrown);
    if (said?.code !== 'two-factor-challenge-not-valid') return form.refuse(thrown);
    return redirectWithToast(paths.login(), 'sign_in_took_too_long', { 'set-cookie': secondStepCookie.forget() });
  }
}

const rules = { code: twoFactorCode };

export default function SecondStepPage() {
  let form = useAppForm(useActionData<typeof action>()?.lastResult, { rules });
  return (
    <GuestCard title="Two-factor authentication" foot={<Link to={paths.login()}>Start again</Link>}>
      <AppForm form={form}>
        <FormError />
        <TextField
          name="code"
          label="Code"
          hint="Six digits from your authenticator app, or a recovery code."
          autoComplete="one-time-code"
          spellCheck={false}
        />
        <SubmitButton wide pending="Signing in …">
          Sign in
        </SubmitButton>
      </AppForm>
    </GuestCard>
  );
}
