/** Confirming an email address by a link that was sent to it. */
import { emailVerificationApi } from 'contract/accounts/email-verification';
import { findOneTime, takeOneTime } from '../../people/accounts/one-time-secrets';
import { findUser, markVerified } from '../../floor/owners';
import { ApiError } from '../../floor/api-error';
import { welcome } from '../../people/welcome';
import { serve } from '../http/handler';
import { sendVerification } from '../../people/accounts/email-verification';

export const emailVerificationEndpoints = serve(emailVerificationApi, {
  async requestEmailVerification({ parts, owner, address }) {
    let user = await findUser(parts.records, owner.id);
    if (!user) throw new ApiError('user-not-found');
    if (user.email_verified_at !== null) throw new ApiError('email-already-verified');
    await parts.attempts.mail(`verify ${user.id}`, address);
    sendVerification(parts, user);
    return undefined;
  },

  async getEmailVerification({ parts, params }) {
    let link = await findOneTime(parts.records, 'verify-email', params.token, parts.clock());
    let user = link && (await findUser(parts.records, link.user_id));
    if (!user || user.email !== link?.email) throw new ApiError('email-verification-token-not-valid');
    return { username: user.name, email: user.email };
  },

  async verifyEmail({ parts, params }) {
    let now = parts.clock();
    let userId = await parts.records.transaction().execute(async (change) => {
      let link = await takeOneTime(change, 'verify-email', params.token, now);
      let isDone = link !== undefined && (await markVerified(change, link.user_id, link.email, now));
      if (!isDone || !link) throw new ApiError('email-verification-token-not-valid');
      return link.user_id;
    });
    welcome(parts, userId);
    return undefined;
  },
});
