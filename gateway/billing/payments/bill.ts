/**
 * Charges a period of a subscription: invoice, discount, credit, payment. Runs under the owner's
 * lock.
 */
import type { CardRow, DiscountRow, InvoiceRow } from '../../floor/db/billing-schema';
import { addInvoice, markPaid, openInvoices, useCredit } from '../invoices';
import type { Records } from '../../floor/db/schema';
import { changeSubscription, type PricedSubscription } from '../subscriptions';
import { addMonths, isExpired, billingPeriodEnd } from './periods';

type Period = Pick<InvoiceRow, 'period_start' | 'period_end'>;

export async function cardOf(records: Records, ownerId: string): Promise<CardRow | undefined> {
  return records.selectFrom('cards').selectAll().where('owner_id', '=', ownerId).executeTakeFirst();
}

/**
 * Starts a paid period at a time and charges it. When paid, the subscription is active; when not,
 * it gets the status `otherwise`, and the invoice stays open. `restarts` makes this the day of the
 * month of later periods.
 */
export async function billPeriod(
  change: Records,
  row: PricedSubscription,
  at: number,
  { otherwise, restarts }: { otherwise: 'incomplete' | 'past_due'; restarts: boolean },
): Promise<void> {
  let anchor = restarts ? at : row.anchor_at;
  let period = { period_start: at, period_end: billingPeriodEnd(at, row.interval ?? 'one-time', anchor) };
  let invoice = await writeInvoice(change, row, period);
  let paid = await pay(change, invoice, at);
  let status = paid ? ('active' as const) : otherwise;
  let due = { past_due_since: paid ? null : at, anchor_at: anchor };
  await changeSubscription(change, row.id, { ...period, ...due, status }, at);
}

async function writeInvoice(change: Records, row: PricedSubscription, period: Period): Promise<InvoiceRow> {
  let amount = row.amount ?? 0;
  let currency = row.currency ?? 'usd';
  let discount = await discountOn(change, row, amount, period.period_start);
  let credit = await useCredit(change, row.owner_id, currency, amount - discount);
  return addInvoice(change, {
    ...period,
    owner_id: row.owner_id,
    subscription_id: row.id,
    status: 'open',
    description: row.product ?? '',
    currency,
    amount,
    discount,
    credit,
    due: amount - discount - credit,
    created_at: period.period_start,
    paid_at: null,
  });
}

async function discountOn(change: Records, row: PricedSubscription, amount: number, from: number): Promise<number> {
  if (row.discount_id === null || from >= (row.discount_ends_at ?? Infinity)) return 0;
  let discount = await change
    .selectFrom('discounts')
    .selectAll()
    .where('id', '=', row.discount_id)
    .executeTakeFirstOrThrow();
  let off = discount.amount_off ?? Math.round((amount * (discount.percent_off ?? 0)) / 100);
  return Math.min(off, amount);
}

/** When a discount stops that begins with the period starting at `from`; null: never. */
export function discountEnd(discount: DiscountRow, from: number): number | null {
  if (discount.duration === 'forever') return null;
  return discount.duration === 'once' ? from + 1 : addMonths(from, discount.months ?? 1);
}

/** False if the card is declined. */
async function pay(change: Records, invoice: InvoiceRow, at: number): Promise<boolean> {
  let card = invoice.due > 0 ? await cardOf(change, invoice.owner_id) : undefined;
  let pays = invoice.due === 0 || (card?.outcome === 'pays' && !isExpired(card, at));
  if (pays) await markPaid(change, invoice.id, at);
  return pays;
}

/**
 * Charges again what a subscription owes; once all is paid it is active, and a period missed
 * meanwhile starts now.
 */
export async function payOpen(change: Records, row: PricedSubscription, now: number): Promise<void> {
  let open = await openInvoices(change, row.id);
  for (let invoice of open) if (!(await pay(change, invoice, now))) return;
  if (open.length === 0) return;
  await changeSubscription(change, row.id, { status: 'active', past_due_since: null }, now);
  if (row.period_end !== null && row.period_end <= now && row.cancel_at_period_end === 0)
    await billPeriod(change, row, now, { otherwise: 'past_due', restarts: true });
}
