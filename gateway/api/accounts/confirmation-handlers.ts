/**
 * Confirming a session: with the password, or with a fresh sign-in at GitHub or at the provider.
 */
import { confirmationApi, type Confirmation } from 'contract/accounts/confirmation';
import { findUserBySignOn, hasSignOn } from '../../people/single-sign-on/accounts';
import { identityOf } from '../single-sign-on/single-sign-on-handlers';
import { githubAccountOf } from '../../people/accounts/github-accounts';
import { findUser, type Person } from '../../floor/owners';
import type { Caller } from '../../people/accounts/tokens';
import { ApiError } from '../../floor/calls/api-error';
import { ownSession } from '../../people/accounts/attempts';
import { identify } from './github-handlers';
import type { Services } from '../http/services';
import { serve } from '../http/handler';

export const confirmationEndpoints = serve(confirmationApi, {
  async getConfirmation({ parts, caller, isConfirmed }) {
    return { is_confirmed: isConfirmed, way: await wayOf(parts, await callersAccount(parts, caller)) };
  },

  async confirmSession({ parts, caller, body, act }) {
    let user = await callersAccount(parts, caller);
    let way = await wayOf(parts, user);
    if (way === 'password') await requirePassword(parts, user, body.current_password, act.address);
    else if (way === 'single-sign-on') await requireOwnSignOn(parts, user, body.single_sign_on, act.address);
    else await requireOwnGithub(parts, user, body.access_token, act.address);
    return { confirmation: parts.confirmations.make(caller.tokenId, act.time) };
  },
});

/** Refuses with password_does_not_match, and with too-many-requests after several attempts. */
export async function requirePassword(
  { attempts, hashing }: Services,
  user: Person,
  given: string,
  address: string,
): Promise<void> {
  let guess = { account: user.id, address, device: ownSession };
  await attempts.password(guess);
  if (!(await hashing.verify(given, user.password_hash, { address, line: 'known' })))
    throw new ApiError('password_does_not_match', 'current_password');
  await attempts.passwordWasRight(guess);
}

/** Single sign-on where a person has no password, or may not use it. */
async function wayOf({ records, singleSignOn }: Services, { id, password_hash }: Person): Promise<Confirmation['way']> {
  let hasPassword = password_hash !== '';
  if (hasPassword && !singleSignOn?.isOnly) return 'password';
  if (singleSignOn && (await hasSignOn(records, id))) return 'single-sign-on';
  return hasPassword ? 'password' : 'github';
}

async function requireOwnSignOn(
  parts: Services,
  user: Person,
  returned: { flow: string; query: string } | undefined,
  address: string,
): Promise<void> {
  if (!returned) throw new ApiError('single-sign-on-failed');
  let identity = await identityOf(parts, 'confirmation', returned, address);
  let own = await findUserBySignOn(parts.records, identity);
  if (own?.id !== user.id) throw new ApiError('single-sign-on-account-is-another');
}

async function requireOwnGithub(parts: Services, user: Person, accessToken: string, address: string): Promise<void> {
  let identity = await identify(parts, accessToken, address);
  let own = await githubAccountOf(parts.records, user.id);
  if (own?.id !== identity.id) throw new ApiError('github-account-is-another');
}

async function callersAccount({ records }: Services, caller: Caller): Promise<Person> {
  let user = await findUser(records, caller.user.id);
  if (!user) throw new ApiError('user-not-found');
  return user;
}
