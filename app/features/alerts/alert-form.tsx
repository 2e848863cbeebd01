import { type SubmissionResult, useField } from '@conform-to/react';
import { AppForm, useAppForm } from '../../forms/app-form';
import { FieldError } from '../../forms/field-frame';
import { SelectField, TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';
import type { AlertField } from './alerts.server';

interface Named {
  value: string;
  label: string;
}

interface AlertFormProps {
  fields: readonly AlertField[];
  packages: readonly Named[];
  stages: readonly Named[];
  periods: readonly Named[];
  destinations: readonly Named[];
  values: Record<string, string>;
  ticked: readonly string[];
  button: string;
  lastResult?: SubmissionResult<string[]>;
}

export function AlertForm({ fields, values, ticked, button, lastResult, ...choices }: AlertFormProps) {
  let form = useAppForm(lastResult, { defaultValue: values });
  let posted = lastResult?.initialValue?.destination_ids;
  let chosen = lastResult ? [posted].flat() : ticked;
  let has = (field: AlertField) => fields.includes(field);
  return (
    <AppForm form={form}>
      <FormError />
      {has('package_id') && (
        <SelectField name="package_id" label="Package" options={choices.packages} none="All packages" />
      )}
      {has('percent') && <TextField name="percent" label="Change from normal (%)" inputMode="numeric" />}
      {has('at_least') && (
        <TextField
          name="at_least"
          label="Minimum downloads"
          inputMode="numeric"
          hint="Ignore days with fewer downloads."
        />
      )}
      {has('downloads') && <TextField name="downloads" label="Downloads" inputMode="numeric" />}
      {has('period') && <SelectField name="period" label="Reached" options={choices.periods} />}
      {has('stage') && <SelectField name="stage" label="Stage" options={choices.stages} hint="Or a later one." />}
      <Destinations destinations={choices.destinations} chosen={chosen} />
      <div>
        <SubmitButton pending="Saving …">{button}</SubmitButton>
      </div>
    </AppForm>
  );
}

function Destinations({ destinations, chosen }: { destinations: readonly Named[]; chosen: readonly unknown[] }) {
  let [field] = useField<string>('destination_ids');
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">Sent to</legend>
      {destinations.map(({ value, label }) => (
        <label key={value} className="flex items-start gap-2 text-sm">
          <input
            type="checkbox"
            name="destination_ids"
            value={value}
            defaultChecked={chosen.includes(value)}
            className="mt-0.5 size-4 shrink-0 accent-accent"
          />
          <span className="min-w-0 break-words">{label}</span>
        </label>
      ))}
      <FieldError field={field} />
    </fieldset>
  );
}
