/** A person's API tokens and sessions: listed, created, ended; each change is in the audit log. */
import type { TokenScope } from 'contract/tokens';
import * as limits from 'contract/limits';
import { Refusal } from '../refusal';
import { recordAudit, type Act } from '../administration/audit';
import { inLock } from '../db/owner-transaction';
import type { OwnerTable, TokenTable } from '../db/account-schema';
import type { Records } from '../db/schema';
import { addToken } from './tokens';

/** API tokens of a person, the newest first. */
export async function apiTokensOf(records: Records, userId: string): Promise<TokenTable[]> {
  return tokensOf(records, userId, 'api').orderBy('id', 'desc').execute();
}

/** Sessions of a person that have not ended, the last used first. */
export async function sessionsOf(records: Records, userId: string, now: number): Promise<TokenTable[]> {
  return tokensOf(records, userId, 'session')
    .where('expires_at', '>', now)
    .where('created_at', '>', now - limits.sessionLifeMs)
    .orderBy((e) => e.fn.coalesce('last_used_at', 'created_at'), 'desc')
    .orderBy('id', 'desc')
    .execute();
}

function tokensOf(records: Records, userId: string, kind: TokenTable['kind']) {
  return records.selectFrom('tokens').selectAll().where('user_id', '=', userId).where('kind', '=', kind);
}

/** Makes an API token. Refuses with token-name-already-in-use and too-many-tokens. */
export async function addApiToken(
  records: Records,
  person: OwnerTable,
  { name, scopes }: { name: string; scopes: readonly TokenScope[] },
  act: Act,
): Promise<{ token: string; row: TokenTable }> {
  return inLock(records, person.id, async (change) => {
    let others = await apiTokensOf(change, person.id);
    if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
      throw new Refusal('token-name-already-in-use', 'name');
    if (others.length >= limits.tokensPerPersonMax) throw new Refusal('too-many-tokens');
    let made = await addToken(change, { userId: person.id, kind: 'api', name, scopes }, act.time);
    let target = `${name} (${scopes.join(', ')})`;
    await recordAudit(change, act, { action: 'token-created', owner: person, target });
    return made;
  });
}

/** Revokes an API token of a person. Refuses with token-not-found. */
export async function revokeApiToken(records: Records, person: OwnerTable, id: string, act: Act): Promise<void> {
  await records.transaction().execute(async (change) => {
    let gone = await deleteOwn(change, person.id, 'api', id);
    if (!gone) throw new Refusal('token-not-found');
    await recordAudit(change, act, { action: 'token-revoked', owner: person, target: gone.name });
  });
}

/** Ends a session of a person. Refuses with session-not-found. */
export async function revokeSession(records: Records, person: OwnerTable, id: string, act: Act): Promise<void> {
  await records.transaction().execute(async (change) => {
    let gone = await deleteOwn(change, person.id, 'session', id);
    if (!gone) throw new Refusal('session-not-found');
    await recordAudit(change, act, { action: 'session-revoked', owner: person, target: gone.agent });
  });
}

/** Ends all sessions of a person but one. Logs nothing when there was none. */
export async function revokeOtherSessions(
  records: Records,
  person: OwnerTable,
  keptId: string,
  act: Act,
): Promise<void> {
  await records.transaction().execute(async (change) => {
    let gone = await endOtherSessions(change, person.id, keptId);
    if (gone > 0)
      await recordAudit(change, act, { action: 'session-revoked', owner: person, target: `all others (${gone})` });
  });
}

/** Ends all sessions of a person, with a line in the audit log where there was one. */
export async function endAllSessions(change: Records, person: OwnerTable, act: Act): Promise<void> {
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
export async function revokeApiTokens(change: Records, person: OwnerTable, act: Act): Promise<void> {
  let { numDeletedRows } = await change
    .deleteFrom('tokens')
    .where('user_id', '=', person.id)
    .where('kind', '=', 'api')
    .executeTakeFirst();
  if (numDeletedRows > 0n)
    await recordAudit(change, act, { action: 'token-revoked', owner: person, target: `all (${numDeletedRows})` });
}

async function deleteOwn(change: Records, userId: string, kind: TokenTable['kind'], id: string) {
  return change
    .deleteFrom('tokens')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .returning(['name', 'agent'])
    .executeTakeFirst();
}
