import { dayMs } from 'contract/floor/time';
import type { BillingInterval } from 'contract/billing/billing';

const months: Partial<Record<BillingInterval, number>> = { monthly: 1, yearly: 12 };
const days: Partial<Record<BillingInterval, number>> = { daily: 1, weekly: 7 };

/**
 * When a period that begins at `start` ends (milliseconds); null for what is paid once. Months end
 * on the day of `anchor`, or on their last.
 */
export function billingPeriodEnd(start: number, interval: BillingInterval, anchor: number): number | null {
  let inMonths = months[interval];
  if (inMonths !== undefined) return addMonths(start, inMonths, new Date(anchor).getUTCDate());
  let inDays = days[interval];
  return inDays === undefined ? null : start + inDays * dayMs;
}

/** The same time of day some months later, on the given day of the month where it has one. */
export function addMonths(from: number, count: number, day = new Date(from).getUTCDate()): number {
  let date = new Date(from);
  let lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count + 1, 0)).getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count);
  return date.setUTCDate(Math.min(day, lastDay));
}

/** Whether a card with this expiry can be charged: it is good until the end of the month (UTC). */
export function isExpired({ exp_month, exp_year }: { exp_month: number; exp_year: number }, now: number): boolean {
  return Date.UTC(exp_year, exp_month, 1) <= now;
}
