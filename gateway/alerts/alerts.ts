/** Stored alerts of owners. */
import { z } from 'zod';
import { alertSettings, type AlertKind } from 'contract/alerts/alerts';
import { isDeepStrictEqual } from 'node:util';
import { recordAudit, type ActorContext } from '../floor/audit';
import type { OwnerRow } from '../floor/db/account-schema';
import type { AlertRow, CheckedRule } from '../floor/db/alert-schema';
import { withOwnerLock } from '../floor/db/owner-transaction';
import type { Records } from '../floor/db/schema';
import { ApiError } from '../floor/calls/api-error';
import { markKeysSent } from './sent-alerts';

export const alertsPerOwnerMax = 50;

export const AlertSettings = z.object(alertSettings);
export type AlertSettings = z.output<typeof AlertSettings>;

/** The rule of an owner: an alert or a report. */
export interface OwnerAlert extends AlertRow {
  kind: AlertKind;
}

export interface ListedAlert extends OwnerAlert {
  created_by_name: string | null;
  destination_ids: string[];
}

/** Alerts of an owner, oldest first. */
export async function alertsOf(records: Records, ownerId: string): Promise<ListedAlert[]> {
  return withDestinations(records, await listed(records, ownerId).orderBy('alerts.id').execute());
}

function listed(records: Records, ownerId: string) {
  return records
    .selectFrom('alerts')
    .leftJoin('owners', 'owners.id', 'alerts.created_by')
    .where('alerts.owner_id', '=', ownerId)
    .where('alerts.user_id', 'is', null)
    .selectAll('alerts')
    .select('owners.name as created_by_name')
    .$narrowType<{ kind: AlertKind }>();
}

async function withDestinations<Row extends AlertRow>(records: Records, rows: Row[]) {
  if (rows.length === 0) return [];
  let links = await records
    .selectFrom('alert_destinations')
    .selectAll()
    .where(
      'alert_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('destination_id')
    .execute();
  return rows.map((row) => ({
    ...row,
    destination_ids: links.filter(({ alert_id }) => alert_id === row.id).map(({ destination_id }) => destination_id),
  }));
}

/** Throws alert-not-found. */
export async function alertById(records: Records, ownerId: string, id: string): Promise<ListedAlert> {
  let row = await listed(records, ownerId).where('alerts.id', '=', id).executeTakeFirst();
  let [alert] = await withDestinations(records, row ? [row] : []);
  if (!alert) throw new ApiError('alert-not-found');
  return alert;
}

interface AlertInput {
  row: AlertRow;
  destinationIds: readonly string[];
  /** Keys that are true already, and are not sent. */
  sentKeys: readonly string[];
}

/** Throws alert-already-exists, too-many-alerts and destination-not-found. */
export async function addAlert(
  records: Records,
  owner: OwnerRow,
  { row, destinationIds, sentKeys }: AlertInput,
  act: ActorContext,
): Promise<ListedAlert> {
  return withOwnerLock(records, owner.id, async (change) => {
    let known = await alertsOf(change, owner.id);
    if (known.some((one) => isSame(one, row, destinationIds))) throw new ApiError('alert-already-exists');
    if (known.length >= alertsPerOwnerMax) throw new ApiError('too-many-alerts');
    await change.insertInto('alerts').values(row).execute();
    await linkDestinations(change, row, destinationIds);
    await markKeysSent(change, row.id, sentKeys, act.time);
    await recordAudit(change, act, { action: 'alert-created', owner, target: row.kind });
    return alertById(change, owner.id, row.id);
  });
}

function isSame(known: ListedAlert, row: AlertRow, destinationIds: readonly string[]): boolean {
  return (
    known.kind === row.kind &&
    known.package_id === row.package_id &&
    known.settings === row.settings &&
    isDeepStrictEqual(new Set(known.destination_ids), new Set(destinationIds))
  );
}

/** Also resets the sent keys. Throws alert-not-found and destination-not-found. */
export async function replaceAlert(
  records: Records,
  owner: OwnerRow,
  { row, destinationIds, sentKeys }: AlertInput,
  act: ActorContext,
): Promise<ListedAlert> {
  return withOwnerLock(records, owner.id, async (change) => {
    await alertById(change, owner.id, row.id);
    await change.updateTable('alerts').set(row).where('id', '=', row.id).execute();
    await change.deleteFrom('alert_told').where('alert_id', '=', row.id).execute();
    await change.deleteFrom('alert_destinations').where('alert_id', '=', row.id).execute();
    await linkDestinations(change, row, destinationIds);
    await markKeysSent(change, row.id, sentKeys, act.time);
    await recordAudit(change, act, { action: 'alert-changed', owner, target: row.kind });
    return alertById(change, owner.id, row.id);
  });
}

async function linkDestinations(
  change: Records,
  { id, owner_id }: AlertRow,
  destinationIds: readonly string[],
): Promise<void> {
  let ids = [...new Set(destinationIds)];
  let own = await change
    .selectFrom('destinations')
    .select('id')
    .where('owner_id', '=', owner_id)
    .where('kind', '<>', 'account')
    .where('id', 'in', ids)
    .execute();
  if (own.length < ids.length) throw new ApiError('destination-not-found', 'destination_ids');
  let links = ids.map((destination_id) => ({ alert_id: id, destination_id }));
  await change.insertInto('alert_destinations').values(links).execute();
}

/** Throws alert-not-found. */
export async function removeAlert(records: Records, owner: OwnerRow, id: string, act: ActorContext): Promise<void> {
  await withOwnerLock(records, owner.id, async (change) => {
    let { kind } = await alertById(change, owner.id, id);
    await change.deleteFrom('alerts').where('id', '=', id).execute();
    await recordAudit(change, act, { action: 'alert-deleted', owner, target: kind });
  });
}

/** Deletes those about withdrawn versions of a package that has none any more; returns how many. */
export async function removeIdleAlerts(
  records: Records,
  owner: OwnerRow,
  packageId: string,
  act: ActorContext,
): Promise<number> {
  return withOwnerLock(records, owner.id, async (change) => {
    let { numDeletedRows } = await change
      .deleteFrom('alerts')
      .where('kind', '=', 'withdrawn-unused')
      .where('package_id', '=', packageId)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('withdrawn_versions').select('version').where('package_id', '=', packageId))),
      )
      .executeTakeFirst();
    let deleted = Number(numDeletedRows);
    if (deleted > 0) await recordAudit(change, act, { action: 'alert-deleted', owner, target: 'withdrawn-unused' });
    return deleted;
  });
}

/**
 * Rules that are not paused, of owners that are not suspended, owner by owner. Without weekly
 * summaries.
 */
export async function activeAlerts(records: Records): Promise<{ alert: CheckedRule; owner: OwnerRow }[]> {
  let alerts = await records
    .selectFrom('alerts')
    .selectAll()
    .where('paused_at', 'is', null)
    .where('kind', '<>', 'weekly-summary')
    .orderBy('owner_id')
    .orderBy('id')
    .$narrowType<Pick<CheckedRule, 'kind'>>()
    .execute();
  if (alerts.length === 0) return [];
  let owners = await records
    .selectFrom('owners')
    .selectAll()
    .where('suspended_at', 'is', null)
    .where('id', 'in', (q) => q.selectFrom('alerts').select('owner_id').where('paused_at', 'is', null))
    .execute();
  let byId = new Map(owners.map((owner) => [owner.id, owner]));
  return alerts.flatMap((alert) => {
    let owner = byId.get(alert.owner_id);
    return owner ? [{ alert, owner }] : [];
  });
}

export async function markAlertChecked(records: Records, id: string, until: number): Promise<void> {
  await records
    .updateTable('alerts')
    .set({ checked_until: until })
    .where('id', '=', id)
    .where('checked_until', '<', until)
    .execute();
}
