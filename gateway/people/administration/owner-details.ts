/** One owner as platform admins see it: ways to sign in, memberships, packages and pixels. */
import { githubAccountOf } from '../accounts/github-accounts';
import { membersOf } from '../organizations/members';
import { organizationsOf } from '../../floor/memberships';
import { findUser } from '../../floor/owners';
import type { OwnerRow } from '../../floor/db/account-schema';
import type { Records } from '../../floor/db/schema';
import { apiTokensOf, sessionsOf } from '../accounts/token-lists';
import { findTwoFactor } from '../accounts/two-factors';
import { greatest } from 'contract/floor/extremes';

export interface SignInDetails {
  email_verified_at: number | null;
  has_password: boolean;
  has_two_factor: boolean;
  github_login: string | null;
  sessions: number;
  api_tokens: number;
  last_used_at: number | null;
}

export interface OwnerMembership {
  name: string;
  role: 'owner' | 'admin' | 'member';
}

/** Ways to sign in of a person; null for an organization. */
export async function signInDetailsOf(records: Records, ownerId: string, now: number): Promise<SignInDetails | null> {
  let user = await findUser(records, ownerId);
  if (!user) return null;
  let [twoFactor, github] = await Promise.all([findTwoFactor(records, ownerId), githubAccountOf(records, ownerId)]);
  let [sessions, tokens] = await Promise.all([sessionsOf(records, ownerId, now), apiTokensOf(records, ownerId)]);
  let uses = [...sessions, ...tokens].flatMap(({ last_used_at }) => last_used_at ?? []);
  return {
    email_verified_at: user.email_verified_at,
    has_password: user.password_hash !== '',
    has_two_factor: (twoFactor?.confirmed_at ?? null) !== null,
    github_login: github?.login ?? null,
    sessions: sessions.length,
    api_tokens: tokens.length,
    last_used_at: uses.length > 0 ? greatest(uses) : null,
  };
}

/**
 * Organizations of a person or members of an organization, a hundred at most, and how many there
 * are.
 */
export async function ownerMembershipsOf(
  records: Records,
  owner: OwnerRow,
): Promise<{ ties: OwnerMembership[]; total: number }> {
  if (owner.kind === 'user') {
    let { rows, total } = await organizationsOf(records, owner.id, { per_page: 100 });
    return { ties: rows.map(({ name, role }) => ({ name, role })), total };
  }
  let { rows, total } = await membersOf(records, owner.id, { per_page: 100 });
  return { ties: rows.map(({ username, role }) => ({ name: username, role })), total };
}

export async function holdingsOf(records: Records, ownerId: string): Promise<{ packages: number; pixels: number }> {
  let count = async (table: 'packages' | 'pixels') => {
    let { n } = await records
      .selectFrom(table)
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('owner_id', '=', ownerId)
      .executeTakeFirstOrThrow();
    return Number(n);
  };
  let [packages, pixels] = await Promise.all([count('packages'), count('pixels')]);
  return { packages, pixels };
}
