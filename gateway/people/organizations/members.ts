/**
 * Members of an organization: listed, added, changed, removed. Rights are checked again under the
 * organization's lock.
 */
import type { PageQuery } from 'contract/rules/route';
import type { Role } from 'contract/accounts/users';
import { ApiError } from '../../floor/calls/api-error';
import { recordAudit, type ActorContext } from '../../floor/audit';
import { withOwnerLock } from '../../floor/db/owner-transaction';
import { roleOf } from '../../floor/memberships';
import { afterCursor, cutPage, pageWindow, type Page } from '../../floor/db/page';
import { refuseBeyond } from '../../billing/plan';
import type { OwnerRow } from '../../floor/db/account-schema';
import type { Records } from '../../floor/db/schema';

export interface OrganizationMemberRow {
  user_id: string;
  username: string;
  role: Role;
}

/** Who changes something. */
export interface Actor {
  user: OwnerRow;
  isPlatformAdmin: boolean;
}

function members(records: Records, organizationId: string) {
  return records
    .selectFrom('memberships')
    .innerJoin('owners', 'owners.id', 'memberships.user_id')
    .where('memberships.organization_id', '=', organizationId);
}

/** Members by name, a page of them; `after` is the id or the name of a person. */
export async function membersOf(
  records: Records,
  organizationId: string,
  page: PageQuery,
): Promise<Page<OrganizationMemberRow>> {
  let { limit, offset } = pageWindow(page);
  let all = members(records, organizationId);
  let from =
    page.after === undefined
      ? undefined
      : await records.selectFrom('owners').select(['id', 'name_key']).where('id', '=', page.after).executeTakeFirst();
  let cursor = from ? { nameKey: from.name_key, id: from.id } : { nameKey: page.after?.toLowerCase() ?? '' };
  let rows = await all
    .$if(page.after !== undefined, (q) => q.where(afterCursor(cursor, 'owners.name_key', 'owners.id')))
    .select(['owners.id as user_id', 'owners.name as username', 'memberships.role'])
    .orderBy('owners.name_key')
    .limit(limit)
    .offset(offset)
    .execute();
  let { total } = await all.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return cutPage(rows, total, page);
}

/** One member by username. Refuses with user-not-found. */
export async function memberByName(
  records: Records,
  organizationId: string,
  username: string,
): Promise<OrganizationMemberRow> {
  let row = await members(records, organizationId)
    .where('owners.name_key', '=', username.toLowerCase())
    .select(['owners.id as user_id', 'owners.name as username', 'memberships.role'])
    .executeTakeFirst();
  if (!row) throw new ApiError('user-not-found');
  return row;
}

/** A person who may be added or invited, by username. Refuses with user-not-found on that field. */
export async function personByName(records: Records, username: string) {
  let row = await records
    .selectFrom('users')
    .innerJoin('owners', 'owners.id', 'users.id')
    .where('owners.name_key', '=', username.toLowerCase())
    .select(['users.id', 'owners.name', 'users.email', 'users.email_key'])
    .executeTakeFirst();
  if (!row) throw new ApiError('user-not-found', 'username');
  return row;
}

/**
 * Adds a person; a pending invite is used up. `limit` is that of the plan. Refuses with
 * user-not-found, already-organization-member, max-organization-members-reached, and with
 * permission-not-granted unless the actor may give the role.
 */
export async function addMember(
  records: Records,
  { organization, actor, limit }: { organization: OwnerRow; actor: Actor; limit: number | null },
  given: { username: string; role: Role },
  act: ActorContext,
): Promise<OrganizationMemberRow> {
  let organizationId = organization.id;
  return withOwnerLock(records, organizationId, async (change) => {
    await requireGiving(change, organizationId, actor, given.role);
    let person = await personByName(change, given.username);
    if (await roleOf(change, person.id, organizationId)) throw new ApiError('already-organization-member', 'username');
    await change
      .deleteFrom('invites')
      .where('organization_id', '=', organizationId)
      .where('email_key', '=', person.email_key)
      .execute();
    await refuseBeyond(change, organizationId, { limit, field: 'username' }, act.time);
    let row = { organization_id: organizationId, user_id: person.id, role: given.role, created_at: act.time };
    await change.insertInto('memberships').values(row).execute();
    let target = `${person.name} (${given.role})`;
    await recordAudit(change, act, { action: 'member-joined', owner: organization, target });
    return { user_id: person.id, username: person.name, role: given.role };
  });
}

/**
 * Gives a member another role. Refuses with user-not-found, cannot-revoke-ownership,
 * organization-needs-an-owner, permission-not-granted.
 */
export async function changeRole(
  records: Records,
  { organization, actor }: { organization: OwnerRow; actor: Actor },
  { username, role }: { username: string; role: Role },
  act: ActorContext,
): Promise<OrganizationMemberRow> {
  let organizationId = organization.id;
  return withOwnerLock(records, organizationId, async (change) => {
    let own = await requireGiving(change, organizationId, actor, role);
    let member = await memberByName(change, organizationId, username);
    if (member.role === 'owner' && role !== 'owner') {
      if (own !== 'owner') throw new ApiError('cannot-revoke-ownership', 'role');
      await refuseLastOwner(change, organizationId, 'role');
    }
    await change
      .updateTable('memberships')
      .set({ role })
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', member.user_id)
      .execute();
    let target = `${member.username}: ${member.role} → ${role}`;
    if (role !== member.role)
      await recordAudit(change, act, { action: 'member-role-changed', owner: organization, target });
    return { ...member, role };
  });
}

/**
 * Removes a member, or lets one leave. Refuses with user-not-found, cannot-delete-owner,
 * organization-needs-an-owner, permission-not-granted.
 */
export async function removeMember(
  records: Records,
  { organization, actor }: { organization: OwnerRow; actor: Actor },
  username: string,
  act: ActorContext,
): Promise<OrganizationMemberRow> {
  let organizationId = organization.id;
  return withOwnerLock(records, organizationId, async (change) => {
    let member = await memberByName(change, organizationId, username);
    if (member.user_id !== actor.user.id) {
      let own = await requireGiving(change, organizationId, actor, 'member');
      if (member.role === 'owner' && own !== 'owner') throw new ApiError('cannot-delete-owner');
    }
    if (member.role === 'owner') await refuseLastOwner(change, organizationId);
    await change
      .deleteFrom('memberships')
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', member.user_id)
      .execute();
    let action = member.user_id === actor.user.id ? ('member-left' as const) : ('member-removed' as const);
    await recordAudit(change, act, { action, owner: organization, target: `${member.username} (${member.role})` });
    return member;
  });
}

/**
 * The actor's role as it is now. Refuses with permission-not-granted when it does not let them give
 * `role`: admins give every role but owner.
 */
export async function requireGiving(
  change: Records,
  organizationId: string,
  actor: Actor,
  role: Role,
): Promise<'owner' | 'admin'> {
  let own = actor.isPlatformAdmin ? 'owner' : await roleOf(change, actor.user.id, organizationId);
  if (own === 'owner' || (own === 'admin' && role !== 'owner')) return own;
  throw new ApiError('permission-not-granted', 'role');
}

async function refuseLastOwner(change: Records, organizationId: string, field?: string): Promise<void> {
  let { owners } = await change
    .selectFrom('memberships')
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'owner')
    .select((e) => e.fn.countAll<number>().as('owners'))
    .executeTakeFirstOrThrow();
  if (owners <= 1) throw new ApiError('organization-needs-an-owner', field);
}
