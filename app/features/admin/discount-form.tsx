/** Making a discount code. */
import type { SubmissionResult } from '@conform-to/react';
import type { DiscountDuration } from 'contract/billing';
import { discountDurations } from 'contract/billing-choices';
import { discountCode } from 'contract/billing-rules';
import { AppForm, useAppForm } from '../../forms/app-form';
import { SelectField, TextField } from '../../forms/fields';
import { amount } from '../../forms/rules';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';
import { currencyOptions } from './product-forms';

const durationWords: Record<DiscountDuration, string> = {
  once: 'Once',
  repeating: 'For some months',
  forever: 'Forever',
};

const rules = { code: discountCode, amount_off: { ...amount, required: undefined } };

export function DiscountForm({ lastResult }: { lastResult?: SubmissionResult<string[]> }) {
  let form = useAppForm(lastResult, { rules, defaultValue: { duration: 'once', currency: 'usd' } });
  let durations = discountDurations.map((value) => ({ value, label: durationWords[value] }));
  return (
    <AppForm form={form}>
      <FormError />
      <TextField name="code" label="Code" autoComplete="off" spellCheck={false} />
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField name="percent_off" label="Percent off" optional inputMode="numeric" autoComplete="off" />
        <TextField name="amount_off" label="Amount off" optional inputMode="decimal" autoComplete="off" />
        <SelectField name="currency" label="Currency of the amount" options={currencyOptions} />
        <SelectField name="duration" label="Duration" options={durations} />
        <TextField name="months" label="Months" optional inputMode="numeric" autoComplete="off" />
        <TextField name="max_redemptions" label="Redemptions at most" optional inputMode="numeric" autoComplete="off" />
      </div>
      <div>
        <SubmitButton pending="Creating …">Create discount</SubmitButton>
      </div>
    </AppForm>
  );
}
