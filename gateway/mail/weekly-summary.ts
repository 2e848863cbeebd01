/** The weekly mail: downloads and views of each owner, compared with the week before. */
import { mailLinks } from 'contract/mail-links';
import type { OwnerWeek, TwoWeeks } from '../notifications/week-summary';
import { written, type Section } from './letter';
import type { Message } from './message';

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
  let parts = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  return new Date(day).toLocaleDateString('en-GB', parts);
}

function sumOf(owners: readonly OwnerWeek[]): number {
  return owners.reduce((sum, { downloads }) => sum + downloads.now, 0);
}

function sectionOf({ owner, downloads, sources, views, packages, companies }: OwnerWeek): Section {
  let named = companies.slice(0, companiesNamed).join(', ');
  let more = companies.length - companiesNamed;
  return {
    title: owner,
    rows: [
      ['Downloads', compared(downloads)],
      ['Unique sources', sourcesSentence(sources)],
      ['Pixel views', compared(views)],
      ...packages.map((item, i) => [i === 0 ? 'Top packages' : '', `${item.name}: ${number(item.downloads)}`] as const),
      ['New companies', companies.length ? named + (more > 0 ? ` and ${number(more)} more` : '') : 'none'],
    ],
  };
}

/** Numbers of several periods of ids within a week are not added. */
function sourcesSentence({ now, before }: OwnerWeek['sources']): string {
  if (now.length > 2) return `${number(Math.min(...now))} to ${number(Math.max(...now))} a day`;
  if (now.length === 2) return `${number(now[0]!)} until a new period began, then ${number(now[1]!)}`;
  return before.length > 1 ? number(now[0] ?? 0) : compared({ now: now[0] ?? 0, before: before[0] ?? 0 });
}

/** `1,234 (+12 % on the week before)`. */
function compared({ now, before }: TwoWeeks): string {
  if (before === 0) return now === 0 ? '0' : `${number(now)} (none in the week before)`;
  if (now === before) return `${number(now)} (as in the week before)`;
  let percent = Math.round((Math.abs(now - before) / before) * 100);
  let change =
    percent === 0
      ? `${now > before ? 'up' : 'down'} by less than 1 %`
      : `${now > before ? '+' : '−'}${number(percent)} %`;
  return `${number(now)} (${change} on the week before)`;
}

function number(value: number): string {
  return value.toLocaleString('en');
}

function counted(count: number, noun: string): string {
  return `${number(count)} ${noun}${count === 1 ? '' : 's'}`;
}
