/** Emails of people's own rules, to those who still want and may have them. */
import { z } from 'zod';
import type { OptionalEmail } from 'contract/accounts/optional-emails';
import type { EmailMessage } from '../../floor/mail/message';
import { roleOf } from '../../floor/memberships';
import { findUser, type Person } from '../../floor/owners';
import type { Records } from '../../floor/db/schema';
import type { Once } from '../../floor/once';
import { levelOf } from '../../packages/permissions';
import type { AlertMessage } from '../alert-message';
import { preferencesOf } from '../email-preferences';
import { newCompaniesMail, type PackageNews } from '../notifications/new-companies';
import { unsubscribeUrl } from '../unsubscribe-link';
import { weeklySummaryOf, weekToSend } from '../notifications/weekly-summaries';
import type { DeliveryServices } from '../services';

interface PersonalParts extends DeliveryServices {
  once: Once;
}

/**
 * Undefined without a confirmed address, and for a person who is suspended or has these emails
 * switched off.
 */
export async function personWanting(
  records: Records,
  userId: string,
  mail: OptionalEmail,
): Promise<Person | undefined> {
  let person = await findUser(records, userId);
  if (!person || person.email_verified_at === null || person.suspended_at !== null) return undefined;
  return (await preferencesOf(records, userId))[mail] ? person : undefined;
}

/**
 * The email with all of these messages, which are of one type: `not-wanted` for nobody, undefined
 * if there is nothing to say.
 */
export async function personalEmail(
  parts: PersonalParts,
  userId: string,
  messages: readonly AlertMessage[],
): Promise<EmailMessage | 'not-wanted' | undefined> {
  let isSummary = messages[0]?.type === 'notice.weekly_summary';
  let person = await personWanting(parts.records, userId, isSummary ? 'weekly_summary' : 'new_company');
  if (!person) return 'not-wanted';
  return isSummary ? summaryEmail(parts, person, messages) : companiesEmail(parts, person, messages);
}

const Summary = z.object({ first: z.string() });

async function summaryEmail(parts: PersonalParts, person: Person, messages: readonly AlertMessage[]) {
  let week = weekToSend(Summary.parse(messages[0]?.data).first, parts.clock());
  return week && weeklySummaryOf(parts, person, week, parts.once);
}

const Companies = z.object({
  alert_id: z.string(),
  companies: z.array(z.object({ name: z.string(), downloads: z.number() })),
  more: z.number(),
});

async function companiesEmail(parts: PersonalParts, person: Person, messages: readonly AlertMessage[]) {
  let { records, sealer, publicUrl } = parts;
  let news = new Map<string, PackageNews>();
  for (let { data } of messages) {
    let { alert_id, companies, more } = Companies.parse(data);
    let about = await changeablePackage(records, person.id, alert_id);
    if (!about) continue;
    let known = news.get(about.package);
    let { owner, type, name } = about;
    news.set(about.package, {
      owner,
      type,
      package: name,
      companies: [...(known?.companies ?? []), ...companies].toSorted((a, b) => b.downloads - a.downloads),
      more: (known?.more ?? 0) + more,
    });
  }
  if (news.size === 0) return 'not-wanted';
  let url = unsubscribeUrl(sealer, publicUrl, person.id, 'new_company');
  let { name, email } = person;
  return newCompaniesMail(email, { name, publicUrl, news: [...news.values()], unsubscribeUrl: url });
}

/** The package of a rule that the person still has, and still may change. */
async function changeablePackage(records: Records, userId: string, ruleId: string) {
  let row = await records
    .selectFrom('alerts')
    .innerJoin('packages', 'packages.id', 'alerts.package_id')
    .innerJoin('owners', 'owners.id', 'packages.owner_id')
    .where('alerts.id', '=', ruleId)
    .where('alerts.user_id', '=', userId)
    .selectAll('owners')
    .select(['packages.id as package', 'packages.type', 'packages.name as package_name'])
    .executeTakeFirst();
  if (!row) return undefined;
  let role = (await roleOf(records, userId, row.id)) ?? (await levelOf(records, userId, row, { id: row.package }));
  if (role !== 'owner' && role !== 'admin') return undefined;
  return { package: row.package, owner: row.name, type: row.type, name: row.package_name };
}
