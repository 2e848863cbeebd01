/** Sends a password reset link; can also end sessions and revoke tokens. */
import type { SubmissionResult } from '@conform-to/react';
import type { AdministeredOwner } from 'contract/admin/account-administration';
import { AppForm, useAppForm } from '../../forms/app-form';
import { CheckField } from '../../forms/choices';
import { FormError } from '../../forms/form-error';
import { type Reauthentication, ReauthenticationField, reauthenticationRules } from '../../forms/reauthentication';
import { SubmitButton } from '../../forms/submit';
import { paths } from '../../links/paths';
import { LinkButton } from '../../ui/button';

interface PasswordResetFormProps {
  owner: Pick<AdministeredOwner, 'name' | 'email'>;
  identity: Reauthentication;
  lastResult: SubmissionResult<string[]> | undefined;
}

export function PasswordResetForm({ owner: { name, email }, identity, lastResult }: PasswordResetFormProps) {
  let form = useAppForm(lastResult, { rules: reauthenticationRules({ identity }) });
  return (
    <AppForm form={form}>
      <FormError />
      <p className="max-w-prose">
        We email <strong className="wrap-anywhere">{email}</strong> a link that works once. The password stays as it is
        until a new one is chosen, which ends all sessions.
      </p>
      <CheckField
        name="end_sessions"
        label="End all sessions now"
        hint="The old password works until then. Suspend the account to block it."
      />
      <CheckField name="end_api_tokens" label="Revoke all API tokens now" hint="Scripts then need new tokens." />
      <ReauthenticationField identity={identity} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton pending="Sending …">Send password reset</SubmitButton>
        <LinkButton to={paths.adminOwner(name)} variant="outline">
          Cancel
        </LinkButton>
      </div>
    </AppForm>
  );
}
