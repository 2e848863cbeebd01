import type { SubmissionResult } from '@conform-to/react';
import { AppForm, useAppForm } from '../../forms/app-form';
import { CheckField } from '../../forms/choices';
import { type Option, SelectField, TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';

interface ShareFormProps {
  values: Record<string, string | boolean>;
  parts: readonly { name: string; label: string; hint?: string }[];
  ranges: readonly Option[];
  lastResult?: SubmissionResult<string[]>;
}

export function ShareForm({ values, parts, ranges, lastResult }: ShareFormProps) {
  let form = useAppForm(lastResult, { defaultValue: values });
  return (
    <AppForm form={form}>
      <FormError />
      <TextField name="title" label="Title" autoComplete="off" hint="Shown at the top of the page." />
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend className="mb-1 text-sm font-medium">Include</legend>
        {parts.map((part) => (
          <CheckField key={part.name} {...part} />
        ))}
      </fieldset>
      <SelectField
        name="longest_days"
        label="Maximum range"
        options={ranges}
        hint="Visitors can choose shorter ranges."
      />
      <TextField
        name="last_day"
        type="date"
        label="Expires after (UTC)"
        optional
        hint="Without a day: never. You can revoke the link any time."
      />
      <TextField
        name="password"
        type="password"
        label="Password"
        optional
        autoComplete="new-password"
        hint="Required to view the page. Not available for embeds and previews."
      />
      <div>
        <SubmitButton pending="Creating …">Create link</SubmitButton>
      </div>
    </AppForm>
  );
}
