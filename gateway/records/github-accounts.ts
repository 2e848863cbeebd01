/** Which GitHub account belongs to which person. One of either has at most one of the other. */
import { Refusal } from '../refusal';
import { findUser, type User } from './owners';
import type { Records } from './schema';

/** The person a GitHub account belongs to. */
export async function findUserByGithub(records: Records, githubId: string): Promise<User | undefined> {
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
  if (!numInsertedOrUpdatedRows) throw new Refusal('github-account-already-linked');
}
