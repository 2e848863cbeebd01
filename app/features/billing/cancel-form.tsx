/** When a subscription ends: at the end of what is paid, or now. */
import type { SubmissionResult } from '@conform-to/react';
import type { Subscription } from 'contract/billing';
import { AppForm, useAppForm } from '../../forms/app-form';
import { RadioCards } from '../../forms/choices';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';
import { LinkButton } from '../../ui/button';

interface CancelProps {
  subscription: Subscription;
  backTo: string;
  lastResult?: SubmissionResult<string[]>;
}

export function CancelForm({ subscription, backTo, lastResult }: CancelProps) {
  let waits = subscription.period_end !== null;
  let form = useAppForm(lastResult, { defaultValue: { at: waits ? 'period-end' : 'now' } });
  let now = { value: 'now', label: 'Now', description: 'At once. What is left of the period is not paid back.' };
  let later = {
    value: 'period-end',
    label: 'At the end of the period',
    description: 'Everything works until then, and you can change your mind.',
  };
  return (
    <AppForm form={form}>
      <FormError />
      <RadioCards name="at" label="When should it end?" options={waits ? [later, now] : [now]} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton variant="danger" pending="Canceling …">
          Cancel subscription
        </SubmitButton>
        <LinkButton to={backTo} variant="outline">
          Keep it
        </LinkButton>
      </div>
    </AppForm>
  );
}
