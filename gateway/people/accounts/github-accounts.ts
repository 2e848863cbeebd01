/** Links between GitHub accounts and people; each has at most one of the other. */
import { ApiError } from '../../floor/calls/api-error';
import { recordAudit, type ActorContext } from '../../floor/audit';
import { withOwnerLock } from '../../floor/db/owner-transaction';
import { findUser, type Person } from '../../floor/owners';
import type { OwnerRow } from '../../floor/db/account-schema';
import type { Records } from '../../floor/db/schema';

export async function findUserByGithub(records: Records, githubId: string): Promise<Person | undefined> {
  let row = await records
    .selectFrom('github_accounts')
    .select('user_id')
    .where('github_id', '=', githubId)
    .executeTakeFirst();
  return row && findUser(records, row.user_id);
}

/** Links a GitHub account to a person. Refuses with github-account-already-linked. */
export async function linkGithub(
  records: Records,
  userId: string,
  github: { id: string; login: string },
  now: number,
): Promise<void> {
  let { numInsertedOrUpdatedRows } = await records
    .insertInto('github_accounts')
    .values({ github_id: github.id, user_id: userId, login: github.login, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) throw new ApiError('github-account-already-linked');
}

export async function githubAccountOf(
  records: Records,
  userId: string,
): Promise<{ id: string; login: string } | undefined> {
  return records
    .selectFrom('github_accounts')
    .select(['github_id as id', 'login'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/**
 * Links a GitHub account to an existing person. Refuses as `linkGithub`; repeating it changes
 * nothing.
 */
export async function addGithub(
  records: Records,
  person: OwnerRow,
  github: { id: string; login: string },
  act: ActorContext,
): Promise<boolean> {
  return withOwnerLock(records, person.id, async (change) => {
    if ((await githubAccountOf(change, person.id))?.id === github.id) return false;
    await linkGithub(change, person.id, github, act.time);
    await recordAudit(change, act, { action: 'github-linked', owner: person, target: github.login });
    return true;
  });
}

/**
 * Unlinks it and gives its login. Refuses with github-link-not-found, and github-is-the-only-way-in
 * without a password.
 */
export async function dropGithub(records: Records, person: OwnerRow, act: ActorContext): Promise<string> {
  return withOwnerLock(records, person.id, async (change) => {
    let linked = await githubAccountOf(change, person.id);
    if (!linked) throw new ApiError('github-link-not-found');
    if (!(await findUser(change, person.id))?.password_hash) throw new ApiError('github-is-the-only-way-in');
    await change.deleteFrom('github_accounts').where('user_id', '=', person.id).execute();
    await recordAudit(change, act, { action: 'github-unlinked', owner: person, target: linked.login });
    return linked.login;
  });
}
