/** Choosing a plan, or another one. */
import type { SubmissionResult } from '@conform-to/react';
import { Link } from '@remix-run/react';
import type { Billing, Product } from 'contract/billing';
import { discountCode } from 'contract/billing-rules';
import { AppForm, useAppForm } from '../../forms/app-form';
import { RadioCards } from '../../forms/choices';
import { TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';
import { paths } from '../../paths';
import { Alert } from '../../ui/alert';
import { Day } from '../../ui/day';
import { EmptyState } from '../../ui/empty-state';
import { planOptions, plansGive } from './plan-labels';

interface PlanFormProps extends Billing {
  owner: string;
  products: readonly Product[];
  hasCard: boolean;
  lastResult?: SubmissionResult<string[]>;
}

const rules = { discount_code: { ...discountCode, required: undefined } };

export function PlanForm({
  owner,
  products,
  payments,
  hasCard,
  subscription,
  free_members,
  lastResult,
}: PlanFormProps) {
  let options = planOptions({ products, subscription });
  let current = subscription?.ended_at === null ? subscription.price_id : null;
  let changes = current !== null;
  let trialEnd = subscription?.status === 'trialing' ? subscription.trial_end : null;
  let form = useAppForm(lastResult, { rules, defaultValue: { price_id: current ?? options[0]?.value } });
  if (products.length === 0)
    return <EmptyState title="No plans are offered here">A platform admin has to create one first.</EmptyState>;
  return (
    <AppForm form={form}>
      <FormError />
      {payments === 'test' && !hasCard && (
        <Alert variant="info" title="No card is saved yet.">
          <Link to={paths.billingCard(owner)} className="text-accent underline">
            Add a test card
          </Link>{' '}
          first; plans are paid with it.
        </Alert>
      )}
      <p className="text-sm">{plansGive({ free_members })}</p>
      <RadioCards name="price_id" label="Plan" options={options} />
      {trialEnd && (
        <p className="text-sm text-muted">
          The trial goes on until <Day iso={trialEnd} />, when the first payment is due.
        </p>
      )}
      {!changes && (
        <TextField name="discount_code" label="Discount code" optional autoComplete="off" spellCheck={false} />
      )}
      {changes && (
        <p className="text-sm text-muted">
          The change takes effect at once. What is left of the period you have paid for is credited.
        </p>
      )}
      <div>
        <SubmitButton pending="Sending …">{changes ? 'Change plan' : 'Subscribe'}</SubmitButton>
      </div>
    </AppForm>
  );
}
