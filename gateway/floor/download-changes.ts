/** Changes of where a download leads: logged with old and new value, and emailed to the owners. */
import { auditTargetMax, recordAudit, type ActorContext, type TargetChange, type Recipient } from './audit';
import type { OwnerRow } from './db/account-schema';
import type { Records } from './db/schema';
import type { RouteDestination } from './db/hosting-schema';

/**
 * Logs a change inside its transaction, and adds it to `act` for the email after the call has
 * succeeded. When deleting an owner, call it before.
 */
export async function recordDownloadChange(
  change: Records,
  act: ActorContext,
  owner: OwnerRow,
  given: Pick<TargetChange, 'action' | 'subject'> & Partial<TargetChange>,
): Promise<void> {
  let one = { from: '', to: '', ...given };
  await recordAudit(change, act, { action: one.action, owner, target: auditText(one) });
  act.downloads ??= { owner, recipients: await accountableOwners(change, owner.id), changes: [] };
  act.downloads.changes.push(one);
}

function auditText({ subject, from, to }: TargetChange): string {
  let whole = textOf(subject, from, to);
  // Each part is cut separately, so that a long one does not hide the others.
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

/** The person, or the owners of an organization. */
export async function accountableOwners(records: Records, ownerId: string): Promise<Recipient[]> {
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

/** An address without possible secrets (user, password, values of the query) for log and email. */
export function shownAddress(address: string | null): string {
  if (address === null) return 'an empty answer';
  return address
    .replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1')
    .replace(/#.*$/s, '')
    .replace(/\{?\?.*$/s, '?…');
}

export function shownRoute({
  type,
  incoming_path,
  outgoing_url,
  token_hash = null,
}: RouteDestination & { token_hash?: string | null }): string {
  let path = type === 'regex' ? `expression ${incoming_path}` : incoming_path;
  if (type === 'telemetry') return `${path} for events${token_hash === null ? '' : ' with a token'}`;
  return `${path} to ${shownAddress(outgoing_url)}`;
}

export function shownPackage({ name, type }: { name: string; type: string }): string {
  return `${name} (${type})`;
}
