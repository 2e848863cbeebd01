/** Emails about new companies of a package, and the posted form. */
import { notificationsApi, SetPackageNotification, type PackageNotification } from 'contract/alerts/notifications';
import type { Package } from 'contract/packages/packages';
import { z } from 'zod';
import type { Call } from '../../gateway/gateway-client.server';
import { isSameOwner } from '../../links/paths';

interface Notifications {
  own: PackageNotification | null;
  others: string[];
}

export async function readNotifications(call: Call, item: Package, username: string): Promise<Notifications> {
  let params = { owner: item.owner, package_id: item.id };
  let { results } = await call(notificationsApi.getPackageNotifications, { params });
  let isOwn = (one: PackageNotification) => isSameOwner(one.username, username);
  return { own: results.find(isOwn) ?? null, others: results.filter((one) => !isOwn(one)).map((one) => one.username) };
}

/** The number is required only if the box is checked. */
export const NotificationsInput = z.preprocess(
  (form) => (isTicked(form) ? form : { enabled: false }),
  SetPackageNotification.pick({ downloads: true }).extend({ enabled: z.boolean().default(false) }),
);

function isTicked(form: unknown): boolean {
  return typeof form === 'object' && form !== null && 'enabled' in form && Boolean(form.enabled);
}
