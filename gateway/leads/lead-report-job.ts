/** Sends the weekly list of leads: Mondays from 08:00 UTC, once per owner. */
import type { Logger } from 'pino';
import { hourMs, weekMs } from 'contract/floor/time';
import { settingsPath } from 'contract/floor/page-links';
import type { DataProviderService } from '../reports/data-provider/data-provider';
import type { EventReader } from '../events/shape/store';
import { createJobs, type Jobs } from '../floor/jobs';
import { leadReportMail } from './mails/lead-report';
import type { Mail } from '../floor/mail/mail';
import { ownersWithAnswers, questionnaireOf } from './lead-answers';
import { claimLeadReport, leadRecipients, ownerById } from '../floor/lead-readers';
import type { Records } from '../floor/db/schema';
import { qualifiedLeads } from './qualified-leads';

export interface LeadReportServices {
  records: Records;
  events: EventReader;
  mail: Mail;
  dataProvider: DataProviderService;
  publicUrl: string;
  clock: () => number;
  log: Logger;
}

/** Monday, January 5th 1970, 08:00 UTC. */
const firstMs = 4 * 24 * hourMs + 8 * hourMs;

/** Returns the function that stops the job and resolves when the stores can be closed. */
export function startLeadReports(parts: LeadReportServices, jobs: Jobs = createJobs(parts.clock)): () => Promise<void> {
  let report = (error: unknown) => parts.log.error({ err: error }, 'lead reports not sent');
  return jobs.start('lead-reports', () => sendLeadReports(parts), report).stop;
}

/** A questionnaire saved after Monday morning waits a week. Without leads nothing is sent. */
export async function sendLeadReports(parts: LeadReportServices): Promise<void> {
  let { records, clock, log } = parts;
  let week = mondayOf(clock());
  for (let ownerId of await ownersWithAnswers(records)) {
    let { report_to, updated_at } = await questionnaireOf(records, ownerId);
    if (report_to === 'nobody' || (updated_at ?? week) >= week) continue;
    if (!(await claimLeadReport(records, ownerId, week))) continue;
    await sendLeadReport(parts, ownerId).catch((error: unknown) =>
      log.error({ err: error }, 'a lead report was not sent'),
    );
  }
}

async function sendLeadReport(
  { records, events, mail, dataProvider, publicUrl, clock }: LeadReportServices,
  ownerId: string,
) {
  let owner = await ownerById(records, ownerId);
  if (!owner) return;
  let questionnaire = await questionnaireOf(records, ownerId);
  let readers = await leadRecipients(records, owner, questionnaire.report_to);
  if (readers.length === 0) return;
  let profiles = await dataProvider.profiles(ownerId);
  let { leads } = await qualifiedLeads(records, events, { ownerId, questionnaire, profiles, now: clock() });
  if (leads.length === 0) return;
  let page = publicUrl + settingsPath(owner.name, owner.kind, 'lead-generation');
  let about = { owner: owner.name, leads, days: questionnaire.active_days, page };
  for (let { name, email } of readers) mail.send({ ownerId, message: leadReportMail(email, { name, ...about }) });
}

/** The last Monday, 08:00 UTC. */
export function mondayOf(now: number): number {
  return firstMs + Math.floor((now - firstMs) / weekMs) * weekMs;
}
