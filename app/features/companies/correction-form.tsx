import type { SubmissionResult } from '@conform-to/react';
import { companyDomain } from 'contract/rules/hosting-rules';
import { companyName } from 'contract/rules/analytics-rules';
import { AppForm, useAppForm } from '../../forms/app-form';
import { RadioCards } from '../../forms/choices';
import { TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';

const answers = [
  { value: 'company', label: 'This company', description: 'Enter its name, its domain or both.' },
  { value: 'none', label: 'No company', description: 'Don’t count as a company' },
];

export function CorrectionForm({ lastResult }: { lastResult?: SubmissionResult<string[]> }) {
  let form = useAppForm(lastResult, {
    rules: { name: companyName, domain: companyDomain },
    defaultValue: { answer: 'company' },
  });
  return (
    <AppForm form={form}>
      <FormError />
      <RadioCards name="answer" label="Assign to" options={answers} />
      <TextField name="name" label="Name of the company" placeholder="Acme" autoComplete="off" optional />
      <TextField
        name="domain"
        label="Domain of the company"
        placeholder="acme.example"
        autoComplete="off"
        spellCheck={false}
        optional
        hint="With the domain of a company that is listed already, the events join it."
      />
      <div>
        <SubmitButton pending="Saving …">Save</SubmitButton>
      </div>
    </AppForm>
  );
}
