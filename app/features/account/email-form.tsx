/** Another email address. */
import type { SubmissionResult } from '@conform-to/react';
import { AppForm, useAppForm } from '../../forms/app-form';
import { TextField } from '../../forms/fields';
import { FormError, SubmitButton } from '../../forms/submit';
import { CurrentPasswordField } from './password-form';

interface EmailFormProps {
  /** Whether some accounts enter by GitHub and may have no password. */
  byGithub: boolean;
  lastResult?: SubmissionResult<string[]>;
}

export function EmailForm({ byGithub, lastResult }: EmailFormProps) {
  let form = useAppForm(lastResult);
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
