/** The answers that only owners and admins see. */
import type { SubmissionResult } from '@conform-to/react';
import type { RestrictedLeadAnswers } from 'contract/leads';
import { AppForm, useAppForm } from '../../forms/app-form';
import { TextArea } from '../../forms/fields';
import { FormError, SubmitButton } from '../../forms/submit';

interface RestrictedFormProps {
  answers: RestrictedLeadAnswers;
  lastResult?: SubmissionResult<string[]>;
}

export function RestrictedForm({ answers, lastResult }: RestrictedFormProps) {
  let { budget, deal_size, crm_notes } = answers;
  let form = useAppForm(lastResult, { defaultValue: { budget, deal_size, crm_notes } });
  return (
    <AppForm form={form}>
      <FormError />
      <TextArea name="budget" label="Budget" optional rows={2} hint="What such a company can spend." />
      <TextArea name="deal_size" label="Size of a deal" optional rows={2} />
      <TextArea
        name="crm_notes"
        label="Notes on your CRM"
        optional
        hint="Which fields, lists or people a lead goes to."
      />
      <div>
        <SubmitButton pending="Saving …">Save</SubmitButton>
      </div>
    </AppForm>
  );
}
