/**
 * Invites to organizations. The token is only in the mail, its SHA-256 in the store; an accepted
 * invite is kept until it expires, so that accepting twice changes nothing.
 */
import { createHash, randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { dayMs } from 'contract/floor/time';
import * as limits from 'contract/floor/limits';
import type { Role } from 'contract/accounts/users';
import { ApiError } from '../../floor/calls/api-error';
import { recordAudit, type ActorContext } from '../../floor/audit';
import { withOwnerLock } from '../../floor/db/owner-transaction';
import { personByName, requireGiving, type Actor } from './members';
import { ownerById } from '../../floor/lead-readers';
import { roleOf } from '../../floor/memberships';
import { refuseBeyond } from '../../billing/plan';
import type { InviteRow, OwnerRow } from '../../floor/db/account-schema';
import type { Records } from '../../floor/db/schema';
import { byAge } from '../../floor/installation-clock';

/** An email address, or the name of an account. */
export type InviteeName = { email?: string | undefined; username?: string | undefined };

export interface Invite extends InviteRow {
  organization_name: string;
  username: string | null;
  invited_by_name: string | null;
}

/** An invite with the text of its token, which is stored nowhere, and the address of its mail. */
interface NewInviteRow {
  invite: Invite;
  token: string;
  address: string;
}

/** Stores the mail of an invite with it, or refuses. */
export type StoreMail = (change: Records, fresh: NewInviteRow) => Promise<void>;

interface NewInvite {
  organization: OwnerRow;
  actor: Actor;
  /** What the plan allows. */
  limit: number | null;
  storeMail: StoreMail;
}

function invites(records: Records) {
  return records
    .selectFrom('invites')
    .innerJoin('owners as organization', 'organization.id', 'invites.organization_id')
    .leftJoin('owners as invitee', 'invitee.id', 'invites.user_id')
    .leftJoin('owners as inviter', 'inviter.id', 'invites.invited_by')
    .selectAll('invites')
    .select(['organization.name as organization_name', 'invitee.name as username', 'inviter.name as invited_by_name']);
}

function pending(records: Records, organizationId: string, now: number) {
  return invites(records)
    .where('invites.organization_id', '=', organizationId)
    .where('invites.accepted_at', 'is', null)
    .where('invites.expires_at', '>', now);
}

/** Invites of an organization that can still be accepted, newest first. */
export async function invitesOf(records: Records, organizationId: string, now: number): Promise<Invite[]> {
  return pending(records, organizationId, now).orderBy('invites.id', 'desc').execute();
}

/**
 * Makes an invite. Refuses with user-not-found, already-organization-member,
 * duplicate-organization-invite, max-organization-members-reached, as `storeMail` does, and
 * permission-not-granted unless the actor may give the role.
 */
export async function createInvite(
  records: Records,
  { organization, actor, limit, storeMail }: NewInvite,
  given: InviteeName & { role: Role },
  act: ActorContext,
): Promise<Invite> {
  let organizationId = organization.id;
  let now = act.time;
  return withOwnerLock(records, organizationId, async (change) => {
    await requireGiving(change, organizationId, actor, given.role);
    let { userId, email, address } = await addressee(change, given);
    let field = userId === null ? 'email' : 'username';
    await refuseMember(change, organizationId, address, field);
    if (await pendingFor(change, organizationId, address, now))
      throw new ApiError('duplicate-organization-invite', field);
    await refuseBeyond(change, organizationId, { limit, field }, now);
    let token = newToken();
    let row: InviteRow = {
      id: uuidv7(),
      organization_id: organizationId,
      email,
      email_key: address.toLowerCase(),
      user_id: userId,
      role: given.role,
      hash: hashOf(token),
      invited_by: actor.user.id,
      created_at: now,
      expires_at: now + limits.organizationInviteDays * dayMs,
      accepted_at: null,
    };
    await byAge(change, now, () => change.deleteFrom('invites').where('expires_at', '<=', now).execute());
    await change.insertInto('invites').values(row).execute();
    let target = `${given.username ?? address} (${given.role})`;
    await recordAudit(change, act, { action: 'member-invited', owner: organization, target });
    let invite = await inviteById(change, row.id);
    await storeMail(change, { invite, token, address });
    return invite;
  });
}

/**
 * Gives a pending invite a new token and its full validity again. Refuses with invite-not-found, and
 * as `storeMail` does.
 */
export async function renewInvite(
  records: Records,
  { organizationId, storeMail }: { organizationId: string; storeMail: StoreMail },
  invitee: InviteeName,
  now: number,
): Promise<void> {
  await withOwnerLock(records, organizationId, async (change) => {
    let found = await pendingOf(change, organizationId, invitee, now);
    let token = newToken();
    let fresh = { hash: hashOf(token), expires_at: now + limits.organizationInviteDays * dayMs };
    await change.updateTable('invites').set(fresh).where('id', '=', found.id).execute();
    let { address } = await addressee(change, found.user_id === null ? { email: found.email ?? '' } : invitee);
    await storeMail(change, { invite: await inviteById(change, found.id), token, address });
  });
}

/** Withdraws a pending invite. Refuses with invite-not-found. */
export async function deleteInvite(
  records: Records,
  organization: OwnerRow,
  invitee: InviteeName,
  act: ActorContext,
): Promise<void> {
  await withOwnerLock(records, organization.id, async (change) => {
    let { id, username, email } = await pendingOf(change, organization.id, invitee, act.time);
    await change.deleteFrom('invites').where('id', '=', id).execute();
    let target = username ?? email ?? '';
    await recordAudit(change, act, { action: 'invite-deleted', owner: organization, target });
  });
}

/**
 * The invite of a token, accepted or not. Refuses with organization-invite-not-valid when it is
 * unknown or expired.
 */
export async function inviteByToken(records: Records, token: string, now: number): Promise<Invite> {
  let row = await invites(records)
    .where('invites.hash', '=', hashOf(token))
    .where('invites.expires_at', '>', now)
    .executeTakeFirst();
  if (!row) throw new ApiError('organization-invite-not-valid');
  return row;
}

/**
 * Makes the person a member, once. `limitOf` gives the limit of the plan. Refuses with
 * organization-invite-not-valid (unknown, expired, for another person, or used by a former member)
 * and max-organization-members-reached.
 */
export async function acceptInvite(
  records: Records,
  { token, person }: { token: string; person: { id: string; name: string; email_key: string } },
  limitOf: (change: Records, organizationId: string) => Promise<number | null>,
  act: ActorContext,
): Promise<{ organizationId: string; joined: boolean }> {
  let now = act.time;
  let { organization_id: organizationId } = await inviteByToken(records, token, now);
  return withOwnerLock(records, organizationId, async (change) => {
    let invite = await inviteByToken(change, token, now);
    let isTheirs = invite.user_id === null ? invite.email_key === person.email_key : invite.user_id === person.id;
    let isMember = (await roleOf(change, person.id, organizationId)) !== undefined;
    if (!isTheirs || (invite.accepted_at !== null && !isMember)) throw new ApiError('organization-invite-not-valid');
    if (!isMember) {
      let joined = await ownerById(change, organizationId);
      if (joined?.suspended_at) throw new ApiError('owner-suspended');
      let limit = await limitOf(change, organizationId);
      await refuseBeyond(change, organizationId, { limit, without: invite.id }, now);
      let row = { organization_id: organizationId, user_id: person.id, role: invite.role, created_at: now };
      await change.insertInto('memberships').values(row).execute();
      let owner = { id: organizationId, name: invite.organization_name };
      await recordAudit(change, act, { action: 'member-joined', owner, target: `${person.name} (${invite.role})` });
    }
    await change.updateTable('invites').set({ accepted_at: now }).where('id', '=', invite.id).execute();
    return { organizationId, joined: !isMember };
  });
}

/**
 * The address of the mail; for an invite by username it is the person's own, so it is not stored
 * with the invite.
 */
async function addressee(change: Records, { email, username }: InviteeName) {
  if (username === undefined) return { userId: null, email: email ?? '', address: email ?? '' };
  let person = await personByName(change, username);
  return { userId: person.id, email: null, address: person.email };
}

async function refuseMember(change: Records, organizationId: string, email: string, field: string): Promise<void> {
  let row = await change
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.organization_id', '=', organizationId)
    .where('users.email_key', '=', email.toLowerCase())
    .select('users.id')
    .executeTakeFirst();
  if (row) throw new ApiError('already-organization-member', field);
}

async function pendingFor(change: Records, organizationId: string, email: string, now: number) {
  return pending(change, organizationId, now).where('invites.email_key', '=', email.toLowerCase()).executeTakeFirst();
}

async function pendingOf(change: Records, organizationId: string, { email, username }: InviteeName, now: number) {
  let all = pending(change, organizationId, now);
  let row = await (
    username === undefined
      ? all.where('invites.user_id', 'is', null).where('invites.email_key', '=', (email ?? '').toLowerCase())
      : all.where('invitee.name_key', '=', username.toLowerCase())
  ).executeTakeFirst();
  if (!row) throw new ApiError('invite-not-found');
  return row;
}

async function inviteById(records: Records, id: string): Promise<Invite> {
  return invites(records).where('invites.id', '=', id).executeTakeFirstOrThrow();
}

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
