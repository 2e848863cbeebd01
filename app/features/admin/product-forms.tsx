/** Making a product, and adding a price to one. */
import type { SubmissionResult } from '@conform-to/react';
import { billingIntervals, currencies, paidPlans } from 'contract/billing-choices';
import { textRule } from 'contract/rules';
import * as limits from 'contract/limits';
import { intervalLabels, planLabels } from '../../billing-labels';
import { AppForm, useAppForm } from '../../forms/app-form';
import { SelectField, TextArea, TextField } from '../../forms/fields';
import { amount } from '../../forms/rules';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';

interface FormProps {
  lastResult?: SubmissionResult<string[]>;
}

export const currencyOptions = currencies.map((value) => ({ value, label: value.toUpperCase() }));

const productRules = {
  name: textRule(limits.artifactNameMax, 'field-is-required'),
  description: textRule(limits.descriptionMax),
};
const priceRules = { amount };

export function ProductForm({ lastResult }: FormProps) {
  let form = useAppForm(lastResult, { rules: productRules });
  let plans = paidPlans.map((value) => ({ value, label: planLabels[value] }));
  return (
    <AppForm form={form}>
      <FormError />
      <TextField name="name" label="Name" autoComplete="off" />
      <SelectField name="plan" label="Plan" hint="What its subscribers may use." options={plans} />
      <TextArea name="description" label="Description" optional rows={2} />
      <div>
        <SubmitButton pending="Creating …">Create product</SubmitButton>
      </div>
    </AppForm>
  );
}

export function PriceForm({ lastResult }: FormProps) {
  let form = useAppForm(lastResult, {
    rules: priceRules,
    defaultValue: { interval: 'monthly', currency: 'usd', trial_days: '0' },
  });
  let intervals = billingIntervals.map((value) => ({ value, label: intervalLabels[value] }));
  return (
    <AppForm form={form}>
      <FormError />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="amount" label="Amount" inputMode="decimal" placeholder="19.00" autoComplete="off" />
        <SelectField name="currency" label="Currency" options={currencyOptions} />
        <SelectField name="interval" label="Interval" options={intervals} />
        <TextField
          name="trial_days"
          label="Free days"
          hint="For owners who have had neither a subscription nor a trial."
          inputMode="numeric"
        />
      </div>
      <div>
        <SubmitButton pending="Adding …">Add price</SubmitButton>
      </div>
    </AppForm>
  );
}
