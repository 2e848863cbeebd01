/**
 * How an owner pays: payment method, the payment provider's pages, invoices. Amounts are whole
 * numbers in the smallest unit of their currency.
 */
import { z } from 'zod';
import { Amount, Currency, ReturnUrl } from './billing';
import { CardDetails } from './cards';
import { route } from '../rules/route';

export const InvoiceStatus = z.enum(['open', 'paid', 'void']);
export type InvoiceStatus = z.infer<typeof InvoiceStatus>;

export const PaymentMethod = z.object({
  brand: z.string(),
  last4: z.string(),
  exp_month: z.number().int(),
  exp_year: z.number().int(),
});
export type PaymentMethod = z.infer<typeof PaymentMethod>;

export const Invoice = z.object({
  id: z.string(),
  number: z.string(),
  status: InvoiceStatus,
  description: z.string(),
  currency: Currency,
  /** Before discount and credit. */
  amount: Amount,
  discount: Amount,
  /** Credit from an earlier plan, used for this invoice. */
  credit: Amount,
  /** What is to be paid, or was paid. */
  due: Amount,
  period_start: z.string().datetime(),
  period_end: z.string().datetime().nullable(),
  created_at: z.string().datetime(),
  paid_at: z.string().datetime().nullable(),
  url: z.string().nullable(),
});
export type Invoice = z.infer<typeof Invoice>;

const OwnerParams = z.object({ owner: z.string() });
const billing = { tag: 'Billing' } as const;

export const paymentsApi = {
  getPaymentMethod: route({
    ...billing,
    id: 'getPaymentMethod',
    method: 'GET',
    path: '/internal/billing/{owner}/payment-method',
    summary: 'Get the card, without its number',
    access: 'write',
    params: OwnerParams,
    answer: PaymentMethod,
    errors: ['owner-not-found', 'payment-details-not-found', 'stripe-error'],
  }),

  savePaymentMethod: route({
    ...billing,
    id: 'savePaymentMethod',
    method: 'PUT',
    path: '/internal/billing/{owner}/payment-method',
    summary: 'Save a test card and pay open invoices; accepts test card numbers only',
    access: 'write',
    params: OwnerParams,
    body: CardDetails,
    answer: PaymentMethod,
    errors: [
      'owner-not-found',
      'card-number-is-incomplete',
      'card-number-is-incorrect',
      'card-number-is-not-a-test-number',
      'card-expiry-is-incomplete',
      'card-expiry-is-incorrect',
      'card-expiry-is-past',
      'card-cvc-is-incomplete',
      'card-cvc-is-incorrect',
      'card-zip-is-incomplete',
      'card-zip-is-incorrect',
      'card-was-declined',
      'card-error-unknown',
      'cards-are-saved-at-the-provider',
    ],
  }),

  createPortalSession: route({
    ...billing,
    id: 'createPortalSession',
    method: 'POST',
    path: '/internal/billing/{owner}/portal-sessions',
    summary: 'Create a link to the payment provider to manage cards and billing details',
    access: 'write',
    params: OwnerParams,
    body: z.object({ return_url: ReturnUrl }),
    status: 201,
    answer: z.object({ url: z.string() }),
    errors: ['owner-not-found', 'payment-details-not-found', 'stripe-error'],
  }),

  getInvoices: route({
    ...billing,
    id: 'getInvoices',
    method: 'GET',
    path: '/internal/billing/{owner}/invoices',
    summary: 'List the latest 100 invoices, newest first',
    access: 'write',
    params: OwnerParams,
    answer: z.array(Invoice),
    errors: ['owner-not-found'],
  }),

  getInvoice: route({
    ...billing,
    id: 'getInvoice',
    method: 'GET',
    path: '/internal/billing/{owner}/invoices/{id}',
    summary: 'Get an invoice',
    access: 'write',
    params: OwnerParams.extend({ id: z.string() }),
    answer: Invoice,
    errors: ['owner-not-found', 'invoice-not-found'],
  }),
};
