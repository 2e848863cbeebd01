/** Answers visible to owners and admins only. */
import type { SubmissionResult } from '@conform-to/react';
import { textRule } from 'contract/floor/rules';
import type { RestrictedLeadAnswers } from 'contract/companies/lead-questionnaire';
import * as limits from 'contract/floor/limits';
import { AppForm, useAppForm } from '../../forms/app-form';
import { TextArea } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';

interface RestrictedFormProps {
  answers: RestrictedLeadAnswers;
  lastResult?: SubmissionResult<string[]>;
}

const answer = textRule(limits.descriptionMax);
const rules = { budget: answer, deal_size: answer, crm_notes: answer };

export function RestrictedForm({ answers, lastResult }: RestrictedFormProps) {
  let { budget, deal_size, crm_notes } = answers;
  let form = useAppForm(lastResult, { rules, defaultValue: { budget, deal_size, crm_notes } });
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
