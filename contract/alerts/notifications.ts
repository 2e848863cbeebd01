/** Notifications of a package: mails to people who may change it, when a new company uses it. */
import { z } from 'zod';
import * as limits from '../floor/limits';
import { route } from '../rules/route';

export const NotificationType = z.enum(['new-company']);

const wrong = 'notification-downloads-are-invalid';

/** Number of downloads of one company that triggers the mail. */
const Downloads = z.coerce
  .number({ invalid_type_error: wrong })
  .int(wrong)
  .min(1, wrong)
  .max(limits.notificationDownloadsMax, wrong);

export const PackageNotification = z.object({
  username: z.string(),
  type: NotificationType,
  downloads: z.number().int(),
  /** True while the person has these mails switched off, or an address that is not confirmed. */
  is_paused: z.boolean(),
  created_at: z.string().datetime(),
});
export type PackageNotification = z.infer<typeof PackageNotification>;

export const SetPackageNotification = z.object({
  type: NotificationType.default('new-company'),
  downloads: Downloads.default(1),
});

const PackageParams = z.object({ owner: z.string(), package_id: z.string() });
const PersonParams = PackageParams.extend({ username: z.string() });
const notifications = { tag: 'Packages', access: 'write' } as const;

export const notificationsApi = {
  getPackageNotifications: route({
    ...notifications,
    id: 'getPackageNotifications',
    method: 'GET',
    path: '/v2/packages/{owner}/{package_id}/notifications',
    summary: 'List who is notified about new companies, by username',
    params: PackageParams,
    answer: z.object({ results: z.array(PackageNotification) }),
    errors: ['package-not-found'],
  }),

  setPackageNotification: route({
    ...notifications,
    id: 'setPackageNotification',
    method: 'PUT',
    path: '/v2/packages/{owner}/{package_id}/notifications/{username}',
    summary: 'Email the caller when a new company reaches a number of downloads; once per company',
    params: PersonParams,
    body: SetPackageNotification,
    answer: PackageNotification,
    errors: ['package-not-found', 'user-not-found', wrong],
  }),

  deletePackageNotification: route({
    ...notifications,
    id: 'deletePackageNotification',
    method: 'DELETE',
    path: '/v2/packages/{owner}/{package_id}/notifications/{username}',
    summary: 'Turn off these emails for the caller; idempotent',
    params: PersonParams,
    errors: ['package-not-found', 'user-not-found'],
  }),
};
