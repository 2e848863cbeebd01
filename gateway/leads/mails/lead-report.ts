/** The weekly email with qualified leads. */
import type { Lead } from 'contract/companies/leads';
import { renderEmail } from '../../floor/mail/letter';
import type { EmailMessage } from '../../floor/mail/message';

interface Report {
  /** The recipient's. */
  name: string;
  owner: string;
  /** Best first; at least one. */
  leads: readonly Lead[];
  /** Days that the counts cover. */
  days: number;
  /** Address of the page with all leads. */
  page: string;
}

const shownMax = 20;

export function leadReportMail(to: string, { name, owner, leads, days, page }: Report): EmailMessage {
  let shown = leads.slice(0, shownMax);
  let total = leads.length === 1 ? '1 company is' : `${leads.length} companies are`;
  let rest = leads.length > shown.length ? ` These are the first ${shown.length}.` : '';
  return renderEmail({
    to,
    subject: `Qualified leads this week: ${leads.length === 1 ? '1 company' : `${leads.length} companies`} at ${owner}`,
    name,
    paragraphs: [
      `By your questionnaire ${total} worth a call, seen at ${owner} in the last ${days} days.${rest}`,
      ...shown.map(lineOf),
    ],
    link: { label: 'View all leads', url: page },
    note: `You receive this email on Mondays because ${owner} sends you leads. Change this on the same page.`,
  });
}

function lineOf(lead: Lead): string {
  let who = lead.company_name && lead.company_domain ? `${lead.company_name} (${lead.company_domain})` : lead.company;
  let counts = [counted(lead.total_downloads, 'download'), counted(lead.total_views, 'view')].join(', ');
  let facts = [lead.funnel_stage.replace('-', ' '), counts, lead.company_country, lead.company_industry];
  let why = lead.score_reasons.length > 0 ? ` (${lead.score_reasons.join(', ')})` : '';
  return `${who}: score ${lead.score}${why}, ${facts.filter(Boolean).join(', ')}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
