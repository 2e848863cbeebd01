import type { SubmissionResult } from '@conform-to/react';
import type { DiscountDuration } from 'contract/billing/billing';
import { billingIntervals, currencies, discountDurations, paidPlans } from 'contract/billing/billing-choices';
import { discountCode } from 'contract/rules/billing-rules';
import * as limits from 'contract/floor/limits';
import { textRule } from 'contract/floor/rules';
import { intervalLabels, planLabels } from '../../ui/billing-labels';
import { AppForm, useAppForm } from '../../forms/app-form';
import { SelectField, TextArea, TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { amount } from '../../text/field-rules';
import { SubmitButton } from '../../forms/submit';

interface OfferFormProps {
  lastResult?: SubmissionResult<string[]>;
}

const currencyOptions = currencies.map((value) => ({ value, label: value.toUpperCase() }));

const productRules = {
  name: textRule(limits.artifactNameMax, 'field-is-required'),
  description: textRule(limits.descriptionMax),
};
const priceRules = { amount };

export function ProductForm({ lastResult }: OfferFormProps) {
  let form = useAppForm(lastResult, { rules: productRules });
  let plans = paidPlans.map((value) => ({ value, label: planLabels[value] }));
  return (
    <AppForm form={form}>
      <FormError />
      <TextField name="name" label="Name" autoComplete="off" />
      <SelectField name="plan" label="Plan" hint="What subscribers get." options={plans} />
      <TextArea name="description" label="Description" optional rows={2} />
      <div>
        <SubmitButton pending="Creating …">Create product</SubmitButton>
      </div>
    </AppForm>
  );
}

export function PriceForm({ lastResult }: OfferFormProps) {
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

const durationWords: Record<DiscountDuration, string> = {
  once: 'Once',
  repeating: 'For some months',
  forever: 'Forever',
};

const discountRules = { code: discountCode, amount_off: { ...amount, required: undefined } };

export function DiscountForm({ lastResult }: { lastResult?: SubmissionResult<string[]> }) {
  let form = useAppForm(lastResult, { rules: discountRules, defaultValue: { duration: 'once', currency: 'usd' } });
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
