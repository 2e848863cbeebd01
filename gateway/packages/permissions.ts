/** Members of single packages of a person. */
import type { PackageTypeName } from 'contract/packages/packages';
import type { Role } from 'contract/accounts/users';
import { ApiError } from '../floor/calls/api-error';
import { recordAudit, type ActorContext } from '../floor/audit';
import { withOwnerLock } from '../floor/db/owner-transaction';
import { personByName, type Actor } from '../people/organizations/members';
import { roleOf } from '../floor/memberships';
import { packageById } from './packages';
import type { OwnerRow } from '../floor/db/account-schema';
import type { PackageRow } from '../floor/db/hosting-schema';
import type { Records } from '../floor/db/schema';

export interface Permission {
  user_id: string;
  username: string;
  permission_level: Role;
}

/** How a path names a package: directly, or by the id of one of its domains. */
export type NamedPackage = { id: string } | { type: string; name: string } | { domainId: string };

/** A person's level on a package of another person; none for packages of organizations. */
export async function levelOf(
  records: Records,
  userId: string,
  owner: OwnerRow,
  named: NamedPackage,
): Promise<Role | undefined> {
  if (owner.kind !== 'user') return undefined;
  let all = records
    .selectFrom('package_permissions')
    .innerJoin('packages', 'packages.id', 'package_permissions.package_id')
    .where('packages.owner_id', '=', owner.id)
    .where('package_permissions.user_id', '=', userId)
    .select('package_permissions.level');
  if ('domainId' in named) {
    let { domainId } = named;
    all = all.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('domains')
          .whereRef('domains.package_id', '=', 'packages.id')
          .where('domains.id', '=', domainId)
          .select('domains.id'),
      ),
    );
  } else if ('id' in named) all = all.where('packages.id', '=', named.id);
  else all = all.where('packages.type', '=', named.type as PackageTypeName).where('packages.name', '=', named.name);
  return (await all.executeTakeFirst())?.level;
}

/**
 * The owner, then the others by name. Refuses with package-not-found and package-has-no-members.
 */
export async function permissionsOf(records: Records, owner: OwnerRow, packageId: string): Promise<Permission[]> {
  await memberedPackage(records, owner, packageId);
  let rows = await permissions(records, packageId).orderBy('owners.name_key').execute();
  return [{ user_id: owner.id, username: owner.name, permission_level: 'owner' }, ...rows];
}

function permissions(records: Records, packageId: string) {
  return records
    .selectFrom('package_permissions')
    .innerJoin('owners', 'owners.id', 'package_permissions.user_id')
    .where('package_permissions.package_id', '=', packageId)
    .select(['owners.id as user_id', 'owners.name as username', 'package_permissions.level as permission_level']);
}

async function memberedPackage(records: Records, owner: OwnerRow, packageId: string): Promise<PackageRow> {
  if (owner.kind !== 'user') throw new ApiError('package-has-no-members');
  return packageById(records, owner.id, packageId);
}

/**
 * Gives a person a level on a package. An admin cannot change admins and owners. Refuses with
 * package-not-found, package-has-no-members, user-not-found, cannot-revoke-ownership (the owner of
 * the package), permission-not-granted.
 */
export async function setPermission(
  records: Records,
  { owner, packageId, actor }: { owner: OwnerRow; packageId: string; actor: Actor },
  given: { username: string; level: Role },
  act: ActorContext,
): Promise<void> {
  await withOwnerLock(records, owner.id, async (change) => {
    let item = await memberedPackage(change, owner, packageId);
    let person = await personByName(change, given.username);
    if (person.id === owner.id) throw new ApiError('cannot-revoke-ownership', 'username');
    let own = await actorLevel(change, owner, packageId, actor);
    let before = await levelOf(change, person.id, owner, { id: packageId });
    if (own === 'member' || (own === 'admin' && (given.level === 'owner' || isAbove(before, given.level))))
      throw new ApiError('permission-not-granted', 'permission_level');
    await change
      .insertInto('package_permissions')
      .values({ package_id: packageId, user_id: person.id, level: given.level, created_at: act.time })
      .onConflict((conflict) => conflict.columns(['package_id', 'user_id']).doUpdateSet({ level: given.level }))
      .execute();
    let isNew = before === undefined;
    let levels = isNew ? given.level : `${before} → ${given.level}`;
    let action = isNew ? ('package-member-added' as const) : ('package-member-level-changed' as const);
    let target = `${person.name}: ${levels} of ${item.name}`;
    if (before !== given.level) await recordAudit(change, act, { action, owner, target });
  });
}

/** Whether an admin would change another admin or an owner. */
function isAbove(before: Role | undefined, given: Role): boolean {
  return before === 'owner' || (before === 'admin' && given !== 'admin');
}

/**
 * Removes a person from a package; every member can leave. Refuses as `setPermission`, with
 * cannot-delete-owner for the owner of the package.
 */
export async function deletePermission(
  records: Records,
  { owner, packageId, actor }: { owner: OwnerRow; packageId: string; actor: Actor },
  username: string,
  act: ActorContext,
): Promise<void> {
  await withOwnerLock(records, owner.id, async (change) => {
    let item = await memberedPackage(change, owner, packageId);
    if (username.toLowerCase() === owner.name_key) throw new ApiError('cannot-delete-owner');
    let found = await permissions(change, packageId)
      .where('owners.name_key', '=', username.toLowerCase())
      .executeTakeFirst();
    if (!found) throw new ApiError('user-not-found');
    if (found.user_id !== actor.user.id) {
      let own = await actorLevel(change, owner, packageId, actor);
      if (own === 'member' || (own === 'admin' && found.permission_level !== 'member'))
        throw new ApiError('permission-not-granted');
    }
    await change
      .deleteFrom('package_permissions')
      .where('package_id', '=', packageId)
      .where('user_id', '=', found.user_id)
      .execute();
    let target = `${found.username}: ${item.name}`;
    await recordAudit(change, act, { action: 'package-member-removed', owner, target });
  });
}

/**
 * The level of a person on any owner's package; a platform admin is an owner. Refuses with
 * package-not-found; without a level it is `member`.
 */
export async function ownLevel(records: Records, owner: OwnerRow, packageId: string, actor: Actor): Promise<Role> {
  await packageById(records, owner.id, packageId);
  if (owner.kind === 'user') return actorLevel(records, owner, packageId, actor);
  return actor.isPlatformAdmin ? 'owner' : ((await roleOf(records, actor.user.id, owner.id)) ?? 'member');
}

/** The actor's current level; without one it is `member`. */
async function actorLevel(change: Records, owner: OwnerRow, packageId: string, actor: Actor): Promise<Role> {
  if (actor.isPlatformAdmin || actor.user.id === owner.id) return 'owner';
  return (await levelOf(change, actor.user.id, owner, { id: packageId })) ?? 'member';
}

export interface SharedPackageRow {
  id: string;
  owner: string;
  type: PackageTypeName;
  name: string;
  permission_level: Role;
}

/** Packages of others that a person may see, by name. */
export async function sharedWith(records: Records, userId: string): Promise<SharedPackageRow[]> {
  return records
    .selectFrom('package_permissions')
    .innerJoin('packages', 'packages.id', 'package_permissions.package_id')
    .innerJoin('owners', 'owners.id', 'packages.owner_id')
    .where('package_permissions.user_id', '=', userId)
    .select([
      'packages.id',
      'owners.name as owner',
      'packages.type',
      'packages.name',
      'package_permissions.level as permission_level',
    ])
    .orderBy('packages.name_key')
    .orderBy('packages.id')
    .execute();
}
