/** The weekly email: downloads and views of each owner, compared with the week before. */
import { figures } from 'contract/analytics/figures';
import { changeText } from 'contract/analytics/rounding';
import { dayRangeLabel } from 'contract/floor/days';
import { emailLinks } from 'contract/floor/email-links';
import { chartOf } from '../mails/days-chart';
import type { ComparedCount, OwnerSummary } from './owner-summary';
import { pluralize, joinNames, formatNumber } from '../wording';
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
  /** By the person, who may not have subscribed. */
  isRequested?: boolean | undefined;
}

const companiesNamed = 10;

/** `publicUrl` has no slash at its end. */
export function weeklySummaryMail(to: string, summary: WeeklySummary): EmailMessage {
  let { name, publicUrl, days, owners, unsubscribeUrl, isRequested } = summary;
  let preferences = `Manage email preferences: ${publicUrl}${emailLinks.emailPreferences()}`;
  let why = isRequested ? 'you requested it' : 'you subscribed to the weekly summary';
  return renderEmail({
    to,
    subject: `Your week: ${pluralize(totalDownloads(owners), 'download')}`,
    name,
    paragraphs: [`Your report for ${dayRangeLabel({ from: days.first, to: days.last })} (UTC).`],
    sections: owners.map(sectionOf),
    link: { label: 'Open the dashboard', url: publicUrl + emailLinks.home() },
    note: `You receive this email because ${why}. ${preferences}`,
    unsubscribeUrl,
  });
}

function totalDownloads(owners: readonly OwnerSummary[]): number {
  return owners.reduce((sum, { downloads }) => sum + downloads.now, 0);
}

function sectionOf(summary: OwnerSummary): EmailSection {
  let { owner, downloads, users, views, days, reason, packages, companies } = summary;
  let named = joinNames(
    companies.map(({ name }) => name),
    companiesNamed,
  );
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
      ...(named ? [[figures.newCompanies.label, named] as const] : []),
    ],
    chart: chartOf(days),
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
