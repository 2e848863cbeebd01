/** What changes about an account, each with its line in the audit log. */
import { Refusal } from '../refusal';
import { recordAudit, type Act } from './audit';
import { changeOwned, lockOwner } from './changes';
import { isDuplicate } from './dialect';
import { dropOneTimes, dropWaysIn, takeOneTime } from './one-time';
import { findUser, setPassword, type User } from './owners';
import type { OwnerTable, Records } from './schema';
import { hasActiveSubscription } from './subscriptions';
import { endOtherSessions } from './token-lists';

export interface ProfileFields {
  username: string;
  first_name: string;
  last_name: string;
}

/** Changes names; the default hosts follow the username. Refuses with username-already-in-use and user-not-found. */
export async function updateProfile(
  records: Records,
  person: OwnerTable,
  { username, ...names }: ProfileFields,
  act: Act,
): Promise<User> {
  return changeOwned(records, person.id, async (change) => {
    try {
      let named = { name: username, name_key: username.toLowerCase(), updated_at: act.time };
      await change.updateTable('owners').set(named).where('id', '=', person.id).execute();
    } catch (error) {
      if (isDuplicate(error, 'owners', ['name_key'])) throw new Refusal('username-already-in-use', 'username');
      throw error;
    }
    await change.updateTable('users').set(names).where('id', '=', person.id).execute();
    let user = await findUser(change, person.id);
    if (!user) throw new Refusal('user-not-found');
    let target = `${person.name} → ${username}`;
    if (username !== person.name) await recordAudit(change, act, { action: 'username-changed', owner: user, target });
    return user;
  });
}

/** Gives a person another password. All sessions but one end, and so do half-done sign-ins and the links on their way to a new password or address. */
export async function changePassword(
  records: Records,
  person: OwnerTable,
  { hash, keptSessionId }: { hash: string; keptSessionId: string },
  act: Act,
): Promise<void> {
  await records.transaction().execute(async (change) => {
    await setPassword(change, person.id, hash);
    await endOtherSessions(change, person.id, keptSessionId);
    await dropWaysIn(change, person.id);
    await recordAudit(change, act, { action: 'password-changed', owner: person });
  });
}

/**
 * Gives an account the address its link was sent to; links to the old address end. Gives the account as it is now, the address it had and whether that was confirmed.
 * Refuses with email-change-token-not-valid and email-already-in-use.
 */
export async function changeEmail(
  records: Records,
  token: string,
  act: Act,
): Promise<{ user: User; before: string; wasVerified: boolean }> {
  return records.transaction().execute(async (change) => {
    let link = await takeOneTime(change, 'change-email', token, act.time);
    let before = link && (await findUser(change, link.user_id));
    if (!link || !before) throw new Refusal('email-change-token-not-valid');
    let address = { email: link.email, email_key: link.email.toLowerCase(), email_verified_at: act.time };
    try {
      await change.updateTable('users').set(address).where('id', '=', before.id).execute();
    } catch (error) {
      if (isDuplicate(error, 'users', ['email_key'])) throw new Refusal('email-already-in-use');
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
 * Deletes an account with everything it has. Refuses with organization-needs-an-owner while it is the only owner of an organization, and
 * with cannot-delete-account-with-subscription.
 */
export async function deleteAccount(records: Records, person: OwnerTable, act: Act): Promise<void> {
  await changeOwned(records, person.id, async (change) => {
    if (await hasActiveSubscription(change, person.id, act.time))
      throw new Refusal('cannot-delete-account-with-subscription');
    await refuseOnlyOwner(change, person.id);
    await change.deleteFrom('owners').where('id', '=', person.id).execute();
    await recordAudit(change, act, { action: 'account-deleted', owner: person, target: person.name });
  });
}

/** The organizations are locked in one order, so that two owners who go at the same moment go one after the other. */
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
    if (owners.length === 1 && owners[0]?.user_id === userId) throw new Refusal('organization-needs-an-owner');
  }
}
