/** Chooses the payment provider: Stripe where an account is set, else the test provider. */
import type { Logger } from 'pino';
import type { Records } from '../../floor/db/schema';
import type { PaymentPort } from './port';
import { createStripe, type StripeOptions } from './stripe-client';
import { createStripePayments } from './stripe-provider';
import { createTestPayments } from './test-provider';

export function createPayments(records: Records, stripe: StripeOptions | undefined, log: Logger): PaymentPort {
  if (!stripe) return createTestPayments(records);
  return createStripePayments({ records, log, stripe: createStripe(stripe), webhookSecret: stripe.webhookSecret });
}
