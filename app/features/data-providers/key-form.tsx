/** The key of an account at a data provider. It is never shown again. */
import type { SubmissionResult } from '@conform-to/react';
import { apiKey } from 'contract/insight-rules';
import { AppForm, useAppForm } from '../../forms/app-form';
import { TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';

interface KeyFormProps {
  name: string;
  isEnabled: boolean;
  lastResult?: SubmissionResult<string[]>;
}

export function KeyForm({ name, isEnabled, lastResult }: KeyFormProps) {
  let form = useAppForm(lastResult, { rules: { api_key: apiKey } });
  return (
    <AppForm form={form}>
      <FormError />
      <TextField
        name="api_key"
        label="API key"
        type="password"
        autoComplete="off"
        hint={`Of your own account at ${name}. It is checked there, kept sealed and never shown again.`}
      />
      <div>
        <SubmitButton pending="Checking …">{isEnabled ? 'Change the key' : `Enable ${name}`}</SubmitButton>
      </div>
    </AppForm>
  );
}
