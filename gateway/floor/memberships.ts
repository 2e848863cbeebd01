import type { PageQuery } from 'contract/rules/route';
import type { Role } from 'contract/accounts/users';
import { afterCursor, cutPage, pageWindow, type Cursor, type Page } from './db/page';
import type { MembershipRow, OrganizationRow, OwnerRow } from './db/account-schema';
import type { Records } from './db/schema';
import { ApiError } from './calls/api-error';

export type Membership = OwnerRow & OrganizationRow & Pick<MembershipRow, 'role'>;

/** `owner` for themselves, the role in an organization, or undefined. */
export async function roleOf(records: Records, userId: string, ownerId: string): Promise<Role | undefined> {
  if (userId === ownerId) return 'owner';
  let row = await records
    .selectFrom('memberships')
    .select('role')
    .where('organization_id', '=', ownerId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.role;
}

async function requiresTwoFactor(records: Records, organizationId: string): Promise<boolean> {
  let row = await records
    .selectFrom('organizations')
    .select('requires_two_factor')
    .where('id', '=', organizationId)
    .executeTakeFirst();
  return row?.requires_two_factor === 1;
}

/** A person's role. Refuses with two-factor-needed if only that is missing. */
export async function requireAdmittedRole(
  records: Records,
  userId: string,
  ownerId: string,
  hasTwoFactor: boolean,
): Promise<Role | undefined> {
  let role = await roleOf(records, userId, ownerId);
  if (role && !hasTwoFactor && (await requiresTwoFactor(records, ownerId))) throw new ApiError('two-factor-needed');
  return role;
}

export async function organizationsRequiringTwoFactor(records: Records, userId: string): Promise<string[]> {
  let rows = await memberships(records, userId)
    .where('organizations.requires_two_factor', '=', 1)
    .select('owners.name')
    .orderBy('owners.name_key')
    .execute();
  return rows.map(({ name }) => name);
}

/** Throws if the person is not a member. */
export async function membershipOf(records: Records, userId: string, organizationId: string): Promise<Membership> {
  return memberships(records, userId)
    .where('memberships.organization_id', '=', organizationId)
    .selectAll(['owners', 'organizations'])
    .select('memberships.role')
    .executeTakeFirstOrThrow();
}

function memberships(records: Records, userId: string) {
  return records
    .selectFrom('memberships')
    .innerJoin('owners', 'owners.id', 'memberships.organization_id')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .where('memberships.user_id', '=', userId);
}

/** Adds a member, or changes their role. */
export async function setMember(
  records: Records,
  { organizationId, userId }: { organizationId: string; userId: string },
  role: Role,
  now: number,
): Promise<void> {
  await records
    .insertInto('memberships')
    .values({ organization_id: organizationId, user_id: userId, role, created_at: now })
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doUpdateSet({ role }))
    .execute();
}

/** Sorted by name. */
export async function organizationsOf(records: Records, userId: string, page: PageQuery): Promise<Page<Membership>> {
  let all = memberships(records, userId);
  let cursor = page.after === undefined ? undefined : await cursorOf(records, page.after);
  let { limit, offset } = pageWindow(page);
  let rows = await all
    .where(afterCursor(cursor, 'owners.name_key', 'owners.id'))
    .selectAll(['owners', 'organizations'])
    .select('memberships.role')
    .orderBy('owners.name_key')
    .limit(limit)
    .offset(offset)
    .execute();
  let { total } = await all.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return cutPage(rows, total, page);
}

async function cursorOf(records: Records, after: string): Promise<Cursor> {
  let row = await records.selectFrom('owners').select(['id', 'name_key']).where('id', '=', after).executeTakeFirst();
  return row ? { nameKey: row.name_key, id: row.id } : { nameKey: after.toLowerCase() };
}
