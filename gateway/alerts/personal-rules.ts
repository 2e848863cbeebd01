/**
 * Rules that people switch on for themselves. They email that person, and the owner's alerts do not
 * list them.
 */
import { uuidv7 } from 'uuidv7';
import type { AlertRow } from '../floor/db/alert-schema';
import type { Records } from '../floor/db/schema';
import { packageById } from '../packages/packages';
import { AlertSettings } from './alerts';

interface PersonalRule extends Pick<AlertRow, 'owner_id' | 'package_id'> {
  kind: 'package-companies' | 'weekly-summary';
  user_id: string;
}

/** Switches a rule on, or changes its settings: what it has sent stays known. */
export async function setPersonalRule(
  records: Records,
  rule: PersonalRule,
  given: Partial<AlertSettings>,
  now: number,
): Promise<void> {
  let settings = JSON.stringify(given);
  let times = { paused_at: null, checked_until: now, last_told_at: null, created_at: now };
  await records
    .insertInto('alerts')
    .values({ id: uuidv7(), ...rule, settings, created_by: rule.user_id, ...times })
    .onConflict((conflict) => conflict.columns(['user_id', 'kind', 'package_id']).doUpdateSet({ settings }))
    .execute();
}

/** Switches a rule off. When it is switched on again, it is new: what is true then is not sent. */
export async function deletePersonalRule(records: Records, { kind, user_id, package_id }: PersonalRule): Promise<void> {
  await records
    .deleteFrom('alerts')
    .where('kind', '=', kind)
    .where('user_id', '=', user_id)
    .where('package_id', package_id === null ? 'is' : '=', package_id)
    .execute();
}

export interface NotificationReader {
  username: string;
  downloads: number;
  created_at: number;
  is_paused: boolean;
}

/** Recipients of a package's notifications, by username. Refuses with package-not-found. */
export async function notificationsOf(
  records: Records,
  ownerId: string,
  packageId: string,
): Promise<NotificationReader[]> {
  await packageById(records, ownerId, packageId);
  let rows = await records
    .selectFrom('alerts')
    .innerJoin('users', 'users.id', 'alerts.user_id')
    .innerJoin('owners', 'owners.id', 'users.id')
    .leftJoin('email_preferences', 'email_preferences.user_id', 'users.id')
    .where('alerts.package_id', '=', packageId)
    .where('alerts.kind', '=', 'package-companies')
    .select(['owners.name as username', 'alerts.settings', 'alerts.created_at'])
    .select(['users.email_verified_at', 'email_preferences.no_new_company_since'])
    .orderBy('owners.name_key')
    .execute();
  return rows.map(({ username, settings, created_at, email_verified_at, no_new_company_since }) => ({
    username,
    downloads: AlertSettings.parse(JSON.parse(settings)).downloads,
    created_at,
    is_paused: email_verified_at === null || no_new_company_since !== null,
  }));
}
