/** Prices and discounts as the admin's lists show them. */
import type { Price } from 'contract/billing';
import type { Discount } from 'contract/billing-admin';
import { intervalLabels, money } from '../../billing-labels';

/** `$19.00, Monthly`, and the free days where there are some. */
export function priceText({ amount, currency, interval, trial_days }: Price): string {
  let trial = trial_days > 0 ? `, ${trial_days} days free` : '';
  return `${money(amount, currency)}, ${intervalLabels[interval]}${trial}`;
}

/** `20 %` or `$5.00`. */
export function offText({ percent_off, amount_off, currency }: Discount): string {
  return percent_off === null ? money(amount_off ?? 0, currency ?? 'usd') : `${percent_off} %`;
}

/** `once`, `3 months` or `forever`. */
export function durationText({ duration, months }: Discount): string {
  return duration === 'repeating' ? `${months} months` : duration;
}
