import type { SubmissionResult } from '@conform-to/react';
import { Link } from '@remix-run/react';
import type { Billing, Product, Subscription } from 'contract/billing/billing';
import { cardCvc, cardExpiry, cardNumber, cardZip, discountCode } from 'contract/rules/billing-rules';
import { useEffect } from 'react';
import { AppForm, useAppForm } from '../../forms/app-form';
import { RadioCards } from '../../forms/choices';
import { TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';
import { paths } from '../../links/paths';
import { AlertBox } from '../../ui/alert';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { DateText } from '../../ui/day';
import { Facts } from '../../ui/description-list';
import { EmptyState } from '../../ui/empty-state';
import { planChangeText, planOptions, planChoiceText } from './plan-labels';

interface PlanFormProps extends Billing {
  owner: string;
  products: readonly Product[];
  hasCard: boolean;
  lastResult?: SubmissionResult<string[]>;
}

const planRules = { discount_code: { ...discountCode, required: undefined } };

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
  let form = useAppForm(lastResult, { rules: planRules, defaultValue: { price_id: current ?? options[0]?.value } });
  if (products.length === 0)
    return <EmptyState title="No plans available">A platform admin must create one first.</EmptyState>;
  return (
    <AppForm form={form}>
      <FormError />
      {payments === 'test' && !hasCard && (
        <AlertBox variant="info" title="No card yet.">
          <Link to={paths.billingCard(owner)} className="text-accent underline">
            Add a test card
          </Link>{' '}
          to subscribe.
        </AlertBox>
      )}
      <p className="text-sm">{planChoiceText({ free_members })}</p>
      <div className="[&_label]:sm:basis-[40%]">
        <RadioCards name="price_id" label="Plan" options={options} />
      </div>
      {trialEnd && (
        <p className="text-sm text-muted">
          The trial lasts until <DateText iso={trialEnd} />, when the first payment is due.
        </p>
      )}
      {!changes && (
        <TextField name="discount_code" label="Discount code" optional autoComplete="off" spellCheck={false} />
      )}
      {changes && <p className="text-sm text-muted">Takes effect immediately. Unused time is credited.</p>}
      {lastResult && !lastResult.error && (
        <Facts facts={planChangeText({ products, subscription, free_members }, lastResult.initialValue ?? {})} />
      )}
      <div className="flex flex-wrap gap-2">
        <SubmitButton pending="Sending …">{changes ? 'Change plan' : 'Subscribe'}</SubmitButton>
        <SubmitButton variant="outline" name="preview" value="yes">
          Preview
        </SubmitButton>
      </div>
    </AppForm>
  );
}

interface CancelProps {
  subscription: Subscription;
  backTo: string;
  lastResult?: SubmissionResult<string[]>;
}

/** At the end of the paid period, or now. */
export function CancelForm({ subscription, backTo, lastResult }: CancelProps) {
  let waits = subscription.period_end !== null;
  let form = useAppForm(lastResult, { defaultValue: { at: waits ? 'period-end' : 'now' } });
  let now = { value: 'now', label: 'Now', description: 'Immediately. Unused time is not refunded.' };
  let later = {
    value: 'period-end',
    label: 'At the end of the period',
    description: 'Everything works until then. You can resume before it ends.',
  };
  return (
    <AppForm form={form}>
      <FormError />
      <RadioCards name="at" label="When to cancel" options={waits ? [later, now] : [now]} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton variant="danger" pending="Canceling …">
          Cancel subscription
        </SubmitButton>
        <LinkButton to={backTo} variant="outline">
          Keep subscription
        </LinkButton>
      </div>
    </AppForm>
  );
}

const cardRules = { card_number: cardNumber, card_expiry: cardExpiry, card_cvc: cardCvc, card_zip: cardZip };

/** A test card: no money moves. */
export function CardForm({ lastResult }: { lastResult?: SubmissionResult<string[]> }) {
  let form = useAppForm(lastResult, { rules: cardRules });
  let digits = { inputMode: 'numeric', autoComplete: 'off', spellCheck: false } as const;
  return (
    <AppForm form={form}>
      <AlertBox variant="warning" title="Test mode">
        Enter a test card such as <b className="whitespace-nowrap">4242 4242 4242 4242</b> with any future date. Do not
        enter a real card.
      </AlertBox>
      <FormError />
      <TextField name="card_number" label="Card number" {...digits} />
      <div className="grid gap-4 sm:grid-cols-3">
        <TextField name="card_expiry" label="Expiry date" placeholder="MM/YY" {...digits} inputMode="text" />
        <TextField name="card_cvc" label="Security code" {...digits} />
        <TextField name="card_zip" label="Postal code" autoComplete="off" spellCheck={false} />
      </div>
      <div>
        <SubmitButton pending="Saving …">Save card</SubmitButton>
      </div>
    </AppForm>
  );
}

export function PortalForm({ lastResult }: { lastResult?: SubmissionResult<string[]> }) {
  let form = useAppForm(lastResult);
  return (
    <AppForm form={form}>
      <FormError />
      <p>Our payment provider stores cards, billing details and invoices. Choose a plan first.</p>
      <div>
        <SubmitButton pending="Opening …">Manage at Stripe</SubmitButton>
      </div>
    </AppForm>
  );
}

/** A link, because the content security policy forbids forms that redirect to another site. */
export function ContinueToPayment({ url }: { url: string }) {
  useEffect(() => window.location.assign(url), [url]);
  return (
    <Card>
      <p>
        You pay on the page of our payment provider and return here.{' '}
        <a href={url} className="font-medium text-accent underline">
          Continue to Stripe
        </a>
      </p>
    </Card>
  );
}
