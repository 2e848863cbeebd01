/**
 * Sends the weekly summary: once to each person who has it switched on, a limited number at a time.
 */
import { dayMs } from 'contract/shared/time';
import * as limits from 'contract/limits';
import type { Message } from '../../floor/mail/message';
import { weeklySummaryMail } from './mails/weekly-summary';
import { organizationsOf } from '../../floor/memberships';
import { findOwner } from '../../floor/owners';
import {
  awaitingSummary,
  claimMail,
  forgetSummariesBefore,
  markSent,
  type Addressee,
} from '../../floor/mail/sent-mails';
import type { OwnerTable } from '../../floor/db/account-schema';
import type { NoticeParts } from './parts';
import { unsubscribeUrl } from './unsubscribe-link';
import { ownerWeek, type OwnerWeek } from './week-summary';
import { dueWeek, type Week } from './week';

const keptMs = 90 * dayMs;

/** An owner's figures, computed once for all recipients. */
type Figures = (owner: OwnerTable) => Promise<OwnerWeek | undefined>;

/**
 * Sends what is due, at most as many as the limit per minute; gives the number of accepted mails. A
 * person without figures gets none. Stops at a refused mail, because the next would be refused too;
 * that one is tried again hours later, the others at the next call.
 */
export async function sendWeeklySummaries(parts: NoticeParts): Promise<number> {
  let { records, mail, clock } = parts;
  let week = dueWeek(clock());
  if (!week) return 0;
  let count = limits.optionalMailsPerMinute;
  let people = await awaitingSummary(records, { about: week.first, sendAt: week.sendAt, now: clock(), count });
  if (people.length === 0) return 0;
  await forgetSummariesBefore(records, clock() - keptMs);
  let figures = figuresOf(parts, week);
  let sent = 0;
  for (let person of people) {
    let once = { userId: person.id, kind: 'weekly-summary' as const, about: week.first };
    if (!(await claimMail(records, once, clock()))) continue;
    let message = await writeSummary(parts, person, week, figures);
    if (message && !(await mail.deliver(message))) break;
    await markSent(records, once, clock());
    if (message) sent++;
  }
  return sent;
}

/** A person's mail about a week; none when nothing happened in it and the week before. */
export async function weeklySummaryOf(parts: NoticeParts, person: Addressee, week: Week): Promise<Message | undefined> {
  return writeSummary(parts, person, week, figuresOf(parts, week));
}

function figuresOf(parts: NoticeParts, week: Week): Figures {
  let known = new Map<string, Promise<OwnerWeek | undefined>>();
  return (owner) => {
    let asked = known.get(owner.id) ?? ownerWeek(parts, owner, week);
    known.set(owner.id, asked);
    return asked;
  };
}

async function writeSummary(
  { records, sealer, publicUrl }: NoticeParts,
  { id, name, email }: Addressee,
  week: Week,
  figures: Figures,
): Promise<Message | undefined> {
  let own = await findOwner(records, name);
  let { rows: organizations } = await organizationsOf(records, id, { per_page: 'max' });
  let owners: OwnerWeek[] = [];
  for (let owner of [...(own ? [own] : []), ...organizations]) {
    let found = await figures(owner);
    if (found) owners.push(found);
  }
  if (owners.length === 0) return undefined;
  let url = unsubscribeUrl(sealer, publicUrl, id, 'weekly_summary');
  return weeklySummaryMail(email, { name, publicUrl, days: week, owners, unsubscribeUrl: url });
}
