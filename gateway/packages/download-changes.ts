/**
 * Changes of where a download leads: each stands in the audit log with what was before and what is
 * now, and its owners are told.
 */
import { auditTargetMax, recordAudit, type Act, type DownloadChange, type Recipient } from '../administration/audit';
import type { OwnerTable } from '../db/account-schema';
import type { Records } from '../db/schema';

/**
 * Writes a change down inside its transaction, and keeps it with the act, so that the owners are
 * told once the call has succeeded. What
 * deletes an owner calls it before.
 */
export async function recordDownloadChange(
  change: Records,
  act: Act,
  owner: OwnerTable,
  given: Pick<DownloadChange, 'action' | 'subject'> & Partial<DownloadChange>,
): Promise<void> {
  let one = { from: '', to: '', ...given };
  await recordAudit(change, act, { action: one.action, owner, target: auditText(one) });
  act.downloads ??= { owner, recipients: await ownersOf(change, owner.id), changes: [] };
  act.downloads.changes.push(one);
}

function auditText({ subject, from, to }: DownloadChange): string {
  let whole = textOf(subject, from, to);
  // Each part is cut, so that what came after a long one is still there.
  let max = Math.floor((auditTargetMax - textOf('', '', '').length - 8) / 3);
  return whole.length <= auditTargetMax ? whole : textOf(cut(subject, max), cut(from, max), cut(to, max));
}

function textOf(subject: string, from: string, to: string): string {
  let arrow = from && to ? `${from} → ${to}` : from || to;
  return subject && arrow ? `${subject}: ${arrow}` : subject || arrow;
}

function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1)}…`;
}

/** The person themself, or the owners of an organization. */
export async function ownersOf(records: Records, ownerId: string): Promise<Recipient[]> {
  return records
    .selectFrom('users')
    .innerJoin('owners', 'owners.id', 'users.id')
    .where((e) =>
      e.or([
        e('users.id', '=', ownerId),
        e(
          'users.id',
          'in',
          e
            .selectFrom('memberships')
            .select('user_id')
            .where('organization_id', '=', ownerId)
            .where('role', '=', 'owner'),
        ),
      ]),
    )
    .select(['users.id', 'owners.name', 'users.email'])
    .orderBy('users.id')
    .execute();
}

/**
 * An address as it may stand in a log and a mail: without what may be a secret, the name and
 * password before its host and the values behind its path.
 */
export function shownAddress(address: string | null): string {
  if (address === null) return 'an empty answer';
  return address
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1')
    .replace(/#.*$/s, '')
    .replace(/\{?\?.*$/s, '?…');
}

/** A route in words. */
export function shownRoute({
  incoming_path,
  outgoing_url,
}: {
  incoming_path: string;
  outgoing_url: string | null;
}): string {
  return `${incoming_path} to ${shownAddress(outgoing_url)}`;
}

/** A package in words. */
export function shownPackage({ name, type }: { name: string; type: string }): string {
  return `${name} (${type})`;
}
