import type { SubmissionResult } from '@conform-to/react';
import { domain as domainRule } from 'contract/rules/hosting-rules';
import { AppForm, useAppForm } from '../../forms/app-form';
import { DomainField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';

interface AddDomainProps {
  pointsTo: string;
  domain?: string;
  lastResult?: SubmissionResult<string[]>;
}

export function AddDomainForm({ pointsTo, domain, lastResult }: AddDomainProps) {
  let form = useAppForm(lastResult, { rules: { name: domainRule }, defaultValue: { name: domain } });
  return (
    <AppForm form={form}>
      <FormError />
      <DomainField name="name" label="Domain" placeholder="downloads.example.com" pointsTo={pointsTo} />
      <div>
        <SubmitButton pending="Adding …">Add domain</SubmitButton>
      </div>
    </AppForm>
  );
}
