/** A person's own account: names, password, email address, deletion. */
import { accountApi } from 'contract/accounts/account';
import { hourMs, dayMs } from 'contract/floor/time';
import { changeAddressEmail, addressChangedEmail, passwordChangedEmail } from '../../people/emails/account';
import { sendWelcome } from '../../people/accounts/email-verification';
import { changeEmail, changePassword, deleteAccount, updateProfile } from '../../people/accounts/account-changes';
import { withOwnerLock } from '../../floor/db/owner-transaction';
import { dropOneTimes, findOneTime, issueOneTime } from '../../people/accounts/one-time-secrets';
import { findUser, findUserByEmail, type Person } from '../../floor/owners';
import type { OwnerRow } from '../../floor/db/account-schema';
import type { ActorContext } from '../../floor/audit';
import { ApiError } from '../../floor/calls/api-error';
import { requireConfirmed } from '../http/access';
import { requirePassword } from './confirmation-handlers';
import { namesOf, refuseGuessable } from '../../people/accounts/guessable-passwords';
import type { Services } from '../http/services';
import { serve } from '../http/handler';
import { accountFacts } from '../../people/accounts/account-facts';
import { presentUser } from '../../people/accounts/present';

/** The link that confirms a new email address works for a day. */
export const emailChangeMs = dayMs;

export const accountEndpoints = serve(accountApi, {
  async updateUser({ parts, owner, body, act }) {
    return presentUser(await updateProfile(parts, owner, body, act), accountFacts(parts, owner.id, act.time));
  },

  async updateDisplay({ parts, owner, body }) {
    let display = JSON.stringify(body);
    await parts.records.updateTable('users').set({ display }).where('id', '=', owner.id).execute();
    return body;
  },

  async changePassword({ parts, owner, caller, isConfirmed, body, act }) {
    let { records, mail, hashing, publicUrl } = parts;
    let user = await personOf(parts, owner);
    await requireIdentity(parts, user, { isConfirmed, given: body.current_password }, act);
    if (body.password === body.current_password) throw new ApiError('password_must_differ', 'password');
    refuseGuessable(body.password, await namesOf(records, user, publicUrl));
    let hash = await hashing.hash(body.password, { address: act.address, line: 'known' });
    let { end_api_tokens: endsApiTokens } = body;
    await changePassword(records, owner, { hash, keptSessionId: caller.tokenId, endsApiTokens }, act);
    mail.send({ ownerId: user.id, message: passwordChangedEmail(user.email, { name: user.name, publicUrl }) });
    return undefined;
  },

  async requestEmailChange({ parts, owner, isConfirmed, body, act }) {
    let user = await personOf(parts, owner);
    await requireIdentity(parts, user, { isConfirmed, given: body.current_password }, act);
    if (body.email.toLowerCase() === user.email_key) throw new ApiError('email-is-the-same', 'email');
    // Counted before the answer, because the answer shows whether an address is in use.
    await parts.attempts.mail(`change ${user.id}`, act.address);
    if (await findUserByEmail(parts.records, body.email)) throw new ApiError('email-already-in-use', 'email');
    await sendChange(parts, user, body.email, act.time);
    return undefined;
  },

  async getEmailChange({ parts, params, act }) {
    let link = await findOneTime(parts.records, 'change-email', params.token, act.time);
    let user = link && (await findUser(parts.records, link.user_id));
    if (!link || !user) throw new ApiError('email-change-token-not-valid');
    return { username: user.name, email: link.email };
  },

  async confirmEmailChange({ parts, params, act }) {
    let { user, before, wasVerified } = await changeEmail(parts.records, params.token, act);
    if (!wasVerified) sendWelcome(parts, user.id);
    let message = addressChangedEmail(before, { name: user.name, email: user.email });
    parts.mail.send({ ownerId: user.id, message });
    return undefined;
  },

  async deleteUser({ parts, owner, act }) {
    await deleteAccount(parts.records, parts.names, owner, act);
    return undefined;
  },
});

async function personOf({ records }: Services, owner: OwnerRow): Promise<Person> {
  let user = await findUser(records, owner.id);
  if (!user) throw new ApiError('user-not-found');
  return user;
}

/**
 * Checks the password in every such call. An account without one must have signed in to GitHub
 * again.
 */
async function requireIdentity(
  parts: Services,
  user: Person,
  { isConfirmed, given }: { isConfirmed: boolean; given: string },
  { address }: ActorContext,
): Promise<void> {
  if (user.password_hash === '') requireConfirmed(isConfirmed);
  else await requirePassword(parts, user, given, address);
}

/** Only the last link is valid, also when several are requested at the same moment. */
async function sendChange({ records, mail, publicUrl }: Services, user: Person, email: string, now: number) {
  let lifeMs = emailChangeMs;
  let token = await withOwnerLock(records, user.id, async (change) => {
    await dropOneTimes(change, user.id, 'change-email');
    return issueOneTime(change, { userId: user.id, purpose: 'change-email', email, lifeMs }, now);
  });
  let message = changeAddressEmail(email, { name: user.name, publicUrl, token, hours: lifeMs / hourMs });
  mail.send({ ownerId: user.id, lifeMs, message });
}
