/** Another email address. */
import type { SubmissionResult } from '@conform-to/react';
import { AppForm, useAppForm } from '../../forms/app-form';
import { TextField } from '../../forms/fields';
import { FormError, SubmitButton } from '../../forms/submit';
import { CurrentPasswordField } from './password-form';

export function EmailForm({ lastResult }: { lastResult?: SubmissionResult<string[]> }) {
  let form = useAppForm(lastResult);
  return (
    <AppForm form={form}>
      <FormError />
      <TextField name="email" label="New email" type="email" autoComplete="email" />
      <TextField name="confirm_email" label="Repeat new email" type="email" autoComplete="off" />
      <CurrentPasswordField />
      <div>
        <SubmitButton pending="Sending …">Send the link</SubmitButton>
      </div>
    </AppForm>
  );
}
