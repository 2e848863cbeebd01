/** Owners: people and organizations, which share one namespace. */
import { uuidv7 } from 'uuidv7';
import { ApiError } from './calls/api-error';
import { isDuplicate } from './db/dialect';
import type { OrganizationRow, OwnerRow, UserRow } from './db/account-schema';
import type { Records } from './db/schema';

export type Person = UserRow & OwnerRow;

export interface NewUser {
  username: string;
  email: string;
  passwordHash: string;
  firstName?: string;
  lastName?: string;
  /** Milliseconds; null until confirmed. */
  emailVerifiedAt: number | null;
}

export type NewOrganization = { name: string } & Partial<
  Pick<OrganizationRow, 'description' | 'billing_email' | 'website'>
>;

/** Case-insensitive. */
export async function findOwner(records: Records, name: string): Promise<OwnerRow | undefined> {
  return records.selectFrom('owners').selectAll().where('name_key', '=', name.toLowerCase()).executeTakeFirst();
}

/** Refuses with owner-not-found. */
export async function ownerByName(records: Records, name: string): Promise<OwnerRow> {
  let owner = await findOwner(records, name);
  if (!owner) throw new ApiError('owner-not-found');
  return owner;
}

export async function findUser(records: Records, id: string): Promise<Person | undefined> {
  return people(records).where('users.id', '=', id).executeTakeFirst();
}

/** `login` is an email address (with an @) or a username. */
export async function findUserByLogin(records: Records, login: string): Promise<Person | undefined> {
  let key = login.toLowerCase();
  return people(records)
    .where(key.includes('@') ? 'users.email_key' : 'owners.name_key', '=', key)
    .executeTakeFirst();
}

function people(records: Records) {
  return records.selectFrom('users').innerJoin('owners', 'owners.id', 'users.id').selectAll(['owners', 'users']);
}

export function nameTaken(kind: OwnerRow['kind']): ApiError {
  return kind === 'user'
    ? new ApiError('username-already-in-use', 'username')
    : new ApiError('entity-already-exists', 'name');
}

/** Does not check given-up names. Refuses as `addUser` does. */
export async function createSampleUser(records: Records, given: NewUser, now: number): Promise<Person> {
  return records.transaction().execute((transaction) => addUser(transaction, given, now));
}

/** Call it in a transaction. Refuses with username-already-in-use or email-already-in-use. */
export async function addUser(transaction: Records, given: NewUser, now: number): Promise<Person> {
  let owner = newOwner(given.username, 'user', now);
  let user: UserRow = {
    id: owner.id,
    email: given.email,
    email_key: given.email.toLowerCase(),
    password_hash: given.passwordHash,
    first_name: given.firstName ?? '',
    last_name: given.lastName ?? '',
    email_verified_at: given.emailVerifiedAt,
    welcomed_at: null,
    display: null,
  };
  try {
    await transaction.insertInto('owners').values(owner).execute();
    await transaction.insertInto('users').values(user).execute();
  } catch (error) {
    if (isDuplicate(error, 'owners', ['name_key'])) throw nameTaken('user');
    if (isDuplicate(error, 'users', ['email_key'])) throw new ApiError('email-already-in-use', 'email');
    throw error;
  }
  return { ...owner, ...user };
}

/** Case-insensitive. */
export async function findUserByEmail(records: Records, email: string): Promise<Person | undefined> {
  return people(records).where('users.email_key', '=', email.toLowerCase()).executeTakeFirst();
}

/** False if the person has changed the address. */
export async function markVerified(records: Records, userId: string, email: string, now: number): Promise<boolean> {
  let { numUpdatedRows } = await records
    .updateTable('users')
    .set((e) => ({ email_verified_at: e.fn.coalesce('email_verified_at', e.val(now)) }))
    .where('id', '=', userId)
    .where('email_key', '=', email.toLowerCase())
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function setPassword(records: Records, userId: string, passwordHash: string): Promise<void> {
  await records.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
}

/** Replaces the hash of the same password, unless it was changed meanwhile. */
export async function renewPasswordHash(
  records: Records,
  user: Pick<Person, 'id' | 'password_hash'>,
  fresh: string,
): Promise<void> {
  await records
    .updateTable('users')
    .set({ password_hash: fresh })
    .where('id', '=', user.id)
    .where('password_hash', '=', user.password_hash)
    .execute();
}

/** Does not check given-up names. Refuses as `addOrganization` does. */
export async function createSampleOrganization(
  records: Records,
  given: NewOrganization,
  firstOwnerId: string,
  now: number,
): Promise<OwnerRow> {
  return records.transaction().execute((transaction) => addOrganization(transaction, given, firstOwnerId, now));
}

/** Call it in a transaction. Refuses with entity-already-exists. */
export async function addOrganization(
  transaction: Records,
  given: NewOrganization,
  firstOwnerId: string,
  now: number,
): Promise<OwnerRow> {
  let owner = newOwner(given.name, 'organization', now);
  let { description = '', billing_email = '', website = '' } = given;
  try {
    await transaction.insertInto('owners').values(owner).execute();
  } catch (error) {
    if (isDuplicate(error, 'owners', ['name_key'])) throw nameTaken('organization');
    throw error;
  }
  let about = { description, billing_email, website, requires_two_factor: 0, forbids_sharing: 0 };
  await transaction
    .insertInto('organizations')
    .values({ id: owner.id, ...about })
    .execute();
  let membership = { organization_id: owner.id, user_id: firstOwnerId, role: 'owner' as const, created_at: now };
  await transaction.insertInto('memberships').values(membership).execute();
  return owner;
}

function newOwner(name: string, kind: OwnerRow['kind'], now: number): OwnerRow {
  return {
    id: uuidv7(),
    name,
    name_key: name.toLowerCase(),
    kind,
    created_at: now,
    updated_at: now,
    suspended_at: null,
  };
}

export async function featuresOf(records: Records, ownerId: string): Promise<string[]> {
  let rows = await records
    .selectFrom('features')
    .select('feature')
    .where('owner_id', '=', ownerId)
    .orderBy('feature')
    .execute();
  return rows.map((row) => row.feature);
}

/** Idempotent. */
export async function grantFeature(records: Records, ownerId: string, feature: string): Promise<void> {
  await records
    .insertInto('features')
    .values({ owner_id: ownerId, feature })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Idempotent. */
export async function revokeFeature(records: Records, ownerId: string, feature: string): Promise<void> {
  await records.deleteFrom('features').where('owner_id', '=', ownerId).where('feature', '=', feature).execute();
}
