import type { SubmissionResult } from '@conform-to/react';
import type { Display } from 'contract/accounts/display';
import { AppForm, useAppForm } from '../../forms/app-form';
import { SelectField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';

interface DisplayFormProps {
  display: Display;
  zones: string[];
  /** UTC while unknown. */
  browser: string;
  lastResult?: SubmissionResult<string[]>;
}

const weekStarts = [
  { value: 'monday', label: 'Monday' },
  { value: 'sunday', label: 'Sunday' },
  { value: 'saturday', label: 'Saturday' },
];

const numberFormats = [
  { value: 'comma-point', label: '1,234.5' },
  { value: 'point-comma', label: '1.234,5' },
  { value: 'space-comma', label: '1 234,5' },
  { value: 'apostrophe-point', label: '1’234.5' },
];

/** Full page load: every date on it changes. */
export function DisplayForm({ display, zones, browser, lastResult }: DisplayFormProps) {
  let form = useAppForm(lastResult, { defaultValue: display });
  return (
    <AppForm form={form} reloadDocument>
      <FormError />
      <SelectField
        name="time_zone"
        label="Time zone"
        none={`Browser default (${browser})`}
        hint="Reports use days and hours of this time zone."
        options={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
      />
      <SelectField name="week_start" label="First day of the week" options={weekStarts} />
      <SelectField name="number_format" label="Numbers" options={numberFormats} />
      <div>
        <SubmitButton pending="Saving …">Save</SubmitButton>
      </div>
    </AppForm>
  );
}
