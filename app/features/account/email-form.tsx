/** Another email address. */
import type { SubmissionResult } from '@conform-to/react';
import { confirmEmail, email } from 'contract/account-rules';
import { AppForm, useAppForm } from '../../forms/app-form';
import { TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { type Identity, IdentityField, identityRules } from '../../forms/identity';
import { SubmitButton } from '../../forms/submit';

const rules = { email, confirm_email: confirmEmail };

interface EmailFormProps {
  identity: Identity;
  lastResult?: SubmissionResult<string[]>;
}

export function EmailForm({ identity, lastResult }: EmailFormProps) {
  let form = useAppForm(lastResult, { rules: { ...rules, ...identityRules({ identity, always: true }) } });
  return (
    <AppForm form={form}>
      <FormError />
      <TextField name="email" label="New email" type="email" autoComplete="email" />
      <TextField name="confirm_email" label="Repeat new email" type="email" autoComplete="off" />
      <IdentityField identity={identity} always />
      <div>
        <SubmitButton pending="Sending …">Send the link</SubmitButton>
      </div>
    </AppForm>
  );
}
