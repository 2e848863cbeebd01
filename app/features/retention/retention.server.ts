import { type ActionFunctionArgs, json } from '@remix-run/node';
import { eventRetentionApi, EventRetentionForm, type EventRetention } from 'contract/exports/event-retention';
import { dayRangeLabel } from '../../charts/date-buckets.server';
import { readForm, type RejectedForm } from '../../forms/read-form.server';
import type { Call } from '../../gateway/gateway-client.server';
import { secondary } from '../../gateway/secondary.server';
import { redirectWithToast } from '../../session/toast.server';
import { formatCount } from '../../ui/numbers';

/** Undefined if it could not be loaded. */
export async function readRetention(call: Call, owner: string): Promise<EventRetention | undefined> {
  return secondary(call(eventRetentionApi.getEventRetention, { params: { owner } }), undefined);
}

interface Reported {
  /** Default: all days. */
  from?: string | undefined;
  previousFrom?: string | undefined;
}

/** Empty if no events are missing. */
export async function retentionNote(call: Call, owner: string, { from, previousFrom }: Reported): Promise<string> {
  let first = (await readRetention(call, owner))?.first_day ?? null;
  if (first === null) return '';
  let day = dayLabel(first);
  if (from === undefined) return `Events before ${day} are deleted and not included. First-seen dates are kept.`;
  if (from < first) return `Events before ${day} are deleted.`;
  if (previousFrom !== undefined && previousFrom < first)
    return `Events before ${day} are deleted, so the comparison is incomplete.`;
  return '';
}

export function retentionSentence({ days, first_day, owner_days }: EventRetention): string {
  if (days === null || first_day === null) return 'Events are kept forever.';
  let who = owner_days === days ? '' : ' by this installation';
  return `Events are kept for ${days} ${days === 1 ? 'day' : 'days'}${who}, now since ${dayLabel(first_day)}.`;
}

export async function retentionPage(call: Call, owner: string) {
  let retention = await call(eventRetentionApi.getEventRetention, { params: { owner } });
  return { owner, retention, sentence: retentionSentence(retention) };
}

/** Confirmation before a shorter period is saved. */
export interface RetentionConfirmation {
  days: number;
  /** Number of deleted events as text. */
  events: string;
  since: string;
}

/**
 * A shorter period that deletes events must be confirmed first: the page returns with the typed
 * value and what would be deleted.
 */
export async function saveRetention(
  args: ActionFunctionArgs,
  call: Call,
  owner: string,
  page: string,
): Promise<Response> {
  let form = await readForm(args.request, EventRetentionForm);
  if (!form.ok) return form.reply;
  let { days, confirmed_days } = form.value;
  let params = { owner };
  if (days !== null && days !== confirmed_days) {
    let older = await call(eventRetentionApi.getOlderEvents, { params, query: { days } }).catch(form.refuse);
    if (older instanceof Response) return older;
    let erased = { days, events: formatCount(older.events, 'event'), since: dayLabel(older.first_day) };
    let { lastResult }: RejectedForm = await form.again().json();
    if (older.events > 0) return json<RejectedForm & { erased: RetentionConfirmation }>({ lastResult, erased });
  }
  let saved = await call(eventRetentionApi.setEventRetention, { params, body: { days } }).catch(form.refuse);
  return saved instanceof Response ? saved : redirectWithToast(page, 'event_retention_saved');
}

function dayLabel(day: string): string {
  return dayRangeLabel({ from: day, to: day });
}
