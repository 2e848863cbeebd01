/** Email preferences, unsubscribe links, product news addresses, email verification. */
import { stringify } from 'csv-stringify/sync';
import { emailPreferencesApi, productNewsColumns } from 'contract/accounts/email-preferences';
import { time } from 'contract/floor/time';
import { csvText } from '../../floor/csv';
import { lastWeek } from '../../alerts/notifications/summary-period';
import { weeklySummaryOf } from '../../alerts/notifications/weekly-summaries';
import { readUnsubscribeToken } from '../../alerts/unsubscribe-link';
import { recordAudit } from '../../floor/audit';
import { createOnce } from '../../floor/once';
import { changePreferences, preferencesOf, productNewsReaders } from '../../alerts/email-preferences';
import { findUser, markVerified } from '../../floor/owners';
import { ApiError } from '../../floor/calls/api-error';
import type { Services } from '../http/services';
import { serve, Streamed } from '../http/handler';
import { emailVerificationApi } from 'contract/accounts/email-verification';
import { findOneTime, useOneTime } from '../../people/accounts/one-time-secrets';
import { sendWelcome, sendVerification } from '../../people/accounts/email-verification';

export const emailPreferenceEndpoints = serve(emailPreferencesApi, {
  getEmailPreferences: ({ parts, owner }) => preferencesOf(parts.records, owner.id),

  updateEmailPreferences: ({ parts, owner, body, act }) => changePreferences(parts.records, owner, body, act),

  async requestWeeklySummary({ parts, owner, act }) {
    let user = await findUser(parts.records, owner.id);
    if (!user) throw new ApiError('user-not-found');
    if (user.email_verified_at === null) throw new ApiError('email-is-not-confirmed');
    await parts.attempts.mail(`summary ${user.id}`, act.address);
    let message = await weeklySummaryOf(parts, user, { ...lastWeek(act.time), isRequested: true }, createOnce());
    if (!message) throw new ApiError('nothing-to-report');
    parts.mail.send({ ownerId: user.id, message });
    return undefined;
  },

  async getUnsubscription({ parts, params }) {
    let { user, mail } = await behindLink(parts, params.token);
    let preferences = await preferencesOf(parts.records, user.id);
    return { username: user.name, mail, is_on: preferences[mail] };
  },

  async unsubscribe({ parts, params, act }) {
    let { user, mail } = await behindLink(parts, params.token);
    await changePreferences(parts.records, user, { [mail]: false }, act);
    return undefined;
  },

  async exportProductNewsAddresses({ parts, act }) {
    let readers = await productNewsReaders(parts.records);
    await recordAudit(parts.records, act, { action: 'addresses-exported', owner: null, target: `${readers.length}` });
    let rows = readers.map(({ email, name, first_name, last_name, since }) =>
      [email, name, first_name, last_name, time(since)].map(csvText),
    );
    return new Streamed(whole(stringify([[...productNewsColumns], ...rows])), {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="product-news-addresses.csv"',
    });
  },
});

async function behindLink({ records, sealer }: Services, token: string) {
  let link = readUnsubscribeToken(sealer, token);
  let user = link && (await findUser(records, link.userId));
  if (!link || !user) throw new ApiError('unsubscribe-token-not-valid');
  return { user, mail: link.mail };
}

async function* whole(text: string): AsyncGenerator<string> {
  yield text;
}

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
      let link = await useOneTime(change, 'verify-email', params.token, now);
      let isDone = link !== undefined && (await markVerified(change, link.user_id, link.email, now));
      if (!isDone || !link) throw new ApiError('email-verification-token-not-valid');
      return link.user_id;
    });
    sendWelcome(parts, userId);
    return undefined;
  },
});
