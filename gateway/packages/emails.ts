/** Emails about changed download targets and lost domains; they cannot be switched off. */
import type { AuditAction } from 'contract/admin/audit';
import { emailLinks } from 'contract/floor/email-links';
import type { TargetChange } from '../floor/audit';
import { renderEmail, type EmailSection } from '../floor/mail/letter';
import type { EmailMessage } from '../floor/mail/message';

/** A change with who made it and when. */
export interface DownloadChangeEntry extends TargetChange {
  /** Name of who made it. */
  by: string;
  /** Network address it came from; empty when it is not known. */
  address: string;
  /** Milliseconds. */
  time: number;
}

interface About {
  /** How many changes there are, with those that are not shown. */
  total: number;
  /** Name of the person who is written to. */
  name: string;
  owner: { name: string; kind: 'user' | 'organization' };
  /** The dashboard's address without a slash at its end. */
  publicUrl: string;
}

/** Changes that one mail shows. */
export const changesShown = 50;

const titles: Partial<Record<AuditAction, string>> = {
  'package-created': 'Package created',
  'package-deleted': 'Package deleted',
  'registry-changed': 'Registry changed',
  'catch-all-changed': 'Fallback URL changed',
  'route-created': 'Route added',
  'route-changed': 'Route changed',
  'route-deleted': 'Route deleted',
  'domain-added': 'Domain added',
  'domain-removed': 'Domain removed',
  'collection-created': 'Collection created',
  'collection-changed': 'Collection changed',
  'collection-deleted': 'Collection deleted',
  'username-changed': 'Username changed',
  'organization-updated': 'Organization renamed',
  'name-freed': 'Reserved name released',
  'domain-verified': 'Domain verified',
  'domain-confirmed': 'Domain verified by an administrator',
  'account-deleted': 'Account deleted',
  'organization-deleted': 'Organization deleted',
};

/** One mail about `changes`, oldest first. */
export function downloadsChangedEmail(to: string, changes: readonly DownloadChangeEntry[], about: About): EmailMessage {
  let { total, name, owner, publicUrl } = about;
  let more = total - changes.length;
  let isGone = changes.some(({ action }) => action === 'account-deleted' || action === 'organization-deleted');
  let whose = owner.kind === 'organization' ? `the organization ${owner.name}` : 'your account';
  return renderEmail({
    to,
    subject: `Download settings of ${owner.name} changed`,
    name,
    paragraphs: [
      `The download settings of ${whose} were changed.`,
      ...(more > 0 ? [`Showing ${changes.length} changes. See the audit log for ${more} more.`] : []),
    ],
    sections: changes.map(sectionOf),
    note: isGone
      ? 'If you did not expect this, contact your administrator.'
      : `If you did not expect this, check the audit log: ${publicUrl}${emailLinks.audit(owner)}`,
  });
}

function sectionOf({ action, subject, from, to, by, address, time }: DownloadChangeEntry): EmailSection {
  let title = titles[action] ?? action;
  let when = `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return {
    title: subject ? `${title}: ${subject}` : title,
    rows: [
      ...(from ? [['From', from] as const] : []),
      ...(to ? [['To', to] as const] : []),
      ['By', address ? `${by} (IP ${address})` : by],
      ['At', when],
    ],
  };
}

interface Lost {
  /** Name of the person greeted. */
  name: string;
  owner: string;
  domain: string;
  /** The dashboard's address without a slash at its end. */
  publicUrl: string;
}

export function domainLostEmail(to: string, { name, owner, domain, publicUrl }: Lost): EmailMessage {
  return renderEmail({
    to,
    subject: `${domain} is no longer verified for ${owner}`,
    name,
    paragraphs: [
      `Another owner verified the domain ${domain}, so it no longer serves the packages of ${owner}.`,
      'The domain stays in your list. If it is yours, add one of the DNS records shown on its page and check again.',
    ],
    link: { label: 'Open the dashboard', url: publicUrl },
    note: 'If you did not expect this, check who can edit the DNS records of this domain.',
  });
}
