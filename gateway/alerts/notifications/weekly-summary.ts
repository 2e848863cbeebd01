/** The weekly email: downloads and views of each owner, compared with the week before. */
import { figures } from 'contract/analytics/figures';
import { changeText } from 'contract/analytics/rounding';
import { emailLinks } from 'contract/floor/email-links';
import type { ComparedCount, OwnerSummary } from './owner-summary';
import { pluralize, formatDay, joinNames, formatNumber, formatWeekday } from '../wording';
import { renderEmail, type EmailSection } from '../../floor/mail/letter';
import type { EmailMessage } from '../../floor/mail/message';

export interface WeeklySummary {
  name: string;
  publicUrl: string;
  /** First and last day of the week, `YYYY-MM-DD`. */
  days: { first: string; last: string };
  /** At least one. */
  owners: readonly OwnerSummary[];
  unsubscribeUrl: string;
}

const companiesNamed = 10;

/** `publicUrl` has no slash at its end. */
export function weeklySummaryMail(to: string, summary: WeeklySummary): EmailMessage {
  let { name, publicUrl, days, owners, unsubscribeUrl } = summary;
  return renderEmail({
    to,
    subject: `Your week: ${pluralize(totalDownloads(owners), 'download')}`,
    name,
    paragraphs: [`Your report from ${weekdayAndDay(days.first)} to ${weekdayAndDay(days.last)} (UTC).`],
    sections: owners.map(sectionOf),
    link: { label: 'Open the dashboard', url: publicUrl + emailLinks.home() },
    note: `You receive this email because you subscribed to the weekly summary. Manage email preferences: ${publicUrl}${emailLinks.emailPreferences()}`,
    unsubscribeUrl,
  });
}

/** `Monday 9 November`. */
function weekdayAndDay(day: string): string {
  return `${formatWeekday(day)} ${formatDay(day)}`;
}

function totalDownloads(owners: readonly OwnerSummary[]): number {
  return owners.reduce((sum, { downloads }) => sum + downloads.now, 0);
}

function sectionOf({ owner, downloads, users, views, reason, packages, companies }: OwnerSummary): EmailSection {
  let named = companies.map(({ name }) => name);
  return {
    title: owner,
    rows: [
      [figures.downloads.label, comparedText(downloads)],
      ...(reason ? [['What changed', reason.sentence] as const] : []),
      [figures.users.label, comparedText(users)],
      [figures.views.label, comparedText(views)],
      ...packages.map(
        (item, i) => [i === 0 ? 'Top packages' : '', `${item.name}: ${formatNumber(item.downloads)}`] as const,
      ),
      [figures.newCompanies.label, joinNames(named, companiesNamed) || 'none'],
    ],
  };
}

/** `1,234 (+12% vs. the week before)`; by day where one of two months is longer. */
export function comparedText({ now, before, change }: ComparedCount, than = 'week'): string {
  if (before === 0) return now === 0 ? '0' : `${formatNumber(now)} (none in the ${than} before)`;
  if (change.why) return `${formatNumber(now)} (${change.why[0]!.toLowerCase()}${change.why.slice(1, -1)})`;
  let isByDay = change.now !== now;
  if (change.now === change.before)
    return `${formatNumber(now)} (${isByDay ? 'as many a day as' : 'as'} in the ${than} before)`;
  let { text: percent, direction } = changeText(change)!;
  let text = percent.startsWith('<') ? `${direction} by less than ${percent.slice(1)}` : percent;
  return `${formatNumber(now)} (${text}${isByDay ? ' a day' : ''} vs. the ${than} before)`;
}
