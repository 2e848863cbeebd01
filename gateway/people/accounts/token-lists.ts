/** A person's API tokens and sessions: listed, created, ended; each change is in the audit log. */
import type { CreateApiToken, TokenHolder } from 'contract/accounts/tokens';
import { dayMs } from 'contract/floor/time';
import type { z } from 'zod';
import { ApiError } from '../../floor/calls/api-error';
import { recordAudit, type ActorContext } from '../../floor/audit';
import { withOwnerLock } from '../../floor/db/owner-transaction';
import type { OwnerRow, TokenRow } from '../../floor/db/account-schema';
import type { Records } from '../../floor/db/schema';
import { organizationsOf, roleOf } from '../../floor/memberships';
import { findOwner } from '../../floor/owners';
import { addToken, type Caller, sessionLifeMs } from './tokens';

export const tokensPerPersonMax = 50;

export type ListedToken = TokenRow & { owner_name: string | null };

export async function apiTokensOf(records: Records, userId: string): Promise<ListedToken[]> {
  return records
    .selectFrom('tokens')
    .leftJoin('owners', 'owners.id', 'tokens.only_owner_id')
    .selectAll('tokens')
    .select('owners.name as owner_name')
    .where('tokens.user_id', '=', userId)
    .where('tokens.kind', '=', 'api')
    .orderBy('tokens.id', 'desc')
    .execute();
}

export async function sessionsOf(records: Records, userId: string, now: number): Promise<TokenRow[]> {
  return records
    .selectFrom('tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', 'session')
    .where('expires_at', '>', now)
    .where('created_at', '>', now - sessionLifeMs)
    .orderBy((e) => e.fn.coalesce('last_used_at', 'created_at'), 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** The owners that a token can ask about, the person first, then organizations by name. */
export async function ownersOfToken(records: Records, { user, onlyOwnerId }: Caller): Promise<TokenHolder['owners']> {
  let { rows } = await organizationsOf(records, user.id, { per_page: 'max' });
  let own = { id: user.id, name: user.name, type: 'user' as const, role: 'owner' as const };
  let all = [own, ...rows.map(({ id, name, role }) => ({ id, name, type: 'organization' as const, role }))];
  return all
    .filter(({ id }) => onlyOwnerId === null || onlyOwnerId === id)
    .map(({ name, type, role }) => ({ name, type, role }));
}

/**
 * Makes an API token. Refuses with token-name-already-in-use, too-many-tokens and, where its person
 * has no role there, owner-not-found.
 */
export async function addApiToken(
  records: Records,
  person: OwnerRow,
  { name, scopes, owner, expires_in_days: days }: z.output<typeof CreateApiToken>,
  act: ActorContext,
): Promise<{ token: string; row: ListedToken }> {
  let only = owner === undefined ? null : await ownOwner(records, person, owner);
  return withOwnerLock(records, person.id, async (change) => {
    let others = await apiTokensOf(change, person.id);
    if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
      throw new ApiError('token-name-already-in-use', 'name');
    if (others.length >= tokensPerPersonMax) throw new ApiError('too-many-tokens');
    let expiresAt = days === undefined ? null : act.time + days * dayMs;
    let given = { userId: person.id, kind: 'api' as const, name, scopes, onlyOwnerId: only?.id ?? null, expiresAt };
    let { token, row } = await addToken(change, given, act.time);
    let target = `${name} (${scopes.join(', ')}${only ? `; ${only.name}` : ''}${days ? `; ${days} days` : ''})`;
    await recordAudit(change, act, { action: 'token-created', owner: person, target });
    return { token, row: { ...row, owner_name: only?.name ?? null } };
  });
}

async function ownOwner(records: Records, person: OwnerRow, name: string): Promise<OwnerRow> {
  let owner = await findOwner(records, name);
  if (!owner || !(await roleOf(records, person.id, owner.id))) throw new ApiError('owner-not-found', 'owner');
  return owner;
}

export async function revokeApiToken(records: Records, person: OwnerRow, id: string, act: ActorContext): Promise<void> {
  await records.transaction().execute(async (change) => {
    let gone = await deleteOwn(change, person.id, 'api', id);
    if (!gone) throw new ApiError('token-not-found');
    await recordAudit(change, act, { action: 'token-revoked', owner: person, target: gone.name });
  });
}

export async function revokeSession(records: Records, person: OwnerRow, id: string, act: ActorContext): Promise<void> {
  await records.transaction().execute(async (change) => {
    let gone = await deleteOwn(change, person.id, 'session', id);
    if (!gone) throw new ApiError('session-not-found');
    await recordAudit(change, act, { action: 'session-revoked', owner: person, target: gone.agent });
  });
}

/** Ends all sessions of a person but one. Logs nothing when there was none. */
export async function revokeOtherSessions(
  records: Records,
  person: OwnerRow,
  keptId: string,
  act: ActorContext,
): Promise<void> {
  await records.transaction().execute(async (change) => {
    let gone = await endOtherSessions(change, person.id, keptId);
    if (gone > 0)
      await recordAudit(change, act, { action: 'session-revoked', owner: person, target: `all others (${gone})` });
  });
}

/** Ends all sessions of a person, with a line in the audit log where there was one. */
export async function endAllSessions(change: Records, person: OwnerRow, act: ActorContext): Promise<void> {
  let gone = await endOtherSessions(change, person.id, '');
  if (gone > 0) await recordAudit(change, act, { action: 'session-revoked', owner: person, target: `all (${gone})` });
}

/** Ends all sessions of a person but one, without a log entry; gives their number. */
export async function endOtherSessions(records: Records, userId: string, keptId: string): Promise<number> {
  let { numDeletedRows } = await records
    .deleteFrom('tokens')
    .where('user_id', '=', userId)
    .where('kind', '=', 'session')
    .where('id', '!=', keptId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Revokes all API tokens of a person, with a line in the audit log where there was one. */
export async function revokeApiTokens(change: Records, person: OwnerRow, act: ActorContext): Promise<void> {
  let { numDeletedRows } = await change
    .deleteFrom('tokens')
    .where('user_id', '=', person.id)
    .where('kind', '=', 'api')
    .executeTakeFirst();
  if (numDeletedRows > 0n)
    await recordAudit(change, act, { action: 'token-revoked', owner: person, target: `all (${numDeletedRows})` });
}

async function deleteOwn(change: Records, userId: string, kind: TokenRow['kind'], id: string) {
  return change
    .deleteFrom('tokens')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .returning(['name', 'agent'])
    .executeTakeFirst();
}
