/** Bearer tokens: 32 random bytes for the client, their SHA-256 in the store. */
import { createHash, randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { features } from 'contract/accounts/features';
import { dayMs } from 'contract/floor/time';
import { TokenScope } from 'contract/accounts/tokens';
import type { OwnerRow, TokenRow } from '../../floor/db/account-schema';
import type { Records } from '../../floor/db/schema';

/** A session ends this long after its last use: 30 days. */
export const sessionMs = 30 * dayMs;
/** However much it is used, a session ends this long after the sign-in: 90 days. */
export const sessionLifeMs = 90 * dayMs;

export const platformAdminFeature = features.platformAdmin;

export async function hasPlatformAdmin(records: Records): Promise<boolean> {
  let row = await records
    .selectFrom('features')
    .select('owner_id')
    .where('feature', '=', platformAdminFeature)
    .executeTakeFirst();
  return row !== undefined;
}

export interface Caller {
  tokenId: string;
  tokenName: string;
  lastUsedAt: number | null;
  user: OwnerRow;
  /** Always false for an API token, which acts for its person only. */
  isPlatformAdmin: boolean;
  hasTwoFactor: boolean;
  /** A platform admin who may not act as one without two-factor authentication. */
  isAdminWithoutTwoFactor?: boolean;
  /** What an API token may do; null for a session, which may do all its person may. */
  scopes: readonly TokenScope[] | null;
  /** The only owner that an API token is for; null where it is for all of its person. */
  onlyOwnerId: string | null;
}

type Kind = TokenRow['kind'];

/**
 * Creates a token for a person and gives its text, which is stored nowhere. A session ends
 * `sessionMs` after its last use, an API token (here with all scopes) never.
 */
export async function issueToken(records: Records, userId: string, kind: Kind, now: number): Promise<string> {
  let scopes = kind === 'api' ? TokenScope.options : [];
  return (await addToken(records, { userId, kind, name: '', scopes }, now)).token;
}

export interface NewToken {
  userId: string;
  kind: Kind;
  name: string;
  scopes: readonly TokenScope[];
  onlyOwnerId?: string | null;
  /** When an API token ends; never when left out. */
  expiresAt?: number | null;
}

export async function addToken(
  records: Records,
  { userId, kind, name, scopes, onlyOwnerId = null, expiresAt = null }: NewToken,
  now: number,
): Promise<{ token: string; row: TokenRow }> {
  let token = randomBytes(32).toString('base64url');
  let row: TokenRow = {
    id: uuidv7(),
    user_id: userId,
    kind,
    hash: hashOf(token),
    name,
    scopes: scopes.join(' '),
    created_at: now,
    last_used_at: null,
    address: '',
    agent: '',
    expires_at: kind === 'session' ? now + sessionMs : expiresAt,
    only_owner_id: onlyOwnerId,
  };
  await records.insertInto('tokens').values(row).execute();
  return { token, row };
}

export function scopesOf({ scopes }: Pick<TokenRow, 'scopes'>): TokenScope[] {
  let words = scopes.split(' ');
  return TokenScope.options.filter((scope) => words.includes(scope));
}

/** The holder of a token; undefined when it is unknown, revoked or expired. */
export async function findCaller(records: Records, token: string, now: number): Promise<Caller | undefined> {
  let row = await holders(records, now).where('tokens.hash', '=', hashOf(token)).executeTakeFirst();
  if (!row) return undefined;
  let { token_id: tokenId, token_kind, token_name, scopes, last_used_at, only_owner_id, ...rest } = row;
  let { feature, two_factor_of, ...user } = rest;
  let isSession = token_kind === 'session';
  return {
    tokenId,
    tokenName: token_name,
    lastUsedAt: last_used_at,
    user,
    isPlatformAdmin: isSession && feature !== null,
    hasTwoFactor: two_factor_of !== null,
    scopes: isSession ? null : scopesOf({ scopes }),
    onlyOwnerId: only_owner_id,
  };
}

/** Whether a text is that of an API token whose days are over. */
export async function hasEnded(records: Records, token: string, now: number): Promise<boolean> {
  let row = await records
    .selectFrom('tokens')
    .select('id')
    .where('hash', '=', hashOf(token))
    .where('kind', '=', 'api')
    .where('expires_at', '<=', now)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The holder of the session token with an id, for a link created with it; using a link does not
 * count as use of the session.
 */
export async function findLinkedCaller(records: Records, tokenId: string, now: number): Promise<Caller | undefined> {
  let row = await holders(records, now)
    .where('tokens.id', '=', tokenId)
    .where('tokens.kind', '=', 'session')
    .executeTakeFirst();
  if (!row) return undefined;
  let { token_id: _id, token_kind: _kind, token_name: tokenName, ...rest } = row;
  let { scopes: _scopes, last_used_at: lastUsedAt, only_owner_id: onlyOwnerId, feature, two_factor_of, ...user } = rest;
  let [isPlatformAdmin, hasTwoFactor] = [feature !== null, two_factor_of !== null];
  return { tokenId, tokenName, lastUsedAt, user, isPlatformAdmin, hasTwoFactor, scopes: null, onlyOwnerId };
}

function holders(records: Records, now: number) {
  return records
    .selectFrom('tokens')
    .innerJoin('owners', 'owners.id', 'tokens.user_id')
    .leftJoin('features', (join) =>
      join.onRef('features.owner_id', '=', 'owners.id').on('features.feature', '=', platformAdminFeature),
    )
    .leftJoin('two_factors', (join) =>
      join.onRef('two_factors.user_id', '=', 'owners.id').on('two_factors.confirmed_at', 'is not', null),
    )
    .where((e) => e.or([e('tokens.expires_at', 'is', null), e('tokens.expires_at', '>', now)]))
    .where((e) => e.or([e('tokens.kind', '=', 'api'), e('tokens.created_at', '>', now - sessionLifeMs)]))
    .selectAll('owners')
    .select(['tokens.id as token_id', 'tokens.kind as token_kind', 'tokens.name as token_name'])
    .select(['tokens.scopes', 'tokens.only_owner_id', 'tokens.last_used_at', 'features.feature'])
    .select('two_factors.user_id as two_factor_of');
}

export async function revokeToken(records: Records, id: string): Promise<void> {
  await records.deleteFrom('tokens').where('id', '=', id).execute();
}

export async function revokeSessions(records: Records, userId: string): Promise<void> {
  await records.deleteFrom('tokens').where('user_id', '=', userId).where('kind', '=', 'session').execute();
}

export async function forgetEndedTokens(records: Records, now: number): Promise<void> {
  await records
    .deleteFrom('tokens')
    .where('kind', '=', 'session')
    .where((e) => e.or([e('expires_at', '<=', now), e('created_at', '<=', now - sessionLifeMs)]))
    .execute();
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
