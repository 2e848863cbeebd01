/** Another password. */
import type { SubmissionResult } from '@conform-to/react';
import { confirmPassword, password } from 'contract/account-rules';
import * as limits from 'contract/limits';
import { AppForm, useAppForm } from '../../forms/app-form';
import { TextField } from '../../forms/fields';
import { EndTokensField } from '../../forms/end-tokens-field';
import { FormError } from '../../forms/form-error';
import { type Identity, IdentityField, identityRules } from '../../forms/identity';
import { SubmitButton } from '../../forms/submit';

const rules = { password, confirm_password: confirmPassword };

interface PasswordFormProps {
  identity: Identity;
  lastResult?: SubmissionResult<string[]>;
}

export function PasswordForm({ identity, lastResult }: PasswordFormProps) {
  let form = useAppForm(lastResult, { rules: { ...rules, ...identityRules({ identity, always: true }) } });
  return (
    <AppForm form={form}>
      <FormError />
      <IdentityField identity={identity} always />
      <TextField
        name="password"
        label="New password"
        type="password"
        autoComplete="new-password"
        hint={`${limits.passwordMin} to ${limits.passwordMax} characters.`}
      />
      <TextField name="confirm_password" label="Repeat new password" type="password" autoComplete="new-password" />
      <EndTokensField />
      <div>
        <SubmitButton pending="Changing …">Change password</SubmitButton>
      </div>
    </AppForm>
  );
}
