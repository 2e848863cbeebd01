/** Confirming a session: with the password, or with a fresh sign-in at GitHub. */
import * as confirmation from 'contract/confirmation';
import { githubOf } from './github-accounts';
import { findUser, type User } from './owners';
import type { Caller } from './tokens';
import { Refusal } from '../refusal';
import { ownSession } from './attempts';
import { identify } from './github-handlers';
import type { ApiParts } from '../api-parts';
import { serve } from '../http/handler';

export const confirmationEndpoints = serve(confirmation, {
  async getConfirmation({ parts, caller, isConfirmed }) {
    let { password_hash } = await callersAccount(parts, caller);
    return { is_confirmed: isConfirmed, way: password_hash === '' ? 'github' : 'password' };
  },

  async confirmSession({ parts, caller, body, act }) {
    let user = await callersAccount(parts, caller);
    if (user.password_hash !== '') await requirePassword(parts, user, body.current_password, act.address);
    else await requireOwnGithub(parts, user, body.access_token, act.address);
    return { confirmation: parts.confirmations.make(caller.tokenId, act.time) };
  },
});

/** Refuses with password_does_not_match, and with too-many-requests after several attempts. */
export async function requirePassword(
  { attempts, hashing }: ApiParts,
  user: User,
  given: string,
  address: string,
): Promise<void> {
  let guess = { account: user.id, address, device: ownSession };
  await attempts.password(guess);
  if (!(await hashing.verify(given, user.password_hash, { address, line: 'known' })))
    throw new Refusal('password_does_not_match', 'current_password');
  await attempts.passwordWasRight(guess);
}

async function requireOwnGithub(parts: ApiParts, user: User, accessToken: string, address: string): Promise<void> {
  let identity = await identify(parts, accessToken, address);
  let own = await githubOf(parts.records, user.id);
  if (own?.id !== identity.id) throw new Refusal('github-account-is-another');
}

async function callersAccount({ records }: ApiParts, caller: Caller): Promise<User> {
  let user = await findUser(records, caller.user.id);
  if (!user) throw new Refusal('user-not-found');
  return user;
}
