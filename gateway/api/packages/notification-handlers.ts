/** Package notifications: each person switches their own. */
import { notificationsApi, type PackageNotification } from 'contract/alerts/notifications';
import { time } from 'contract/floor/time';
import { findOwner } from '../../floor/owners';
import {
  deleteNotification,
  notificationsOf,
  setNotification,
  type NotificationReader,
} from '../../packages/package-notifications';
import { packageById } from '../../packages/packages';
import type { OwnerRow } from '../../floor/db/account-schema';
import type { Caller } from '../../people/accounts/tokens';
import { ApiError } from '../../floor/api-error';
import { requireAccess } from '../http/access';
import type { Services } from '../services';
import { serve } from '../http/handler';

export const notificationEndpoints = serve(notificationsApi, {
  async getPackageNotifications({ parts, owner, params }) {
    let readers = await notificationsOf(parts.records, owner.id, params.package_id);
    return { results: readers.map(presentNotification) };
  },

  async setPackageNotification({ parts, owner, caller, params, body, act }) {
    let packageId = params.package_id;
    let person = await personMeant(parts, owner, caller, params);
    await setNotification(parts.records, { packageId, userId: person.id, downloads: body.downloads }, act.time);
    let readers = await notificationsOf(parts.records, owner.id, packageId);
    return presentNotification(readers.find(({ username }) => username === person.name) as NotificationReader);
  },

  async deletePackageNotification({ parts, owner, caller, params }) {
    let person = await personMeant(parts, owner, caller, params);
    await deleteNotification(parts.records, params.package_id, person.id);
    return undefined;
  },
});

/**
 * People switch their own notifications; a platform admin may do it for a person with permission.
 * Refuses with package-not-found, user-not-found, permission-not-granted.
 */
async function personMeant(
  { records }: Services,
  owner: OwnerRow,
  caller: Caller,
  { package_id, username }: { package_id: string; username: string },
): Promise<OwnerRow> {
  await packageById(records, owner.id, package_id);
  let person = await findOwner(records, username);
  if (person?.kind !== 'user') throw new ApiError('user-not-found');
  if (person.id === caller.user.id) return person;
  if (!caller.isPlatformAdmin) throw new ApiError('permission-not-granted');
  // Two-factor authentication is required of people in their own calls.
  let asPerson = { ...caller, user: person, isPlatformAdmin: false, hasTwoFactor: true };
  await requireAccess(records, asPerson, owner, { access: 'write', named: [{ id: package_id }] });
  return person;
}

function presentNotification({ username, downloads, is_paused, created_at }: NotificationReader): PackageNotification {
  return { username, type: 'new-company', downloads, is_paused, created_at: time(created_at) };
}
