/** Invoices of owners, and the credit that lowers them. */
import { uuidv7 } from 'uuidv7';
import type { Currency } from 'contract/billing/billing';
import { ApiError } from '../floor/calls/api-error';
import type { InvoiceRow } from '../floor/db/billing-schema';
import type { Records } from '../floor/db/schema';

const invoicesShown = 100;

export async function invoicesOf(records: Records, ownerId: string): Promise<InvoiceRow[]> {
  return records
    .selectFrom('invoices')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(invoicesShown)
    .execute();
}

/** Refuses with invoice-not-found. */
export async function invoiceById(records: Records, ownerId: string, id: string): Promise<InvoiceRow> {
  let row = await records
    .selectFrom('invoices')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new ApiError('invoice-not-found');
  return row;
}

/** Call it under the owner's lock: the invoice gets the owner's next number. */
export async function addInvoice(
  change: Records,
  given: Omit<InvoiceRow, 'id' | 'number' | 'provider_id' | 'url'>,
): Promise<InvoiceRow> {
  let { count } = await change
    .selectFrom('invoices')
    .where('owner_id', '=', given.owner_id)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  let number = `INV-${String(count + 1).padStart(4, '0')}`;
  let row = { ...given, id: uuidv7(), number, provider_id: null, url: null };
  await change.insertInto('invoices').values(row).execute();
  return row;
}

export async function openInvoices(records: Records, subscriptionId: string): Promise<InvoiceRow[]> {
  return records
    .selectFrom('invoices')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('status', '=', 'open')
    .orderBy('created_at')
    .execute();
}

export async function lastPaidInvoice(records: Records, subscriptionId: string): Promise<InvoiceRow | undefined> {
  return records
    .selectFrom('invoices')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('status', '=', 'paid')
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
}

export async function markPaid(change: Records, id: string, paidAt: number): Promise<void> {
  await change.updateTable('invoices').set({ status: 'paid', paid_at: paidAt }).where('id', '=', id).execute();
}

export async function voidOpenInvoices(change: Records, subscriptionId: string): Promise<void> {
  await change
    .updateTable('invoices')
    .set({ status: 'void' })
    .where('subscription_id', '=', subscriptionId)
    .where('status', '=', 'open')
    .execute();
}

/**
 * Uses up to `wanted` of an owner's credit and returns the amount. Call it under the owner's lock.
 */
export async function useCredit(change: Records, ownerId: string, currency: Currency, wanted: number): Promise<number> {
  let row = await change
    .selectFrom('credits')
    .select('amount')
    .where('owner_id', '=', ownerId)
    .where('currency', '=', currency)
    .executeTakeFirst();
  let used = Math.min(row?.amount ?? 0, wanted);
  if (used > 0) await addCredit(change, ownerId, currency, -used);
  return used;
}

export async function addCredit(change: Records, ownerId: string, currency: Currency, amount: number): Promise<void> {
  await change
    .insertInto('credits')
    .values({ owner_id: ownerId, currency, amount })
    .onConflict((conflict) =>
      conflict.columns(['owner_id', 'currency']).doUpdateSet((e) => ({ amount: e('credits.amount', '+', amount) })),
    )
    .execute();
}
