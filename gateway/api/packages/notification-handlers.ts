/** Package notifications: each person switches their own. */
import { notificationsApi, type PackageNotification } from 'contract/alerts/notifications';
import { time } from 'contract/floor/time';
import { findOwner } from '../../floor/owners';
import {
  deletePersonalRule,
  notificationsOf,
  setPersonalRule,
  type NotificationReader,
} from '../../alerts/personal-rules';
import { packageById } from '../../packages/packages';
import type { OwnerRow } from '../../floor/db/account-schema';
import type { Caller } from '../../people/accounts/tokens';
import { ApiError } from '../../floor/calls/api-error';
import { requireAccess } from '../http/access';
import type { Services } from '../http/services';
import { serve } from '../http/handler';

export const notificationEndpoints = serve(notificationsApi, {
  async getPackageNotifications({ parts, owner, params }) {
    let readers = await notificationsOf(parts.records, owner.id, params.package_id);
    return { results: readers.map(presentNotification) };
  },

  async setPackageNotification({ parts: { records }, owner, caller, params, body, act }) {
    let { rule, person } = await ruleMeant(records, owner, caller, params);
    await setPersonalRule(records, rule, { downloads: body.downloads }, act.time);
    let readers = await notificationsOf(records, owner.id, rule.package_id);
    return presentNotification(readers.find(({ username }) => username === person.name)!);
  },

  async deletePackageNotification({ parts: { records }, owner, caller, params }) {
    let { rule } = await ruleMeant(records, owner, caller, params);
    await deletePersonalRule(records, rule);
    return undefined;
  },
});

/**
 * People switch their own notifications; a platform admin may do it for a person with permission.
 * Refuses with package-not-found, user-not-found, permission-not-granted.
 */
async function ruleMeant(
  records: Services['records'],
  owner: OwnerRow,
  caller: Caller,
  { package_id, username }: { package_id: string; username: string },
) {
  await packageById(records, owner.id, package_id);
  let person = await findOwner(records, username);
  if (person?.kind !== 'user') throw new ApiError('user-not-found');
  let rule = { kind: 'package-companies' as const, owner_id: owner.id, user_id: person.id, package_id };
  if (person.id === caller.user.id) return { rule, person };
  if (!caller.isPlatformAdmin) throw new ApiError('permission-not-granted');
  // Two-factor authentication is required of people in their own calls.
  let asPerson = { ...caller, user: person, isPlatformAdmin: false, hasTwoFactor: true };
  await requireAccess(records, asPerson, owner, { access: 'write', named: [{ id: package_id }] });
  return { rule, person };
}

function presentNotification({ username, downloads, is_paused, created_at }: NotificationReader): PackageNotification {
  return { username, type: 'new-company', downloads, is_paused, created_at: time(created_at) };
}
