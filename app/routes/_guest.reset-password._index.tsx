/**
 * /reset-password: the form to request a reset link. It never shows whether the address has an
 * account.
 */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData } from '@remix-run/react';
import { email } from 'contract/rules/account-rules';
import { passwordResetsApi, PasswordResetRequest } from 'contract/accounts/password-resets';
import { AppForm, useAppForm } from '../forms/app-form';
import { TextField } from '../forms/fields';
import { FormError } from '../forms/form-error';
import { readForm } from '../forms/read-form.server';
import { SubmitButton } from '../forms/submit';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { requireGuest } from '../session/guards.server';
import { redirectWithToast } from '../session/toast.server';
import { GuestCard } from '../shell/guest-card';

export const meta = pageMeta({
  title: 'Forgot your password?',
  description: 'Get a link to reset your password.',
});

export async function loader(args: LoaderFunctionArgs) {
  await requireGuest(args);
  return null;
}

export async function action(args: ActionFunctionArgs) {
  let { call } = await requireGuest(args);
  let form = await readForm(args.request, PasswordResetRequest);
  if (!form.ok) return form.reply;
  let refusal = await call(passwordResetsApi.requestPasswordReset, { body: form.value }).catch(form.refuse);
  return refusal ?? redirectWithToast(paths.login(), 'password_reset_requested');
}

const rules = { email };

export default function ForgottenPassword() {
  let form = useAppForm(useActionData<typeof action>()?.lastResult, { rules });
  return (
    <GuestCard title="Forgot your password?" foot={<Link to={paths.login()}>Back to sign in</Link>}>
      <AppForm form={form}>
        <FormError />
        <TextField
          name="email"
          label="Email"
          type="email"
          hint="We’ll email you a link to reset your password."
          autoComplete="email"
        />
        <SubmitButton wide pending="Sending …">
          Send link
        </SubmitButton>
      </AppForm>
    </GuestCard>
  );
}
