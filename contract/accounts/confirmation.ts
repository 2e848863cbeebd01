/**
 * Re-authentication before a sensitive step. A call with the password returns a confirmation that
 * later calls send next to their token for some minutes, so that a stolen token alone is not
 * enough. API tokens are never confirmed.
 */
import { z } from 'zod';
import { CurrentPassword } from './account';
import { route } from '../rules/route';
import { ReturnedSignOn, signOnRefusals } from './single-sign-on';

export const confirmationHeader = 'x-confirmation';

export const confirmationText = /^[\w-]{1,400}$/;

/** `way`: how this account confirms. Accounts without a password sign in elsewhere again. */
export const Confirmation = z.object({
  is_confirmed: z.boolean(),
  way: z.enum(['password', 'github', 'single-sign-on']),
});
export type Confirmation = z.infer<typeof Confirmation>;

/** One of the three, by the `way` of the account. */
export const ConfirmSession = z.object({
  current_password: CurrentPassword,
  access_token: z.string().max(500).default(''),
  single_sign_on: ReturnedSignOn.optional(),
});

/** Valid with the token of this call alone, for ten minutes. A session may have several. */
export const Confirmed = z.object({ confirmation: z.string().regex(confirmationText) });
export type Confirmed = z.infer<typeof Confirmed>;

const session = { tag: 'Sessions', path: '/internal/session/confirmation', access: 'session' } as const;

export const confirmationApi = {
  getConfirmation: route({
    ...session,
    id: 'getConfirmation',
    method: 'GET',
    summary: 'Get whether this session can take sensitive steps, and what confirms it',
    takesConfirmation: true,
    answer: Confirmation,
  }),

  confirmSession: route({
    ...session,
    id: 'confirmSession',
    method: 'POST',
    summary:
      'Confirm identity with the password, a fresh GitHub access token or a fresh single sign-on response; returns a confirmation for sensitive calls, valid for ten minutes',
    body: ConfirmSession,
    answer: Confirmed,
    errors: [
      'user-not-found',
      'password_does_not_match',
      'github-account-is-another',
      'github-not-set-up',
      'github-token-not-valid',
      'github-did-not-answer',
      'single-sign-on-account-is-another',
      ...signOnRefusals,
    ],
  }),
};
