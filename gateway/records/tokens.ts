/** Bearer tokens: 32 random bytes for the holder, their SHA-256 for us. */
import { createHash, randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { limits } from 'contract/limits';
import type { OwnerTable, Records, TokenTable } from './schema';

/** The feature that makes a person a platform admin (spec section 6). */
export const platformAdminFeature = 'system-is-admin';

const touchEveryMs = 60_000;

export interface Caller {
  tokenId: string;
  user: OwnerTable;
  isPlatformAdmin: boolean;
}

/** Makes a token for a person and gives its text, which is nowhere else. Session tokens end `sessionMs` after their last use, api tokens never. */
export async function issueToken(
  records: Records,
  userId: string,
  kind: TokenTable['kind'],
  now: number,
): Promise<string> {
  let token = randomBytes(32).toString('base64url');
  let expires_at = kind === 'session' ? now + limits.sessionMs : null;
  let row = { id: uuidv7(), user_id: userId, kind, hash: hashOf(token), name: '', created_at: now, expires_at };
  await records
    .insertInto('tokens')
    .values({ ...row, last_used_at: now })
    .execute();
  return token;
}

/** Who holds a token; nobody when it is unknown, revoked or expired. Notes its use, at most once a minute. */
export async function findCaller(records: Records, token: string, now: number): Promise<Caller | undefined> {
  let row = await records
    .selectFrom('tokens')
    .innerJoin('owners', 'owners.id', 'tokens.user_id')
    .leftJoin('features', (join) =>
      join.onRef('features.owner_id', '=', 'owners.id').on('features.feature', '=', platformAdminFeature),
    )
    .where('tokens.hash', '=', hashOf(token))
    .where((e) => e.or([e('tokens.expires_at', 'is', null), e('tokens.expires_at', '>', now)]))
    .selectAll('owners')
    .select(['tokens.id as token_id', 'tokens.kind as token_kind', 'tokens.last_used_at', 'features.feature'])
    .executeTakeFirst();
  if (!row) return undefined;
  let { token_id, token_kind, last_used_at, feature, ...user } = row;
  if (now - (last_used_at ?? 0) >= touchEveryMs) await touch(records, token_id, token_kind, now);
  return { tokenId: token_id, user, isPlatformAdmin: feature !== null };
}

async function touch(records: Records, id: string, kind: TokenTable['kind'], now: number): Promise<void> {
  let use = kind === 'session' ? { last_used_at: now, expires_at: now + limits.sessionMs } : { last_used_at: now };
  await records.updateTable('tokens').set(use).where('id', '=', id).execute();
}

/** Ends a token at once. */
export async function revokeToken(records: Records, id: string): Promise<void> {
  await records.deleteFrom('tokens').where('id', '=', id).execute();
}

/** Ends all sessions of a person; API tokens stay. */
export async function revokeSessions(records: Records, userId: string): Promise<void> {
  await records.deleteFrom('tokens').where('user_id', '=', userId).where('kind', '=', 'session').execute();
}

/** Forgets tokens that have ended. */
export async function forgetEndedTokens(records: Records, now: number): Promise<void> {
  await records.deleteFrom('tokens').where('expires_at', '<=', now).execute();
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
