/** Alerts and reports of owners. */
import { uuidv7 } from 'uuidv7';
import { alertsApi, type Alert, type SaveAlert } from 'contract/alerts/alerts';
import { time, timeOrNull } from 'contract/floor/time';
import type { Services } from '../http/services';
import type { OwnerRow } from '../../floor/db/account-schema';
import { serve } from '../http/handler';
import { packageById } from '../../packages/packages';
import { currentKeys } from '../../alerts/jobs/alerting';
import {
  addAlert,
  alertById,
  AlertSettings,
  alertsOf,
  removeAlert,
  replaceAlert,
  type ListedAlert,
  type OwnerAlert,
} from '../../alerts/alerts';

export const alertEndpoints = serve(alertsApi, {
  async getAlerts({ parts, owner }) {
    return { results: (await alertsOf(parts.records, owner.id)).map((row) => present(row, owner)) };
  },

  async createAlert({ parts, owner, caller, body, act }) {
    let made = { id: uuidv7(), created_by: caller.user.id, created_at: parts.clock(), last_told_at: null };
    let row = { ...made, ...(await fieldsOf(parts, owner, body)) };
    let given = { row, destinationIds: body.destination_ids, sentKeys: await currentKeys(parts, row, owner) };
    return present(await addAlert(parts.records, owner, given, act), owner);
  },

  async changeAlert({ parts, owner, params, body, act }) {
    let { id, created_by, created_at, last_told_at } = await alertById(parts.records, owner.id, params.alert_id);
    let row = { id, created_by, created_at, last_told_at, ...(await fieldsOf(parts, owner, body)) };
    let given = { row, destinationIds: body.destination_ids, sentKeys: await currentKeys(parts, row, owner) };
    return present(await replaceAlert(parts.records, owner, given, act), owner);
  },

  async deleteAlert({ parts, owner, params, act }) {
    await removeAlert(parts.records, owner, params.alert_id, act);
    return undefined;
  },
});

/** What a form or a call says of an alert. Refuses with package-not-found. */
async function fieldsOf(
  { records, clock }: Services,
  owner: OwnerRow,
  body: SaveAlert,
): Promise<Omit<OwnerAlert, 'id' | 'created_by' | 'created_at' | 'last_told_at'>> {
  let { kind, package_id, is_paused } = body;
  let isReport = kind === 'weekly-report' || kind === 'monthly-report';
  let about = isReport ? null : package_id;
  if (about !== null) await packageById(records, owner.id, about);
  return {
    owner_id: owner.id,
    user_id: null,
    package_id: about,
    kind,
    settings: JSON.stringify(AlertSettings.parse(body)),
    paused_at: is_paused ? clock() : null,
    checked_until: clock(),
  };
}

function present(row: ListedAlert, owner: OwnerRow): Alert {
  return {
    id: row.id,
    owner: owner.name,
    kind: row.kind,
    package_id: row.package_id,
    ...AlertSettings.parse(JSON.parse(row.settings)),
    destination_ids: row.destination_ids,
    is_paused: row.paused_at !== null,
    last_told_at: timeOrNull(row.last_told_at),
    created_by: row.created_by_name,
    created_at: time(row.created_at),
  };
}
