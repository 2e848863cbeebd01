/** The weekly summary: one email a week to each person with the rule. */
import type { EmailMessage } from '../../floor/mail/message';
import { weekMs } from 'contract/floor/time';
import { weeklySummaryMail, type WeeklySummary } from './weekly-summary';
import { organizationsOf } from '../../floor/memberships';
import type { Person } from '../../floor/owners';
import type { OwnerRow } from '../../floor/db/account-schema';
import type { Records } from '../../floor/db/schema';
import type { Once } from '../../floor/once';
import { claimAndQueue } from '../sent-alerts';
import type { DeliveryServices } from '../services';
import { unsubscribeUrl } from '../unsubscribe-link';
import { ownerSummary, type OwnerSummary } from './owner-summary';
import { dueWeek, lastWeek, type SummaryPeriod } from './summary-period';

/**
 * Queues the summary that is due for everyone who switched it on before its hour and has a confirmed
 * address. It is written when it is sent.
 */
export async function queueWeeklySummaries(records: Records, now: number): Promise<void> {
  let week = dueWeek(now);
  if (!week) return;
  let { first, sendAt } = week;
  let keys = [`weekly ${first}`];
  let rules = await records
    .selectFrom('alerts')
    .innerJoin('users', 'users.id', 'alerts.user_id')
    .innerJoin('owners', 'owners.id', 'users.id')
    .where('alerts.kind', '=', 'weekly-summary')
    .where('alerts.created_at', '<=', sendAt)
    .where('users.email_verified_at', 'is not', null)
    .where('owners.suspended_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('alert_told').select('key').whereRef('alert_id', '=', 'alerts.id').where('key', 'in', keys)),
      ),
    )
    .selectAll('alerts')
    .orderBy('alerts.id')
    .execute();
  let message = { type: 'notice.weekly_summary', title: 'Weekly summary', sentences: [], url: '', data: { first } };
  for (let rule of rules) await claimAndQueue(records, rule, { keys, message }, now);
}

/** The week that begins on `first`; undefined once it is too late to send its summary. */
export function weekToSend(first: string, now: number): SummaryPeriod | undefined {
  let week = lastWeek(Date.parse(first) + weekMs);
  return dueWeek(now)?.first === first ? week : undefined;
}

/** Undefined if neither the week nor the one before had an event. */
export async function weeklySummaryOf(
  services: Pick<DeliveryServices, 'records' | 'events' | 'sealer' | 'publicUrl'>,
  person: Person,
  week: SummaryPeriod & Pick<WeeklySummary, 'isRequested'>,
  once: Once,
): Promise<EmailMessage | undefined> {
  let { records, sealer, publicUrl } = services;
  let { id, name, email } = person;
  let { rows: organizations } = await organizationsOf(records, id, { per_page: 'max' });
  let owners: OwnerSummary[] = [];
  let all: OwnerRow[] = [person, ...organizations];
  for (let owner of all) {
    // Recipients share organizations.
    let found = await once(`summary ${owner.id} ${week.first}`, () => ownerSummary(services, owner, week));
    if (found) owners.push(found);
  }
  if (owners.length === 0) return undefined;
  let url = unsubscribeUrl(sealer, publicUrl, id, 'weekly_summary');
  return weeklySummaryMail(email, {
    name,
    publicUrl,
    days: week,
    owners,
    unsubscribeUrl: url,
    isRequested: week.isRequested,
  });
}
