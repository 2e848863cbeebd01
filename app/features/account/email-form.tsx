/** Another email address. */
import type { SubmissionResult } from '@conform-to/react';
import { confirmEmail, email } from 'contract/account-rules';
import { AppForm, useAppForm } from '../../forms/app-form';
import { TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';
import { currentPassword, CurrentPasswordField } from './password-form';

const rules = { email, confirm_email: confirmEmail };

interface EmailFormProps {
  /** Whether some accounts enter by GitHub and may have no password. */
  byGithub: boolean;
  lastResult?: SubmissionResult<string[]>;
}

export function EmailForm({ byGithub, lastResult }: EmailFormProps) {
  let form = useAppForm(lastResult, { rules: { ...rules, ...currentPassword(byGithub) } });
  return (
    <AppForm form={form}>
      <FormError />
      <TextField name="email" label="New email" type="email" autoComplete="email" />
      <TextField name="confirm_email" label="Repeat new email" type="email" autoComplete="off" />
      <CurrentPasswordField byGithub={byGithub} />
      <div>
        <SubmitButton pending="Sending …">Send the link</SubmitButton>
      </div>
    </AppForm>
  );
}
