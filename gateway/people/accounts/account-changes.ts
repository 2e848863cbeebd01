import { ApiError } from '../../floor/calls/api-error';
import { recordAdministration, refuseLastAdministrator } from './administrators';
import { recordAudit, type ActorContext } from '../../floor/audit';
import { changeOwner, lockOwner } from '../../floor/db/owner-transaction';
import { isDuplicate } from '../../floor/db/dialect';
import type { Names } from '../../floor/names';
import { recordDownloadChange } from '../../floor/download-changes';
import { dropOneTimes, dropSignInSecrets, useOneTime } from './one-time-secrets';
import { addUser, findUser, setPassword, type NewUser, type Person } from '../../floor/owners';
import type { OwnerRow } from '../../floor/db/account-schema';
import type { Records } from '../../floor/db/schema';
import { hasActiveSubscription } from '../../billing/subscriptions';
import { endOtherSessions, revokeApiTokens } from './token-lists';

export interface ProfileFields {
  username: string;
  first_name: string;
  last_name: string;
}

/**
 * Creates a personal account, inside a transaction. Refuses with username-already-in-use or
 * email-already-in-use.
 */
export async function registerUser(change: Records, names: Names, given: NewUser, now: number): Promise<Person> {
  let user = await addUser(change, given, now);
  await names.take(change, user, user.id);
  return user;
}

/**
 * Changes names. A new username adds default hosts; those of the earlier one keep working. Refuses
 * as `Names.rename` does, and with user-not-found.
 */
export async function updateProfile(
  { records, names }: { records: Records; names: Names },
  person: OwnerRow,
  { username, ...fullName }: ProfileFields,
  act: ActorContext,
): Promise<Person> {
  return changeOwner(records, person.id, async (change) => {
    await names.rename(change, person, { name: username, personId: person.id }, act.time);
    await change.updateTable('users').set(fullName).where('id', '=', person.id).execute();
    let user = await findUser(change, person.id);
    if (!user) throw new ApiError('user-not-found');
    let renamed = { action: 'username-changed', subject: '', from: person.name, to: username } as const;
    if (username !== person.name) await recordDownloadChange(change, act, user, renamed);
    return user;
  });
}

/**
 * Sets another password. Ends all sessions but one (and all API tokens with `endsApiTokens`),
 * pending second steps, and links to a new password or address.
 */
export async function changePassword(
  records: Records,
  person: OwnerRow,
  { hash, keptSessionId, endsApiTokens }: { hash: string; keptSessionId: string; endsApiTokens: boolean },
  act: ActorContext,
): Promise<void> {
  await records.transaction().execute(async (change) => {
    await setPassword(change, person.id, hash);
    await endOtherSessions(change, person.id, keptSessionId);
    await dropSignInSecrets(change, person.id);
    await recordAudit(change, act, { action: 'password-changed', owner: person });
    if (endsApiTokens) await revokeApiTokens(change, person, act);
  });
}

/**
 * Sets the email address that a link was sent to; links to the old address become invalid. Gives
 * the account, its earlier address and whether that was confirmed. Refuses with
 * email-change-token-not-valid and email-already-in-use.
 */
export async function changeEmail(
  records: Records,
  token: string,
  act: ActorContext,
): Promise<{ user: Person; before: string; wasVerified: boolean }> {
  return records.transaction().execute(async (change) => {
    let link = await useOneTime(change, 'change-email', token, act.time);
    let before = link && (await findUser(change, link.user_id));
    if (!link || !before) throw new ApiError('email-change-token-not-valid');
    let address = { email: link.email, email_key: link.email.toLowerCase(), email_verified_at: act.time };
    try {
      await change.updateTable('users').set(address).where('id', '=', before.id).execute();
    } catch (error) {
      if (isDuplicate(error, 'users', ['email_key'])) throw new ApiError('email-already-in-use');
      throw error;
    }
    for (let purpose of ['verify-email', 'change-email', 'reset-password'] as const)
      await dropOneTimes(change, before.id, purpose);
    let target = `${before.email} → ${link.email}`;
    await recordAudit(
      change,
      { ...act, actor: act.actor ?? before },
      { action: 'email-changed', owner: before, target },
    );
    let wasVerified = before.email_verified_at !== null;
    return { user: { ...before, ...address }, before: before.email, wasVerified };
  });
}

/**
 * Deletes an account with all its data. Refuses with organization-needs-an-owner while it is the
 * only owner of an organization, with cannot-delete-account-with-subscription, and with
 * last-administrator.
 */
export async function deleteAccount(
  records: Records,
  names: Names,
  person: OwnerRow,
  act: ActorContext,
): Promise<void> {
  await changeOwner(records, person.id, async (change) => {
    await refuseLastAdministrator(change, person.id);
    if (await hasActiveSubscription(change, person.id, act.time))
      throw new ApiError('cannot-delete-account-with-subscription');
    await refuseOnlyOwner(change, person.id);
    await recordDownloadChange(change, act, person, { action: 'account-deleted', subject: person.name });
    if (act.actor?.id !== person.id) await recordAdministration(change, act, `deleted the account ${person.name}`);
    await names.deleteOwner(change, person, act.time);
  });
}

/**
 * The organizations are locked in a fixed order, so that two owners who leave at the same moment do
 * so one after the other.
 */
async function refuseOnlyOwner(change: Records, userId: string): Promise<void> {
  let memberships = await change
    .selectFrom('memberships')
    .select('organization_id')
    .where('user_id', '=', userId)
    .orderBy('organization_id')
    .execute();
  for (let { organization_id } of memberships) {
    await lockOwner(change, organization_id);
    let owners = await change
      .selectFrom('memberships')
      .select('user_id')
      .where('organization_id', '=', organization_id)
      .where('role', '=', 'owner')
      .execute();
    if (owners.length === 1 && owners[0]?.user_id === userId) throw new ApiError('organization-needs-an-owner');
  }
}
