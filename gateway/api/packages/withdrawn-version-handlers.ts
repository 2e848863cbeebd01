/** Withdrawn versions of packages. */
import { withdrawnVersionsApi, type WithdrawnVersion } from 'contract/packages/withdrawn-versions';
import { time } from 'contract/floor/time';
import { removeIdleAlerts } from '../../alerts/alerts';
import { packageById } from '../../packages/packages';
import {
  restoreVersion,
  withdrawVersion,
  withdrawnVersionsOf,
  type ListedWithdrawal,
} from '../../packages/withdrawn-versions';
import { serve } from '../http/handler';

export const withdrawnVersionEndpoints = serve(withdrawnVersionsApi, {
  async getWithdrawnVersions({ parts, owner, params }) {
    let { id } = await packageById(parts.records, owner.id, params.package_id);
    return { results: (await withdrawnVersionsOf(parts.records, id)).map(present) };
  },

  async withdrawVersion({ parts, owner, caller, params, body, act }) {
    let item = await packageById(parts.records, owner.id, params.package_id);
    return present(await withdrawVersion(parts.records, { owner, item }, body, { ...act, userId: caller.user.id }));
  },

  async restoreVersion({ parts, owner, params, body, act }) {
    let item = await packageById(parts.records, owner.id, params.package_id);
    await restoreVersion(parts.records, { owner, item }, body.version, act);
    return { deleted_alerts: await removeIdleAlerts(parts.records, owner, item.id, act) };
  },
});

function present({ is_served, created_by_name, created_at, ...row }: ListedWithdrawal): WithdrawnVersion {
  let { version, message, redirect_to } = row;
  return {
    version,
    message,
    redirect_to,
    is_served: is_served === 1,
    created_by: created_by_name,
    created_at: time(created_at),
  };
}
