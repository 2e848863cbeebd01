/** The end of every way in: a token, or first the second step. */
import * as limits from 'contract/limits';
import type { SignedIn } from 'contract/users';
import type { AuditAction } from 'contract/audit';
import { recordAudit, type Act } from '../records/audit';
import { organizationsOf } from '../records/memberships';
import { issueOneTime } from '../records/one-time';
import type { User } from '../records/owners';
import type { OwnerTable } from '../records/schema';
import { forgetEndedTokens, issueToken } from '../records/tokens';
import { findTwoFactor } from '../records/two-factors';
import { Refusal } from '../refusal';
import type { ApiParts } from './handler';
import { presentMembership } from './present';

/** Lets somebody in who has shown who they are. Refuses with two-factor-required and a challenge where the account asks for a second step. */
export async function enter(parts: ApiParts, user: User, act: Act): Promise<SignedIn> {
  let { records, clock } = parts;
  let twoFactor = await findTwoFactor(records, user.id);
  if (!twoFactor?.confirmed_at) return signIn(parts, user, act);
  let challenge = await issueOneTime(
    records,
    { userId: user.id, purpose: 'two-factor', email: user.email, lifeMs: limits.secondStepMs },
    clock(),
  );
  throw new Refusal('two-factor-required', undefined, {}, challenge);
}

/** A session token of a person and the organizations they are in. */
export async function signIn(
  { records }: ApiParts,
  user: OwnerTable,
  act: Act,
  action: AuditAction = 'signed-in',
): Promise<SignedIn> {
  await forgetEndedTokens(records, act.time);
  let token = await records.transaction().execute(async (change) => {
    await recordAudit(change, { ...act, actor: user }, { action, owner: user });
    return issueToken(change, user.id, 'session', act.time);
  });
  let { rows } = await organizationsOf(records, user.id, { per_page: 'max' });
  return { token, username: user.name, organizations: rows.map(presentMembership) };
}
