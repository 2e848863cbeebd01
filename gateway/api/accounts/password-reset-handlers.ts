/** Password reset: the link, and the new password. */
import { passwordResetsApi } from 'contract/accounts/password-resets';
import { minuteMs } from 'contract/floor/time';
import { passwordWasResetEmail, resetPasswordEmail } from '../../people/emails/account';
import { sendWelcome } from '../../people/accounts/email-verification';
import { recordAudit, type ActorContext } from '../../floor/audit';
import {
  dropSignInSecrets,
  findOneTime,
  issueOneTime,
  useOneTime,
  passwordResetMs,
} from '../../people/accounts/one-time-secrets';
import { findUser, findUserByEmail, markVerified, setPassword, type Person } from '../../floor/owners';
import { revokeApiTokens } from '../../people/accounts/token-lists';
import { revokeSessions } from '../../people/accounts/tokens';
import { ApiError } from '../../floor/calls/api-error';
import { namesOf, refuseGuessable } from '../../people/accounts/guessable-passwords';
import type { Services } from '../http/services';
import { serve } from '../http/handler';

export const passwordResetEndpoints = serve(passwordResetsApi, {
  async requestPasswordReset({ parts, body, address }) {
    await parts.attempts.mail(`reset ${body.email}`, address);
    // The address is looked up after the answer, so that neither text nor duration show whether it
    // is known.
    parts.mail.send(() => writeReset(parts, body.email));
    return undefined;
  },

  async getPasswordReset({ parts, params }) {
    let link = await findOneTime(parts.records, 'reset-password', params.token, parts.clock());
    let user = link && (await findUser(parts.records, link.user_id));
    if (!user) throw new ApiError('password-reset-token-not-valid');
    return { username: user.name };
  },

  async resetPassword({ parts, params, body, act }) {
    let { records, mail, hashing, devices, publicUrl, clock } = parts;
    let link = await findOneTime(records, 'reset-password', params.token, clock());
    let person = link && (await findUser(records, link.user_id));
    if (!person) throw new ApiError('password-reset-token-not-valid');
    refuseGuessable(body.password, await namesOf(records, person, publicUrl));
    let turn = { address: act.address, line: 'known' as const };
    if (person.password_hash && (await hashing.verify(body.password, person.password_hash, turn)))
      throw new ApiError('password_must_differ', 'password');
    let passwordHash = await hashing.hash(body.password, turn);
    let { email_verified_at: confirmedBefore, ...user } = await useLink(
      parts,
      params.token,
      { passwordHash, endsApiTokens: body.end_api_tokens },
      act,
    );
    if (confirmedBefore === null) sendWelcome(parts, user.id);
    mail.send({ ownerId: user.id, message: passwordWasResetEmail(user.email, { name: user.name, publicUrl }) });
    return { username: user.name, device: devices.mark(user.id, act.time) };
  },
});

async function writeReset({ records, publicUrl, clock }: Services, email: string) {
  let user = await findUserByEmail(records, email);
  if (!user) return undefined;
  let lifeMs = passwordResetMs;
  let link = { userId: user.id, purpose: 'reset-password' as const, email: user.email, lifeMs };
  let token = await issueOneTime(records, link, clock());
  let about = { name: user.name, publicUrl, token, minutes: lifeMs / minuteMs };
  return { ownerId: user.id, lifeMs, message: resetPasswordEmail(user.email, about) };
}

/**
 * The link was mailed, so it confirms the address too. Ends sessions, pending second steps and
 * links to another address.
 */
async function useLink(
  { records, clock }: Services,
  token: string,
  { passwordHash, endsApiTokens }: { passwordHash: string; endsApiTokens: boolean },
  act: ActorContext,
): Promise<Person> {
  return records.transaction().execute(async (change) => {
    let link = await useOneTime(change, 'reset-password', token, clock());
    let user = link && (await findUser(change, link.user_id));
    if (!link || !user) throw new ApiError('password-reset-token-not-valid');
    await setPassword(change, user.id, passwordHash);
    await markVerified(change, user.id, link.email, clock());
    await revokeSessions(change, user.id);
    await dropSignInSecrets(change, user.id);
    let byPerson = { ...act, actor: user };
    await recordAudit(change, byPerson, { action: 'password-reset', owner: user });
    if (endsApiTokens) await revokeApiTokens(change, user, byPerson);
    return user;
  });
}
