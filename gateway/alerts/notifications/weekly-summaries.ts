/** Sends each person with the weekly summary switched on one email a week. */
import { dayMs } from 'contract/floor/time';
import * as limits from 'contract/floor/limits';
import type { EmailMessage } from '../../floor/mail/message';
import { weeklySummaryMail } from './mails/weekly-summary';
import type { Jobs } from '../../floor/jobs';
import { organizationsOf } from '../../floor/memberships';
import { findOwner } from '../../floor/owners';
import {
  pendingSummaries,
  claimEmail,
  deleteSummariesBefore,
  markSent,
  type SummaryRecipient,
} from '../../floor/mail/sent-mails';
import type { OwnerRow } from '../../floor/db/account-schema';
import { byAge } from '../../floor/installation-clock';
import type { NoticeServices } from '../services';
import { unsubscribeUrl } from './unsubscribe-link';
import { ownerSummary, type OwnerSummary } from './owner-summary';
import { dueWeek, type SummaryPeriod } from './summary-period';

const keptMs = 90 * dayMs;

/** Returns the function that stops the job and resolves when the stores can be closed. */
export function startWeeklySummaries(services: NoticeServices, jobs: Jobs): () => Promise<void> {
  let report = (error: unknown) => services.log.error({ err: error }, 'notifications not sent');
  return jobs.start('weekly-summaries', () => sendWeeklySummaries(services), report).stop;
}

/** Memoized: recipients share organizations. */
type Figures = (owner: OwnerRow) => Promise<OwnerSummary | undefined>;

/**
 * Returns the number of accepted emails, at most the limit per minute. Stops at a refused email,
 * because the next would be refused too: it is retried hours later, the others at the next call.
 */
export async function sendWeeklySummaries(services: NoticeServices): Promise<number> {
  let { records, mail, clock } = services;
  let week = dueWeek(clock());
  if (!week) return 0;
  let count = limits.optionalMailsPerMinute;
  let people = await pendingSummaries(records, { about: week.first, sendAt: week.sendAt, now: clock(), count });
  if (people.length === 0) return 0;
  await byAge(records, clock(), (now) => deleteSummariesBefore(records, now - keptMs));
  let figures = figuresOf(services, week);
  let sent = 0;
  for (let person of people) {
    let once = { userId: person.id, kind: 'weekly-summary' as const, about: week.first };
    if (!(await claimEmail(records, once, clock()))) continue;
    let message = await writeSummary(services, person, week, figures);
    if (message && (await mail.sendOnce(message)) !== null) break;
    await markSent(records, once, clock());
    if (message) sent++;
  }
  return sent;
}

/** Undefined if neither the week nor the one before had an event. */
export async function weeklySummaryOf(
  services: NoticeServices,
  person: SummaryRecipient,
  week: SummaryPeriod,
): Promise<EmailMessage | undefined> {
  return writeSummary(services, person, week, figuresOf(services, week));
}

function figuresOf(services: NoticeServices, week: SummaryPeriod): Figures {
  let known = new Map<string, Promise<OwnerSummary | undefined>>();
  return (owner) => {
    let asked = known.get(owner.id) ?? ownerSummary(services, owner, week);
    known.set(owner.id, asked);
    return asked;
  };
}

async function writeSummary(
  { records, sealer, publicUrl }: NoticeServices,
  { id, name, email }: SummaryRecipient,
  week: SummaryPeriod,
  figures: Figures,
): Promise<EmailMessage | undefined> {
  let own = await findOwner(records, name);
  let { rows: organizations } = await organizationsOf(records, id, { per_page: 'max' });
  let owners: OwnerSummary[] = [];
  for (let owner of [...(own ? [own] : []), ...organizations]) {
    let found = await figures(owner);
    if (found) owners.push(found);
  }
  if (owners.length === 0) return undefined;
  let url = unsubscribeUrl(sealer, publicUrl, id, 'weekly_summary');
  return weeklySummaryMail(email, { name, publicUrl, days: week, owners, unsubscribeUrl: url });
}
