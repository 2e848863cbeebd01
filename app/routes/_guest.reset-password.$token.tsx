/** /reset-password/[token]: chooses a new password with the link of a mail. */
import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { confirmPassword, password } from 'contract/rules/account-rules';
import * as limits from 'contract/floor/limits';
import { passwordResetsApi, NewPassword } from 'contract/accounts/password-resets';
import { AppForm, useAppForm } from '../forms/app-form';
import { withConfirmPassword } from '../forms/confirm-field.server';
import { RevokeTokensField } from '../forms/reauthentication';
import { TextField } from '../forms/fields';
import { FormError } from '../forms/form-error';
import { readForm } from '../forms/read-form.server';
import { SubmitButton } from '../forms/submit';
import { readApiError } from '../gateway/gateway-client.server';
import { pageMeta } from '../shell/meta';
import { paths } from '../links/paths';
import { rememberDevice } from '../session/sign-in-cookies.server';
import { requireGuest } from '../session/guards.server';
import { redirectWithToast } from '../session/toast.server';
import { GuestCard } from '../shell/guest-card';
import { AlertBox } from '../ui/alert';
import { LinkButton } from '../ui/button';

export const meta = pageMeta({
  title: 'Reset your password',
  description: 'Reset your password with the link from your email.',
});

export async function loader(args: LoaderFunctionArgs) {
  let { call } = await requireGuest(args);
  let params = { token: args.params.token ?? '' };
  try {
    let { username } = await call(passwordResetsApi.getPasswordReset, { params });
    return json({ username, problem: '' });
  } catch (thrown) {
    let said = await readApiError(thrown);
    if (said?.code !== 'password-reset-token-not-valid') throw thrown;
    return json({ username: null, problem: said.message }, { status: 422 });
  }
}

export async function action(args: ActionFunctionArgs) {
  let { call } = await requireGuest(args);
  let form = await readForm(args.request, withConfirmPassword(NewPassword));
  if (!form.ok) return form.reply;
  let given = {
    params: { token: args.params.token ?? '' },
    body: { password: form.value.password, end_api_tokens: form.value.end_api_tokens },
  };
  let reset = await call(passwordResetsApi.resetPassword, given).catch(form.refuse);
  if (reset instanceof Response) return reset;
  return redirectWithToast(paths.login(), 'password_reset', { 'set-cookie': rememberDevice(args.request, reset) });
}

const rules = { password, confirm_password: confirmPassword };

export default function ResetPassword() {
  let { username, problem } = useLoaderData<typeof loader>();
  let form = useAppForm(useActionData<typeof action>()?.lastResult, { rules });
  if (username === null)
    return (
      <GuestCard title="Reset your password">
        <AlertBox variant="warning" title={problem}>
          This link is invalid, expired or was already used.
        </AlertBox>
        <LinkButton to={paths.forgottenPassword()} variant="outline">
          Request a new link
        </LinkButton>
      </GuestCard>
    );
  return (
    <GuestCard title="Reset your password">
      <p className="text-sm text-muted">
        For <strong className="text-ink">{username}</strong>. You will be signed out everywhere.
      </p>
      <AppForm form={form}>
        <FormError />
        <TextField
          name="password"
          label="New password"
          hint={`${limits.passwordMin} to ${limits.passwordMax} characters.`}
          type="password"
          autoComplete="new-password"
        />
        <TextField name="confirm_password" label="Confirm password" type="password" autoComplete="new-password" />
        <RevokeTokensField />
        <SubmitButton wide pending="Saving …">
          Reset password
        </SubmitButton>
      </AppForm>
    </GuestCard>
  );
}
