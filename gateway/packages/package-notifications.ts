/** Notifications of packages: recipients, and companies each of them was notified of. */
import * as limits from 'contract/floor/limits';
import type { PackageTypeName } from 'contract/packages/packages';
import { packageById } from './packages';
import type { CompanyNoticeRow, PackageNoticeRow } from '../floor/db/hosting-schema';
import type { OwnerRow } from '../floor/db/account-schema';
import type { Records } from '../floor/db/schema';

/** Both engines limit the values of one statement. */
const rowsAtOnce = 500;

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
    .selectFrom('package_notices')
    .innerJoin('users', 'users.id', 'package_notices.user_id')
    .innerJoin('owners', 'owners.id', 'users.id')
    .leftJoin('email_preferences', 'email_preferences.user_id', 'users.id')
    .where('package_notices.package_id', '=', packageId)
    .select(['owners.name as username', 'package_notices.downloads', 'package_notices.created_at'])
    .select(['users.email_verified_at', 'email_preferences.no_new_company_since'])
    .orderBy('owners.name_key')
    .execute();
  return rows.map(({ email_verified_at, no_new_company_since, ...row }) => ({
    ...row,
    is_paused: email_verified_at === null || no_new_company_since !== null,
  }));
}

/**
 * Switches a person's notifications on, or changes the number of downloads; known companies stay.
 */
export async function setNotification(
  records: Records,
  { packageId, userId, downloads }: { packageId: string; userId: string; downloads: number },
  now: number,
): Promise<void> {
  let row = { package_id: packageId, user_id: userId, downloads, created_at: now, checked_until: now };
  await records
    .insertInto('package_notices')
    .values(row)
    .onConflict((conflict) => conflict.columns(['package_id', 'user_id']).doUpdateSet({ downloads }))
    .execute();
}

/** Switches them off. When they are switched on again, companies of the time between are known. */
export async function deleteNotification(records: Records, packageId: string, userId: string): Promise<void> {
  await records
    .deleteFrom('package_notices')
    .where('package_id', '=', packageId)
    .where('user_id', '=', userId)
    .execute();
}

/** A notification with everything needed to send it. */
export interface OwnerNotification extends Pick<
  PackageNoticeRow,
  'package_id' | 'user_id' | 'downloads' | 'created_at'
> {
  checked_until: number;
  package_type: PackageTypeName;
  package_name: string;
  /** Owner of the package. */
  owner: OwnerRow;
  username: string;
  email: string;
  /** Whether mails of this kind may be sent to the person now. */
  isWanted: boolean;
}

/** All notifications of the installation, person by person. */
export async function allNotifications(records: Records): Promise<OwnerNotification[]> {
  let rows = await records
    .selectFrom('package_notices')
    .innerJoin('packages', 'packages.id', 'package_notices.package_id')
    .innerJoin('owners', 'owners.id', 'packages.owner_id')
    .innerJoin('users', 'users.id', 'package_notices.user_id')
    .innerJoin('owners as people', 'people.id', 'users.id')
    .leftJoin('email_preferences', 'email_preferences.user_id', 'users.id')
    .select(['package_notices.package_id', 'package_notices.user_id', 'package_notices.downloads'])
    .select(['package_notices.created_at as asked_at', 'package_notices.checked_until'])
    .select(['packages.type as package_type', 'packages.name as package_name'])
    .select(['people.name as username', 'people.suspended_at as person_suspended_at'])
    .select(['users.email', 'users.email_verified_at'])
    .select('email_preferences.no_new_company_since')
    .selectAll('owners')
    .orderBy('package_notices.user_id')
    .orderBy('packages.name_key')
    .execute();
  return rows.map(
    ({
      id,
      name,
      name_key,
      kind,
      created_at,
      updated_at,
      suspended_at,
      person_suspended_at,
      asked_at,
      email_verified_at,
      no_new_company_since,
      ...row
    }) => ({
      ...row,
      created_at: asked_at,
      owner: { id, name, name_key, kind, created_at, updated_at, suspended_at },
      isWanted: email_verified_at !== null && no_new_company_since === null && person_suspended_at === null,
    }),
  );
}

/** The companies that a person was notified of, or that are known. */
export async function knownCompanies(
  records: Records,
  { package_id, user_id }: Pick<OwnerNotification, 'package_id' | 'user_id'>,
): Promise<Set<string>> {
  let rows = await records
    .selectFrom('company_notices')
    .select('company')
    .where('package_id', '=', package_id)
    .where('user_id', '=', user_id)
    .execute();
  return new Set(rows.map((row) => row.company));
}

/**
 * Claims notices of companies; gives those that were not claimed yet. With `sent_at` set, they are
 * stored as known.
 */
export async function claimCompanies(records: Records, rows: CompanyNoticeRow[]): Promise<CompanyNoticeRow[]> {
  let claimed: CompanyNoticeRow[] = [];
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    let made = await records
      .insertInto('company_notices')
      .values(rows.slice(at, at + rowsAtOnce))
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .execute();
    for (let one of made) claimed.push(one);
  }
  return claimed;
}

/** Claims a person's notices that were claimed long ago and never sent. */
export async function reclaimCompanies(records: Records, userId: string, now: number): Promise<CompanyNoticeRow[]> {
  return records
    .updateTable('company_notices')
    .set({ claimed_at: now })
    .where('user_id', '=', userId)
    .where('sent_at', 'is', null)
    .where('claimed_at', '<=', now - limits.optionalMailRetryMs)
    .returningAll()
    .execute();
}

/** Marks companies as sent. */
export async function markCompaniesSent(records: Records, told: CompanyNoticeRow[], now: number): Promise<void> {
  for (let { package_id, user_id, company } of told)
    await records
      .updateTable('company_notices')
      .set({ sent_at: now })
      .where('package_id', '=', package_id)
      .where('user_id', '=', user_id)
      .where('company', '=', company)
      .execute();
}

/** Stores up to which time a person's notifications have been checked. */
export async function markChecked(records: Records, userId: string, until: number): Promise<void> {
  await records
    .updateTable('package_notices')
    .set({ checked_until: until })
    .where('user_id', '=', userId)
    .where('checked_until', '<', until)
    .execute();
}
