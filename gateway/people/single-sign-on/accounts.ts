/** The accounts of people who sign in with the provider: found, linked by address, or created. */
import { randomInt } from 'node:crypto';
import * as limits from 'contract/floor/limits';
import { Username } from 'contract/rules/fields';
import { registerUser } from '../accounts/account-changes';
import { sendSecurityNotice } from '../accounts/security-notices';
import { findUser, findUserByLogin, type Person } from '../../floor/owners';
import { recordAudit, type ActorContext } from '../../floor/audit';
import type { AccountServices } from '../accounts/services';
import { withOwnerLock } from '../../floor/db/owner-transaction';
import type { Records } from '../../floor/db/schema';
import { sendWelcome, sendVerification } from '../accounts/email-verification';
import { ApiError } from '../../floor/calls/api-error';
import type { SignOnIdentity } from './provider';

type Known = Pick<SignOnIdentity, 'issuer' | 'subject'>;

/** Whether a person signs in with the provider. */
export async function hasSignOn(records: Records, userId: string): Promise<boolean> {
  let row = await records
    .selectFrom('single_sign_ons')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The person an identity belongs to. */
export async function findUserBySignOn(records: Records, { issuer, subject }: Known): Promise<Person | undefined> {
  let row = await records
    .selectFrom('single_sign_ons')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row && findUser(records, row.user_id);
}

/**
 * The account of an identity. One with the same address is linked if both the provider and this
 * installation have confirmed the address. Refuses with single-sign-on-email-is-taken, and without
 * an account with single-sign-on-email-is-missing and single-sign-on-account-not-known.
 */
export async function accountOf(
  parts: AccountServices,
  identity: SignOnIdentity,
  { createsAccounts }: { createsAccounts: boolean },
  act: ActorContext,
): Promise<{ user: Person; isNew: boolean }> {
  let { records } = parts;
  let known = await findUserBySignOn(records, identity);
  if (known) return { user: known, isNew: false };
  if (!identity.email.includes('@')) throw new ApiError('single-sign-on-email-is-missing');
  let owner = await findUserByLogin(records, identity.email);
  if (owner) return { user: await linked(parts, owner, identity, act), isNew: false };
  if (!createsAccounts) throw new ApiError('single-sign-on-account-not-known');
  await parts.attempts.register(act.address);
  return { user: await created(parts, identity, act), isNew: true };
}

async function linked(
  parts: AccountServices,
  user: Person,
  identity: SignOnIdentity,
  act: ActorContext,
): Promise<Person> {
  if (!identity.isEmailVerified || user.email_verified_at === null) throw new ApiError('single-sign-on-email-is-taken');
  await withOwnerLock(parts.records, user.id, async (change) => {
    await link(change, user.id, identity, act.time);
    await recordAudit(change, act, { action: 'single-sign-on-linked', owner: user, target: identity.issuer });
  });
  sendSecurityNotice(parts, user.id, { kind: 'single-sign-on-linked', issuer: identity.issuer }, act);
  return user;
}

/**
 * Each identity has one account, each account one identity. Another identity of the same provider
 * is another person, who has got the address of an earlier one; one of another provider takes its
 * place.
 */
async function link(change: Records, userId: string, { issuer, subject }: Known, now: number): Promise<void> {
  let { numDeletedRows } = await change
    .deleteFrom('single_sign_ons')
    .where('user_id', '=', userId)
    .where('issuer', '!=', issuer)
    .executeTakeFirst();
  if (numDeletedRows === 0n && (await hasSignOn(change, userId))) throw new ApiError('single-sign-on-email-is-taken');
  await change.insertInto('single_sign_ons').values({ user_id: userId, issuer, subject, created_at: now }).execute();
}

async function created(parts: AccountServices, identity: SignOnIdentity, act: ActorContext): Promise<Person> {
  let { email, firstName, lastName, isEmailVerified } = identity;
  let emailVerifiedAt = isEmailVerified ? act.time : null;
  let given = { email, passwordHash: '', firstName, lastName, emailVerifiedAt };
  for (let username of namesFor(identity)) {
    let user = await parts.records
      .transaction()
      .execute(async (change) => {
        let added = await registerUser(change, parts.names, { ...given, username }, act.time);
        await link(change, added.id, identity, act.time);
        return added;
      })
      .catch(unlessTaken);
    if (!user) continue;
    if (isEmailVerified) sendWelcome(parts, user.id);
    else sendVerification(parts, user);
    return user;
  }
  throw new ApiError('username-already-in-use');
}

function unlessTaken(error: unknown): undefined {
  if (!(error instanceof ApiError && error.code === 'username-already-in-use')) throw error;
}

/** What the provider calls the person, as a username of ours, and then with numbers behind. */
function namesFor({ username, email }: SignOnIdentity): string[] {
  let [local = ''] = (username || email).split('@');
  let plain = local
    .normalize('NFKD')
    .replace(/[^A-Za-z\d]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, limits.nameMax - 8);
  let base = Username.safeParse(plain).success ? plain : `person-${randomInt(1_000_000)}`;
  return [base, `${base}-2`, `${base}-3`, `${base}-${randomInt(1_000_000)}`, `${base}-${randomInt(1_000_000)}`];
}
