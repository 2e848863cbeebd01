import type { SubmissionResult } from '@conform-to/react';
import { annotationDay, annotationText } from 'contract/rules/annotation-rules';
import { AppForm, useAppForm } from '../../forms/app-form';
import { SelectField, TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';

interface AnnotationFormProps {
  packages: readonly { value: string; label: string }[];
  values: { day: string; text: string; package_id: string };
  lastResult?: SubmissionResult<string[]>;
}

export function AnnotationForm({ packages, values, lastResult }: AnnotationFormProps) {
  let form = useAppForm(lastResult, {
    rules: { day: annotationDay, text: annotationText },
    defaultValue: values,
  });
  return (
    <AppForm form={form}>
      <FormError />
      <TextField name="text" label="Annotation" autoComplete="off" hint="Up to 140 characters." />
      <TextField name="day" type="date" label="Day (UTC)" />
      <SelectField name="package_id" label="About" options={packages} none="All packages and pixels" />
      <div>
        <SubmitButton pending="Saving …">Save</SubmitButton>
      </div>
    </AppForm>
  );
}
