/**
 * Converting a personal account into an organization: the owner's id, name and packages stay, the
 * person gets a new id and name.
 */
import { sql } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { ApiError } from '../../floor/calls/api-error';
import { deleteArchivesOf } from '../../floor/archive-records';
import { recordAudit, type ActorContext } from '../../floor/audit';
import { changeOwner } from '../../floor/db/owner-transaction';
import { isDuplicate } from '../../floor/db/dialect';
import type { Names } from '../../floor/names';
import { nameTaken } from '../../floor/owners';
import { organizationById, type OrganizationRecord, type OrganizationFields } from '../organizations/organizations';
import type { OwnerRow, UserRow } from '../../floor/db/account-schema';
import type { Records } from '../../floor/db/schema';
import { platformAdminFeature } from './tokens';

/**
 * Tables and columns that follow the person. Other references end with the old account: sessions
 * and pending links.
 */
export const goesWithPerson = [
  ['memberships', 'user_id'],
  ['tokens', 'user_id'],
  ['package_permissions', 'user_id'],
  ['invites', 'user_id'],
  ['invites', 'invited_by'],
  ['github_accounts', 'user_id'],
  ['single_sign_ons', 'user_id'],
  ['two_factors', 'user_id'],
  ['recovery_codes', 'user_id'],
  ['email_preferences', 'user_id'],
  ['scheduled_exports', 'created_by'],
  ['alerts', 'created_by'],
  ['alerts', 'user_id'],
  ['annotations', 'created_by'],
  ['destinations', 'user_id'],
  ['destinations', 'created_by'],
  ['share_links', 'created_by'],
  ['archives', 'requested_by'],
] as const;

/** Converts; all sessions end. Refuses with username-already-in-use and user-not-found. */
export async function convertAccount(
  { records, names }: { records: Records; names: Names },
  ownerId: string,
  { username, ...about }: Omit<OrganizationFields, 'name'> & { username: string },
  act: ActorContext,
): Promise<OrganizationRecord> {
  let now = act.time;
  return changeOwner(records, ownerId, async (change) => {
    let user = await change.selectFrom('users').selectAll().where('id', '=', ownerId).executeTakeFirst();
    if (!user) throw new ApiError('user-not-found');
    let person = await makePerson(change, user, username, now);
    await names.take(change, person, person.id);
    await change.deleteFrom('tokens').where('user_id', '=', ownerId).where('kind', '=', 'session').execute();
    for (let [table, column] of goesWithPerson) await hand(change, { table, column }, ownerId, person.id);
    await handPersonal(change, person.id);
    // The organization may not read what the person did before.
    for (let column of ['actor_id', 'owner_id'])
      await hand(change, { table: 'audit_events', column }, ownerId, person.id);
    await change
      .updateTable('features')
      .set({ owner_id: person.id })
      .where('owner_id', '=', ownerId)
      .where('feature', '=', platformAdminFeature)
      .execute();
    await dropPackageMembers(change, ownerId);
    // They have the person in them, whom the other owners of the organization need not know.
    await deleteArchivesOf(change, ownerId);
    await change.deleteFrom('users').where('id', '=', ownerId).execute();
    let kind = { kind: 'organization' as const, updated_at: now };
    await change.updateTable('owners').set(kind).where('id', '=', ownerId).execute();
    await change
      .insertInto('organizations')
      .values({ id: ownerId, ...about, requires_two_factor: 0, forbids_sharing: 0 })
      .execute();
    let membership = { organization_id: ownerId, user_id: person.id, role: 'owner' as const, created_at: now };
    await change.insertInto('memberships').values(membership).execute();
    let owner = await organizationById(change, ownerId);
    // A person who converts their own account continues under the new id; a platform admin does not
    // change.
    if (act.actor?.id === ownerId) act.actor = person;
    await recordAudit(change, act, { action: 'organization-converted', owner, target: username });
    return owner;
  });
}

async function makePerson(change: Records, user: UserRow, username: string, now: number): Promise<OwnerRow> {
  let person: OwnerRow = {
    id: uuidv7(),
    name: username,
    name_key: username.toLowerCase(),
    kind: 'user',
    created_at: now,
    updated_at: now,
    suspended_at: null,
  };
  try {
    await change.insertInto('owners').values(person).execute();
  } catch (error) {
    if (isDuplicate(error, 'owners', ['name_key'])) throw nameTaken('user');
    throw error;
  }
  // Two accounts cannot have the same address, not even for a moment.
  await change.updateTable('users').set({ email_key: user.id }).where('id', '=', user.id).execute();
  await change
    .insertInto('users')
    .values({ ...user, id: person.id })
    .execute();
  return person;
}

async function hand(
  change: Records,
  { table, column }: { table: string; column: string },
  from: string,
  to: string,
): Promise<void> {
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to} where ${sql.ref(column)} = ${from}`.execute(
    change,
  );
}

/** The person's weekly summary and own email belong to the person, not to the packages. */
async function handPersonal(change: Records, personId: string): Promise<void> {
  let owned = { owner_id: personId };
  for (let [table, kind] of [
    ['alerts', 'weekly-summary'],
    ['destinations', 'account'],
  ] as const)
    await change.updateTable(table).set(owned).where('user_id', '=', personId).where('kind', '=', kind).execute();
}

/** Packages of an organization cannot have their own members. */
async function dropPackageMembers(change: Records, ownerId: string): Promise<void> {
  await change
    .deleteFrom('package_permissions')
    .where('package_id', 'in', (q) => q.selectFrom('packages').select('id').where('owner_id', '=', ownerId))
    .execute();
}
