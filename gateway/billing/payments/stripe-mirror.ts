/**
 * Copies the state at Stripe to our rows. It is always read from Stripe at that moment, so the
 * order of messages does not matter.
 */
import type Stripe from 'stripe';
import { uuidv7 } from 'uuidv7';
import { Currency, SubscriptionStatus } from 'contract/billing/billing';
import { InvoiceStatus } from 'contract/billing/payments';
import { withOwnerLock } from '../../floor/db/owner-transaction';
import type { InvoiceRow, SubscriptionRow } from '../../floor/db/billing-schema';
import type { Records } from '../../floor/db/schema';
import { changeSubscription, liveSubscription, newSubscription, subscriptionsOf } from '../subscriptions';
import { noteProvidersChange } from './provider-audit';

const second = 1_000;

type Mirrored = Partial<SubscriptionRow> & Pick<SubscriptionRow, 'status'>;

async function ownerOf(records: Records, customer: Parameters<typeof idOf>[0]): Promise<string | undefined> {
  let row = await records
    .selectFrom('customers')
    .select('owner_id')
    .where('provider_id', '=', idOf(customer) ?? '')
    .executeTakeFirst();
  return row?.owner_id;
}

/** Cause of a change: a person here, who is already in the audit log, or Stripe by a message. */
export type Cause = 'person' | 'provider';

/** Stores a subscription of one of our customers; others are ignored. */
export async function mirrorSubscription(
  records: Records,
  given: Stripe.Subscription,
  now: number,
  cause: Cause,
): Promise<void> {
  let ownerId = await ownerOf(records, given.customer);
  if (ownerId === undefined) return;
  let item = given.items.data[0];
  let whenNew = {
    started_at: given.start_date * second,
    period_start: (item?.current_period_start ?? given.start_date) * second,
  };
  let change = await mirrored(records, given);
  await writeMirror(
    records,
    { ownerId, providerId: given.id },
    { change, discountId: given.metadata.discount_id, whenNew },
    { now, cause },
  );
}

async function mirrored(records: Records, given: Stripe.Subscription): Promise<Mirrored> {
  let item = given.items.data[0];
  let price = await records
    .selectFrom('prices')
    .select('id')
    .where('provider_id', '=', item?.price.id ?? '')
    .executeTakeFirst();
  let status = SubscriptionStatus.safeParse(given.status);
  let hasEnded = given.ended_at !== null;
  return {
    ...(price && { price_id: price.id }),
    // An unknown status, such as `paused`, must not give a plan.
    status: status.success ? status.data : 'unpaid',
    period_end: hasEnded || !item ? null : item.current_period_end * second,
    trial_end: given.trial_end === null ? null : given.trial_end * second,
    cancel_at_period_end: Number(given.cancel_at_period_end || given.cancel_at !== null),
    ended_at: given.ended_at === null ? null : given.ended_at * second,
  };
}

/** Stores a one-time payment of a Checkout session: it has no end. */
export async function mirrorSinglePayment(
  records: Records,
  given: Stripe.Checkout.Session,
  now: number,
): Promise<void> {
  let ownerId = await ownerOf(records, given.customer);
  let { price_id, discount_id } = given.metadata ?? {};
  if (ownerId === undefined || price_id === undefined || given.payment_status === 'unpaid') return;
  let change: Mirrored = { status: 'active', price_id };
  await writeMirror(
    records,
    { ownerId, providerId: given.id },
    { change, discountId: discount_id, whenNew: {} },
    { now, cause: 'provider' },
  );
}

interface Mirror {
  change: Mirrored;
  discountId: string | undefined;
  whenNew: Partial<SubscriptionRow>;
}

/** Inserts or updates the row of a provider's id; a trial by us becomes this subscription. */
async function writeMirror(
  records: Records,
  { ownerId, providerId }: { ownerId: string; providerId: string },
  mirror: Mirror,
  { now, cause }: { now: number; cause: Cause },
): Promise<void> {
  await withOwnerLock(records, ownerId, async (locked) => {
    let all = await subscriptionsOf(locked, ownerId);
    let known = all.find((row) => row.provider_id === providerId);
    let live = await liveSubscription(locked, ownerId);
    let trial = live && live.price_id === null && live.provider_id === null ? live : undefined;
    let before = known ?? trial;
    let id = before?.id;
    if (known) await changeSubscription(locked, known.id, mirror.change, now);
    else id = await addMirror(locked, { ownerId, providerId }, { mirror, trial }, now);
    if (id !== undefined && cause === 'provider') await noteProvidersChange(locked, { ownerId, id }, before, now);
  });
}

async function addMirror(
  locked: Records,
  { ownerId, providerId }: { ownerId: string; providerId: string },
  { mirror: { change, discountId, whenNew }, trial }: { mirror: Mirror; trial: { id: string } | undefined },
  now: number,
): Promise<string> {
  let discount_id = await redeemed(locked, discountId);
  let all = { ...whenNew, ...change, discount_id, provider_id: providerId };
  if (trial) {
    await changeSubscription(locked, trial.id, { period_end: null, trial_end: null, ...all }, now);
    return trial.id;
  }
  let row = { ...newSubscription(ownerId, now), ...all };
  await locked.insertInto('subscriptions').values(row).execute();
  return row.id;
}

/** Counts a discount that Stripe has already granted, even beyond its limit. */
async function redeemed(locked: Records, id: string | undefined): Promise<string | null> {
  if (id === undefined) return null;
  let { numUpdatedRows } = await locked
    .updateTable('discounts')
    .set((e) => ({ redeemed: e('redeemed', '+', 1) }))
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? id : null;
}

export function subscriptionOf(invoice: Stripe.Invoice): string | undefined {
  return idOf(invoice.parent?.subscription_details?.subscription ?? null);
}

/** Stores an invoice of one of our customers, except drafts. */
export async function mirrorInvoice(records: Records, given: Stripe.Invoice): Promise<void> {
  let ownerId = await ownerOf(records, given.customer);
  let currency = Currency.safeParse(given.currency);
  if (ownerId === undefined || !currency.success || given.status === 'draft' || given.id === undefined) return;
  let subscription = await records
    .selectFrom('subscriptions')
    .select('id')
    .where('provider_id', '=', subscriptionOf(given) ?? '')
    .executeTakeFirst();
  let row: Omit<InvoiceRow, 'id'> = {
    ...amountsOf(given),
    owner_id: ownerId,
    subscription_id: subscription?.id ?? null,
    number: given.number ?? given.id,
    status: InvoiceStatus.safeParse(given.status).data ?? 'void',
    description: given.lines.data[0]?.description ?? '',
    currency: currency.data,
    period_start: given.period_start * second,
    period_end: given.period_end * second,
    created_at: given.created * second,
    paid_at: given.status_transitions.paid_at === null ? null : given.status_transitions.paid_at * second,
    provider_id: given.id,
    url: given.hosted_invoice_url ?? null,
  };
  await records
    .insertInto('invoices')
    .values({ ...row, id: uuidv7() })
    .onConflict((conflict) => conflict.column('provider_id').doUpdateSet(row))
    .execute();
}

function amountsOf({ subtotal, total, amount_due, total_discount_amounts }: Stripe.Invoice) {
  let discount = (total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
  return { amount: subtotal, discount, credit: Math.max(0, total - amount_due), due: amount_due };
}

function idOf(thing: string | { id: string } | null): string | undefined {
  return typeof thing === 'string' ? thing : thing?.id;
}
