/**
 * A test card: typed on our own page, because no money moves. What it is refused for stands on its
 * field; number and code are never sent back.
 */
import type { SubmissionResult } from '@conform-to/react';
import { cardCvc, cardExpiry, cardNumber, cardZip } from 'contract/billing-rules';
import { AppForm, useAppForm } from '../../forms/app-form';
import { TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';
import { Alert } from '../../ui/alert';

const rules = { card_number: cardNumber, card_expiry: cardExpiry, card_cvc: cardCvc, card_zip: cardZip };

export function CardForm({ lastResult }: { lastResult?: SubmissionResult<string[]> }) {
  let form = useAppForm(lastResult, { rules });
  let digits = { inputMode: 'numeric', autoComplete: 'off', spellCheck: false } as const;
  return (
    <AppForm form={form}>
      <Alert variant="warning" title="Test mode">
        Enter a test card such as <b className="whitespace-nowrap">4242 4242 4242 4242</b> with any date to come. Real
        cards are refused; please do not enter one.
      </Alert>
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
