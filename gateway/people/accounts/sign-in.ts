/** The end of every sign-in: a token, or first the second step. */
import { minuteMs } from 'contract/floor/time';
import type { SignInResult } from 'contract/accounts/users';
import type { AuditAction } from 'contract/admin/audit';
import { recordAudit, type ActorContext } from '../../floor/audit';
import { organizationsOf } from '../../floor/memberships';
import { issueOneTime } from './one-time-secrets';
import { findUser, type Person } from '../../floor/owners';
import type { OwnerRow } from '../../floor/db/account-schema';
import { forgetEndedTokens, issueToken } from './tokens';
import { findTwoFactor } from './two-factors';
import { addressBlock } from 'net/proxies';
import { ApiError } from '../../floor/calls/api-error';
import { byAge } from '../../floor/installation-clock';
import { refuseSuspended } from './suspensions';
import type { AccountServices } from './services';
import { displayOf, presentMembership } from './present';

/** The second step of a sign-in must follow within ten minutes. */
const secondStepMs = 10 * minuteMs;

/**
 * Signs in a person who has proved their identity. Refuses with two-factor-required and a challenge
 * when the account needs a second step.
 */
export async function completeSignIn(
  parts: AccountServices,
  user: Person,
  act: ActorContext,
  { way, device }: Pick<SignIn, 'way' | 'device'>,
): Promise<SignInResult> {
  let { records, clock } = parts;
  await noteSuspended(parts, user, act);
  let twoFactor = await findTwoFactor(records, user.id);
  if (!twoFactor?.confirmed_at) return openSession(parts, user, act, { way, device });
  let challenge = await issueOneTime(
    records,
    { userId: user.id, purpose: 'two-factor', email: user.email, lifeMs: secondStepMs },
    clock(),
  );
  throw new ApiError('two-factor-required', undefined, { challenge });
}

/** Refuses with account-suspended, only after the person has proved that the account is theirs. */
async function noteSuspended({ records }: AccountServices, user: OwnerRow, act: ActorContext): Promise<void> {
  if (user.suspended_at !== null)
    await recordAudit(records, act, { action: 'sign-in-failed', owner: user, target: 'suspended' });
  refuseSuspended(user);
}

interface SignIn {
  action?: AuditAction;
  /** The last proof, for the audit log. */
  way: 'password' | 'GitHub' | 'single sign-on' | 'second step' | 'first start';
  device?: string | undefined;
}

/** A session token of a person, the mark of their device, and the organizations they are in. */
export async function openSession(
  parts: AccountServices,
  user: OwnerRow,
  act: ActorContext,
  { action = 'signed-in', way, device }: SignIn,
): Promise<SignInResult> {
  let { records, devices } = parts;
  await noteSuspended(parts, user, act);
  await byAge(records, act.time, (now) => forgetEndedTokens(records, now));
  let token = await records.transaction().execute(async (change) => {
    await recordAudit(change, { ...act, actor: user }, { action, owner: user, target: way });
    return issueToken(change, user.id, 'session', act.time);
  });
  let { rows } = await organizationsOf(records, user.id, { per_page: 'max' });
  return {
    token,
    username: user.name,
    device: devices.mark(user.id, act.time, device),
    organizations: rows.map(presentMembership),
    display: displayOf((await findUser(records, user.id))?.display ?? null),
  };
}

/**
 * Rethrows the error of an attempt. Of limit errors, the first of an account in a window, or of an
 * address without an account, is in the audit log.
 */
export async function auditLimitedSignIn(
  { records, attempts }: AccountServices,
  act: ActorContext,
  { owner, target = '' }: { owner: Pick<OwnerRow, 'id' | 'name'> | undefined; target?: string },
  error: unknown,
): Promise<never> {
  let isByLimit = error instanceof ApiError && error.code === 'too-many-sign-ins';
  if (isByLimit && (await attempts.isFirstRefusal(owner?.id ?? addressBlock(act.address))))
    await recordAudit(records, act, { action: 'sign-in-limited', owner: owner ?? null, target });
  throw error;
}
