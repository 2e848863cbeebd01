/** The weekly mail: downloads and views of each owner, compared with the week before. */
import { mailLinks } from 'contract/shared/mail-links';
import type { OwnerWeek, TwoWeeks } from '../week-summary';
import { changed, counted, dayInWords, listed, number, weekdayOf } from '../words';
import { written, type Section } from '../../../floor/mail/letter';
import type { Message } from '../../../floor/mail/message';
import { greatest, least } from 'contract/shared/extremes';

export interface WeeklySummary {
  name: string;
  publicUrl: string;
  /** First and last day of the week, `YYYY-MM-DD`. */
  days: { first: string; last: string };
  /** At least one. */
  owners: readonly OwnerWeek[];
  unsubscribeUrl: string;
}

const companiesNamed = 10;

/** `publicUrl` is the dashboard's address without a slash at its end. */
export function weeklySummaryMail(to: string, summary: WeeklySummary): Message {
  let { name, publicUrl, days, owners, unsubscribeUrl } = summary;
  return written({
    to,
    subject: `Your week: ${counted(sumOf(owners), 'download')}`,
    name,
    paragraphs: [`This is what happened from ${inWords(days.first)} to ${inWords(days.last)} (UTC).`],
    sections: owners.map(sectionOf),
    link: { label: 'Open the dashboard', url: publicUrl + mailLinks.home() },
    note: `You get this mail because you asked for a weekly summary. Your email preferences: ${publicUrl}${mailLinks.emailPreferences()}`,
    unsubscribeUrl,
  });
}

/** `Monday 9 November`. */
function inWords(day: string): string {
  return `${weekdayOf(day)} ${dayInWords(day)}`;
}

function sumOf(owners: readonly OwnerWeek[]): number {
  return owners.reduce((sum, { downloads }) => sum + downloads.now, 0);
}

function sectionOf({ owner, downloads, sources, views, reason, packages, companies }: OwnerWeek): Section {
  let named = companies.map(({ name }) => name);
  return {
    title: owner,
    rows: [
      ['Downloads', compared(downloads)],
      ...(reason ? [['What changed', reason.sentence] as const] : []),
      ['Unique sources', sourcesSentence(sources)],
      ['Pixel views', compared(views)],
      ...packages.map((item, i) => [i === 0 ? 'Top packages' : '', `${item.name}: ${number(item.downloads)}`] as const),
      ['New companies', listed(named, companiesNamed) || 'none'],
    ],
  };
}

/** Numbers of several periods of ids within a week are not added. */
function sourcesSentence({ now, before }: OwnerWeek['sources']): string {
  if (now.length > 2) return `${number(least(now))} to ${number(greatest(now))} a day`;
  if (now.length === 2) return `${number(now[0]!)} until a new period began, then ${number(now[1]!)}`;
  return before.length > 1 ? number(now[0] ?? 0) : compared({ now: now[0] ?? 0, before: before[0] ?? 0 });
}

/** `1,234 (+12 % on the week before)`. */
export function compared({ now, before }: TwoWeeks, than = 'week'): string {
  if (before === 0) return now === 0 ? '0' : `${number(now)} (none in the ${than} before)`;
  if (now === before) return `${number(now)} (as in the ${than} before)`;
  let percent = changed({ now, before })!;
  let change = /^\D0 /.test(percent) ? `${now > before ? 'up' : 'down'} by less than 1 %` : percent;
  return `${number(now)} (${change} on the ${than} before)`;
}
