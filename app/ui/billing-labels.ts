/** Billing labels in a fixed English locale, so that server and browsers render the same text. */
import type { BillingInterval, Currency, Plan, SubscriptionInfo } from 'contract/billing/billing';
import type { InvoiceStatus } from 'contract/billing/payments';
import type { BadgeColour } from './badge';

interface Label {
  label: string;
  colour: BadgeColour;
}

/** Spec section 4, status labels. */
export const statusLabels: Record<SubscriptionInfo['status'], Label> = {
  none: { label: 'None', colour: 'default' },
  active: { label: 'Active', colour: 'green' },
  trialing: { label: 'Trial', colour: 'blue' },
  past_due: { label: 'Past Due', colour: 'orange' },
  unpaid: { label: 'Unpaid', colour: 'red' },
  canceled: { label: 'Canceled', colour: 'default' },
  incomplete: { label: 'Incomplete', colour: 'yellow' },
  incomplete_expired: { label: 'Expired', colour: 'yellow' },
  others: { label: 'Other', colour: 'default' },
};

export const invoiceLabels: Record<InvoiceStatus, Label> = {
  open: { label: 'Open', colour: 'orange' },
  paid: { label: 'Paid', colour: 'green' },
  void: { label: 'Void', colour: 'default' },
};

/** Spec section 4, billing intervals. */
export const intervalLabels: Record<BillingInterval, string> = {
  daily: 'Daily',
  weekly: 'Weekly',
  monthly: 'Monthly',
  yearly: 'Yearly',
  'one-time': 'OneTime',
};

export const planLabels: Record<Plan, string> = { free: 'Free', trial: 'Trial', basic: 'Basic', premium: 'Premium' };

/** `$1,234.50`. All currencies have two decimals. */
export function formatMoney(amount: number, currency: Currency): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount / 100);
}

const per: Record<BillingInterval, string> = {
  daily: ' per day',
  weekly: ' per week',
  monthly: ' per month',
  yearly: ' per year',
  'one-time': ' once',
};

/** `$19.00 per month`. */
export function priceText(price: { amount: number; currency: Currency; interval: BillingInterval }): string {
  return formatMoney(price.amount, price.currency) + per[price.interval];
}
