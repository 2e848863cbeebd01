/**
 * Advances the subscriptions that this gateway keeps itself: trials end, periods follow each other,
 * unpaid ones lapse.
 */
import { hourMs, dayMs } from 'contract/floor/time';
import { voidOpenInvoices } from '../invoices';
import type { Records } from '../../floor/db/schema';
import { changeSubscription, liveSubscription, type PricedSubscription } from '../subscriptions';
import { billPeriod } from './bill';
import { noteProvidersChange } from './provider-audit';

/** A first payment that failed can be repeated for this long: 23 hours. */
const incompleteMs = 23 * hourMs;
/** After this long a subscription that is past due counts as unpaid: 14 days. */
const pastDueMs = 14 * dayMs;

type Step = { do: 'expire' | 'end' | 'bill' | 'give-up'; at: number };

/**
 * Takes every step that is due by now, each at its own time. Call it under the owner's lock;
 * subscriptions at a provider are not changed.
 */
export async function settleSubscription(change: Records, ownerId: string, now: number): Promise<void> {
  for (;;) {
    let row = await liveSubscription(change, ownerId);
    let step = row && nextStep(row);
    if (!row || !step || step.at > now) return;
    await take(change, row, step);
    await noteProvidersChange(change, { ownerId, id: row.id }, row, step.at);
  }
}

/** Whether something is due, without a lock. */
export async function isDue(records: Records, ownerId: string, now: number): Promise<boolean> {
  let row = await liveSubscription(records, ownerId);
  let step = row && nextStep(row);
  return step !== undefined && step.at <= now;
}

function nextStep(row: PricedSubscription): Step | undefined {
  if (row.provider_id !== null) return undefined;
  let { status, period_end, past_due_since, cancel_at_period_end } = row;
  if (cancel_at_period_end === 1 && period_end !== null) return { do: 'end', at: period_end };
  if (status === 'trialing') return { do: row.price_id === null ? 'expire' : 'bill', at: row.trial_end ?? 0 };
  if (status === 'incomplete') return { do: 'expire', at: row.period_start + incompleteMs };
  if (status === 'past_due') return { do: 'give-up', at: (past_due_since ?? 0) + pastDueMs };
  return status === 'active' && period_end !== null ? { do: 'bill', at: period_end } : undefined;
}

async function take(change: Records, row: PricedSubscription, { do: what, at }: Step): Promise<void> {
  if (what === 'bill')
    return billPeriod(change, row, at, { otherwise: 'past_due', restarts: row.status === 'trialing' });
  if (what === 'give-up') return changeSubscription(change, row.id, { status: 'unpaid' }, at);
  await endSubscription(change, row.id, what === 'end' ? 'canceled' : 'incomplete_expired', at);
}

export async function endSubscription(
  change: Records,
  id: string,
  status: 'canceled' | 'incomplete_expired',
  at: number,
): Promise<void> {
  await voidOpenInvoices(change, id);
  await changeSubscription(change, id, { status, ended_at: at, period_end: null }, at);
}
