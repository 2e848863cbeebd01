/** The button that opens Stripe's customer portal. */
import type { SubmissionResult } from '@conform-to/react';
import { AppForm, useAppForm } from '../../forms/app-form';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';

export function PortalForm({ lastResult }: { lastResult?: SubmissionResult<string[]> }) {
  let form = useAppForm(lastResult);
  return (
    <AppForm form={form}>
      <FormError />
      <p>Cards, addresses and invoices are kept by our payment provider. Choosing a plan comes first.</p>
      <div>
        <SubmitButton pending="Opening …">Manage at Stripe</SubmitButton>
      </div>
    </AppForm>
  );
}
